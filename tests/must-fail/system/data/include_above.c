#include "../../run.py"
int main() { return 0; }
