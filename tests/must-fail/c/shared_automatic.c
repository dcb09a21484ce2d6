// error: shared_automatic.c:3:21: error: 'n' is shared but belongs to one call; add static, or declare it outside of the function
int main(void) {
  __declspec(gp_reg shared) int n = 0;
  return n;
}
