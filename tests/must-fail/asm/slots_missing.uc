; error: slots_missing.uc:3:1: error: defer[2] needs 2 instructions behind it
x#:
br[x#], defer[2]
nop
