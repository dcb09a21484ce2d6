import os
import pathlib
import re
import subprocess

import lit.formats

config.name = 'lower'
config.test_format = lit.formats.ShTest(False)
config.suffixes = ['.ll']
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.path.dirname(os.environ['MECC_LOWER']), 'lit-lower')
config.substitutions += [('%lower', os.environ['MECC_LOWER']), ('FileCheck', os.environ['FILECHECK']),
                         ('split-file', os.environ['FILECHECK'].replace('FileCheck', 'split-file'))]
# tools/mutate chooses a mutant by a variable.
config.environment.update({k: v for k, v in os.environ.items() if k.startswith('IXP_')})

# Every stage has a test that runs it alone or stops after it.
folder = pathlib.Path(__file__).parent
tested = re.findall(r"--(?:only|stop-after)=(\S+)", "".join(path.read_text() for path in folder.glob("*.ll")))
for stage in subprocess.run([os.environ['MECC_LOWER'], "--stages"], stdout=subprocess.PIPE, text=True, check=True, timeout=300).stdout.split():
    if stage not in tested:
        lit_config.fatal(f"no test in tests/lower has --only={stage} or --stop-after={stage}")
