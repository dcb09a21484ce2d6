#include "mecc/target/isa.h"
