; error: pointer_moved_twice.uc:3:25: error: a pointer can be moved only once by an instruction; drop one ++ or --
.reg z
alu[*l$index0++, --, B, *l$index0++]
