// SPDX-License-Identifier: Apache-2.0
// Meaning of the operands of instructions in inline PTX.
#pragma once

#include <cstdint>
#include <optional>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/predicate.h"
#include "core/ptx/program.h"

namespace pstudio {

/// The operand of the inline assembly that a placeholder stands for; null for its results and for
/// anything else.
mlir::Value valueOf(mlir::LLVM::InlineAsmOp assembly, const ptx::Operand &operand);

/// The value of an immediate operand; nullopt for other operands.
std::optional<int64_t> immediateOf(const ptx::Operand &operand);

/// An operand of an inline assembly plus an offset.
struct PtxBase {
  mlir::Value value; ///< null: the computation is not supported
  int64_t offset = 0;
};

/// The base and offset of `operand`, a placeholder or a register of the text. Registers are
/// followed through `mov`, `cvta`, conversions between 32 and 64 bits, and additions of a constant.
PtxBase baseOf(mlir::LLVM::InlineAsmOp assembly, const ptx::Program &program,
               const ptx::Operand &operand);

/// The predicate of `statement`. Its value is null if the statement has none, or if the text
/// computes the predicate by anything but a comparison of an operand with 0.
Predicate guardOf(mlir::LLVM::InlineAsmOp assembly, const ptx::Program &program,
                  const ptx::Statement &statement);

} // namespace pstudio
