// error: member_with_place.c:3:14: error: 'gp_reg' on the member 'x': a member is where its structure is; say it of the structure's objects
struct pair {
  __declspec(gp_reg) int x;
  int y;
};
int main(void) { return sizeof(struct pair); }
