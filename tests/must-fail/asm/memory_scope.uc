; error: memory_scope.uc:4:20: error: local memory is the microengine's own; write me
; error: memory_scope.uc:5:21: error: this chip has no islands; write global or me
; error: memory_scope.uc:6:15: error: 'local' is no scope; there are global (one for the system, by its name) and me (one for each microengine)
.local_mem state 8 global
.alloc_mem two sram island 8 8
.dram three 8 local
