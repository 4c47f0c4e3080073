// SPDX-License-Identifier: Apache-2.0
// Text and operands of the inline assembly of PTX statements.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collector/foreign/ptx/entry_registers.h"
#include "collector/foreign/ptx/statement_groups.h"
#include "core/ptx/body.h"

namespace pstudio::foreign {

/// Inline assembly before its constraints: $0, $1, ... are the outputs, then the inputs.
struct AssemblyText {
  std::string text;
  std::vector<uint32_t> outputs; ///< numbers of registers
  std::vector<uint32_t> inputs;
  std::vector<size_t> kept; ///< indices of outputs whose old value is an input, too
  /// Outputs may be written before all inputs were read: several instructions.
  bool writesEarly = false;
};

/// The assembly of a group. Registers of an unknown opcode are read and written.
AssemblyText assemblyOf(const ptx::Module &module, const ptx::Body &body,
                        const StatementGroup &group, EntryRegisters &registers);

/// The text of a declaration, which is moved to the start of the entry: variables of inner scopes
/// get names of their own.
std::string declarationText(const ptx::Module &module, const ptx::Body &body,
                            const ptx::BodyStatement &statement);

/// End of the name of a label of the original in emitted text: LLVM gives its own blocks the names
/// that nvcc gives, "$L__BB0_1".
inline constexpr std::string_view kOriginalLabel = "$original";

/// Text as a part of inline assembly, where "$$" stands for "$".
std::string escapedAssembly(std::string_view text);

} // namespace pstudio::foreign
