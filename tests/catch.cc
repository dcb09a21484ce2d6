// Something to compile with the headers that all tests share precompiled (cmake/testing.cmake).
#include "tests/catch.h"
