#include "link.h"
int main() { return 0; }
