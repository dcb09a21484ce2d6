; error: unknown_command.uc:4:9: error: scratch has no command 'raed'
.sig s
.reg $x
scratch[raed, $x, 0, 0, 1], ctx_swap[s]
