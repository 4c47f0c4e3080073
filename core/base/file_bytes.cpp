// SPDX-License-Identifier: Apache-2.0
#include "core/base/file_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/large_pages.h"

namespace pstudio {
namespace {

tl::unexpected<Error> ioError(int error, const std::filesystem::path &path) {
  return fail(ErrorCode::Io, std::string("cannot read the file: ") + std::strerror(error),
              path.string());
}

/// Closes a descriptor at the end of its scope.
class Descriptor {
public:
  explicit Descriptor(int descriptor) : m_descriptor(descriptor) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (m_descriptor >= 0)
      ::close(m_descriptor);
  }
  int get() const { return m_descriptor; }

private:
  int m_descriptor;
};

} // namespace

Result<FileBytes> FileBytes::read(const std::filesystem::path &path, uint64_t maxBytes) {
  return readUpTo(path, maxBytes, false);
}

Result<FileBytes> FileBytes::readBeginning(const std::filesystem::path &path, uint64_t bytes) {
  return readUpTo(path, bytes, true);
}

Result<FileBytes> FileBytes::readUpTo(const std::filesystem::path &path, uint64_t maxBytes,
                                      bool isBeginning) {
  // Without O_NONBLOCK, opening a FIFO without a writer would block for ever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
    return ioError(errno, path);
  if (S_ISDIR(status.st_mode))
    return fail(ErrorCode::Io, "cannot read the file: it is a folder", path.string());
  if (!S_ISREG(status.st_mode))
    return fail(ErrorCode::Io, "cannot read the file: it is not a regular file", path.string());
  if (!isBeginning && static_cast<uint64_t>(status.st_size) > maxBytes)
    return fail(ErrorCode::InvalidInput,
                "the file has " + std::to_string(status.st_size) + " bytes, the limit is " +
                    std::to_string(maxBytes),
                path.string());
  FileBytes result;
  const auto size = static_cast<size_t>(std::min(static_cast<uint64_t>(status.st_size), maxBytes));
  result.m_bytes.reset(new (std::nothrow) std::byte[size]);
  if (!result.m_bytes)
    return fail(ErrorCode::Io,
                "cannot read the file: " + std::to_string(size) + " bytes do not fit in memory",
                path.string());
  useLargePages(result.m_bytes.get(), size);
  while (result.m_size < size) {
    const ssize_t count =
        ::read(file.get(), result.m_bytes.get() + result.m_size, size - result.m_size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return ioError(errno, path);
    if (count == 0)
      break; // shortened meanwhile: what is there is what there is to read
    result.m_size += static_cast<size_t>(count);
  }
  return result;
}

Result<std::string> FileBytes::readText(const std::filesystem::path &path, uint64_t maxBytes) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, read(path, maxBytes));
  return std::string(bytes.text());
}

} // namespace pstudio
