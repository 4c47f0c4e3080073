// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/output_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/output_file.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

/// Marks a folder as one of this program's; its lines are the files that were written.
constexpr const char *kMark = ".proton-attach";
/// Paths of sockets end at 107 bytes; a shorter limit leaves room for tools that print them.
constexpr size_t kLongestSocketPath = 100;

tl::unexpected<Error> cannotWrite(const fs::path &path, const std::error_code &error) {
  return fail(ErrorCode::Io, "cannot write: " + error.message(), path.string(),
              "name another folder with -o");
}

Result<fs::path> temporaryFolder() {
  std::error_code error;
  fs::path base = fs::temp_directory_path(error);
  if (error)
    base = "/tmp";
  std::string pattern = (base / "proton-attach-XXXXXX").string();
  if (!::mkdtemp(pattern.data())) // mode 0700
    return fail(ErrorCode::Io, std::string("cannot make a folder: ") + std::strerror(errno),
                base.string());
  return fs::path(pattern);
}

/// Removes what an earlier run left, and nothing else.
void clear(const fs::path &folder) {
  std::error_code ignored;
  fs::remove_all(folder / "raw", ignored);
  if (fs::is_socket(folder / "socket", ignored))
    fs::remove(folder / "socket", ignored);
  std::ifstream names(folder / kMark);
  for (std::string name; std::getline(names, name);)
    if (name.find('/') == std::string::npos && fs::is_regular_file(folder / name, ignored))
      fs::remove(folder / name, ignored);
}

/// Fails while another run writes the folder. Programs do not inherit the descriptor.
Result<Descriptor> lock(const fs::path &folder) {
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.isOpen() && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0 &&
      errno == EWOULDBLOCK)
    return fail(ErrorCode::InvalidInput, "another proton-collect attach writes this folder",
                folder.string(), "name another folder with -o");
  return descriptor;
}

Result<Descriptor> prepare(const fs::path &folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return cannotWrite(folder, error);
  PSTUDIO_TRY_ASSIGN(Descriptor locked, lock(folder));
  const bool isEmpty = fs::is_empty(folder, error);
  if (error)
    return cannotWrite(folder, error);
  if (!isEmpty && !fs::exists(folder / kMark, error))
    return fail(ErrorCode::InvalidInput,
                "the folder has files that proton-collect attach did not write", folder.string(),
                "name an empty or a new folder with -o");
  clear(folder);
  if (fs::create_directory(folder / "raw", error); error)
    return cannotWrite(folder, error);
  fs::permissions(folder / "raw", fs::perms::owner_all, error);
  PSTUDIO_TRY(writeOutput(folder / kMark, {}));
  return locked;
}

} // namespace

OutputFolder::OutputFolder(OutputFolder &&other) noexcept
    : m_lock(std::move(other.m_lock)), m_path(std::move(other.m_path)), m_isNew(other.m_isNew),
      m_socket(std::exchange(other.m_socket, {})),
      m_temporary(std::exchange(other.m_temporary, {})),
      m_socketFolder(std::exchange(other.m_socketFolder, {})) {}

Result<void> OutputFolder::placeSocket() {
  m_socket = m_path / "socket";
  if (m_socket.native().size() <= kLongestSocketPath)
    return {};
  PSTUDIO_TRY_ASSIGN(m_socketFolder, temporaryFolder());
  m_socket = m_socketFolder / "socket";
  return {};
}

Result<OutputFolder> OutputFolder::make(const fs::path &path) {
  OutputFolder folder;
  if (path.empty()) {
    PSTUDIO_TRY_ASSIGN(folder.m_temporary, temporaryFolder());
    folder.m_path = folder.m_temporary;
  } else {
    std::error_code error;
    folder.m_path = fs::absolute(path, error).lexically_normal();
    if (error)
      return cannotWrite(path, error);
  }
  std::error_code unknown;
  folder.m_isNew = !fs::exists(folder.m_path, unknown);
  PSTUDIO_TRY_ASSIGN(folder.m_lock, prepare(folder.m_path));
  PSTUDIO_TRY(folder.placeSocket());
  return folder;
}

void OutputFolder::removeRaw() const {
  std::error_code ignored;
  fs::remove_all(raw(), ignored);
}

void OutputFolder::discard() const {
  std::error_code ignored;
  removeRaw();
  fs::remove(m_socket, ignored);
  fs::remove(m_path / kMark, ignored);
  if (m_isNew)
    fs::remove(m_path, ignored); // fails if it is not empty
}

Result<void> OutputFolder::keepNames(const std::vector<std::string> &names) const {
  std::string text;
  for (const std::string &name : names)
    text += name + "\n";
  return writeOutput(m_path / kMark, text);
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (!m_socket.empty())
    fs::remove(m_socket, ignored);
  if (!m_socketFolder.empty())
    fs::remove_all(m_socketFolder, ignored);
  if (!m_temporary.empty())
    fs::remove_all(m_temporary, ignored);
}

} // namespace pstudio::attach
