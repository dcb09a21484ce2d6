# Tests of the backend: text files with commands in RUN lines. Run by ctest (codegen.lit), which
# gives the programs as parameters.
import os
import pathlib
import subprocess

import lit.formats

config.name = "codegen"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mir"]
config.test_exec_root = lit_config.params["scratch"]
# tools/mutate chooses a mutant by a variable.
config.environment.update({k: v for k, v in os.environ.items() if k.startswith("IXP_")})
plugin = lit_config.params.get("plugin")  # not in every build
if plugin:
    config.available_features.add("plugin")
    llc = lit_config.params["llc"] + " -load " + plugin + " -march=mev2"
    config.substitutions.append(("%llc", llc))
config.substitutions += [
    ("%mecc_codegen", lit_config.params["mecc_codegen"] + " -verify"),
    ("%FileCheck", lit_config.params["filecheck"]),
    ("%split-file", lit_config.params["filecheck"].replace("FileCheck", "split-file")),
]

# Every stage has a test that stops after it.
folder = pathlib.Path(__file__).parent
tested = "".join(path.read_text() for path in folder.rglob("*.ll"))
stages = subprocess.run([lit_config.params["mecc_codegen"], "-stages"], stdout=subprocess.PIPE, text=True, check=True, timeout=300).stdout.split()
for stage in stages:
    if f"-stop-after={stage} " not in tested:
        lit_config.fatal(f"no test in tests/codegen has -stop-after={stage}")
