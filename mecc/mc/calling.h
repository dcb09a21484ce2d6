// Use of a context's general-purpose registers by compiled C. In each bank: registers 0 to 7 hold
// arguments and results; registers from 13 downwards may hold variables of the program; those above
// 13 hold far frames and return addresses.
#pragma once

namespace mecc {

constexpr unsigned kArgumentWords = 16;        // in registers of both banks
constexpr unsigned kLastVariableRegister = 13; // of each bank

} // namespace mecc
