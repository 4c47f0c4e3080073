// SPDX-License-Identifier: Apache-2.0
// Tests of instructions: a few lines of assembly run by one wave.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "tests/support/amd_interpreter/code_image.h"
#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {

/// Machine code of lines of assembly for a processor, by LLVM's assembler. Labels are not
/// supported; branches have numbers. CompileFailed with the assembler's message.
Result<std::string> assemble(std::string_view text, const std::string &processor);

/// A wave with all lanes active, 256 vector registers, 4 KiB of LDS and 64 bytes of scratch a lane.
class Snippet {
public:
  /// Assembles the text, to which `s_endpgm` is added. Errors as assemble().
  static Result<Snippet> make(std::string_view text, const std::string &processor);

  Wave &wave() { return *m_wave; }
  /// A second wave of the CTA, which runs the same code; a copy of the first.
  Wave &addWave();
  Machine &machine() { return *m_machine; }
  Cta &cta() { return *m_cta; }
  /// A vector register of a lane, of 32 or 64 bits.
  uint32_t &vector(uint32_t index, uint32_t lane) {
    return m_wave->vectors[size_t(index) * m_wave->lanes() + lane];
  }
  uint64_t wideVector(uint32_t index, uint32_t lane) {
    return vector(index, lane) | uint64_t(vector(index + 1, lane)) << 32;
  }
  void setWideVector(uint32_t index, uint32_t lane, uint64_t value) {
    vector(index, lane) = static_cast<uint32_t>(value);
    vector(index + 1, lane) = static_cast<uint32_t>(value >> 32);
  }
  /// Runs from the first instruction to the end, each wave up to the next barrier. RunFailed with
  /// the wave's failure and the text of the instruction.
  Result<void> run();

private:
  Result<void> runToBarrier(Wave &wave);

  std::unique_ptr<CodeImage> m_image;
  std::unique_ptr<Machine> m_machine;
  std::unique_ptr<Cta> m_cta;
  std::unique_ptr<Wave> m_wave;
  std::unique_ptr<Wave> m_second; ///< null: there is none
};

} // namespace pstudio::test::amdgpu
