// SPDX-License-Identifier: Apache-2.0
// The rewrites, statement by statement.
#include "collector/foreign/text/ll_adapter.h"

#include <algorithm>
#include <array>

#include "collector/foreign/text/ll_printer.h"
#include "collector/foreign/text/ll_words.h"

namespace pstudio::foreign {
namespace {

/// Fields of specialised metadata that LLVM 20 to 22 added.
struct NewField {
  std::string_view node, field;
};
constexpr NewField kNewFields[] = {
    {"DILocation", "atomGroup"},
    {"DILocation", "atomRank"},
    {"DISubprogram", "keyInstructions"},
    {"DIBasicType", "numExtraInhabitants"},
    {"DIBasicType", "dataSize"},
    {"DIBasicType", "scope"},
    {"DIBasicType", "file"},
    {"DIBasicType", "line"},
    {"DICompileUnit", "sourceLanguageVersion"},
    {"DICompositeType", "bitStride"},
    {"DICompositeType", "enumKind"},
    {"DICompositeType", "specification"},
    {"DILabel", "column"},
    {"DILabel", "isArtificial"},
    {"DILabel", "coroSuspendIdx"},
};

constexpr std::array<std::string_view, 8> kFastMathFlags = {"fast", "nnan",     "ninf",    "nsz",
                                                            "arcp", "contract", "reassoc", "afn"};
constexpr std::array<std::string_view, 4> kKnownDebugRecords = {"#dbg_value", "#dbg_declare",
                                                                "#dbg_label", "#dbg_assign"};
/// Node types that LLVM 20 to 22 added; they describe types of variables.
constexpr std::array<std::string_view, 2> kNewTypeNodes = {"!DISubrangeType", "!DIFixedPointType"};

template <class Words> bool isOneOf(std::string_view word, const Words &words) {
  return std::ranges::find(words, word) != std::end(words);
}

bool isFastMathFlag(std::string_view word) {
  return isOneOf(word, kFastMathFlags);
}

class Adapter {
public:
  Adapter(std::string_view text, const std::vector<LlUnknownField> &unknown)
      : m_text(text), m_unknown(unknown), m_tokens(lexLl(text)),
        m_statements(splitStatements(text, m_tokens)) {}

  AdaptedLl run() {
    for (const LlStatement &statement : m_statements)
      adapt(statement);
    if (m_hasCaptures)
      m_edits.replace(m_text.size(), m_text.size(),
                      "\n" + std::string(marks::kCaptures) + " = !{}\n");
    AdaptedLl result;
    result.text = m_edits.apply(m_text);
    result.edits = std::move(m_edits);
    result.changes = std::move(m_changes);
    result.instructions = instructionOffsets(m_text, m_tokens, m_statements);
    return result;
  }

private:
  std::string_view at(size_t index) const {
    return index < m_tokens.size()
               ? m_text.substr(m_tokens[index].begin, m_tokens[index].end - m_tokens[index].begin)
               : std::string_view();
  }
  bool isWord(size_t index) const { return m_tokens[index].kind == LlTokenKind::Word; }
  size_t group(size_t open, size_t last) const { return afterGroup(m_text, m_tokens, open, last); }

  /// Replaces tokens [first, last). If `text` is empty, also removes the spaces after them.
  bool change(size_t first, size_t last, std::string text, const std::string &what) {
    const size_t begin = m_tokens[first].begin;
    size_t end = m_tokens[last - 1].end;
    while (text.empty() && end < m_text.size() && m_text[end] == ' ')
      ++end;
    if (!m_edits.replace(begin, end, std::move(text)))
      return false;
    count(what, begin);
    return true;
  }

  void count(const std::string &what, size_t offset) {
    const auto known =
        std::ranges::find_if(m_changes, [&](const LlChange &c) { return c.what == what; });
    if (known != m_changes.end())
      ++known->count;
    else
      m_changes.push_back({what, 1, textPosition(m_text, offset)});
  }

