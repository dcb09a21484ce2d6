; error: reflect_place.uc:6:15: error: there is no microengine 0x4; there are 0 to 3 and 0x10 to 0x13
; error: reflect_place.uc:7:21: error: context number 8 is out of range; 0 to 7 are possible
; error: reflect_place.uc:8:18: error: register number 40 is out of range; 0 to 31 are possible
.reg $x
.sig s
cap[read, $x, 4, 1, 0, 1], ctx_swap[s]
cap[read, $x, 3, 1, 8, 1], ctx_swap[s]
cap[read, $x, 3, 40, 0, 1], ctx_swap[s]
