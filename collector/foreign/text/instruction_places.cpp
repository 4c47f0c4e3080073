// SPDX-License-Identifier: Apache-2.0
// Places are kept as metadata until the module is imported.
#include "collector/foreign/text/instruction_places.h"

#include <optional>

#include "collector/foreign/text/ll_reader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr llvm::StringLiteral kPlace = "pstudio.place";

std::string sourceOf(const llvm::DILocation &location) {
  std::string file = location.getFilename().str();
  if (!file.empty() && file[0] != '/' && !location.getDirectory().empty())
    file = location.getDirectory().str() + "/" + file;
  return file + ":" + std::to_string(location.getLine()) + ":" +
         std::to_string(location.getColumn());
}

std::optional<uint64_t> noteOn(const llvm::Instruction &instruction) {
  const llvm::MDNode *place = instruction.getMetadata(kPlace);
  if (!place)
    return std::nullopt;
  return llvm::mdconst::extract<llvm::ConstantInt>(place->getOperand(0))->getZExtValue();
}

/// Debug information of a module, for messages.
class TextLocator {
public:
  TextLocator(llvm::Module &module, const LlModule &source)
      : m_source(source), m_builder(module), m_file(m_builder.createFile(source.name, "")) {
    m_builder.createCompileUnit(llvm::dwarf::DW_LANG_C, m_file, "", false, "", 0, "",
                                llvm::DICompileUnit::NoDebug);
    m_type = m_builder.createSubroutineType(m_builder.getOrCreateTypeArray({}));
  }
  ~TextLocator() { m_builder.finalize(); }
  TextLocator(const TextLocator &) = delete;
  TextLocator &operator=(const TextLocator &) = delete;

  void locate(llvm::Function &function) {
    const auto offsets = m_source.instructions.find(std::string_view(function.getName()));
    if (offsets == m_source.instructions.end())
      return;
    llvm::DISubprogram *scope =
        m_builder.createFunction(m_file, function.getName(), "", m_file, 0, m_type, 0,
                                 llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    function.setSubprogram(scope);
    llvm::DebugLoc last = llvm::DILocation::get(function.getContext(), 0, 0, scope);
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      const std::optional<uint64_t> index = noteOn(instruction);
      if (index && *index < offsets->second.size()) {
        const TextPosition at = m_source.lines.positionOf(offsets->second[*index]);
        last = llvm::DILocation::get(function.getContext(), static_cast<unsigned>(at.line),
                                     static_cast<unsigned>(at.column), scope);
      }
      instruction.setDebugLoc(last); // an added instruction gets the location of the one before it
    }
  }

private:
  const LlModule &m_source;
  llvm::DIBuilder m_builder;
  llvm::DIFile *m_file;
  llvm::DISubroutineType *m_type = nullptr;
};

} // namespace

void locateInText(llvm::Module &module, const LlModule &source) {
  TextLocator locator(module, source);
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !function.getSubprogram())
      locator.locate(function);
}

void noteInstructionPlaces(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  const unsigned kind = context.getMDKindID(kPlace);
  auto *word = llvm::Type::getInt64Ty(context);
  for (llvm::Function &function : module) {
    uint64_t index = 0;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      instruction.setMetadata(
          kind, llvm::MDNode::get(
                    context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(word, index++))));
  }
}

void forgetInstructionPlaces(llvm::Module &module) {
  const unsigned kind = module.getContext().getMDKindID(kPlace);
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      instruction.setMetadata(kind, nullptr);
}

TextPosition textPositionOf(const llvm::Instruction &instruction, const LlModule &module) {
  const std::optional<uint64_t> index = noteOn(instruction);
  const auto offsets = module.instructions.find(instruction.getFunction()->getName());
  if (!index || offsets == module.instructions.end())
    return {};
  return *index < offsets->second.size() ? module.lines.positionOf(offsets->second[*index])
                                         : TextPosition();
}

std::string placeOf(const llvm::Instruction &instruction, const LlModule &module) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  if (location && location->getLine() != 0)
    return sourceOf(*location);
  const std::optional<uint64_t> index = noteOn(instruction);
  if (!index)
    return {};
  return module.whereIs(std::string_view(instruction.getFunction()->getName()), *index);
}

} // namespace pstudio::foreign
