// SPDX-License-Identifier: Apache-2.0
// State to which the packets of one sequence refer: interned texts and defaults, valid until
// cleared.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// One interning table: iid -> text.
class IidTable {
public:
  void set(uint64_t iid, StringId text);
  /// none if the iid was never announced.
  StringId find(uint64_t iid) const;
  void clear();

private:
  // Writers count iids from 1, so most are in a vector. The map holds iids after a jump: with a
  // vector a small file could allocate gigabytes.
  std::vector<StringId> m_dense;
  std::unordered_map<uint64_t, StringId> m_sparse;
};

/// A thread that old writers name once per sequence.
struct SequenceThread {
  int64_t pid = 0;
  int64_t tid = 0;
  int64_t timestampUs = 0;  ///< running time for timestamp_delta_us
  int64_t threadTimeUs = 0; ///< running time for thread_time_delta_us
  int64_t instructions = 0; ///< running count for thread_instruction_count_delta
};

/// State of one trusted_packet_sequence_id.
struct SequenceState {
  bool isValid = false; ///< an INCREMENTAL_STATE_CLEARED packet was seen and nothing was lost since
  IidTable eventNames, categories, annotationNames, stringValues;
  IidTable gpuSpecifications; ///< names of queues and stages
  IidTable computeKernels;    ///< demangled names, else names
  IidTable computeArgNames;
  IidTable logBodies;
  IidTable sourceLocations; ///< "file:line function"
  std::optional<uint64_t> defaultTrack;
  std::optional<uint32_t> defaultClock;
  std::vector<uint64_t> defaultCounters, defaultDoubleCounters;
  std::optional<SequenceThread> thread;
  std::unordered_map<uint64_t, double> incrementalCounters; ///< last value by track uuid
  uint32_t file = 0; ///< number of the file of this program, from 1, as files may be concatenated;
                     ///< 0: of another program

  void clear();
};

/// Reads an InternedData message into the tables; texts go to `builder`. False if the message has
/// tables that are not read. Throws protozero::exception.
bool readInternedData(protozero::data_view data, TraceBuilder &builder, SequenceState &state);
/// Reads a TracePacketDefaults message. Throws protozero::exception.
void readPacketDefaults(protozero::data_view data, SequenceState &state);

} // namespace pstudio
