// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/record_reader.h"

#include <algorithm>

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> damaged(const fs::path &file, const char *what) {
  return fail(ErrorCode::InvalidFormat, what, file.string());
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
    counts.kernels.push_back({row[i].launches, row[i].autotuning, row[i].captured, row[i].recorded,
                              row[i].outside, row[i].replays});
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

} // namespace pstudio::attach
