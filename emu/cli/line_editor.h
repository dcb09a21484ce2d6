// Lines typed on a terminal, with editing, history and completion by libedit. The user's ~/.editrc
// applies. $XDG_STATE_HOME/ixp2400/debug_history (~/.local/state) has the last 1000 lines of all
// sessions; without such a folder the history ends with the session.
#pragma once

#include "emu/debug/completions.h"

#include <functional>
#include <histedit.h>
#include <memory>
#include <string>
#include <string_view>

namespace ixp {

class LineEditor {
public:
  using Complete = std::function<debug::Completions(std::string_view)>;
  enum class Read { Line, Interrupt, End };

  // Whether standard input and output are a terminal that can move its cursor.
  static bool possible();
  // `wait` waits for standard input; false after Ctrl-C.
  LineEditor(std::function<bool()> wait, Complete complete);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Shows the prompt and reads a line without its end.
  Read read(const std::string& prompt, std::string& line);

private:
  // Called by libedit, whose functions no exception may leave.
  static char* prompt_of(EditLine* editor);
  static int next_character(EditLine* editor, wchar_t* c);
  static unsigned char complete_word(EditLine* editor, int key);

  void load_history();
  void remember(const std::string& line);

  std::function<bool()> wait_;
  Complete complete_;
  std::string prompt_, file_, last_;
  bool interrupted_ = false;
  std::unique_ptr<History, void (*)(History*)> history_;
  std::unique_ptr<EditLine, void (*)(EditLine*)> editor_;
};

} // namespace ixp
