// SPDX-License-Identifier: Apache-2.0
// Edits of the original text, and tokens of the emitted text with their new names.
#include "collector/foreign/ptx/splice_entry.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "collector/foreign/ptx/assembly_text.h"
#include "core/ptx/body.h"
#include "core/ptx/operand_parser.h"

namespace pstudio::foreign {
namespace {

using Token = ptx::Token;
using Names = std::map<std::string, std::string, std::less<>>;

/// Alignment that every layout of dynamic shared memory has, for swizzled tiles [bytes].
constexpr uint32_t kDynamicAlignment = 1024;

struct Edit {
  ptx::TextRange range; ///< of the original text
  std::string text;     ///< in its place
};

std::string_view part(std::string_view text, ptx::TextRange range) {
  return text.substr(range.begin, range.end - range.begin);
}

/// Appends the white space of a text between tokens, without comments and empty lines.
void appendBlanks(std::string_view between, std::string &to) {
  std::string blanks;
  while (!between.empty()) {
    const size_t comment = std::min(between.find("//"), between.size());
    blanks += between.substr(0, comment);
    between.remove_prefix(std::min(between.find('\n', comment), between.size()));
  }
  const size_t lastLine = blanks.rfind('\n');
  to += lastLine == std::string::npos ? blanks : blanks.substr(lastLine);
}

/// The name of a label in a module for the debugger: one of the original has its own name again,
/// and one of LLVM has another.
std::string labelInModule(std::string_view name) {
  if (name.ends_with(kOriginalLabel))
    return std::string(name.substr(0, name.size() - kOriginalLabel.size()));
  return std::string(name) + (name.starts_with("$L__BB") ? "$made" : "");
}

/// Copies tokens without comments and under new names. A .pragma is moved after the label of its
/// block, since it holds for the loop that starts there.
std::string renamed(std::string_view text, ptx::TextRange range, const Names &names,
                    bool keepsLabels = false) {
  std::string result;
  size_t afterLabel = 0, pragma = 0, end = range.begin;
  bool isPragma = false;
  ptx::Scanner scanner(text, range);
  for (Token token = scanner.next();; token = scanner.next()) {
    appendBlanks(text.substr(end, token.offset - end), result);
    end = token.end();
    if (token.kind == Token::Kind::End)
      return result;
    if (token.is(".pragma") && afterLabel != 0) {
      isPragma = true;
      pragma = result.size();
    }
    const auto name = token.kind == Token::Kind::Word ? names.find(token.text) : names.end();
    if (name != names.end())
      result += name->second;
    else
      result += keepsLabels ? labelInModule(token.text) : std::string(token.text);
    if (token.is(":"))
      afterLabel = result.size();
    if (isPragma && token.is(";")) {
      const std::string moved = "\n\t" + result.substr(pragma);
      result.erase(result.find_last_not_of(" \t\n", pragma - 1) + 1);
      result.insert(afterLabel, moved);
      afterLabel += moved.size();
      isPragma = false;
    }
  }
}

/// Names of the labels in a body.
std::set<std::string_view> labelsOf(std::string_view text, ptx::TextRange body) {
  std::set<std::string_view> labels;
  ptx::Scanner scanner(text, body);
  for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
    if (token.kind == Token::Kind::Word && scanner.peek().is(":"))
      labels.insert(token.text);
  return labels;
}

/// Labels of code that is never reached, which LLVM deletes and debug sections name.
std::string missingLabels(std::string_view original, ptx::TextRange body, std::string_view made) {
  const std::set<std::string_view> kept = labelsOf(made, {0, made.size()});
  std::string text;
  for (const std::string_view label : labelsOf(original, body))
    if (!kept.contains(label))
      text += std::string(label) + ":\n";
  return text;
}

/// Number of variables in shared memory that a body declares. LLVM declares those of one kernel
/// there.
size_t sharedVariables(std::string_view text, const ptx::Function &function) {
  const Result<ptx::Body> body = ptx::readBody(text, function, "PTX");
  size_t count = 0;
  if (!body)
    return count;
  for (const ptx::BodyStatement &statement : body->statements) {
    if (statement.kind != ptx::BodyStatement::Kind::Declaration)
      continue;
    const auto declaration = ptx::readDeclaration(text, statement.range);
    count += declaration && declaration->space == "shared" ? 1 : 0;
  }
  return count;
}

/// Builds the edits of all entries.
class Splicer {
public:
  explicit Splicer(const ptx::Module &module) : m_module(module) {
    for (const ptx::Function &function : module.functions)
      m_names.insert(std::string(function.name));
    for (const ptx::Declaration &variable : module.variables)
      m_names.insert(std::string(variable.name));
  }

