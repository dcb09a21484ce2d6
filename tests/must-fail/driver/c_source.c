// error: c_source.c: error: this version of mecc has no Microengine C compiler yet
int main(void) { return 0; }