  void adapt(const LlStatement &s) {
    switch (s.kind) {
    case LlStatementKind::Define:
    case LlStatementKind::Declare:
      adaptLifetime(s.first, s.last, "i64, ");
      return adaptSignature(s.first, s.last);
    case LlStatementKind::Instruction:
      return adaptInstruction(s.first, s.last);
    case LlStatementKind::DebugRecord:
      if (!isOneOf(at(s.first), kKnownDebugRecords))
        change(s.first, s.last, "", "debug record " + std::string(at(s.first)) + " left out");
      return;
    case LlStatementKind::AttributeGroup:
      return adaptAttributes(s.first + 1, s.last);
    case LlStatementKind::Metadata:
      return adaptMetadata(s.first, s.last);
    case LlStatementKind::Target:
      return adaptTarget(s.first, s.last);
    case LlStatementKind::Other:
      return;
    }
  }

  //===--- Functions and calls ---------------------------------------------------------------===//

  /// Adapts parameters, arguments and the attributes around them. The tokens before the function's
  /// name may be types or calling conventions, so only attributes that are listed here are changed
  /// there.
  void adaptSignature(size_t first, size_t last) {
    const size_t open = parametersOf(first, last);
    adaptAttributes(first, open, /*onlyNew=*/true);
    adaptAttributes(open, last);
  }

  /// The parenthesis after the function's name, or after the inline assembly; `last` if there is
  /// none.
  size_t parametersOf(size_t first, size_t last) const {
    for (size_t i = first; i + 1 < last; ++i)
      if ((m_tokens[i].kind == LlTokenKind::Global || m_tokens[i].kind == LlTokenKind::Local ||
           m_tokens[i].kind == LlTokenKind::String) &&
          at(i + 1) == "(")
        return i + 1;
    return last;
  }

  void adaptAttributes(size_t first, size_t last, bool onlyNew = false) {
    for (size_t i = first; i < last; ++i) {
      if (!isWord(i))
        continue;
      const std::string_view word = at(i);
      const size_t end = at(i + 1) == "(" && i + 1 < last ? group(i + 1, last) : i + 1;
      if (word == "captures") {
        adaptCaptures(i, end);
        i = end - 1;
      } else if (word == "memory") {
        adaptMemory(i, end);
        i = end - 1;
      } else if (word == marks::kDenormal && end > i + 1) {
        adaptDenormal(i, end);
        i = end - 1;
      } else if (end > i + 1 && isKnownAttribute(word)) {
        i = end - 1; // the content of its parentheses belongs to it
      } else if (at(i + 1) != ":" && (onlyNew ? word == "dead_on_return" : isDroppable(word))) {
        mark(i, end, "attribute " + std::string(word) + " left out");
        i = end - 1;
      }
    }
  }

  static bool isDroppable(std::string_view word) {
    return word.size() > 1 && !isKnownSignatureWord(word) && word.find('.') == word.npos &&
           !word.starts_with("DW_") && !isOneOf(word, kFastMathFlags);
  }

  /// Omits the attribute for LLVM 19; a mark keeps it for a newer LLVM.
  void mark(size_t first, size_t end, const std::string &what) {
    const std::string text(
        m_text.substr(m_tokens[first].begin, m_tokens[end - 1].end - m_tokens[first].begin));
    const bool canBeMarked = text.find_first_of("\"\\\n") == text.npos;
    change(first, end,
           canBeMarked ? "\"" + std::string(marks::kAttribute) + text + "\"" : std::string(), what);
  }

  void adaptCaptures(size_t word, size_t end) {
    if (end == word + 4 && at(word + 2) == "none")
      m_hasCaptures |= change(word, end, "nocapture", "captures(none) became nocapture");
    else
      mark(word, end, "attribute captures left out where it is not captures(none)");
  }

