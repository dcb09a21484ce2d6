const char text[] = {
#embed "/etc/passwd"
};
int main() { return text[0]; }
