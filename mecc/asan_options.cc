// Part of every program that links LLVM's libraries, in builds with the address sanitizer. LLVM's
// allocators mark what they have not handed out; the libraries of the distribution are built
// without the sanitizer and hand out the same memory without taking the mark away.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "allow_user_poisoning=0";
}
