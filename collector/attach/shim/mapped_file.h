// SPDX-License-Identifier: Apache-2.0
// A new file of fixed size in mapped memory, whose blocks the file system has reserved.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pstudio::attach {

/// Initially zero. All data written to it is in the file, even if the process is killed.
class MappedFile {
public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;

  /// Creates the file. Null, with a code of report_codes.h in `problem` and without a remaining
  /// file, if the file cannot be created or its blocks cannot be reserved: a write to a page
  /// without a block would end the program. An existing file is not changed, as another process may
  /// have mapped it.
  static MappedFile create(const std::string &path, size_t bytes, std::string_view &problem);

  /// Deletes the file.
  void discard();

  char *data() const { return m_data; }
  size_t size() const { return m_size; }
  explicit operator bool() const { return m_data; }

private:
  char *m_data = nullptr;
  size_t m_size = 0;
  std::string m_path;
};

} // namespace pstudio::attach
