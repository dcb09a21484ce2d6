#include "emu/cli/line_editor.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "base/print.h"
#include "base/temporary.h"

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <fmt/ranges.h>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace ixp {

namespace {

constexpr size_t kMostLines = 1000, kLongestLine = 4096; // of the history

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  return lines;
}

LineEditor& owner(EditLine* editor) {
  void* data = nullptr;
  el_get(editor, EL_CLIENTDATA, &data);
  return *static_cast<LineEditor*>(data);
}

std::string common_beginning(const std::vector<debug::Completions::Candidate>& candidates) {
  std::string out = candidates[0].name;
  for (const auto& c : candidates)
    out.erase(std::ranges::mismatch(out, c.name).in1, out.end());
  return out;
}

} // namespace

bool LineEditor::possible() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal && *terminal &&
         std::string_view(terminal) != "dumb";
}

LineEditor::LineEditor(std::function<bool()> wait, Complete complete)
    : wait_(std::move(wait)), complete_(std::move(complete)),
      file_(user_path("XDG_STATE_HOME", ".local/state", "ixp2400/debug_history")),
      history_(history_init(), history_end),
      editor_(el_init("ixpemu", stdin, stdout, stderr), el_end) {
  if (!history_ || !editor_) throw std::bad_alloc();
  std::setlocale(LC_CTYPE, "C.UTF-8"); // for names of files
  EditLine* e = editor_.get();
  el_set(e, EL_CLIENTDATA, this);
  el_set(e, EL_PROMPT, prompt_of);
  el_set(e, EL_EDITOR, "emacs");
  el_set(e, EL_GETCFN, next_character);
  el_set(e, EL_HIST, history, history_.get());
  // el_set() would leak copies of the texts.
  el_wset(e, EL_ADDFN, L"complete", L"Complete a command or a name", complete_word);
  el_set(e, EL_BIND, "^I", "complete", nullptr);
  el_set(e, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_source(e, nullptr);
  load_history();
}

LineEditor::Read LineEditor::read(const std::string& prompt, std::string& line) {
  prompt_ = prompt;
  interrupted_ = false;
  el_set(editor_.get(), EL_PREP_TERM, 1); // before the prompt appears
  int count = 0;
  const char* text = el_gets(editor_.get(), &count);
  if (!text) return interrupted_ ? Read::Interrupt : Read::End;
  line.assign(text, static_cast<size_t>(count));
  if (line.ends_with('\n')) line.pop_back();
  remember(line);
  return Read::Line;
}

char* LineEditor::prompt_of(EditLine* editor) {
  return owner(editor).prompt_.data();
}

int LineEditor::next_character(EditLine* editor, wchar_t* c) {
  LineEditor& self = owner(editor);
  std::mbstate_t state{};
  while (true) {
    if (!self.wait_()) {
      self.interrupted_ = true;
      return -1;
    }
    char byte = 0;
    const ssize_t n = ::read(STDIN_FILENO, &byte, 1);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return static_cast<int>(n);
    const size_t used = std::mbrtowc(c, &byte, 1, &state);
    if (used <= 1) return 1;
    if (used == static_cast<size_t>(-1)) state = {}; // not UTF-8: ignored
  }
}

unsigned char LineEditor::complete_word(EditLine* editor, int) {
  try {
    const LineInfo* line = el_line(editor);
    const auto [begun, candidates] = owner(editor).complete_({line->buffer, line->cursor});
    if (candidates.empty()) return CC_ERROR;
    std::string more = common_beginning(candidates).substr(begun);
    if (candidates.size() == 1) more += ' ';
    if (!more.empty()) return el_insertstr(editor, more.c_str()) ? CC_ERROR : CC_REFRESH;
    for (const auto& c : candidates)
      print("{}{}", &c == &candidates[0] ? "\n" : "  ", c.name);
    print("\n");
    flush_standard_output();
    return CC_REDISPLAY;
  } catch (...) { // e.g. the process that holds the chip has gone; the next command reports it
    return CC_ERROR;
  }
}

void LineEditor::load_history() {
  HistEvent event;
  history(history_.get(), &event, H_SETSIZE, static_cast<int>(kMostLines));
  for (const std::string& line : lines_of(file_)) {
    history(history_.get(), &event, H_ENTER, line.c_str());
    last_ = line;
  }
}

// Appends the line to the history and its file. The file is optional, so errors are ignored.
void LineEditor::remember(const std::string& line) {
  if (line.empty() || line == last_ || line.size() > kLongestLine) return;
  last_ = line;
  HistEvent event;
  history(history_.get(), &event, H_ENTER, line.c_str());
  if (file_.empty()) return;
  std::vector<std::string> lines = lines_of(file_); // with lines of other sessions
  lines.push_back(line);
  if (lines.size() > kMostLines) lines.erase(lines.begin(), lines.end() - kMostLines);
  try {
    make_folder(folder_of(file_));
    Temporary file(Temporary::Kind::File, folder_of(file_));
    const std::string text = fmt::format("{}\n", fmt::join(lines, "\n"));
    const ssize_t written = write(file.descriptor(), text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size()) && !file.finish()) file.rename(file_);
  } catch (const InputError&) {
  } catch (const std::system_error&) {
  }
}

} // namespace ixp
