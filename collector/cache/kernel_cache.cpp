// SPDX-License-Identifier: Apache-2.0
// Reading, writing and removing entries.
#include "collector/cache/kernel_cache.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "collector/codegen/llvm/content_hash.h"
#include "core/base/file_bytes.h"
#include "core/base/output_file.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "proton-studio-kernel 2\n";
constexpr std::string_view kExtension = ".kernel";
/// A file that is being written is younger than that.
constexpr std::chrono::hours kTemporaryLife{1};

std::string headerOf(std::string_view key, std::string_view payload) {
  return std::string(kMagic) + std::string(key) + "\n" + contentHash(payload) + "\n" +
         std::to_string(payload.size()) + "\n";
}

/// The payload of a file's text if the file is what it should be.
std::optional<std::string> payloadOf(std::string_view text, std::string_view key) {
  size_t begin = 0;
  for (int line = 0; line < 4; ++line) {
    const size_t end = text.find('\n', begin);
    if (end == std::string_view::npos)
      return std::nullopt;
    begin = end + 1;
  }
  const std::string_view payload = text.substr(begin);
  if (text.substr(0, begin) != headerOf(key, payload))
    return std::nullopt;
  return std::string(payload);
}

struct Entry {
  fs::path path;
  uint64_t bytes = 0;
  fs::file_time_type used;
};

/// The entries of a folder; removes what writers that died have left.
std::vector<Entry> entriesOf(const fs::path &folder) {
  std::vector<Entry> entries;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code gone; // another process may have removed it by now
    const Entry entry{file->path(), file->file_size(gone), file->last_write_time(gone)};
    if (gone)
      continue;
    const std::string name = entry.path.filename().string();
    if (name.ends_with(kExtension))
      entries.push_back(entry);
    else if (name.find(std::string(kExtension) + ".") != std::string::npos &&
             now - entry.used > kTemporaryLife)
      fs::remove(entry.path, gone);
  }
  return entries;
}

} // namespace

fs::path KernelCache::pathOf(std::string_view key) const {
  return m_settings.folder / (std::string(key) + std::string(kExtension));
}

KernelCache::Found KernelCache::find(std::string_view key) const {
  if (!isEnabled())
    return {};
  const fs::path path = pathOf(key);
  const Result<FileBytes> file = FileBytes::read(path);
  if (!file)
    return {};
  const std::string_view text(reinterpret_cast<const char *>(file->bytes().data()),
                              file->bytes().size());
  std::optional<std::string> payload = payloadOf(text, key);
  if (!payload) {
    forget(key);
    return {CacheLookup::Damaged, {}};
  }
  std::error_code ignored; // a folder that is only read keeps its order of use
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return {CacheLookup::Hit, std::move(*payload)};
}

std::optional<std::string> KernelCache::keep(std::string_view key, std::string_view bytes) const {
  if (!isEnabled())
    return std::nullopt;
  std::error_code error;
  fs::create_directories(m_settings.folder, error);
  if (error)
    return "cannot make " + m_settings.folder.string() + ": " + error.message();
  const fs::path path = pathOf(key);
  const auto write = [&]() -> Result<void> {
    PSTUDIO_TRY_ASSIGN(const OutputPlace place, OutputPlace::of(path));
    if (!place.isFile()) // to open a FIFO for writing waits for its reader
      return fail(ErrorCode::Io, "the entry is not a regular file", path.string(), "remove it");
    PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(path));
    PSTUDIO_TRY(file.write(headerOf(key, bytes)));
    PSTUDIO_TRY(file.write(bytes));
    return file.commit();
  };
  if (const Result<void> written = write(); !written)
    return written.error().toString();
  evict(path);
  return std::nullopt;
}

void KernelCache::forget(std::string_view key) const {
  std::error_code ignored;
  if (isEnabled())
    fs::remove(pathOf(key), ignored);
}

void KernelCache::evict(const fs::path &newest) const {
  std::vector<Entry> entries = entriesOf(m_settings.folder);
  std::ranges::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(b.used, b.path) < std::tie(a.used, a.path);
  });
  uint64_t kept = 0;
  for (const Entry &entry : entries) {
    kept += entry.bytes;
    std::error_code ignored;
    if (kept > m_settings.maxBytes && entry.path != newest)
      fs::remove(entry.path, ignored);
  }
}

} // namespace pstudio
