; error: label_distance_late.uc:5:9: error: the distance must be known here; '+ &x' has a value only after allocation
.reg x
immed[x, 0]
loop#:
br[loop#+ &x]
