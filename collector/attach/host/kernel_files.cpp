// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/kernel_files.h"

#include "collector/codegen/llvm/content_hash.h"
#include "core/base/file_bytes.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

/// No cubin of one kernel is larger.
constexpr uint64_t kMaxCubinBytes = uint64_t{256} << 20;

bool isFile(const fs::path &path) {
  std::error_code ignored;
  return !path.empty() && fs::is_regular_file(path, ignored);
}

bool hasBytesOf(const fs::path &cubin, const KernelImage &image) {
  std::error_code error;
  const uint64_t size = fs::file_size(cubin, error);
  if (error || (image.bytes != 0 && size != image.bytes))
    return false;
  const Result<FileBytes> bytes = FileBytes::read(cubin, kMaxCubinBytes);
  if (!bytes)
    return false;
  return contentHash({reinterpret_cast<const char *>(bytes->bytes().data()),
                      bytes->bytes().size()}) == image.hash;
}

fs::path withExtension(fs::path path, const char *extension) {
  path.replace_extension(extension);
  return path;
}

/// The files beside a cubin with the correct bytes.
FoundCode siblingsOf(const fs::path &cubin, const KernelImage &image) {
  FoundCode found;
  const fs::path llvmIr = withExtension(cubin, ".llir");
  if (!isFile(llvmIr)) {
    found.problem = {"code.none", "there is no " + llvmIr.string()};
    return found;
  }
  KernelFiles files{llvmIr, image.metadata};
  if (!isFile(files.metadata))
    files.metadata = withExtension(cubin, ".json");
  if (!isFile(files.metadata))
    files.metadata.clear();
  found.files = std::move(files);
  return found;
}

/// NAME.cubin, of an AMD GPU NAME.hsaco, in a subfolder of `folder`, with the correct bytes.
std::optional<fs::path> cubinBelow(const fs::path &folder, const KernelImage &image) {
  const std::string name = image.name + (image.isAmd() ? ".hsaco" : ".cubin");
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path candidate = entry->path() / name;
    if (isFile(candidate) && hasBytesOf(candidate, image))
      return candidate;
  }
  return std::nullopt;
}

void addSubfolders(const fs::path &folder, std::vector<fs::path> &folders) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    folders.push_back(entry->path());
}

} // namespace

std::vector<fs::path> cacheFolders(const Environment &environment) {
  std::vector<fs::path> folders;
  if (const auto folder = environment.find("TRITON_CACHE_DIR"); folder && !folder->empty())
    folders.emplace_back(*folder);
  if (const auto home = environment.find("TRITON_HOME"); home && !home->empty())
    folders.push_back(fs::path(*home) / ".triton" / "cache");
  if (const auto home = environment.find("HOME"); home && !home->empty())
    folders.push_back(fs::path(*home) / ".triton" / "cache");
  // Inductor has a folder for each device below "triton".
  if (const auto folder = environment.find("TORCHINDUCTOR_CACHE_DIR"); folder && !folder->empty())
    addSubfolders(fs::path(*folder) / "triton", folders);
  const fs::path temporary = environment.find("TMPDIR").value_or("/tmp");
  for (const char *variable : {"USER", "LOGNAME"})
    if (const auto user = environment.find(variable); user && !user->empty())
      addSubfolders(temporary / ("torchinductor_" + *user) / "triton", folders);
  return folders;
}

FoundCode findCode(const KernelImage &image, const std::vector<fs::path> &folders) {
  if (image.hash.empty() && image.isAmd())
    return {std::nullopt,
            {"code.none", "the program has a code object of HIP C++ only, without LLVM IR"}};
  if (image.hash.empty())
    return {std::nullopt, {"code.none", "the image of the kernel was not stored"}};
  if (isFile(image.cubin)) {
    if (hasBytesOf(image.cubin, image))
      return siblingsOf(image.cubin, image);
    return {std::nullopt, {"code.changed", image.cubin.string()}};
  }
  for (const fs::path &folder : folders)
    if (const std::optional<fs::path> cubin = cubinBelow(folder, image))
      return siblingsOf(*cubin, image);
  return {std::nullopt, {"code.none", "the driver was given machine code only"}};
}

} // namespace pstudio::attach
