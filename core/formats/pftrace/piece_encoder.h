// SPDX-License-Identifier: Apache-2.0
// From one piece of a plan to bytes of the file.
#pragma once

#include <optional>
#include <string>

#include "core/base/deflate.h"
#include "core/formats/pftrace/descriptor_encoder.h"
#include "core/formats/pftrace/event_encoder.h"
#include "core/formats/pftrace/write_plan.h"

namespace pstudio {

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
  std::string compressed();

  const WritePlan &m_plan;
  std::optional<Deflater> m_deflater;
  PacketWriter m_packets;
};

} // namespace pstudio
