// SPDX-License-Identifier: Apache-2.0
// Observations of the server during a program's run, the input of the report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "collector/attach/host/run_time_rules.h"
#include "collector/attach/host/twin_code.h"
#include "collector/attach/protocol/device_message.h"
#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

/// A kernel of one process.
struct SeenKernel {
  KernelSeen seen;
  std::optional<KernelSource> source;
  bool isMatched = false; ///< a rule of the request chooses launches of it, or the program did
  uint64_t turns = 0;     ///< launches that rules of the program chose
  std::optional<TwinOutcome> tried; ///< of a listing: result of the trial instrumentation
};

/// One process that uses a GPU.
struct SeenProcess {
  uint32_t process = 0;
  uint32_t parent = 0;
  std::string command;
  std::string rank;      ///< empty: none
  std::string worldSize; ///< number of ranks of the program, as its launcher gives it; empty: none
  std::map<uint32_t, DeviceSeen> devices; ///< by their ordinal in the process
  RunTimeRules rules;
  std::optional<Interpreter> interpreter;
  std::set<std::filesystem::path> pythonFiles; ///< files that its Python imported
  std::map<uint32_t, SeenKernel> kernels;      ///< by their number in the process
  std::map<uint32_t, ImageSeen> images;        ///< by their number in the process
};

/// Reason why a launch, a kernel or a process was not recorded, or another line of the report.
struct Remark {
  std::string code; ///< report_codes.h
  uint32_t process = 0;
  std::string kernel;  ///< empty: about the process as a whole
  uint64_t launch = 0; ///< 0: not about a single launch
  std::string detail;
};

struct Observations {
  std::map<uint32_t, SeenProcess> processes; ///< by process id
  size_t leftOut = 0;                        ///< processes that --processes does not choose
  std::vector<Remark> remarks;
  std::vector<std::shared_ptr<const TwinCode>> twins; ///< by their number in the protocol
  std::vector<std::string> notes;                     ///< sentences about the program as a whole
};

} // namespace pstudio::attach
