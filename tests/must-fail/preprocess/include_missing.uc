; run: mecc {file} -I lib -o {out}/a.uof
; error: include_missing.uc:3:10: error: cannot find include file 'no_such.uc', searched beside the file and in lib
#include "no_such.uc"
