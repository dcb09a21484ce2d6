; error: for_without_list.uc:3:10: error: #for needs the values of 'RING' in brackets: #for RING [0, 1, 2]
#define LAST 3
#for RING LAST
nop
#endloop
