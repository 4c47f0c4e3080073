// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/amd/instruction_support.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"

#include "collector/codegen/stages/device_module.h"
#include "core/base/gfx_name.h"

namespace pstudio::amd {
namespace {

/// Generations of chips whose instructions differ in these checks.
struct Chip {
  explicit Chip(uint32_t number) : number(number) {}
  uint32_t number; ///< 0x942

  bool isGfx11() const { return number >= 0x1100; } // or newer
  bool isGfx12() const { return number >= 0x1200; }
  bool isGfx10OrNewer() const { return number >= 0x1000; }
  bool hasMfma() const { return number >= 0x908 && number != 0x909 && number < 0x1000; }
  bool is90aOrNewer() const { return number >= 0x90a && number != 0x90c && number < 0x1000; }
  bool is940OrNewer() const { return number >= 0x940 && number < 0x1000; }
};

bool hasMfma(const Chip &chip, llvm::StringRef kind) {
  const bool isOfCdna3 = kind.contains(".xf32") || kind.contains("bf8") || kind.contains("fp8");
  if (isOfCdna3 || kind.ends_with(".i8"))
    return chip.is940OrNewer();
  if (kind.contains("f64.") || kind.ends_with(".1k"))
    return chip.is90aOrNewer();
  if (kind.ends_with("bf16") || kind == "i32.32x32x8i8" || kind == "i32.16x16x16i8")
    return chip.hasMfma() && !chip.is940OrNewer();
  return chip.hasMfma();
}

/// Bits of the first operand that is no flag.
uint64_t operandBits(const llvm::Function &function) {
  for (const llvm::Type *type : function.getFunctionType()->params())
    if (!type->isIntegerTy(1))
      return type->getPrimitiveSizeInBits();
  return 0;
}

/// In a wave of 32 lanes, a lane of gfx11 has a whole row of 16 or 32 elements of A, one of gfx12
/// half of it. Results of 16 bits have as many elements as those of 32 bits on gfx12 only.
bool hasWmma(const Chip &chip, llvm::StringRef kind, const llvm::Function &function) {
  const bool isFloat8 = kind.contains("fp8") || kind.contains("bf8");
  const bool isOfGfx12 = isFloat8 || kind.contains("16x16x32");
  if (!chip.isGfx11() || (isOfGfx12 && !chip.isGfx12()))
    return false;
  const uint64_t element = kind.contains("iu4") ? 4 : isFloat8 || kind.contains("iu8") ? 8 : 16;
  const uint64_t row = (kind.contains("16x16x32") ? 32 : 16) * element;
  const bool isNarrow = kind.starts_with("f16") || kind.starts_with("bf16");
  return operandBits(function) == (chip.isGfx12() ? row / 2 : row) &&
         function.getReturnType()->getPrimitiveSizeInBits() ==
             (chip.isGfx12() && isNarrow ? 128u : 256u);
}

bool hasFloatAtomic(const Chip &chip, llvm::StringRef stem, const llvm::Type *type) {
  const bool isDouble = type->isDoubleTy();
  if (!stem.contains("fadd"))
    return isDouble ? chip.is90aOrNewer() || (chip.isGfx10OrNewer() && !chip.isGfx11())
                    : chip.isGfx10OrNewer();
  if (isDouble)
    return chip.is90aOrNewer();
  return chip.isGfx11() || (stem.starts_with("flat.") ? chip.is940OrNewer() : chip.is90aOrNewer());
}

/// True if the chip has an instruction for "llvm.amdgcn." + stem. `function` is its declaration.
bool hasInstruction(const Chip &chip, llvm::StringRef stem, const llvm::Function &function) {
  const llvm::Type *result = function.getReturnType();
  if (stem.consume_front("mfma."))
    return hasMfma(chip, stem);
  if (stem.starts_with("smfmac."))
    return chip.is940OrNewer();
  if (stem.starts_with("swmmac."))
    return chip.isGfx12();
  if (stem.consume_front("wmma."))
    return hasWmma(chip, stem, function);
  if (stem.contains("load.lds"))
    return !chip.isGfx11();
  const bool isAtomic =
      stem.contains("atomic.fadd") || stem.contains("atomic.fmin") || stem.contains("atomic.fmax");
  return !isAtomic || result->isVectorTy() || hasFloatAtomic(chip, stem, result);
}

/// True for an intrinsic for which LLVM 19 ends with a segmentation fault, in "Post RA hazard
/// recognizer": such a load after an addition of 64 bits, a frequent case.
bool isBrokenInLlvm(const Chip &chip, llvm::StringRef stem) {
  return LLVM_VERSION_MAJOR <= 19 && chip.is940OrNewer() && stem == "global.load.lds";
}

} // namespace

Result<void> checkInstructions(const llvm::Module &module, const Architecture &architecture) {
  const Chip chip(gfxNumber(architecture.name));
  for (const llvm::Function &function : module) {
    llvm::StringRef stem = function.getName();
    if (function.use_empty() || !stem.consume_front("llvm.amdgcn."))
      continue;
    if (isBrokenInLlvm(chip, stem))
      return fail(ErrorCode::Unsupported,
                  "LLVM " LLVM_VERSION_STRING " fails on " + function.getName().str() + " for " +
                      architecture.name,
                  locationOfCall(function), "use llvm.amdgcn.raw.ptr.buffer.load.lds");
    if (hasInstruction(chip, stem, function))
      continue;
    return fail(ErrorCode::Unsupported,
                architecture.name + " has no instruction for " + function.getName().str(),
                locationOfCall(function), "compile for a chip that has it");
  }
  return {};
}

} // namespace pstudio::amd
