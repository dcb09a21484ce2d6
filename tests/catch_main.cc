// The one main() of all Catch2 test programs (compiled once: the 2.13 header is large).
#ifdef IXP_CATCH2_V3
#include <catch2/catch_session.hpp>
int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
