// SPDX-License-Identifier: Apache-2.0
// Perfetto traces of other programs, packet by packet.
#pragma once

#include <string>

#include <QtGlobal>

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/perfetto_fields.h"
#include "core/formats/pftrace/pftrace_reader.h"

namespace pstudio {

/// Assembles a trace packet by packet.
class TraceMaker {
public:
  template <class Fill> TraceMaker &packet(Fill fill) {
    std::string text;
    protozero::pbf_writer writer(text);
    fill(writer);
    protozero::pbf_writer(m_bytes).add_message(perfetto::trace::kPacket, text);
    return *this;
  }
  /// An event of sequence 1 on track 5, completed by `fill`.
  template <class Fill> TraceMaker &event(uint64_t time, perfetto::EventType type, Fill fill) {
    return packet([&](protozero::pbf_writer &p) {
      p.add_uint64(perfetto::packet::kTimestamp, time);
      p.add_uint32(perfetto::packet::kSequenceId, 1);
      protozero::pbf_writer e(p, perfetto::packet::kTrackEvent);
      e.add_uint32(perfetto::track_event::kType, static_cast<uint32_t>(type));
      e.add_uint64(perfetto::track_event::kTrackUuid, 5);
      fill(e);
    });
  }
  TraceMaker &event(uint64_t time, perfetto::EventType type, const char *name) {
    return event(time, type, [&](protozero::pbf_writer &e) {
      e.add_string(perfetto::track_event::kName, name);
    });
  }
  Trace read() const {
    Result<Trace> trace = readPftrace(std::as_bytes(std::span(m_bytes)), "t");
    if (!trace)
      qFatal("%s", trace.error().toString().c_str());
    return std::move(*trace);
  }
  const std::string &bytes() const { return m_bytes; }

private:
  std::string m_bytes;
};

} // namespace pstudio
