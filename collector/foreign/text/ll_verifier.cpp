// SPDX-License-Identifier: Apache-2.0
// The verifier prints a line with the error, followed by the values that it concerns.
#include "collector/foreign/text/ll_verifier.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collector/foreign/text/ll_reader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio::foreign {
namespace {

/// Limit of a message in bytes: the verifier prints whole metadata nodes and initialisers.
constexpr size_t kLongestMessage = 400;

std::string trimmed(llvm::StringRef text) {
  return text.trim().str();
}

std::string printed(const llvm::Instruction &instruction, llvm::ModuleSlotTracker &numbers) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  instruction.print(stream, numbers);
  return trimmed(text);
}

/// "file:line:column" of each instruction, by its printed form.
class InstructionFinder {
public:
  explicit InstructionFinder(const LlModule &module) : m_module(module) {
    for (const llvm::Function &function : *module.module)
      addFunction(function);
  }

  /// Position in the text of the instruction that prints as `line`; nullopt if there is none.
  std::optional<std::string> find(llvm::StringRef line) const {
    const auto found = m_places.find(line.trim());
    if (found == m_places.end())
      return std::nullopt;
    return m_module.whereIs(found->second.first, found->second.second);
  }

private:
  void addFunction(const llvm::Function &function) {
    const std::string_view name(function.getName());
    const auto offsets = m_module.instructions.find(name);
    if (offsets == m_module.instructions.end())
      return;
    // As the verifier's, which numbers metadata in the order in which functions come up.
    llvm::ModuleSlotTracker numbers(m_module.module.get(), /*ShouldInitializeAllMetadata=*/false);
    std::vector<std::string> lines;
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) // are no instructions in the new form
        lines.push_back(printed(instruction, numbers));
    if (lines.size() != offsets->second.size())
      return; // no position is better than a wrong one
    for (size_t i = 0; i < lines.size(); ++i)
      m_places.try_emplace(lines[i], name, i);
  }

  const LlModule &m_module;
  llvm::StringMap<std::pair<std::string_view, size_t>> m_places; ///< function, and index in it
};

/// The line of the text that begins with `beginning`, as a position.
std::optional<std::string> lineThatBegins(const LlModule &module, llvm::StringRef beginning) {
  size_t number = 1;
  for (llvm::StringRef rest(module.text); !rest.empty(); ++number) {
    const auto [line, below] = rest.split('\n');
    if (line.ltrim().starts_with(beginning))
      return module.name + ":" + std::to_string(number) + ":" +
             std::to_string(line.size() - line.ltrim().size() + 1);
    rest = below;
  }
  return std::nullopt;
}

/// The definition or declaration of the function that `line` prints as an operand ("ptr @name").
std::optional<std::string> functionIn(const LlModule &module, llvm::StringRef line) {
  const auto [before, name] = line.trim().split('@');
  const llvm::Function *function = name.empty() ? nullptr : module.module->getFunction(name);
  if (!function)
    return std::nullopt;
  size_t number = 1;
  for (llvm::StringRef rest(module.text); !rest.empty(); ++number) {
    const auto [text, below] = rest.split('\n');
    const bool isHead = text.starts_with("define ") || text.starts_with("declare ");
    if (const size_t at = text.find(("@" + name + "(").str());
        isHead && at != llvm::StringRef::npos)
      return module.name + ":" + std::to_string(number) + ":" + std::to_string(at + 1);
    rest = below;
  }
  return std::nullopt;
}

/// The first function that the verifier rejects.
std::optional<std::string> firstBroken(const LlModule &module) {
  for (const llvm::Function &function : *module.module)
    if (!function.isDeclaration() && llvm::verifyFunction(function))
      return functionIn(module, "@" + function.getName().str());
  return std::nullopt;
}

/// The first error of the verifier, and its position.
struct Finding {
  std::string message;
  std::optional<std::string> where;
};

Finding firstOf(const LlModule &module, llvm::StringRef report) {
  llvm::SmallVector<llvm::StringRef> lines;
  report.split(lines, '\n', -1, /*KeepEmpty=*/false);
  const InstructionFinder instructions(module);
  Finding finding;
  bool isInstruction = false;
  for (llvm::StringRef line : lines) {
    const std::optional<std::string> where = instructions.find(line);
    // Of several instructions the last one is at fault: a value that does not dominate comes before
    // its use.
    if (isInstruction && !where)
      break;
    isInstruction = where.has_value();
    finding.message += (finding.message.empty() ? "" : ": ") + trimmed(line);
    if (where)
      finding.where = where;
    else if (!finding.where)
      finding.where = line.starts_with("!")
                          ? lineThatBegins(module, line.split(" = ").first.str() + " = ")
                          : functionIn(module, line);
  }
  if (!finding.where && report.contains("module flag"))
    finding.where = lineThatBegins(module, "!llvm.module.flags");
  if (!finding.where)
    finding.where = firstBroken(module);
  return finding;
}

} // namespace

Result<void> verifyLl(const LlModule &module) {
  std::string report;
  llvm::raw_string_ostream stream(report);
  bool isDebugInfoBroken = false;
  if (!llvm::verifyModule(*module.module, &stream, &isDebugInfoBroken))
    return {};
  Finding finding = firstOf(module, report);
  if (finding.message.size() > kLongestMessage)
    finding.message = finding.message.substr(0, kLongestMessage) + " ...";
  return fail(ErrorCode::CompileFailed, "not valid LLVM IR: " + finding.message,
              finding.where.value_or(module.name),
              llvm::StringRef(finding.message).contains_insensitive("intrinsic")
                  ? "this build supports the intrinsics of its own LLVM; an intrinsic whose "
                    "signature changed in a newer LLVM is rejected"
                  : "the text parses, but the module has no meaning; it may have been edited");
}

} // namespace pstudio::foreign
