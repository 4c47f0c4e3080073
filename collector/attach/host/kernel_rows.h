// SPDX-License-Identifier: Apache-2.0
// The kernels of a program by name, with their launches, and why chosen ones have no records.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "collector/attach/host/attach.h"
#include "collector/attach/host/observations.h"
#include "collector/attach/host/record_reader.h"

namespace pstudio::attach {

/// Kernels of one name in one process, whose launches are counted together.
struct KernelRow {
  uint32_t process = 0;
  std::string name;
  LaunchCounts counts;
  bool isMatched = false;
  uint32_t versions = 0; ///< images with a kernel of this name
  std::optional<TwinOutcome> tried;
};

/// By process, then by falling number of launches. Processes without counters have none.
std::vector<KernelRow> kernelRows(const Observations &observations,
                                  const std::map<uint32_t, ProcessCounts> &counts);

/// Adds a remark for each row that a rule chooses, that has no record and no remark yet, and for
/// each rule that matched nothing.
void explainMissing(const AttachRequest &request, const std::vector<KernelRow> &rows,
                    std::vector<Remark> &remarks, std::vector<std::string> &notes);

} // namespace pstudio::attach
