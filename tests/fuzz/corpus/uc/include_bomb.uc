#include "self.uc"
#include "self.uc"
