; error: unknown_token.uc:3:9: error: 'deferr' is no token of br; did you mean 'defer'?
x#:
br[x#], deferr[1]
nop
