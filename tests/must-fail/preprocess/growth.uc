; error: growth.uc:10:1: error: line grows beyond 16384 characters when its names are replaced
#define A abcdefghabcdefghabcdefghabcdefgh
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
#define E D D D D D D D D

; a short line that is a long one

E
