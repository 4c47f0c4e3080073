// SPDX-License-Identifier: Apache-2.0
// Which file is mapped at an address of the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pstudio::attach {

/// Bytes of a file.
struct FileRange {
  std::string file; ///< absolute
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

/// Mappings that the process cannot write, from /proc/self/maps. [not thread-safe]
class FileMappings {
public:
  /// The bytes of a file that are mapped at `address`; nullopt if the memory is of no file, of a
  /// deleted one, or writable. Reads the mappings again for an address that it does not have: some
  /// 0.2 us a mapping.
  std::optional<FileRange> find(const void *address, uint64_t bytes);
  /// Called when code is unloaded: other files may be mapped there next.
  void forget() { m_mappings.clear(); }

private:
  struct Mapping {
    uintptr_t begin = 0, end = 0;
    uint64_t offset = 0;
    std::string file;
  };
  const Mapping *known(uintptr_t begin, uintptr_t end) const;
  void read();

  std::vector<Mapping> m_mappings; ///< by address
};

} // namespace pstudio::attach
