// SPDX-License-Identifier: Apache-2.0
// Sections of a 64-bit little-endian ELF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::image {

/// True if the bytes begin as a 64-bit little-endian ELF file.
bool isElf(std::span<const std::byte> bytes);

struct ElfSection {
  std::string_view name;
  uint32_t type = 0; ///< SHT_...
  uint32_t link = 0;
  std::span<const std::byte> bytes; ///< empty for sections without contents
  uint64_t size = 0;                ///< in memory, also of sections without contents [bytes]
};

/// The sections of a file. The views refer to its bytes, which must outlive it.
class ElfFile {
public:
  /// InvalidFormat with the offset for a file that is damaged or no 64-bit ELF. O(sections).
  static Result<ElfFile> read(std::span<const std::byte> bytes);

  uint16_t type() const { return m_type; }
  uint16_t machine() const { return m_machine; }
  uint8_t abiVersion() const { return m_abiVersion; }
  uint32_t flags() const { return m_flags; }
  const std::vector<ElfSection> &sections() const { return m_sections; }
  /// Null if there is none.
  const ElfSection *find(std::string_view name) const;

private:
  uint16_t m_type = 0, m_machine = 0;
  uint8_t m_abiVersion = 0;
  uint32_t m_flags = 0;
  std::vector<ElfSection> m_sections;
};

} // namespace pstudio::image