  Result<void> add(const EmittedEntry &emitted) {
    const ptx::Function *original = m_module.entry(emitted.entry);
    if (!original)
      return fail(ErrorCode::InvalidInput,
                  "the PTX module has no entry " + std::string(emitted.entry));
    PSTUDIO_TRY_ASSIGN(const ptx::Module made, ptx::readModule(emitted.text, "emitted PTX"));
    const ptx::Function *entry = made.entry(emitted.entry);
    if (!entry || entry->parameters.size() < original->parameters.size())
      return fail(ErrorCode::InvalidFormat,
                  "the emitted PTX has no complete entry " + std::string(emitted.entry));
    Names names;
    std::string declarations = declare(made, names);
    addParameters(*original, made, *entry, names);
    if (!declarations.empty())
      m_edits.push_back({{original->range.begin, original->range.begin}, declarations});
    m_addsShared = m_addsShared ||
                   sharedVariables(made.text, *entry) > sharedVariables(m_module.text, *original);
    std::string body = renamed(made.text, entry->body, names, m_module.isForDebugger());
    if (m_module.isForDebugger())
      body += missingLabels(m_module.text, original->body, body);
    m_edits.push_back({original->body, std::move(body)});
    return {};
  }

  std::string text() {
    if (m_addsShared)
      alignDynamicArrays();
    std::ranges::stable_sort(m_edits, {}, [](const Edit &edit) { return edit.range.begin; });
    std::string result;
    size_t at = 0;
    for (const Edit &edit : m_edits) {
      result += m_module.text.substr(at, edit.range.begin - at);
      result += edit.text;
      at = edit.range.end;
    }
    return result += m_module.text.substr(at);
  }

private:
  std::string newName(std::string_view name) {
    std::string unique(name);
    for (size_t i = 1; !m_names.insert(unique).second; ++i)
      unique = std::string(name) + "_" + std::to_string(i);
    return unique;
  }

  /// The variables of the emitted module, under new names, and functions that it declares.
  std::string declare(const ptx::Module &made, Names &names) {
    std::string text;
    for (const ptx::Declaration &variable : made.variables)
      names[std::string(variable.name)] = newName(variable.name);
    for (const ptx::Declaration &variable : made.variables) {
      text += renamed(made.text, variable.range, names) + "\n";
      m_addsShared = m_addsShared || variable.space == "shared";
    }
    for (const ptx::Function &function : made.functions)
      if (!function.isDefined && m_names.insert(std::string(function.name)).second)
        text += std::string(part(made.text, function.range)) + "\n";
    return text;
  }

  void addParameters(const ptx::Function &original, const ptx::Module &made,
                     const ptx::Function &entry, Names &names) {
    std::string text;
    std::set<std::string_view> used;
    for (const ptx::Declaration &parameter : original.parameters)
      used.insert(parameter.name);
    for (size_t i = original.parameters.size(); i < entry.parameters.size(); ++i) {
      const ptx::Declaration &parameter = entry.parameters[i];
      std::string name(parameter.name);
      while (used.contains(name))
        name += "_added";
      names[std::string(parameter.name)] = name;
      text += i == 0 ? "\n\t" : ",\n\t";
      Names one{{std::string(parameter.name), name}};
      text += std::string(ptx::trimmed(renamed(made.text, parameter.range, one)));
    }
    if (text.empty())
      return;
    if (!original.parameterList)
      m_edits.push_back({{original.nameEnd, original.nameEnd}, "(" + text + "\n)"});
    else
      m_edits.push_back({{endOfLast(original), endOfLast(original)}, text});
  }

  /// Offset after the last parameter, before white space and comments.
  size_t endOfLast(const ptx::Function &function) const {
    ptx::Scanner scanner(m_module.text, *function.parameterList);
    size_t end = function.parameterList->begin;
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
      end = token.end();
    return end;
  }

  void alignDynamicArrays() {
    for (const ptx::Declaration &variable : m_module.variables)
      if (variable.isExtern && variable.space == "shared")
        alignArray(variable);
  }

  void alignArray(const ptx::Declaration &variable) {
    ptx::Scanner scanner(m_module.text, variable.range);
    size_t afterSpace = variable.range.begin;
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next()) {
      if (token.is(".shared"))
        afterSpace = token.end();
      if (!token.is(".align"))
        continue;
      const Token number = scanner.next();
      uint32_t alignment = 0;
      std::from_chars(number.text.data(), number.text.data() + number.text.size(), alignment);
      if (alignment < kDynamicAlignment)
        m_edits.push_back({{number.offset, number.end()}, std::to_string(kDynamicAlignment)});
      return;
    }
    m_edits.push_back({{afterSpace, afterSpace}, " .align " + std::to_string(kDynamicAlignment)});
  }

  const ptx::Module &m_module;
  std::set<std::string> m_names; ///< of functions and variables
  std::vector<Edit> m_edits;
  bool m_addsShared = false;
};

} // namespace

Result<std::string> spliceEntries(const ptx::Module &module,
                                  const std::vector<EmittedEntry> &emitted) {
  Splicer splicer(module);
  for (const EmittedEntry &one : emitted)
    PSTUDIO_TRY(splicer.add(one));
  return splicer.text();
}

} // namespace pstudio::foreign
