// SPDX-License-Identifier: Apache-2.0
// What the operands of instructions in inline PTX stand for.
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

/// The number that an operand is, if it is one.
std::optional<int64_t> immediateOf(const ptx::Operand &operand);

/// An operand of an inline assembly and so many bytes behind it.
struct PtxBase {
  mlir::Value value; ///< null: it is computed in a way that nothing is known of
  int64_t offset = 0;
};

/// What a register is that the text makes: of `mov`, `cvta`, conversions between 32 and 64 bits and
/// additions of a number, what they are made of. `operand` may be a placeholder itself.
PtxBase baseOf(mlir::LLVM::InlineAsmOp assembly, const ptx::Program &program,
               const ptx::Operand &operand);

/// What the predicate of `statement` says of a thread. Its value is null if there is none, or if
/// that is made in the text by anything but a comparison of an operand with 0.
Predicate guardOf(mlir::LLVM::InlineAsmOp assembly, const ptx::Program &program,
                  const ptx::Statement &statement);

} // namespace pstudio
