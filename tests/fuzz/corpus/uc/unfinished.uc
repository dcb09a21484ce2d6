#while 1
#while 1
#endloop
#endloop
#if 1/0
#if ((((1
#line 4000000000 "x
alu[a,\
/*