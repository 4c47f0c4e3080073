// SPDX-License-Identifier: Apache-2.0
// Places are kept as metadata until the module is imported.
#include "collector/foreign/instruction_places.h"

#include "collector/foreign/ll_reader.h"
#include "llvm/IR/Constants.h"
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

} // namespace

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
  const llvm::MDNode *place = instruction.getMetadata(kPlace);
  const auto offsets = module.instructions.find(instruction.getFunction()->getName());
  if (!place || offsets == module.instructions.end())
    return {};
  const uint64_t index =
      llvm::mdconst::extract<llvm::ConstantInt>(place->getOperand(0))->getZExtValue();
  return index < offsets->second.size() ? positionOf(module.text, offsets->second[index])
                                        : TextPosition();
}

std::string placeOf(const llvm::Instruction &instruction, const LlModule &module) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  if (location && location->getLine() != 0)
    return sourceOf(*location);
  const llvm::MDNode *place = instruction.getMetadata(kPlace);
  if (!place)
    return {};
  const auto *index = llvm::mdconst::extract<llvm::ConstantInt>(place->getOperand(0));
  return module.whereIs(std::string_view(instruction.getFunction()->getName()),
                        index->getZExtValue());
}

} // namespace pstudio::foreign
