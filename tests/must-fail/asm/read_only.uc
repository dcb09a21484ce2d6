; error: read_only.uc:3:7: error: $x is declared 'read': it cannot be written; declare it without 'read'
.reg read $x
immed[$x, 1]
