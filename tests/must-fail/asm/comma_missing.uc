; error: comma_missing.uc:3:8: error: 'defer[1]' is not expected here; tokens are separated by commas
l#:
br[l#] defer[1]
nop
