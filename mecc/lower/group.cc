#include "mecc/lower/group.h"
#include "mecc/lower/bytes.h"

using namespace llvm;

namespace mecc::lower {

namespace {

// Limit on unused bytes within a read burst: an unused granule costs one cycle, a second command
// about a hundred.
constexpr int64_t kLargestGap = 8; // bytes

int64_t round_down(int64_t v, int64_t to) {
  return v - ((v % to) + to) % to;
}

} // namespace

std::pair<int64_t, int64_t> Group::range(const Access* with) const {
  const int64_t granule = unit().granule, phase = *members_[0].root_phase;
  int64_t first = INT64_MAX, end = INT64_MIN;
  const auto include = [&](const Access& a) {
    first = std::min(first, a.offset);
    end = std::max(end, a.offset + a.bytes);
  };
  for (const Access& a : members_)
    include(a);
  if (with) include(*with);
  return {round_down(first + phase, granule) - phase,
          round_down(end + phase + granule - 1, granule) - phase};
}

unsigned Group::granules() const {
  const auto [first, end] = range(nullptr);
  return static_cast<unsigned>((end - first) / unit().granule);
}

bool Group::takes(const Access& a) const {
  const Access& mine = members_[0];
  if (a.root != mine.root || a.unit != mine.unit || !a.root_phase || !mine.root_phase ||
      a.is_store != mine.is_store)
    return false;
  const auto [first, end] = range(nullptr);
  if (a.offset > end + kLargestGap || a.offset + a.bytes < first - kLargestGap) return false;
  const auto [wide_first, wide_end] = range(&a);
  return wide_end - wide_first <= int64_t{unit().granule} * unit().most_granules;
}

void read_group(Commands& commands, const Group& g) {
  if (!g.aligned()) return read_unaligned(commands, g.members()[0]);
  Instruction* first = g.members()[0].at;
  IRBuilder<> b(first);
  Value* address = address_of(b, g.members()[0]);
  const Words words = commands.read(b, g.unit(), address, g.first_byte(), g.granules());
  for (const Access& a : g.members()) {
    b.SetCurrentDebugLocation(a.at->getDebugLoc());
    Value* v = extract_bytes(b, words, static_cast<unsigned>(a.offset - g.first_byte()), a.bytes);
    a.at->replaceAllUsesWith(from_integer(b, v, a.at->getType()));
  }
  for (const Access& a : g.members())
    a.at->eraseFromParent();
}

namespace {

// Combined data of a group of stores: words, and a mask of the bytes set in each.
struct Image {
  Words words;
  SmallVector<unsigned, 16> masks; // bit 3 is the byte at the lowest address
};

Image image_of(IRBuilder<>& b, const Group& g) {
  const unsigned count = g.granules() * g.unit().words();
  Image image{Words(count, b.getInt32(0)), SmallVector<unsigned, 16>(count, 0)};
  for (const Access& a : g.members()) {
    const int at = static_cast<int>(a.offset - g.first_byte()),
              end = at + static_cast<int>(a.bytes);
    Value* v = to_integer(b, cast<StoreInst>(a.at)->getValueOperand(), a.bytes);
    for (int w = at / 4; w * 4 < end; ++w) {
      unsigned mask = 0;
      for (int byte = 0; byte < 4; ++byte)
        if (w * 4 + byte >= at && w * 4 + byte < end) mask |= 8u >> byte;
      Value*& word = image.words[static_cast<unsigned>(w)];
      unsigned& set = image.masks[static_cast<unsigned>(w)];
      if (set & mask) word = b.CreateAnd(word, b.getInt32(~bits_of_mask(mask)));
      Value* part = longword_of(b, v, a.bytes, w * 4 - at);
      word = set ? b.CreateOr(word, part) : part;
      set |= mask;
    }
  }
  return image;
}

class Writer {
public:
  Writer(Job& job, Commands& commands, const Group& g)
      : job_(job), commands_(commands), group_(g), unit_(g.unit()), last_(g.members().back().at),
        b_(last_) {}

  void run() {
    address_ = address_of(b_, group_.members()[0]);
    image_ = image_of(b_, group_);
    const unsigned granules = group_.granules();
    for (unsigned at = 0; at < granules;) {
      unsigned end = at;
      while (end < granules && full(end))
        ++end;
      if (end > at)
        write_run(at, end);
      else if (masks(at))
        write_part(end++);
      else
        ++end;
      at = end;
    }
  }

private:
  unsigned masks(unsigned granule) const { // byte mask, lowest address in the highest bit
    unsigned m = 0;
    for (unsigned w = 0; w < unit_.words(); ++w)
      m = m << 4 | image_.masks[granule * unit_.words() + w];
    return m;
  }
  bool full(unsigned granule) const { return masks(granule) == (1u << unit_.granule) - 1; }
  int64_t offset_of(unsigned granule) const {
    return group_.first_byte() + int64_t{granule} * unit_.granule;
  }
  ArrayRef<Value*> words_of(unsigned first, unsigned end) const {
    return ArrayRef<Value*>(image_.words)
        .slice(first * unit_.words(), (end - first) * unit_.words());
  }

  void write_run(unsigned first, unsigned end) {
    commands_.write(b_, unit_, address_, offset_of(first), words_of(first, end));
  }

  void write_part(unsigned granule) {
    if (unit_.region == Region::Scratch)
      return commands_.change_bits(b_, unit_, address_, offset_of(granule), image_.words[granule],
                                   b_.getInt32(bits_of_mask(masks(granule))));
    if (!unit_.mask_shift)
      return job_.report.error(*last_, std::string(name_of(unit_.region)) +
                                           " takes whole longwords only; store an aligned int");
    commands_.write_masked(b_, unit_, address_, offset_of(granule), words_of(granule, granule + 1),
                           b_.getInt32(masks(granule)));
  }

  Job& job_;
  Commands& commands_;
  const Group& group_;
  const Unit& unit_;
  Instruction* last_;
  IRBuilder<> b_;
  Value* address_ = nullptr;
  Image image_;
};

} // namespace

void write_group(Job& job, Commands& commands, const Group& g) {
  if (!g.aligned() && g.unit().region != Region::Tbuf)
    return write_unaligned(commands, g.members()[0]);
  if (!g.aligned())
    return job.report.error(*g.members()[0].at,
                            "TBUF takes whole longwords only; store through an aligned pointer");
  Writer(job, commands, g).run();
  for (const Access& a : g.members())
    a.at->eraseFromParent();
}

} // namespace mecc::lower
