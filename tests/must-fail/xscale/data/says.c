#include "board.h"
int main(void) {
  printf("says\n");
  return 0;
}
