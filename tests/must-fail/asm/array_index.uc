; error: array_index.uc:3:9: error: array index 4 is out of range; 0 to 3 are possible
.reg a[4]
immed[a[4], 1]
