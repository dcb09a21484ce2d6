// Linked into every program that uses LLVM's libraries, in builds with the address sanitizer.
// LLVM's allocators poison memory that they have not handed out. The distribution's libraries are
// built without the sanitizer, and hand out the same memory without unpoisoning it. The sanitizer
// reports crashes, mecc does not.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "allow_user_poisoning=0:allow_user_segv_handler=0";
}
