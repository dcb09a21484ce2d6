; error: does a file include itself?
#include "include_itself.uc"
