; error: slots_range.uc:3:15: error: number of defer slots 3 is out of range; 0 to 2 are possible
x#:
br[x#], defer[3]
nop
nop
nop
