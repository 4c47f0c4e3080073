// SPDX-License-Identifier: Apache-2.0
// A folder for fuzz targets whose readers require files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/base/check.h"

namespace pstudio::fuzz {

/// A new folder in the system's folder of temporary files. The destructor removes it with its
/// content.
class ScratchFolder {
public:
  ScratchFolder() {
    std::string made = (std::filesystem::temp_directory_path() / "pstudio-fuzz-XXXXXX").string();
    PSTUDIO_CHECK(::mkdtemp(made.data()) != nullptr);
    m_path = made;
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(m_path); }

  const std::filesystem::path &path() const { return m_path; }

  /// Writes a file in the folder and returns its path.
  std::filesystem::path write(const std::string &name, std::string_view bytes) const {
    const std::filesystem::path file = m_path / name;
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    PSTUDIO_CHECK(stream.good());
    return file;
  }

private:
  std::filesystem::path m_path;
};

} // namespace pstudio::fuzz
