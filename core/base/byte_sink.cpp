// SPDX-License-Identifier: Apache-2.0
#include "core/base/byte_sink.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace pstudio {
namespace {

constexpr int kMostAttempts = 100;

tl::unexpected<Error> ioError(std::string_view action, const std::filesystem::path &path,
                              int error) {
  return fail(ErrorCode::Io, std::string(action) + ": " + std::strerror(error), path.string());
}

} // namespace

Result<void> StringSink::write(std::string_view bytes) {
  m_bytes += bytes;
  return {};
}

AtomicFileSink::AtomicFileSink(int descriptor, std::filesystem::path target, std::string temporary)
    : m_descriptor(descriptor), m_target(std::move(target)), m_temporary(std::move(temporary)) {}

AtomicFileSink::AtomicFileSink(AtomicFileSink &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_target(std::move(other.m_target)),
      m_temporary(std::exchange(other.m_temporary, {})) {}

AtomicFileSink::~AtomicFileSink() {
  if (m_descriptor >= 0)
    ::close(m_descriptor);
  if (!m_temporary.empty())
    ::unlink(m_temporary.c_str());
}

Result<AtomicFileSink> AtomicFileSink::open(const std::filesystem::path &target) {
  std::error_code ignored;
  if (!target.has_filename() || std::filesystem::is_directory(target, ignored))
    return fail(ErrorCode::Io, "cannot write the file: it names a folder", target.string(),
                "give a file name");
  // The same folder, so that the rename cannot cross file systems; O_EXCL, so that nothing is
  // overwritten.
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    std::string name = target.string() + "." + std::to_string(::getpid()) + "-" +
                       std::to_string(attempt) + ".part";
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      return AtomicFileSink(descriptor, target, std::move(name));
    if (errno != EEXIST)
      return ioError("cannot write the file", target, errno);
  }
  return ioError("cannot write the file", target, EEXIST);
}

Result<void> AtomicFileSink::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return ioError("cannot write the file", m_target, errno);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Result<void> AtomicFileSink::commit() {
  if (::fsync(m_descriptor) != 0)
    return ioError("cannot write the file to the disk", m_target, errno);
  if (::close(std::exchange(m_descriptor, -1)) != 0)
    return ioError("cannot close the file", m_target, errno);
  if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
    return ioError("cannot give the file its name", m_target, errno);
  m_temporary.clear();
  return {};
}

} // namespace pstudio
