// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/program_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file_bytes.h"
#include "core/process/program_path.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

/// Bytes of a file in which linkers put the program headers.
constexpr uint64_t kHeadBytes = 64 * 1024;

template <class T> bool copyFrom(std::span<const std::byte> bytes, uint64_t offset, T &value) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof value)
    return false;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return true;
}

} // namespace

fs::path programPath(const std::string &program) {
  return program.find('/') == std::string::npos ? findOnPath(program).value_or(fs::path(program))
                                                : fs::path(program);
}

Result<void> requireProgram(const std::string &program) {
  const fs::path path = programPath(program);
  const auto cannotRun = [&program](int error) {
    return fail(ErrorCode::Io, std::string("cannot run it: ") + std::strerror(error), program);
  };
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return cannotRun(errno);
  if (S_ISDIR(status.st_mode))
    return cannotRun(EACCES);
  if (::access(path.c_str(), X_OK) != 0)
    return cannotRun(errno);
  return {};
}

bool changesUser(const fs::path &program) {
  struct stat status {};
  return ::stat(program.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0;
}

bool isStaticProgram(const fs::path &program) {
  const Result<FileBytes> file = FileBytes::readBeginning(program, kHeadBytes);
  Elf64_Ehdr header{};
  if (!file || !copyFrom(file->bytes(), 0, header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0)
    return false;
  for (uint32_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    if (!copyFrom(file->bytes(), header.e_phoff + uint64_t{i} * sizeof segment, segment))
      return false; // beyond the head: unknown
    if (segment.p_type == PT_INTERP)
      return false;
  }
  return true;
}

} // namespace pstudio::attach
