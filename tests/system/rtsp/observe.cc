// The RTSP observer on this host: reads events from standard input, one a line,
//
//   frame PORT MS HEX      a frame that came in by that port, at that time
//   packets N MORE         MORE packets of the stream in entry N of the table
//   age STREAMS MS         ages STREAMS streams
//   show                   prints the table: "stream ADDRESS:PORT > ADDRESS:PORT RATE", sorted,
//   then "."
//
// and prints at the end the counters that are not 0: "count NAME VALUE".
#include "tests/system/rtsp/table.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

static std::string address(u32 a, unsigned port) {
  char text[32];
  std::snprintf(text, sizeof text, "%u.%u.%u.%u:%u", a >> 24, a >> 16 & 255, a >> 8 & 255, a & 255,
                port);
  return text;
}

static void show() {
  std::vector<std::string> lines;
  for (const PlainTable::Entry& e : g_table.entries)
    if (e.shape)
      lines.push_back("stream " + address(e.shape->source, e.shape->source_port) + " > " +
                      address(e.shape->destination, e.shape->destination_port) + " " +
                      std::to_string(e.shape->rate));
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines)
    std::cout << line << '\n';
  std::cout << ".\n";
}

static std::vector<u8> bytes_of(const std::string& hex) {
  std::vector<u8> bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<u8>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

int main(int argc, char** argv) {
  const auto observer = std::make_unique<rtsp_observer>();
  rtsp_begin(observer.get(), 554, 8554, argc > 1 ? static_cast<u32>(std::stoul(argv[1])) : 0);
  std::string line, what, hex;
  while (std::getline(std::cin, line)) {
    std::istringstream in(line);
    u32 a = 0, b = 0;
    in >> what;
    if (what == "frame" && in >> a >> b >> hex) {
      const std::vector<u8> bytes = bytes_of(hex);
      rtsp_frame(observer.get(), bytes.data(), static_cast<u32>(bytes.size()), a, b);
    } else if (what == "packets" && in >> a >> b && a < g_table.entries.size()) {
      g_table.entries[a].packets += b;
    } else if (what == "age" && in >> a >> b) {
      rtsp_age(observer.get(), a, b);
    } else if (what == "show") {
      show();
    } else {
      std::cerr << "rtsp_observe: what is '" << line << "'?\n";
      return 2;
    }
  }
  for (int i = 0; i < RTSP_COUNTER_COUNT; ++i)
    if (observer->counters[i])
      std::cout << "count " << rtsp_counter_names[i] << ' ' << observer->counters[i] << '\n';
  return 0;
}
