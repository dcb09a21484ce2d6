; error: label_without_hash.uc:3:4: error: a label is expected (its name ends in '#'), not 'loop'
loop#:
br[loop]