  /// "denormal_fpenv(ieee float: preservesign,dynamic)" as the two attributes that LLVM 19 has:
  /// output and input, or both alike. It changes the results of the code, so it is kept.
  void adaptDenormal(size_t word, size_t end) {
    std::string modes[2]; // of all types, of float
    bool isOfFloat = false;
    for (size_t i = word + 2; i + 1 < end; ++i) {
      if (at(i) == "float")
        isOfFloat = true;
      if (const std::string_view mode = knownDenormalMode(at(i)); !mode.empty())
        modes[isOfFloat] += (modes[isOfFloat].empty() ? "" : ",") + std::string(mode);
    }
    std::string text;
    for (const auto &[name, mode] : {std::pair("\"denormal-fp-math\"=\"", modes[0]),
                                     std::pair("\"denormal-fp-math-f32\"=\"", modes[1])})
      if (!mode.empty())
        text += name + mode + (mode.find(',') == mode.npos ? "," + mode + "\" " : "\" ");
    const std::string_view value =
        m_text.substr(m_tokens[word + 1].begin, m_tokens[end - 1].end - m_tokens[word + 1].begin);
    text += "\"" + std::string(marks::kDenormal) + "\"=\"" + std::string(value) + "\"";
    change(word, end, text, "denormal_fpenv became denormal-fp-math");
  }

  static std::string_view knownDenormalMode(std::string_view word) {
    if (word == "preservesign")
      return "preserve-sign";
    if (word == "positivezero")
      return "positive-zero";
    return word == "ieee" || word == "dynamic" ? word : std::string_view();
  }

  /// Omits the attribute if it names an unknown location, because LLVM 19 cannot read it then. Code
  /// without the attribute may access any memory.
  void adaptMemory(size_t word, size_t end) {
    for (size_t i = word + 1; i < end; ++i)
      if (isWord(i) && !isKnownMemoryWord(at(i))) {
        change(word, end, "", "attribute memory left out where it names " + std::string(at(i)));
        return;
      }
  }

  /// LLVM 22 lost the size of llvm.lifetime's object; -1 means an unknown size.
  void adaptLifetime(size_t first, size_t last, const std::string &size) {
    for (size_t i = first; i + 2 < last; ++i) {
      if (m_tokens[i].kind != LlTokenKind::Global || at(i + 1) != "(" || at(i + 2) == "i64" ||
          !(at(i).starts_with("@llvm.lifetime.start") || at(i).starts_with("@llvm.lifetime.end")))
        continue;
      if (m_edits.replace(m_tokens[i + 2].begin, m_tokens[i + 2].begin, size))
        count("added the size operand of llvm.lifetime that LLVM 19 requires", m_tokens[i].begin);
    }
  }

  //===--- Instructions ----------------------------------------------------------------------===//

  void adaptInstruction(size_t first, size_t last) {
    size_t opcode = first;
    if (m_tokens[opcode].kind == LlTokenKind::Local && at(opcode + 1) == "=")
      opcode += 2;
    if (opcode < last &&
        isOneOf(at(opcode), std::array<std::string_view, 3>{"tail", "musttail", "notail"}))
      ++opcode;
    if (opcode >= last)
      return;
    const std::string_view word = at(opcode);
    if (word == "call" || word == "invoke" || word == "callbr") {
      adaptLifetime(first, last, "i64 -1, ");
      adaptSignature(opcode + 1, last);
    } else if (word == "icmp" && at(opcode + 1) == "samesign") {
      if (change(opcode + 1, opcode + 2, "", "flag samesign of icmp left out"))
        append(last, std::string(marks::kFlags) + "samesign");
    } else if (word == "ptrtoaddr") {
      if (change(opcode, opcode + 1, "ptrtoint", "ptrtoaddr became ptrtoint"))
        append(last, std::string(marks::kOpcode) + "ptrtoaddr");
    } else if (word == "fptrunc" || word == "fpext" || word == "uitofp" || word == "sitofp") {
      adaptFastMath(opcode, last);
    }
  }

  void adaptFastMath(size_t opcode, size_t last) {
    std::string flags;
    bool isChanged = false;
    for (size_t i = opcode + 1; i < last && (at(i) == "nneg" || isFastMathFlag(at(i))); ++i) {
      flags += (flags.empty() ? "" : ".") + std::string(at(i));
      if (isFastMathFlag(at(i)))
        isChanged |=
            change(i, i + 1, "", "fast-math flags of " + std::string(at(opcode)) + " left out");
    }
    if (isChanged)
      append(last, std::string(marks::kFlags) + flags);
  }

