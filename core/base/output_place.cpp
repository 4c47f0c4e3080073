// SPDX-License-Identifier: Apache-2.0
#include "core/base/output_place.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40; // as Linux has it

tl::unexpected<Error> cannotWrite(std::string_view why, const fs::path &target,
                                  std::string hint = {}) {
  return fail(ErrorCode::Io, "cannot write the file: " + std::string(why), target.string(),
              std::move(hint));
}

/// The folder of a path with its links followed; empty if there is none.
std::string realFolderOf(const fs::path &path) {
  std::error_code error;
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const fs::path folder = fs::canonical(parent, error);
  return error ? std::string() : folder.string();
}

/// The place of a name in a folder of descriptors (proc(5), /proc/PID/fd). The target of such a
/// link cannot be opened by its path, or opening it gives another open file with its own position.
std::optional<OutputPlace> amongDescriptors(const fs::path &path, const fs::path &target) {
  const std::string folder = realFolderOf(path), name = path.filename().string();
  if (!folder.starts_with("/proc/") || !folder.ends_with("/fd"))
    return std::nullopt;
  int number = -1;
  const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || rest != name.data() + name.size() || number < 0)
    return std::nullopt;
  if (folder.starts_with("/proc/" + std::to_string(::getpid()) + "/"))
    return OutputPlace{OutputPlace::Kind::Descriptor, target, number};
  return OutputPlace{OutputPlace::Kind::Special, path, -1};
}

/// Linux's rule for links that are opened (fs.protected_symlinks): in a world-writable folder with
/// the sticky bit, a link of another user could lead to a file of this user. Returns false for such
/// a link.
bool mayFollow(const fs::path &link) {
  struct stat own {
  }, folder{};
  const fs::path parent = link.has_parent_path() ? link.parent_path() : fs::path(".");
  if (::lstat(link.c_str(), &own) != 0 || ::stat(parent.c_str(), &folder) != 0)
    return true; // the next step reports it
  constexpr mode_t kShared = S_ISVTX | S_IWOTH;
  return (folder.st_mode & kShared) != kShared || own.st_uid == ::geteuid() ||
         own.st_uid == folder.st_uid;
}

} // namespace

Result<OutputPlace> OutputPlace::of(const fs::path &target) {
  if (target == kStandardOutputPath)
    return OutputPlace{Kind::Descriptor, target, STDOUT_FILENO};
  if (!target.has_filename())
    return cannotWrite("it names a folder", target, "give a file name");
  fs::path path = target;
  for (int links = 0; links <= kMaxLinks; ++links) {
    if (const auto place = amongDescriptors(path, target))
      return *place;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    switch (status.type()) {
    case fs::file_type::none:
      return cannotWrite(error.message(), target);
    case fs::file_type::not_found:
    case fs::file_type::regular:
      return OutputPlace{Kind::File, path, -1};
    case fs::file_type::directory:
      return cannotWrite("it names a folder", target, "give a file name");
    case fs::file_type::symlink: {
      if (!mayFollow(path))
        return cannotWrite("it is a link that another user made in a shared folder", target,
                           "remove the link or choose another name");
      const fs::path next = fs::read_symlink(path, error);
      if (error)
        return cannotWrite(error.message(), target);
      path = path.parent_path() / next; // `next` alone if it is absolute
      break;
    }
    default:
      return OutputPlace{Kind::Special, path, -1};
    }
  }
  return cannotWrite(std::strerror(ELOOP), target);
}

bool OutputPlace::isStandardOutput() const {
  if (kind != Kind::Special)
    return kind == Kind::Descriptor && descriptor == STDOUT_FILENO;
  struct stat here {
  }, output{};
  return ::stat(path.c_str(), &here) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
         S_ISFIFO(here.st_mode) && here.st_dev == output.st_dev && here.st_ino == output.st_ino;
}

bool isStandardOutput(const fs::path &target) {
  if (target.empty())
    return false;
  const Result<OutputPlace> place = OutputPlace::of(target);
  return place && place->isStandardOutput();
}

bool mayHaveSiblings(const fs::path &target) {
  const Result<OutputPlace> place = OutputPlace::of(target);
  return place && place->isFile();
}

} // namespace pstudio
