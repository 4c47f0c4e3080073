// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_view.h"

#include <cstdio>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/cli/check_text.h"
#include "app/cli/error_text.h"
#include "app/cli/text_output.h"
#include "core/base/json_text.h"

namespace pstudio::cli {
namespace {

class QuietView : public ProgressView {
public:
  explicit QuietView(std::FILE *answers) : m_answers(answers) {}
  void stage(std::string_view) override {}
  void fraction(double) override {}
  void log(std::string_view) override {}
  void output(std::string_view text) override {
    std::fwrite(text.data(), 1, text.size(), m_answers);
    std::fflush(m_answers);
  }
  void kept(const std::filesystem::path &trace) override { m_kept = trace; }
  void succeeded(const ResultMessage &result) override {
    for (const CheckMessage &check : result.checks)
      printCheck(m_answers, check.output, check.maxError, check.allowed, check.sample);
    printFormatted(m_answers, "wrote %s: %llu slices, %llu records, %llu dropped\n",
                   result.trace.c_str(), static_cast<unsigned long long>(result.slices),
                   static_cast<unsigned long long>(result.recordsWritten),
                   static_cast<unsigned long long>(result.recordsDropped));
  }
  void failed(const Error &error) override {
    printError(error);
    if (!m_kept.empty())
      printFormatted(stderr, "the recorded data are in %s\n", m_kept.c_str());
  }

protected:
  std::FILE *const m_answers;   ///< for the result and what the program prints
  std::filesystem::path m_kept; ///< the trace of a failed run
};

/// For logs and pipes: nothing is ever overwritten.
class PlainView final : public QuietView {
public:
  using QuietView::QuietView;
  void stage(std::string_view name) override { print(name); }
  void log(std::string_view line) override { print("  " + std::string(line)); }

private:
  static void print(std::string_view line) {
    printFormatted(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
  }
};

/// For terminals: the last line is the current stage.
class TerminalView final : public QuietView {
public:
  using QuietView::QuietView;
  void stage(std::string_view name) override {
    m_stage = name;
    redraw("");
  }
  void fraction(double done) override {
    char percent[16];
    std::snprintf(percent, sizeof percent, " %3.0f %%", done * 100.0);
    redraw(percent);
  }
  void log(std::string_view line) override {
    clear();
    printFormatted(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    redraw("");
  }
  void output(std::string_view text) override {
    clear(); // the program's output may end within a line
    QuietView::output(text);
  }
  void succeeded(const ResultMessage &result) override {
    clear();
    QuietView::succeeded(result);
  }
  void failed(const Error &error) override {
    clear();
    QuietView::failed(error);
  }

private:
  void clear() { std::fputs("\r\033[K", stderr); }
  void redraw(const char *suffix) {
    clear();
    printFormatted(stderr, "%s ...%s", m_stage.c_str(), suffix);
    std::fflush(stderr);
  }
  std::string m_stage;
};

/// For programs. Every line is complete JSON and is flushed.
class JsonView final : public QuietView {
public:
  using QuietView::QuietView;
  void stage(std::string_view name) override {
    m_stage = name;
    print({{"type", "stage"}, {"name", m_stage}});
  }
  void fraction(double done) override {
    print({{"type", "progress"}, {"stage", m_stage}, {"fraction", done}});
  }
  void log(std::string_view line) override { print({{"type", "log"}, {"line", line}}); }
  void output(std::string_view text) override { print({{"type", "output"}, {"text", text}}); }
  void succeeded(const ResultMessage &result) override {
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    for (const CheckMessage &check : result.checks)
      checks.push_back({{"output", check.output},
                        {"max_error", check.maxError},
                        {"allowed", check.allowed},
                        {"sample", check.sample},
                        {"passed", check.maxError <= check.allowed}});
    print({{"type", "result"},
           {"trace", result.trace.string()},
           {"slices", result.slices},
           {"records_written", result.recordsWritten},
           {"records_dropped", result.recordsDropped},
           {"checks", checks}});
  }
  void failed(const Error &error) override {
    print({{"type", "error"},
           {"code", errorCodeName(error.code)},
           {"message", error.message},
           {"where", error.where},
           {"hint", error.hint},
           {"trace", m_kept.string()}});
    QuietView::failed(error);
  }

private:
  void print(const nlohmann::ordered_json &object) const {
    printFormatted(m_answers, "%s\n", jsonText(object).c_str());
    std::fflush(m_answers);
  }
  std::string m_stage;
};

} // namespace

std::unique_ptr<ProgressView> makeProgressView(ProgressStyle style, std::FILE *answers) {
  if (style == ProgressStyle::Json)
    return std::make_unique<JsonView>(answers);
  if (style == ProgressStyle::None)
    return std::make_unique<QuietView>(answers);
  if (::isatty(STDERR_FILENO) != 0)
    return std::make_unique<TerminalView>(answers);
  return std::make_unique<PlainView>(answers);
}

} // namespace pstudio::cli
