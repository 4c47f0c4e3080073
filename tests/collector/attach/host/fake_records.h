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

/// A whole record file: the header and the buffer.
void writeRecordFile(const std::filesystem::path &file, const RecordHeader &header,
                     const std::string &blocks);

} // namespace pstudio::attach
