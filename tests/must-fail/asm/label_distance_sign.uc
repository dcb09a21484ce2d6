; error: label_distance_sign.uc:3:10: error: '2' cannot follow a label; write loop# + n or loop# - n
loop#:
br[loop# 2]
