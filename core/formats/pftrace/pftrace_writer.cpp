// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/pftrace_writer.h"

#include <optional>
#include <span>

#include "core/base/deflate.h"
#include "core/base/parallel.h"
#include "core/formats/pftrace/access_encoder.h"
#include "core/formats/pftrace/descriptor_encoder.h"
#include "core/formats/pftrace/event_encoder.h"
#include "core/formats/pftrace/extension_fields.h"
#include "core/formats/pftrace/review_packet.h"
#include "core/formats/pftrace/write_plan.h"

namespace pstudio {
namespace {

/// Encodes pieces of one plan, in any order; the bytes of a piece do not depend on what was encoded
/// before. Keeps its memory between pieces. [not thread-safe]
class PieceEncoder {
public:
  /// Packets are wrapped in compressed ones if there is a deflater. `plan` must outlive this.
  PieceEncoder(const WritePlan &plan, std::optional<Deflater> deflater);

  std::string encode(size_t piece);

private:
  void encodeStep(const WriteStep &step);
  void writeAccesses(const AccessStep &step);
  void writeForeign(const ForeignStep &step);
  std::string compressed();

  const WritePlan &m_plan;
  std::optional<Deflater> m_deflater;
  PacketWriter m_packets;
};

PieceEncoder::PieceEncoder(const WritePlan &plan, std::optional<Deflater> deflater)
    : m_plan(plan), m_deflater(std::move(deflater)) {}

std::string PieceEncoder::encode(size_t piece) {
  m_packets.out().clear();
  for (const WriteStep &step : m_plan.pieces()[piece])
    encodeStep(step);
  return m_deflater ? compressed() : m_packets.out();
}

void PieceEncoder::encodeStep(const WriteStep &step) {
  ArgsEncoder args(m_plan.trace(), m_plan.interns(), m_packets);
  DescriptorEncoder descriptors(m_plan, m_packets, args);
  EventEncoder events(m_plan, m_packets, args);
  if (std::holds_alternative<FileStep>(step)) {
    descriptors.writeFile();
    descriptors.writeTracks();
  } else if (const auto *part = std::get_if<PartStep>(&step)) {
    descriptors.writePart(*part);
  } else if (const auto *nested = std::get_if<NestedStepsStep>(&step)) {
    events.write(*nested);
  } else if (const auto *strands = std::get_if<StrandStepsStep>(&step)) {
    events.write(*strands);
  } else if (const auto *row = std::get_if<RowStep>(&step)) {
    events.write(*row);
  } else if (const auto *instants = std::get_if<InstantStep>(&step)) {
    events.write(*instants);
  } else if (const auto *samples = std::get_if<SampleStep>(&step)) {
    events.write(*samples);
  } else if (const auto *accesses = std::get_if<AccessStep>(&step)) {
    writeAccesses(*accesses);
  } else if (const auto *source = std::get_if<SourceStep>(&step)) {
    descriptors.writeSource(*source);
  } else if (const auto *foreign = std::get_if<ForeignStep>(&step)) {
    writeForeign(*foreign);
  }
}

/// The first packets follow one with the number of all of them, so that a reader keeps them.
void PieceEncoder::writeForeign(const ForeignStep &step) {
  const ForeignPackets &packets = *m_plan.trace().foreignPackets();
  if (step.isFirst) {
    protozero::pbf_writer(m_packets.extension())
        .add_uint64(extension::packet::kForeignPackets, packets.count);
    m_packets.end();
  }
  m_packets.out().append(packets.bytes, step.offset, step.size);
}

void PieceEncoder::writeAccesses(const AccessStep &step) {
  const Launch &launch = m_plan.trace().launches()[step.launch.value];
  std::string message;
  encodeAccesses(launch.accesses->table, step, message);
  protozero::pbf_writer(m_packets.extension()).add_message(extension::packet::kAccesses, message);
  m_packets.end();
}

/// One packet that holds all others of the piece.
std::string PieceEncoder::compressed() {
  std::string deflated;
  m_deflater->append(std::as_bytes(std::span(m_packets.out())), deflated);
  m_deflater->finish(deflated);
  std::string packet;
  protozero::pbf_writer(packet).add_message(perfetto::packet::kCompressedPackets, deflated);
  std::string framed;
  protozero::pbf_writer(framed).add_message(perfetto::trace::kPacket, packet);
  return framed;
}

constexpr int kLevel = 1; // level 6 takes nearly three times as long and saves a sixth

/// Bytes of a piece, or why there are none.
using PieceBytes = Result<std::string>;

/// Makes an encoder, with its compressor if there is to be one.
class PieceWorker {
public:
  PieceWorker(const WritePlan &plan, bool isCompressed) {
    std::optional<Deflater> deflater;
    if (isCompressed) {
      Result<Deflater> made = Deflater::make(kLevel);
      if (!made) {
        m_error = std::move(made).error();
        return;
      }
      deflater = *std::move(made);
    }
    m_encoder.emplace(plan, std::move(deflater));
  }
  PieceBytes operator()(size_t piece) {
    if (!m_encoder)
      return tl::unexpected<Error>(m_error);
    return m_encoder->encode(piece);
  }

private:
  std::optional<PieceEncoder> m_encoder;
  Error m_error;
};

} // namespace

Result<void> writePftraceTo(const Trace &trace, ByteSink &sink, const PftraceOptions &options) {
  Result<void> status;
  if (options.review != nullptr && !options.review->isEmpty())
    PSTUDIO_TRY(sink.write(reviewPacket(*options.review)));
  const WritePlan plan(trace, options.threads, options.hasSources);
  orderedPipeline(
      plan.pieces().size(), options.threads,
      [&] { return PieceWorker(plan, options.isCompressed); },
      [&](size_t, PieceBytes bytes) {
        status = bytes.and_then([&](const std::string &text) { return sink.write(text); });
        return status.has_value();
      });
  return status;
}

Result<void> writePftrace(const Trace &trace, const std::filesystem::path &path) {
  return writePftraceAs(trace, path, {});
}

Result<void> writePftraceAs(const Trace &trace, const std::filesystem::path &path,
                            const PftraceOptions &options, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(path, reader));
  PSTUDIO_TRY(writePftraceTo(trace, file, options));
  return file.commit();
}

Result<std::string> writePftraceToString(const Trace &trace, const PftraceOptions &options) {
  StringSink sink;
  PSTUDIO_TRY(writePftraceTo(trace, sink, options));
  return sink.take();
}

} // namespace pstudio
