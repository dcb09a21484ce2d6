; error: label_distance.uc:3:4: error: end# + 1 is outside the program of 2 instructions
nop
br[end# + 1]
end#:
