; error: unknown_state.uc:3:14: error: 'scr_ring12_status' is no input state; did you mean 'scr_ring1_status'?
x#:
br_inp_state[scr_ring12_status, x#]
