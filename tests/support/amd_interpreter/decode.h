// SPDX-License-Identifier: Apache-2.0
// Machine code of AMD GPUs to instructions, by LLVM's disassembler.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"
#include "tests/support/amd_interpreter/instruction.h"

namespace pstudio::test::amdgpu {

/// The disassembler of one processor. [one thread]
class Decoder {
public:
  /// Unsupported, with the name, for a processor that LLVM does not support.
  static Result<Decoder> open(const std::string &processor);
  Decoder(Decoder &&) noexcept;
  ~Decoder();

  /// The instruction at the begin of `code`, with its size and its semantics. InvalidFormat, with
  /// the first word, for bytes that are no instruction. About 10 us.
  Result<std::unique_ptr<Instruction>> decode(std::span<const uint8_t> code) const;

private:
  struct Parts;
  explicit Decoder(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> m_parts;
};

} // namespace pstudio::test::amdgpu
