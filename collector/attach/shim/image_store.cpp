// SPDX-License-Identifier: Apache-2.0
// The memory of an image is read by the kernel, which answers an error where a read would end the
// program: the driver accepts a damaged image if it uses nothing of the damage.
#include "collector/attach/shim/image_store.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "collector/attach/protocol/image_hash.h"
#include "collector/attach/shim/code_image.h"
#include "collector/attach/shim/compiled_sources.h"
#include "collector/attach/shim/mapped_file.h"

namespace pstudio::attach {

namespace {

/// Reads memory of the process. False if it is not all readable, or if the system forbids the call.
bool readMemory(const void *from, void *to, size_t bytes) {
  const iovec local{to, bytes}, remote{const_cast<void *>(from), bytes};
  return syscall(SYS_process_vm_readv, getpid(), &local, 1, &remote, 1, 0UL) ==
         static_cast<long>(bytes);
}

const char *at(const void *image, uint64_t offset) {
  return static_cast<const char *>(image) + offset;
}

constexpr size_t kPiece = size_t{64} << 10;

std::optional<uint64_t> hashOfMemory(const void *image, uint64_t bytes) {
  const auto piece = std::make_unique<char[]>(kPiece);
  uint64_t hash = 0;
  for (uint64_t offset = 0; offset < bytes; offset += kPiece) {
    const auto size = static_cast<size_t>(std::min<uint64_t>(kPiece, bytes - offset));
    if (!readMemory(at(image, offset), piece.get(), size))
      return std::nullopt;
    hash = imageHash({piece.get(), size}, hash);
  }
  return hash;
}

/// \param read  (offset, bytes, destination) -> whether they could be read
template <class Read> std::optional<uint64_t> checkOf(uint64_t bytes, const Read &read) {
  char first[kCheckedBytes], last[kCheckedBytes];
  const auto size = static_cast<size_t>(std::min(bytes, kCheckedBytes));
  if (!read(uint64_t{0}, size, first) || !read(bytes - size, size, last))
    return std::nullopt;
  return imageCheck({first, size}, {last, size});
}

std::string absolutePath(const char *path) {
  if (path[0] == '/')
    return path;
  char folder[PATH_MAX];
  return getcwd(folder, sizeof folder) ? std::string(folder) + "/" + path : std::string();
}

bool mayHavePtx(ImageKind kind) {
  return kind == ImageKind::FatBinary || kind == ImageKind::Ptx;
}

} // namespace

uint32_t ImageStore::add(ImageKind kind, FileRange range, uint64_t check, Options options) {
  if (m_images.size() >= kMaxImages)
    return kNoImage;
  ImageSeen seen;
  seen.image = static_cast<uint32_t>(m_images.size());
  seen.kind = kind;
  seen.file = std::move(range.file);
  seen.offset = range.offset;
  seen.bytes = range.bytes;
  seen.check = check;
  seen.options = std::move(options);
  m_images.push_back({std::move(seen), false});
  return m_images.back().seen.image;
}

uint32_t ImageStore::keep(const void *image, ImageKind kind, std::string_view &problem) {
  if (!mayHavePtx(kind))
    return kNoImage;
  const ImageExtent extent = extentOf(image);
  if (extent.bytes == 0)
    return kNoImage;
  const std::lock_guard lock(m_mutex);
  std::optional<FileRange> range = m_mappings.find(extent.begin, extent.bytes);
  if (!range)
    return copy(extent.begin, extent.bytes, kind, problem);
  const Range key{{range->file, range->offset}, range->bytes};
  if (const auto known = m_byRange.find(key); known != m_byRange.end())
    return known->second;
  const auto check = checkOf(extent.bytes, [&](uint64_t offset, size_t size, char *to) {
    return readMemory(at(extent.begin, offset), to, size);
  });
  const uint32_t number = check ? add(kind, *std::move(range), *check) : kNoImage;
  m_byRange[key] = number;
  return number;
}

uint32_t ImageStore::copy(const void *image, uint64_t bytes, ImageKind kind,
                          std::string_view &problem, Options options) {
  std::optional<uint64_t> hash = hashOfMemory(image, bytes);
  if (!hash)
    return kNoImage;
  for (const std::string &option : options) // other code of the same PTX
    hash = imageHash(option + '\0', *hash);
  const std::pair key(*hash, bytes);
  if (const auto known = m_byContents.find(key); known != m_byContents.end())
    return known->second;
  if (bytes > kMaxCopyBytes || m_copiedBytes + bytes > kMaxCopiedBytes)
    return kNoImage;
  const std::string path = m_prefix + "." + std::to_string(m_copies) + ".image";
  std::string_view failure;
  MappedFile file = MappedFile::create(path, bytes, failure);
  if (!file || !readMemory(image, file.data(), bytes)) {
    file.discard();
    if (!m_hasFailed)
      problem = failure;
    m_hasFailed = true;
    return kNoImage;
  }
  ++m_copies;
  m_copiedBytes += bytes;
  const auto check = checkOf(bytes, [&](uint64_t offset, size_t size, char *to) {
    std::memcpy(to, file.data() + offset, size);
    return true;
  });
  return m_byContents[key] = add(kind, {path, 0, bytes}, check.value_or(0), std::move(options));
}

uint32_t ImageStore::keepCompiled(const std::string &cubinHash, std::string_view &problem) {
  std::optional<CompiledSource> source = takeSource(cubinHash);
  const std::lock_guard lock(m_mutex);
  if (source)
    m_byCubin[cubinHash] = copy(source->ptx.data(), source->ptx.size(), ImageKind::CompiledPtx,
                                problem, std::move(source->options));
  const auto known = m_byCubin.find(cubinHash);
  return known == m_byCubin.end() ? kNoImage : known->second;
}

uint32_t ImageStore::keepDumped(const void *cubin, uint64_t bytes, Options options,
                                std::string_view &problem) {
  const std::lock_guard lock(m_mutex);
  return bytes == 0 ? kNoImage : copy(cubin, bytes, ImageKind::Cubin, problem, std::move(options));
}

uint32_t ImageStore::keepFile(const char *path, ImageKind kind) {
  if (!mayHavePtx(kind))
    return kNoImage;
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts {};
  std::optional<uint64_t> check;
  if (file >= 0 && fstat(file, &facts) == 0)
    check = checkOf(
        static_cast<uint64_t>(facts.st_size), [file](uint64_t offset, size_t size, char *to) {
          return pread(file, to, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
        });
  if (file >= 0)
    close(file);
  FileRange range{absolutePath(path), 0, static_cast<uint64_t>(facts.st_size)};
  if (!check || range.file.empty())
    return kNoImage;
  const std::lock_guard lock(m_mutex);
  // The file may have other contents than at an earlier load.
  for (const Kept &kept : m_images)
    if (kept.seen.file == range.file && kept.seen.offset == 0 && kept.seen.bytes == range.bytes &&
        kept.seen.check == *check)
      return kept.seen.image;
  return add(kind, std::move(range), *check);
}

std::optional<ImageSeen> ImageStore::takeUnsent(uint32_t number) {
  const std::lock_guard lock(m_mutex);
  if (number >= m_images.size() || std::exchange(m_images[number].isSent, true))
    return std::nullopt;
  return m_images[number].seen;
}

void ImageStore::forgetMappings() {
  const std::lock_guard lock(m_mutex);
  m_mappings.forget();
}

} // namespace pstudio::attach
