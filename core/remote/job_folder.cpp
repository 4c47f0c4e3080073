// SPDX-License-Identifier: Apache-2.0
#include "core/remote/job_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPrefix = "proton-worker-";

/// Locks the folder while the descriptor is open; -1 if another process has locked it, if it is no
/// folder of this user, or if it does not exist.
int lockFolder(const fs::path &folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status {};
  if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 && status.st_uid == ::geteuid() &&
      ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor;
  if (descriptor >= 0)
    ::close(descriptor);
  return -1;
}

/// A folder is abandoned if it is old enough for its maker to have locked it and is not locked.
bool isOld(const fs::path &folder) {
  constexpr auto kTimeToLock = std::chrono::seconds(60);
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(folder, error);
  return !error && fs::file_time_type::clock::now() - time > kTimeToLock;
}

void removeAbandoned(const fs::path &parent) {
  std::error_code error;
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    const fs::path &folder = at->path();
    if (!folder.filename().string().starts_with(kPrefix) || !isOld(folder))
      continue;
    const int lock = lockFolder(folder);
    if (lock < 0)
      continue;
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    ::close(lock);
  }
}

} // namespace

Result<JobFolder> JobFolder::make() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (!error)
    removeAbandoned(parent);
  std::string made = (parent / (std::string(kPrefix) + "XXXXXX")).string();
  if (error || ::mkdtemp(made.data()) == nullptr)
    return fail(ErrorCode::Io,
                "cannot make a folder for the files of the run: " +
                    (error ? error.message() : std::string(std::strerror(errno))),
                made, "set TMPDIR on that machine to a folder that you may write to");
  JobFolder folder(made, lockFolder(made));
  for (const fs::path &below : {folder.files(), folder.results()})
    if (!error)
      fs::create_directory(below, error);
  if (error)
    return fail(ErrorCode::Io, "cannot make a folder for the files of the run: " + error.message(),
                made);
  return folder;
}

JobFolder::JobFolder(JobFolder &&other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_lock(std::exchange(other.m_lock, -1)) {}

void JobFolder::remove() {
  std::error_code ignored;
  if (!m_path.empty())
    fs::remove_all(std::exchange(m_path, {}), ignored);
  if (m_lock >= 0)
    ::close(std::exchange(m_lock, -1));
}

} // namespace pstudio
