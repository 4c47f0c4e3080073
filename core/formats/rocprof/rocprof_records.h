// SPDX-License-Identifier: Apache-2.0
// The records of rocprofv3, as all of its file formats state them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/trace_builder.h"

namespace pstudio::rocprof {

/// Begin and end of a record [ns of the host's CLOCK_BOOTTIME].
struct RecordTime {
  int64_t beginNs = 0;
  int64_t endNs = 0;
};

/// The call, copy or kernel of a thread. The key separates processes that were merged into one
/// database.
struct RecordOrigin {
  uint64_t process = 0; ///< key
  int64_t pid = 0;
  int64_t tid = 0;
  uint64_t correlation = 0; ///< rocprofiler's internal id; 0: none
};

/// A call of an API or a marker; a marker without a length is an instant.
struct CallRecord {
  RecordTime time;
  RecordOrigin origin;
  StringId domain; ///< "HIP_RUNTIME_API"
  StringId name;
  StringId message; ///< of a marker; none for others
};

/// A kernel. Numbers that the file does not state are absent.
struct DispatchRecord {
  RecordTime time;
  RecordOrigin origin;
  StringId kernel;
  int64_t agent = 0;
  std::optional<int64_t> queue, stream, dispatch;
  std::array<std::optional<int64_t>, 3> group{}, grid{}; ///< the grid in threads
  std::optional<int64_t> ldsBytes, scratchBytes, vgprs, accumVgprs, sgprs;
};

/// A copy between two agents.
struct CopyRecord {
  RecordTime time;
  RecordOrigin origin;
  StringId direction; ///< "MEMORY_COPY_HOST_TO_DEVICE"
  std::optional<int64_t> from, to, stream, bytes;
};

/// The amount of memory, or the value of a counter of one dispatch.
struct CounterRecord {
  int64_t dispatch = 0; ///< index of the dispatch record
  StringId name;
  double value = 0;
};

/// An agent: a CPU or a GPU.
struct AgentRecord {
  int64_t id = 0;     ///< as dispatches and copies name it
  int64_t number = 0; ///< of the label: the logical index, by which users know GPUs
  bool isGpu = false;
  std::string name; ///< "AMD Instinct MI300X"
};

struct ProcessRecord {
  uint64_t process = 0; ///< key
  std::string name;
};

struct ThreadRecord {
  uint64_t process = 0; ///< key
  int64_t tid = 0;
  std::string name;
};

/// The records of a file, with strings of the builder of its trace.
struct Records {
  std::vector<AgentRecord> agents;
  std::vector<ProcessRecord> processes;
  std::vector<ThreadRecord> threads;
  std::vector<CallRecord> calls;
  std::vector<DispatchRecord> dispatches;
  std::vector<CopyRecord> copies;
  std::vector<CounterRecord> counters;

  bool isEmpty() const { return calls.empty() && dispatches.empty() && copies.empty(); }
};

/// Adds the tracks, events and arrows of the records to the builder that interned their strings.
/// Time 0 is the first begin; TraceInfo::origin is its time. O(n log n).
void addRecords(const Records &records, TraceBuilder &trace);

} // namespace pstudio::rocprof
