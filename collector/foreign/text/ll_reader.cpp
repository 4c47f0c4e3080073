// SPDX-License-Identifier: Apache-2.0
// Adapts and parses the text; repeats this if only an unknown field of debug information was
// rejected.
#include "collector/foreign/text/ll_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "collector/foreign/text/changed_intrinsics.h"
#include "collector/foreign/text/ll_lexer.h"
#include "collector/foreign/text/ll_verifier.h"
#include "llvm/AsmParser/LLParser.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace pstudio::foreign {
namespace {

/// Largest number of unknown fields; a text with more is not LLVM's.
constexpr size_t kMaxUnknownFields = 64;

std::string versionText() {
  return "LLVM " + std::to_string(LLVM_VERSION_MAJOR);
}

/// X of "invalid field 'X'".
std::optional<std::string> unknownFieldOf(const llvm::SMDiagnostic &diagnostic) {
  llvm::StringRef message = diagnostic.getMessage();
  if (!message.consume_front("invalid field '"))
    return std::nullopt;
  return message.take_until([](char c) { return c == '\''; }).str();
}

std::string hintFor(const llvm::SMDiagnostic &diagnostic) {
  const llvm::StringRef message = diagnostic.getMessage();
  if (message.contains("opcode") || message.contains("atomicrmw"))
    return "this build reads what " + versionText() +
           " and equivalent spellings of newer versions; this is neither. Compile the kernel with "
           "an older front end, or use its PTX or MLIR";
  return "this build reads LLVM IR of " + versionText() +
         " and, where the meaning is the same, of newer versions; the text may be damaged";
}

Error parseError(const llvm::SMDiagnostic &diagnostic, std::string_view text, std::string_view name,
                 const AdaptedLl &adapted) {
  Error error{ErrorCode::CompileFailed, "not valid LLVM IR: " + diagnostic.getMessage().str(),
              std::string(name), hintFor(diagnostic)};
  if (diagnostic.getLineNo() > 0) {
    const TextPosition at{static_cast<size_t>(diagnostic.getLineNo()),
                          static_cast<size_t>(std::max(diagnostic.getColumnNo(), 0)) + 1};
    error.where = placeText(
        name, textPosition(text, adapted.edits.originalOffset(textOffset(adapted.text, at))));
  }
  return error;
}

/// As llvm::parseAssemblyString, which upgrades debug information before the caller can verify the
/// module, and ends the process for a module that does not verify.
std::unique_ptr<llvm::Module> parseWithoutUpgrade(llvm::StringRef text,
                                                  llvm::SMDiagnostic &diagnostic,
                                                  llvm::LLVMContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text), llvm::SMLoc());
  auto module = std::make_unique<llvm::Module>("<string>", context);
  llvm::LLParser parser(text, sources, diagnostic, module.get(), nullptr, context);
  if (parser.Run(/*UpgradeDebugInfo=*/false))
    return nullptr;
  return module;
}

/// Rejects numbers of values, metadata and attributes that LLVM 19 looks up as the reserved keys of
/// its hash tables: its parser reports "invalid value number", then goes on and crashes.
Result<void> checkNumbers(std::string_view text, std::string_view name) {
  constexpr uint32_t kReserved = UINT32_MAX - 1;
  for (const LlToken &token : lexLl(text)) {
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    const size_t digits = word.find_first_of("0123456789");
    const bool isLabel = token.kind == LlTokenKind::Number && text.substr(token.end, 1) == ":";
    const bool isNumbered = isLabel || (digits == 1 && token.kind != LlTokenKind::Number);
    uint32_t number = 0;
    const auto end = word.data() + word.size();
    if (!isNumbered || word.find_first_not_of("0123456789", digits) != word.npos)
      continue;
    if (const auto read = std::from_chars(word.data() + digits, end, number);
        read.ec == std::errc() && number < kReserved)
      continue;
    return fail(ErrorCode::CompileFailed,
                "not valid LLVM IR: the number in '" + std::string(word) + "' is too large",
                placeText(name, textPosition(text, token.begin)), "the text may be damaged");
  }
  return {};
}

/// Removes the positions of functions whose number of instructions differs from LLVM's: no position
/// is better than a wrong one.
void forgetWrongCounts(const llvm::Module &module, InstructionOffsets &offsets) {
  std::erase_if(offsets, [&](const auto &entry) {
    const llvm::Function *function = module.getFunction(entry.first);
    return !function || function->getInstructionCount() != entry.second.size();
  });
}

/// Removes debug records that do not verify, such as those of a newer LLVM: with them LLVM would
/// drop the line numbers of all instructions.
void dropBrokenRecords(LlModule &read) {
  bool isBroken = false;
  llvm::verifyModule(*read.module, nullptr, &isBroken);
  if (!isBroken)
    return;
  size_t count = 0;
  for (llvm::Function &function : *read.module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      count += instruction.hasDbgRecords();
      instruction.dropDbgRecords();
    }
  if (count > 0)
    read.changes.push_back({"debug records left out, one of which LLVM 19 rejects", count, {}});
}

} // namespace

std::string LlModule::whereIs(std::string_view function, size_t index) const {
  const auto found = instructions.find(function);
  if (found == instructions.end() || index >= found->second.size())
    return {};
  return placeText(name, lines.positionOf(found->second[index]));
}

Result<LlModule> readLl(std::string_view text, std::string_view name, llvm::LLVMContext &context) {
  PSTUDIO_TRY(checkNumbers(text, name));
  std::vector<LlUnknownField> unknown;
  for (;;) {
    AdaptedLl adapted = adaptLl(text, unknown);
    llvm::SMDiagnostic diagnostic;
    auto module = parseWithoutUpgrade(adapted.text, diagnostic, context);
    if (!module) {
      const std::optional<std::string> field = unknownFieldOf(diagnostic);
      if (!field || unknown.size() >= kMaxUnknownFields)
        return tl::unexpected<Error>(parseError(diagnostic, text, name, adapted));
      unknown.push_back({"", *field});
      continue;
    }
    LlModule read{std::move(module), std::move(adapted.changes),
                  std::string(name), std::move(adapted.instructions),
                  std::string(text), TextLines(text)};
    setChangedIntrinsicsAside(*read.module);
    PSTUDIO_TRY(verifyLl(read));
    dropBrokenRecords(read);
    llvm::UpgradeDebugInfo(*read.module); // drops what does not verify
    read.module->setIsNewDbgInfoFormat(true);
    forgetWrongCounts(*read.module, read.instructions);
    read.module->setModuleIdentifier(std::string(name));
    return read;
  }
}

} // namespace pstudio::foreign
