#if __has_include("/etc/passwd")
#endif
int main() { return 0; }
