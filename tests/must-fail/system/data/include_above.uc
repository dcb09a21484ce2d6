#include "../../run.py"
nop
