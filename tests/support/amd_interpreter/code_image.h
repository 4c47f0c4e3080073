// SPDX-License-Identifier: Apache-2.0
// A code object in memory: bytes at their addresses, the kernel's descriptor, decoded instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "tests/support/amd_interpreter/decode.h"

namespace pstudio::test::amdgpu {

/// The fields of a kernel descriptor ("Kernel Descriptor" in LLVM's User Guide for the AMDGPU back
/// end) that determine a wave's first registers.
struct KernelDescriptor {
  uint32_t ldsBytes = 0;
  uint32_t scratchBytes = 0; ///< of a lane
  uint32_t vectorRegisters = 0;
  uint32_t userRegisters = 0;
  bool hasPrivateBuffer = false;
  bool hasDispatchPointer = false;
  bool hasQueuePointer = false;
  bool hasArgumentPointer = false;
  bool hasDispatchId = false;
  bool hasFlatScratch = false;
  bool hasPrivateSize = false;
  uint32_t preloadedWords = 0; ///< of the arguments
  uint32_t preloadOffset = 0;  ///< [words]
  bool hasCtaIdX = false;
  bool hasCtaIdY = false;
  bool hasCtaIdZ = false;
  bool hasCtaInfo = false;
  /// The waves of a CTA may be on compute units with separate caches: WGP_MODE or TG_SPLIT.
  bool isOnSeveralUnits = false;
};

/// A loaded code object. Addresses are those of this process.
class CodeImage {
public:
  /// Loads an ELF file of LLVM's linker for the processor `chip`. InvalidFormat for other bytes,
  /// InvalidInput if there is no kernel `entry`, Unsupported for relocations other than
  /// R_AMDGPU_RELATIVE64.
  static Result<CodeImage> load(std::string_view codeObject, const std::string &entry,
                                const std::string &chip);
  /// Code without a descriptor, which begins at its first byte: for tests of instructions.
  static Result<CodeImage> ofCode(std::string_view code, const std::string &chip);

  const KernelDescriptor &descriptor() const { return m_descriptor; }
  uint64_t entryAddress() const { return address() + m_entryOffset; }
  uint64_t address() const { return reinterpret_cast<uint64_t>(m_bytes.data()); }
  std::vector<std::byte> &bytes() { return m_bytes; }
  /// The offset in the file's address space, for messages.
  uint64_t offsetOf(uint64_t pc) const { return pc - address(); }

  /// The instruction at `pc`, decoded at the first call. The pointer stays valid as long as the
  /// image. InvalidFormat outside of the code and for bytes that are no instruction.
  Result<const Instruction *> at(uint64_t pc);

private:
  CodeImage(std::vector<std::byte> bytes, Decoder decoder);

  std::vector<std::byte> m_bytes;
  uint64_t m_entryOffset = 0;
  KernelDescriptor m_descriptor;
  Decoder m_decoder;
  std::vector<std::unique_ptr<Instruction>> m_instructions; ///< by word
};

} // namespace pstudio::test::amdgpu
