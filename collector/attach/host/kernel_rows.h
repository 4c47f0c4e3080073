// SPDX-License-Identifier: Apache-2.0
// The kernels of a program by name, with their launches, and why chosen ones have no records.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "collector/attach/host/attach.h"
#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_events.h"
#include "collector/attach/host/record_reader.h"

namespace pstudio::attach {

/// Time of the devices in one kernel. Launches of an autotuner's benchmark count apart: they are
/// not the program's work, and their time depends on what is cached.
struct GpuTime {
  uint64_t timeNs = 0;
  uint64_t launches = 0; ///< whose times are known, replays of graphs included
  uint64_t autotuningNs = 0;
  bool isGraph = false; ///< replays of a graph as a whole
};

/// By the names of the kernels.
using GpuTimes = std::map<std::string, GpuTime>;

/// O(kernels of the events).
GpuTimes gpuTimesOf(const ProgramEvents &events);

/// Kernels of one name in one process, whose launches are counted together.
struct KernelRow {
  uint32_t process = 0;
  std::string name;
  LaunchCounts counts;
  bool isMatched = false;
  uint32_t versions = 0; ///< images with a kernel of this name
  std::optional<TwinOutcome> tried;
  std::optional<GpuTime> gpu; ///< none: unknown
  double gpuShare = 0.0;      ///< of the time of all kernels of the process, where gpu is known
  bool isSeen = true;         ///< false: only the activity has it, and its counts are unknown
};

/// By process, then by falling GPU time, then by falling number of launches. Processes without
/// counters have none. Kernels that only the activity has are the last of equal ones.
std::vector<KernelRow> kernelRows(const Observations &observations,
                                  const std::map<uint32_t, ProcessCounts> &counts,
                                  const std::map<uint32_t, GpuTimes> &times = {});

/// Adds a remark for each row that a rule chooses, that has no record and no remark yet, and a note
/// for each rule that matched nothing. A remark of the whole program (process 0) is the reason of
/// all, and is replaced by theirs.
void explainMissing(const AttachRequest &request, const std::vector<KernelRow> &rows,
                    std::vector<Remark> &remarks, std::vector<std::string> &notes);

} // namespace pstudio::attach
