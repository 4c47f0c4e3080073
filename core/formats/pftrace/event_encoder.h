// SPDX-License-Identifier: Apache-2.0
// Slices, instants, samples and flows as TrackEvent packets.
#pragma once

#include "core/formats/pftrace/args_encoder.h"
#include "core/formats/pftrace/packet_writer.h"
#include "core/formats/pftrace/write_plan.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Writes events of one trace. [not thread-safe]
class EventEncoder {
public:
  EventEncoder(const WritePlan &plan, PacketWriter &packets, ArgsEncoder &args)
      : m_plan(plan), m_trace(plan.trace()), m_packets(packets), m_args(args) {}

  // The events of one step; those of a Perfetto track are ordered by time over its steps.
  void write(const NestedStepsStep &step);
  void write(const StrandStepsStep &step);
  void write(const RowStep &step);
  void write(const InstantStep &step);
  void write(const SampleStep &step);

private:
  /// Properties that the events of a step share.
  struct Place {
    uint64_t uuid;
    bool areTimesFromCycles;
    /// Begins since that of the parent, where the order of the events does not determine it; else
    /// 0.
    uint32_t parentDistance = 0;
  };
  void writeBegin(SliceId slice, const Place &place);
  void writeEnd(SliceId slice, const Place &place);
  void addCycles(uint32_t slice);
  void addNameAndCategory(StringId name, StringId category);
  void addFlows(EventRef::Kind kind, uint32_t index);
  void startEvent(perfetto::EventType type, uint64_t uuid);
  void endPacket(Picoseconds time, bool isRemainderKnown);

  const WritePlan &m_plan;
  const Trace &m_trace;
  PacketWriter &m_packets;
  ArgsEncoder &m_args;
};

} // namespace pstudio
