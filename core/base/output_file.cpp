// SPDX-License-Identifier: Apache-2.0
#include "core/base/output_file.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/path_text.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxAttempts = 100;
constexpr size_t kCopyPiece = 1 << 20;

tl::unexpected<Error> ioError(std::string_view action, const std::string &name, int error) {
  return fail(ErrorCode::Io, std::string(action) + ": " + std::strerror(error), name);
}

tl::unexpected<Error> cannotWrite(const std::string &name, int error) {
  return ioError("cannot write the file", name, error);
}

/// While it lives, a write to a pipe without a reader gives EPIPE to this thread and no signal.
class BrokenPipesAreErrors {
public:
  BrokenPipesAreErrors() {
    sigset_t pending;
    ::sigemptyset(&m_signal);
    ::sigaddset(&m_signal, SIGPIPE);
    ::sigpending(&pending);
    m_wasPending = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
  }
  BrokenPipesAreErrors(const BrokenPipesAreErrors &) = delete;
  BrokenPipesAreErrors &operator=(const BrokenPipesAreErrors &) = delete;
  ~BrokenPipesAreErrors() {
    const int error = errno;
    constexpr timespec kAtOnce{};
    while (!m_wasPending && ::sigtimedwait(&m_signal, nullptr, &kAtOnce) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    errno = error;
  }

private:
  sigset_t m_signal{}, m_before{};
  bool m_wasPending = false;
};

/// A copy of an open descriptor that may be written to; -1 with errno.
int copyDescriptor(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0)
    return -1;
  if ((flags & O_ACCMODE) == O_RDONLY) {
    errno = EBADF;
    return -1;
  }
  return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

/// Opens a device or FIFO; -1 with errno.
int openSpecial(const fs::path &path, FifoReader reader) {
  constexpr int kFlags = O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC;
  struct stat status {};
  const bool isFifo = ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  if (!isFifo || reader == FifoReader::Awaited)
    return ::open(path.c_str(), kFlags);
  const int descriptor = ::open(path.c_str(), kFlags | O_NONBLOCK);
  if (descriptor >= 0)
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

/// A descriptor may be non-blocking, because another process shares it.
void waitForRoom(int descriptor) {
  pollfd wait{descriptor, POLLOUT, 0};
  ::poll(&wait, 1, -1);
}

/// The file that a rename to `path` replaces.
std::optional<struct stat> regularFileAt(const fs::path &path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return status;
}

/// A new file gets owner and permissions of the one that it replaces, as far as this user may set
/// them: a private file stays private.
void giveMode(int descriptor, const struct stat &replaced) {
  if (::fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0)
    errno = 0; // not this user's: the permissions are set all the same
  ::fchmod(descriptor, replaced.st_mode & 07777);
}

} // namespace

OutputFile::OutputFile(int descriptor, std::string name, OutputPlace place, std::string temporary)
    : m_descriptor(descriptor), m_name(std::move(name)), m_place(std::move(place)),
      m_temporary(std::move(temporary)) {}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_name(std::move(other.m_name)),
      m_place(std::move(other.m_place)), m_temporary(std::exchange(other.m_temporary, {})) {}

OutputFile::~OutputFile() {
  if (m_descriptor >= 0)
    ::close(m_descriptor);
  if (!m_temporary.empty())
    ::unlink(m_temporary.c_str());
}

Result<OutputFile> OutputFile::open(const fs::path &target, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(OutputPlace place, OutputPlace::of(target));
  std::string name = target == kStandardOutputPath ? "standard output" : target.string();
  if (!place.isFile()) {
    const int descriptor = place.kind == OutputPlace::Kind::Descriptor
                               ? copyDescriptor(place.descriptor)
                               : openSpecial(place.path, reader);
    if (descriptor < 0 && errno == ENXIO)
      return fail(ErrorCode::Io, "cannot write the file: no program reads from it", name,
                  "start the reader first");
    if (descriptor < 0)
      return cannotWrite(name, errno);
    return OutputFile(descriptor, std::move(name), std::move(place));
  }
  // The same folder, so that the rename cannot cross file systems; O_EXCL, so that nothing is
  // overwritten.
  const std::optional<struct stat> replaced = regularFileAt(place.path);
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    const std::string suffix =
        "." + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".part";
    fs::path path = place.path;
    path.replace_filename(fileNameAround({}, place.path.filename().native(), suffix));
    std::string temporary = path.native();
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                  replaced ? S_IRUSR | S_IWUSR : 0666);
    if (descriptor >= 0 && replaced)
      giveMode(descriptor, *replaced);
    if (descriptor >= 0)
      return OutputFile(descriptor, std::move(name), std::move(place), std::move(temporary));
    if (errno != EEXIST)
      return cannotWrite(name, errno);
  }
  return cannotWrite(name, EEXIST);
}

Result<void> OutputFile::write(std::string_view bytes) {
  const BrokenPipesAreErrors guard;
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EAGAIN)
      waitForRoom(m_descriptor);
    else if (written < 0 && errno != EINTR)
      return cannotWrite(m_name, errno);
    if (written > 0)
      bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Result<void> OutputFile::commit() {
  if (m_place.isFile() && ::fsync(m_descriptor) != 0)
    return ioError("cannot write the file to the disk", m_name, errno);
  if (::close(std::exchange(m_descriptor, -1)) != 0)
    return ioError("cannot close the file", m_name, errno);
  if (m_place.isFile() && ::rename(m_temporary.c_str(), m_place.path.c_str()) != 0)
    return ioError("cannot give the file its name", m_name, errno);
  m_temporary.clear();
  return {};
}

Result<void> writeOutput(const fs::path &target, std::string_view bytes, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(target, reader));
  PSTUDIO_TRY(file.write(bytes));
  return file.commit();
}

Result<void> copyFileTo(const fs::path &from, ByteSink &sink) {
  std::ifstream file(from, std::ios::binary);
  std::vector<char> piece(kCopyPiece);
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    PSTUDIO_TRY(sink.write({piece.data(), static_cast<size_t>(file.gcount())}));
  }
  if (!file.eof())
    return fail(ErrorCode::Io, "cannot read the file", from.string());
  return {};
}

Result<void> moveToOutput(const fs::path &from, const fs::path &target) {
  PSTUDIO_TRY_ASSIGN(const OutputPlace place, OutputPlace::of(target));
  std::error_code error;
  if (place.isFile()) {
    if (const auto replaced = regularFileAt(place.path))
      if (const int descriptor = ::open(from.c_str(), O_RDONLY | O_CLOEXEC); descriptor >= 0) {
        giveMode(descriptor, *replaced);
        ::close(descriptor);
      }
    fs::rename(from, place.path, error);
    if (!error)
      return {};
    if (error != std::errc::cross_device_link)
      return fail(ErrorCode::Io, "cannot give the file its name: " + error.message(),
                  target.string());
  }
  PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(target));
  PSTUDIO_TRY(copyFileTo(from, file));
  PSTUDIO_TRY(file.commit());
  fs::remove(from, error);
  return {};
}

} // namespace pstudio
