; error: copy_has_no_place.uc:5:5: error: x and itself must be in different banks and are not, and there is no place for a copy; copy one of them to another register first
.reg x
.set x
br[l#], defer[1]
m#: alu[x, x, +, x]
l#: br[m#]
