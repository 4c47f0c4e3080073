// SPDX-License-Identifier: Apache-2.0
// Collects the memory accesses of a file's launches.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/formats/pftrace/access_facts_reader.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Puts facts and accesses together, decoding many messages at the same time. [not thread-safe]
class LaunchAccessReader {
public:
  explicit LaunchAccessReader(TraceBuilder &builder) : m_builder(builder) {}

  /// Takes over an AccessFacts message of a launch that will have this id, and notes what is wrong
  /// with it. Its times get `shift` added [ps].
  void addFacts(LaunchId launch, protozero::data_view message, int64_t shift);
  /// Takes over an Accesses message of a launch; one without facts is counted.
  void addAccesses(LaunchId launch, protozero::data_view message);
  /// Gives each launch its accesses, and notes what is missing. Call once, last.
  void finish();

private:
  struct OfLaunch {
    AccessFacts facts;
    int64_t shift = 0;
  };
  struct Waiting {
    OfLaunch *of;
    std::string message;
  };
  void decodeWaiting();
  void append(OfLaunch &of, const AccessPart &part);
  void finishLaunch(LaunchId launch, OfLaunch of);

  TraceBuilder &m_builder;
  std::map<uint32_t, OfLaunch> m_launches; // by LaunchId; their addresses are kept
  std::vector<Waiting> m_waiting;
  size_t m_waitingBytes = 0;
  uint64_t m_strays = 0; // messages of no launch
};

} // namespace pstudio
