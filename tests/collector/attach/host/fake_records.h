// SPDX-License-Identifier: Apache-2.0
// Files of an attached program, written by hand.
#pragma once

#include <filesystem>
#include <string>

#include "collector/attach/protocol/record_files.h"
#include "core/capture/instrument_table.h"

namespace pstudio::attach {

/// A profile buffer in which every unit of `ctas` CTAs recorded its first operation once. Of
/// sampled CTAs, those that the table's mode names.
std::string fakeBlocks(const record::InstrumentTable &table, uint64_t ctas, uint64_t launch);

/// When the first CTA of fakeBlocks() begins [ns of the device's timer].
inline uint64_t fakeLaunchTime(uint64_t launch) {
  return (uint64_t{1} << 40) + launch * 320'000;
}

/// A whole record file: the header and the buffer.
void writeRecordFile(const std::filesystem::path &file, const RecordHeader &header,
                     const std::string &blocks);

} // namespace pstudio::attach