  /// Metadata at the end of the instruction before token `last`.
  void append(size_t last, const std::string &name) {
    m_edits.replace(m_tokens[last - 1].end, m_tokens[last - 1].end, ", " + name + " !{}");
  }

  //===--- Module ----------------------------------------------------------------------------===//

  void adaptTarget(size_t first, size_t last) {
    if (at(first + 1) != "datalayout" || last < first + 4 ||
        m_tokens[first + 3].kind != LlTokenKind::String)
      return;
    std::string_view layout = at(first + 3);
    if (layout.size() < 2 || layout.back() != '"')
      return;
    layout = layout.substr(1, layout.size() - 2);
    std::string known = knownDataLayout(layout);
    if (known != layout)
      change(first + 3, first + 4, "\"" + known + "\"",
             "removed parts of the data layout that LLVM 19 does not support");
  }

  void adaptMetadata(size_t first, size_t last) {
    for (size_t i = first; i + 1 < last; ++i) {
      if (m_tokens[i].kind != LlTokenKind::Metadata || at(i + 1) != "(")
        continue;
      const size_t end = group(i + 1, last);
      if (isOneOf(at(i), kNewTypeNodes)) {
        change(i, end, "!DIBasicType(tag: DW_TAG_unspecified_type, name: \"type of a newer LLVM\")",
               "metadata " + std::string(at(i)) + " became an unspecified type");
        continue;
      }
      adaptFields(at(i).substr(1), i + 2, end - 1);
    }
    adaptDwarfNames(first, last);
  }

  void adaptFields(std::string_view node, size_t first, size_t last) {
    for (size_t i = first; i + 1 < last;) {
      size_t end = i;
      while (end < last && at(end) != ",")
        end = at(end) == "(" || at(end) == "{" ? group(end, last) : end + 1;
      const bool isField = isWord(i) && at(i + 1) == ":";
      if (isField && node == "DICompileUnit" && at(i) == "sourceLanguageName")
        change(i, end, "language: DW_LANG_C_plus_plus_14",
               "field sourceLanguageName of DICompileUnit became the language C++");
      else if (isField && isUnknownField(node, at(i)))
        dropField(node, first, i, end, last);
      i = std::max(end, i) + 1;
    }
  }

  bool isUnknownField(std::string_view node, std::string_view field) const {
    return std::ranges::any_of(
               kNewFields, [&](const NewField &f) { return f.node == node && f.field == field; }) ||
           std::ranges::any_of(m_unknown, [&](const LlUnknownField &f) {
             return (f.node.empty() || f.node == node) && f.field == field;
           });
  }

  /// Removes a field with the comma before it, or with the comma after it if it is the first one.
  void dropField(std::string_view node, size_t first, size_t field, size_t end, size_t last) {
    const std::string what =
        "field " + std::string(at(field)) + " of " + std::string(node) + " left out";
    if (field > first && change(field - 1, end, "", what))
      return;
    change(field, end < last ? end + 1 : end, "", what);
  }

  void adaptDwarfNames(size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      if (!isWord(i) || isKnownDwarfName(at(i)))
        continue;
      const std::string_view replacement = at(i).starts_with("DW_LANG_")  ? "DW_LANG_C_plus_plus_14"
                                           : at(i).starts_with("DW_ATE_") ? "DW_ATE_unsigned"
                                                                          : "DW_TAG_base_type";
      change(i, i + 1, std::string(replacement),
             std::string(at(i)) + " became " + std::string(replacement));
    }
  }

  std::string_view m_text;
  const std::vector<LlUnknownField> &m_unknown;
  std::vector<LlToken> m_tokens;
  std::vector<LlStatement> m_statements;
  TextEdits m_edits;
  bool m_hasCaptures = false; ///< captures(none) became nocapture
  std::vector<LlChange> m_changes;
};

} // namespace

AdaptedLl adaptLl(std::string_view text, const std::vector<LlUnknownField> &unknown) {
  return Adapter(text, unknown).run();
}

} // namespace pstudio::foreign
