// SPDX-License-Identifier: Apache-2.0
// What the server learned of a program while it ran: the report is made of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "collector/attach/host/twin_code.h"
#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

/// A kernel of one process.
struct SeenKernel {
  KernelSeen seen;
  std::optional<KernelSource> source;
  bool isMatched = false;           ///< a rule chooses launches of it
  std::optional<TwinOutcome> tried; ///< of a listing: whether it can be instrumented
};

/// One process that uses a GPU.
struct SeenProcess {
  uint32_t process = 0;
  uint32_t parent = 0;
  std::string command;
  std::string rank; ///< empty: none
  std::optional<Interpreter> interpreter;
  std::set<std::filesystem::path> pythonFiles; ///< that its Python imported
  std::map<uint32_t, SeenKernel> kernels;      ///< by their number in the process
};

/// Why a launch, a kernel or a process was not recorded, or what else is worth a line.
struct Remark {
  std::string code; ///< report_codes.h
  uint32_t process = 0;
  std::string kernel;  ///< empty: of the process as a whole
  uint64_t launch = 0; ///< 0: of no single launch
  std::string detail;
};

struct Observations {
  std::map<uint32_t, SeenProcess> processes; ///< by process id
  std::vector<Remark> remarks;
  std::vector<std::shared_ptr<const TwinCode>> twins; ///< by their number in the protocol
  std::vector<std::string> notes;                     ///< sentences about the program as a whole
};

} // namespace pstudio::attach
