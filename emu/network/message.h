// Serialises frames and numbers for ranks on machines of the same type.
#pragma once

#include "emu/network/wire.h"

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace ixp {

template <class T> void put(std::string& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T> T get(std::string_view& in) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, in.data(), sizeof value);
  in.remove_prefix(sizeof value);
  return value;
}

template <class T> void put_list(std::string& out, const std::vector<T>& list) {
  put(out, static_cast<uint32_t>(list.size()));
  out.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
}
template <class T> std::vector<T> get_list(std::string_view& in) {
  std::vector<T> list(get<uint32_t>(in));
  const size_t bytes = list.size() * sizeof(T);
  if (bytes) std::memcpy(list.data(), in.data(), bytes);
  in.remove_prefix(bytes);
  return list;
}

inline void put_frame(std::string& out, uint32_t wire, const WireFrame& f) {
  put(out, wire);
  put(out, f.arrives);
  put(out, f.line_bytes);
  put(out, f.id.chip);
  put(out, f.id.port);
  put(out, f.id.made);
  put(out, f.id.frame);
  put(out, f.id.entered);
  put_list(out, f.id.path);
  put_list(out, f.bytes);
}
inline WireFrame get_frame(std::string_view& in) { // the wire's number has been read already
  WireFrame f;
  f.arrives = get<NetTime>(in);
  f.line_bytes = get<uint32_t>(in);
  f.id.chip = get<uint16_t>(in);
  f.id.port = get<uint8_t>(in);
  f.id.made = get<bool>(in);
  f.id.frame = get<uint64_t>(in);
  f.id.entered = get<NetTime>(in);
  f.id.path = get_list<uint16_t>(in);
  f.bytes = get_list<uint8_t>(in);
  return f;
}

} // namespace ixp
