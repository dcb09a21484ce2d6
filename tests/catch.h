// Catch2 2.13 (Debian 12) and 3.x name their headers differently; tests include this one.
#pragma once
#ifdef IXP_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
