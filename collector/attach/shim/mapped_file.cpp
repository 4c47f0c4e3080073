// SPDX-License-Identifier: Apache-2.0
// Reserves first, maps then.
#include "collector/attach/shim/mapped_file.h"

#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace pstudio::attach {

namespace {

/// False where the file may not become so long: the attempt would send a signal to the program.
bool isAllowed(size_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes <= limit.rlim_cur;
}

/// No handler of the program runs in the thread while it lives: a timer's signals would interrupt a
/// long reservation each time, and on some file systems that loses what was reserved.
class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &m_before);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

private:
  sigset_t m_before;
};

char *mapReserved(int file, size_t bytes) {
  const BlockedSignals blocked;
  if (posix_fallocate(file, 0, static_cast<off_t>(bytes)) != 0)
    return nullptr;
  void *data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return data == MAP_FAILED ? nullptr : static_cast<char *>(data);
}

} // namespace

MappedFile MappedFile::create(const std::string &path, size_t bytes, std::string_view &problem) {
  MappedFile made;
  problem = "disk.full";
  if (!isAllowed(bytes))
    return made;
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    problem = errno == EEXIST ? "files.taken" : problem;
    return made;
  }
  made.m_data = mapReserved(file, bytes);
  made.m_size = made.m_data ? bytes : 0;
  made.m_path = path;
  close(file);
  if (!made.m_data)
    unlink(path.c_str());
  else
    problem = {};
  return made;
}

void MappedFile::discard() {
  if (m_data)
    unlink(m_path.c_str());
  *this = MappedFile(); // takes its data along
}

MappedFile::~MappedFile() {
  if (m_data)
    munmap(m_data, m_size);
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)),
      m_path(std::move(other.m_path)) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(m_data, other.m_data);
  std::swap(m_size, other.m_size);
  std::swap(m_path, other.m_path);
  return *this;
}

} // namespace pstudio::attach
