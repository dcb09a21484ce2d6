; error: context_number.uc:3:8: error: context number 8 is out of range; 0 to 7 are possible
l#:
br=ctx[8, l#]
