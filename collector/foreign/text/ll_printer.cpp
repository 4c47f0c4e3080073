// SPDX-License-Identifier: Apache-2.0
// Runs LLVM's printer, then replaces the marks in its output, token by token.
#include "collector/foreign/text/ll_printer.h"

#include <algorithm>

#include "collector/foreign/text/ll_lexer.h"
#include "collector/foreign/text/text_edits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio::foreign {
namespace {

llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

void dropEquivalents(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(ref(marks::kDenormal))) {
      function.removeFnAttr("denormal-fp-math");
      function.removeFnAttr("denormal-fp-math-f32");
    }
}

class Restorer {
public:
  explicit Restorer(std::string_view text) : m_text(text), m_tokens(lexLl(text)) {}

  std::string run() {
    m_hasCaptures = std::ranges::any_of(m_tokens, [&](const LlToken &token) {
      return token.startsLine && textOf(token) == marks::kCaptures;
    });
    size_t line = 0;
    for (size_t i = 0; i < m_tokens.size(); ++i) {
      if (m_tokens[i].startsLine)
        line = i;
      restore(i, line);
    }
    return m_edits.apply(m_text);
  }

private:
  std::string_view textOf(const LlToken &token) const {
    return m_text.substr(token.begin, token.end - token.begin);
  }
  std::string_view at(size_t index) const {
    return index < m_tokens.size() ? textOf(m_tokens[index]) : std::string_view();
  }
  /// Of a string token, without its quotes.
  std::string_view contentOf(size_t index) const {
    const std::string_view text = at(index);
    return text.size() < 2 ? std::string_view() : text.substr(1, text.size() - 2);
  }
  void replace(size_t first, size_t last, std::string text) {
    m_edits.replace(m_tokens[first].begin, m_tokens[last].end, std::move(text));
  }

  void restore(size_t i, size_t line) {
    const std::string_view text = at(i);
    switch (m_tokens[i].kind) {
    case LlTokenKind::Word:
      if (m_hasCaptures && text == "nocapture")
        replace(i, i, "captures(none)");
      return;
    case LlTokenKind::String:
      return restoreAttribute(i);
    case LlTokenKind::Metadata:
      if (m_tokens[i].startsLine && text == marks::kCaptures)
        return removeLine(i);
      if (i > 0 && i + 1 < m_tokens.size() && text.starts_with(marks::kFlags))
        return restoreFlags(i, line, text.substr(marks::kFlags.size()));
      if (i > 0 && i + 1 < m_tokens.size() && text.starts_with(marks::kOpcode))
        return restoreOpcode(i, line, text.substr(marks::kOpcode.size()));
      return;
    default:
      return;
    }
  }

  void restoreAttribute(size_t i) {
    const std::string_view content = contentOf(i);
    const bool isValue = i > 0 && at(i - 1) == "=";
    if (isValue)
      return;
    if (content.starts_with(marks::kAttribute))
      return replace(i, i, std::string(content.substr(marks::kAttribute.size())));
    if (content == marks::kDenormal && at(i + 1) == "=" && i + 2 < m_tokens.size())
      replace(i, i + 2, std::string(marks::kDenormal) + std::string(contentOf(i + 2)));
  }

  void removeLine(size_t i) {
    const size_t end = m_text.find('\n', m_tokens[i].begin);
    m_edits.replace(m_tokens[i].begin, end == m_text.npos ? m_text.size() : end + 1, "");
  }

  /// The opcode of the instruction that begins at `line`.
  size_t opcodeOf(size_t line) const { return at(line + 1) == "=" ? line + 2 : line; }

  void restoreFlags(size_t mark, size_t line, std::string_view joined) {
    std::string flags(joined);
    std::ranges::replace(flags, '.', ' ');
    const size_t opcode = opcodeOf(line);
    const bool hasSome = at(opcode + 1) == "nneg"; // which the flags contain, too
    replace(opcode, hasSome ? opcode + 1 : opcode, std::string(at(opcode)) + " " + flags);
    replace(mark - 1, mark + 1, ""); // ", !pstudio.flags.x !5"
  }

  void restoreOpcode(size_t mark, size_t line, std::string_view opcode) {
    replace(opcodeOf(line), opcodeOf(line), std::string(opcode));
    replace(mark - 1, mark + 1, "");
  }

  std::string_view m_text;
  std::vector<LlToken> m_tokens;
  TextEdits m_edits;
  bool m_hasCaptures = false;
};

} // namespace

void dropMarkedAttributes(llvm::Function &function) {
  llvm::SmallVector<std::string> names;
  for (const llvm::Attribute &attribute : function.getAttributes().getFnAttrs())
    if (attribute.isStringAttribute() &&
        attribute.getKindAsString().starts_with(ref(marks::kAttribute)))
      names.push_back(attribute.getKindAsString().str());
  for (const std::string &name : names)
    function.removeFnAttr(name);
}

std::string printForNewerLlvm(llvm::Module &module) {
  dropEquivalents(module);
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return Restorer(text).run();
}

} // namespace pstudio::foreign
