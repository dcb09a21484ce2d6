; error: default_missing.uc:2:29: error: parameter 'offset' needs a default, because the one before it has one
#macro load[out, address=0, offset]
immed[out, address]
#endm
