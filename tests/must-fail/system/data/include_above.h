#include "../../run.py"
