// SPDX-License-Identifier: Apache-2.0
// The data that a program needs to launch an instrumented kernel itself and to decode its records.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/record/operation_table.h"

namespace pstudio::record {

/// One kernel of an instrumented file.
struct InstrumentedKernelEntry {
  std::string name;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA that it was instrumented for
  uint32_t parameters = 0;   ///< of the original; the pointer to the records has this index
  uint32_t unitCount = 0;    ///< segments of a CTA; 0: nothing is recorded, no argument was added
  uint32_t slotsPerUnit = 0; ///< [slots]
  uint64_t blockBytes = 0;   ///< of the profile buffer, for each CTA of the grid [bytes]
  bool isShared = false;     ///< records are in shared memory while the kernel runs
  /// Reason for which CTAs may wait for other CTAs of the grid; empty: they never wait. If all CTAs
  /// of such a kernel are resident at once without records, they must also be with records.
  std::string mayWait = {};
  OperationTable operations;
  /// Operations that the modes found but do not record: "2 of 3 access instructions (mode memory)".
  std::vector<std::string> notCovered = {};
};

/// The kernels of a file, in its order.
struct InstrumentTable {
  std::string mode;              ///< canonical text of the instrumentation mode
  std::vector<InstrumentedKernelEntry> kernels;
  std::string architecture = {}; ///< of AMD's GPUs: "gfx942"; empty for NVIDIA's
  uint32_t lanesPerWarp = 32;
};

/// The table as JSON text; INSTRUMENT_TABLE.md describes it.
std::string toJson(const InstrumentTable &table);

/// Reads the output of toJson(); unknown members of later versions are ignored. InvalidFormat for
/// text that is not JSON, InvalidInput with the path of the member for every other error, also for
/// another version of the table or of the records. `document` is the name of the text in messages.
Result<InstrumentTable> instrumentTableFrom(std::string_view text, std::string_view document);

} // namespace pstudio::record
