// SPDX-License-Identifier: Apache-2.0
#include "collector/streaming/stream_drainer.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "core/base/little_endian.h"
#include "core/record/stream_ring.h"

namespace pstudio {
namespace {

/// Units are looked at again soon after records arrived, and rarely while none do.
constexpr auto kShortestPause = std::chrono::microseconds(10);
constexpr auto kLongestPause = std::chrono::microseconds(1000);

} // namespace

StreamDrainer::StreamDrainer(std::span<std::byte> blocks, const record::StreamShape &shape,
                             std::optional<record::StreamLogWriter> log)
    : m_blocks(blocks), m_shape(shape), m_ctas(blocks.size() / record::streamBlockBytes(shape)),
      m_log(std::move(log)), m_headers(m_log ? m_ctas * record::kHeaderBytes : 0),
      m_thread([this] { run(); }) {}

StreamDrainer::~StreamDrainer() {
  static_cast<void>(finish());
}

Result<void> StreamDrainer::finish() {
  if (m_thread.joinable()) {
    m_isOver.store(true, std::memory_order_release);
    m_thread.join();
    // No unit has more than a ring left; a kernel that is given up may go on and fill it for ever.
    pass();
    logBlocks();
  }
  return m_written;
}

void StreamDrainer::run() {
  auto pause = kShortestPause;
  while (!m_isOver.load(std::memory_order_acquire)) {
    if (pass()) {
      pause = kShortestPause;
      continue;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongestPause);
  }
}

bool StreamDrainer::pass() {
  bool isAny = false;
  for (size_t cta = 0; cta < m_ctas; ++cta)
    for (uint32_t unit = 0; unit < m_shape.units; ++unit)
      isAny |= drainUnit(cta, unit);
  if (isAny)
    flush();
  return isAny;
}

bool StreamDrainer::drainUnit(size_t cta, uint32_t unit) {
  record::StreamConsumer ring(block(cta).data(), m_shape, unit);
  bool isAny = false;
  // No more than a ring at once, so that a busy unit does not keep the others waiting.
  for (uint32_t i = 0; i < m_shape.chunks; ++i) {
    const std::optional<record::Chunk> chunk = ring.next();
    if (!chunk)
      break;
    if (m_log) {
      logHeader(cta);
      m_log->addChunk(static_cast<uint32_t>(cta), unit, *chunk);
    }
    m_slotsDrained.fetch_add(chunk->slots.size() / record::kSlotBytes, std::memory_order_relaxed);
    ring.release();
    isAny = true;
  }
  return isAny;
}

std::span<std::byte> StreamDrainer::block(size_t cta) const {
  const size_t bytes = record::streamBlockBytes(m_shape);
  return m_blocks.subspan(cta * bytes, bytes);
}

void StreamDrainer::logHeader(size_t cta) {
  std::byte *logged = m_headers.data() + cta * record::kHeaderBytes;
  if (std::memcmp(logged, block(cta).data(), record::kHeaderBytes) == 0)
    return;
  std::memcpy(logged, block(cta).data(), record::kHeaderBytes);
  m_log->addBlock(static_cast<uint32_t>(cta),
                  block(cta).first(record::loggedBlockBytes(m_shape.units)));
}

void StreamDrainer::logBlocks() {
  for (size_t cta = 0; m_log && cta < m_ctas; ++cta)
    if (loadLittle<uint32_t>(block(cta).data() + record::kMagic) != 0)
      m_log->addBlock(static_cast<uint32_t>(cta),
                      block(cta).first(record::loggedBlockBytes(m_shape.units)));
  flush();
}

void StreamDrainer::flush() {
  if (!m_log)
    return;
  Result<void> flushed = m_log->flush();
  if (!flushed && m_written)
    m_written = std::move(flushed);
}

} // namespace pstudio
