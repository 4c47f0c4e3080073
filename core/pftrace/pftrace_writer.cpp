// SPDX-License-Identifier: Apache-2.0
#include "core/pftrace/pftrace_writer.h"

#include "core/base/byte_sink.h"
#include "core/pftrace/descriptor_encoder.h"
#include "core/pftrace/event_encoder.h"

namespace pstudio {
namespace {

Result<void> writeTo(const Trace &trace, ByteSink &sink) {
  PacketWriter packets(sink);
  ArgsEncoder args(trace, packets);
  DescriptorEncoder descriptors(trace, packets, args);
  EventEncoder events(trace, packets, args, descriptors);
  descriptors.writeFile();
  descriptors.writeTracks();
  for (uint32_t t = 0; t < trace.tracks().size() && packets.isGood(); ++t)
    events.writeTrack(TrackId(t));
  return packets.finish();
}

} // namespace

Result<void> writePftrace(const Trace &trace, const std::filesystem::path &path) {
  PSTUDIO_TRY_ASSIGN(AtomicFileSink file, AtomicFileSink::open(path));
  PSTUDIO_TRY(writeTo(trace, file));
  return file.commit();
}

Result<std::string> writePftraceToString(const Trace &trace) {
  StringSink sink;
  PSTUDIO_TRY(writeTo(trace, sink));
  return sink.take();
}

} // namespace pstudio
