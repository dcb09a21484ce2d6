# Tests of the backend: text files whose RUN lines say what to run. Run by ctest (codegen.lit), which
# gives the programs as parameters.
import lit.formats

config.name = "codegen"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mir"]
config.test_exec_root = lit_config.params["scratch"]
config.substitutions += [
    ("%mecc_codegen", lit_config.params["mecc_codegen"] + " -verify"),
    ("%llc", lit_config.params["llc"] + " -load " + lit_config.params["plugin"] + " -march=mev2"),
    ("%FileCheck", lit_config.params["filecheck"]),
]
