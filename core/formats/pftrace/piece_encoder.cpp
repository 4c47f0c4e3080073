// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/piece_encoder.h"

#include <span>

#include "core/formats/pftrace/access_encoder.h"
#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {

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
  } else if (const auto *row = std::get_if<RowStep>(&step)) {
    events.write(*row);
  } else if (const auto *instants = std::get_if<InstantStep>(&step)) {
    events.write(*instants);
  } else if (const auto *samples = std::get_if<SampleStep>(&step)) {
    events.write(*samples);
  } else if (const auto *accesses = std::get_if<AccessStep>(&step)) {
    writeAccesses(*accesses);
  }
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

} // namespace pstudio
