// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/record_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> damaged(const fs::path &file, const char *what) {
  return fail(ErrorCode::InvalidFormat, what, file.string());
}

/// "PID.N.records".
struct RecordName {
  uint32_t process = 0;
  uint64_t number = 0;
};

std::optional<RecordName> recordNameOf(const std::string &name) {
  RecordName parsed;
  const char *end = name.data() + name.size();
  const auto process = std::from_chars(name.data(), end, parsed.process);
  if (process.ec != std::errc() || process.ptr == end || *process.ptr != '.')
    return std::nullopt;
  const auto number = std::from_chars(process.ptr + 1, end, parsed.number);
  if (number.ec != std::errc() || std::string_view(number.ptr, end) != ".records")
    return std::nullopt;
  return parsed;
}

} // namespace

Result<ProcessCounts> readCounters(const fs::path &file) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(file));
  const std::span<const std::byte> all = bytes.bytes();
  if (all.size() < sizeof(CounterHeader))
    return damaged(file, "the counter file is cut off");
  const auto &header = *reinterpret_cast<const CounterHeader *>(all.data());
  if (header.magic != kCounterMagic || header.version != kFileVersion)
    return damaged(file, "no counter file of this version");
  ProcessCounts counts;
  counts.isClosed = header.isClosed != 0;
  counts.uncounted = header.uncounted;
  counts.unknown = header.unknown;
  const size_t rows =
      std::min<size_t>((all.size() - sizeof header) / sizeof(KernelCounters), kMostKernels);
  const auto *row = reinterpret_cast<const KernelCounters *>(all.data() + sizeof header);
  for (size_t i = 0; i < rows; ++i)
    counts.kernels.push_back(
        {row[i].launches, row[i].autotuning, row[i].captured, row[i].recorded});
  return counts;
}

Result<RecordFile> RecordFile::read(const fs::path &file) {
  PSTUDIO_TRY_ASSIGN(FileBytes bytes, FileBytes::read(file));
  if (bytes.bytes().size() < kRecordsOffset)
    return damaged(file, "the record file is cut off");
  RecordFile records(std::move(bytes));
  const RecordHeader &header = records.header();
  if (header.magic != kRecordMagic || header.version != kFileVersion)
    return damaged(file, "no record file of this version");
  const uint64_t there = records.m_bytes.bytes().size() - kRecordsOffset;
  if (header.blockBytes == 0 || header.recordedCtas > there / header.blockBytes)
    return damaged(file, "the record file is shorter than its header says");
  return records;
}

const RecordHeader &RecordFile::header() const {
  return *reinterpret_cast<const RecordHeader *>(m_bytes.bytes().data());
}

std::span<const std::byte> RecordFile::blocks() const {
  return m_bytes.bytes().subspan(kRecordsOffset, header().blockBytes * header().recordedCtas);
}

std::map<uint32_t, std::vector<fs::path>> recordFilesIn(const fs::path &raw) {
  std::map<uint32_t, std::map<uint64_t, fs::path>> sorted;
  std::error_code error;
  for (fs::directory_iterator entry(raw, error), end; !error && entry != end;
       entry.increment(error))
    if (const auto name = recordNameOf(entry->path().filename().string()))
      sorted[name->process][name->number] = entry->path();
  std::map<uint32_t, std::vector<fs::path>> files;
  for (const auto &[process, numbered] : sorted)
    for (const auto &[number, file] : numbered)
      files[process].push_back(file);
  return files;
}

} // namespace pstudio::attach
