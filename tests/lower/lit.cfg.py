import os
import lit.formats

config.name = 'lower'
config.test_format = lit.formats.ShTest(False)
config.suffixes = ['.ll']
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.path.dirname(os.environ['MECC_LOWER']), 'lit-lower')
config.substitutions += [('%lower', os.environ['MECC_LOWER']), ('FileCheck', os.environ['FILECHECK'])]
# tools/mutate chooses a mutant by a variable.
config.environment.update({k: v for k, v in os.environ.items() if k.startswith('IXP_')})
