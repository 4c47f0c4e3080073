// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/dispatch.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <random>

#include "tests/support/amd_interpreter/kernel_arguments.h"
#include "tests/support/amd_interpreter/memory_access.h"

namespace pstudio::test::amdgpu {
namespace {

struct RunningCta {
  Cta cta;
  std::vector<std::unique_ptr<Wave>> waves;
};

/// One launch.
class Launcher {
public:
  Launcher(const KernelLaunch &launch, CodeImage &image, Memory memory, const RunLimits &limits)
      : m_launch(launch), m_image(image), m_limits(limits), m_random(limits.seed.value_or(0)),
        m_queue(64) {
    m_machine.chip = chipNamed(launch.chip);
    m_machine.memory = std::move(memory);
  }

  Result<uint64_t> run() {
    PSTUDIO_TRY_ASSIGN(m_arguments, argumentSegment(m_launch));
    m_packet = dispatchPacket(m_launch);
    for (std::vector<std::byte> *bytes : {&m_arguments, &m_packet, &m_queue, &m_image.bytes()})
      m_machine.memory.add(reinterpret_cast<uint64_t>(bytes->data()), bytes->data(), bytes->size(),
                           false);
    const uint32_t ctas = m_launch.grid[0] * m_launch.grid[1] * m_launch.grid[2];
    uint32_t next = 0;
    while (next < ctas || !m_running.empty()) {
      while (next < ctas && m_running.size() < m_limits.residentCtas)
        startCta(next++);
      PSTUDIO_TRY(runSlices());
      std::erase_if(m_running, [](const auto &running) { return hasEnded(*running); });
      if (m_machine.executed > m_limits.instructions)
        return fail(ErrorCode::RunFailed, m_launch.entry + " exceeds the limit of instructions");
    }
    return m_machine.executed;
  }

private:
  static bool hasEnded(const RunningCta &running) {
    return std::ranges::all_of(running.waves,
                               [](const auto &wave) { return wave->state == WaveState::Ended; });
  }

  void startCta(uint32_t number) {
    auto running = std::make_unique<RunningCta>();
    Cta &cta = running->cta;
    cta.number = number;
    cta.id = {number % m_launch.grid[0], number / m_launch.grid[0] % m_launch.grid[1],
              number / m_launch.grid[0] / m_launch.grid[1]};
    cta.lds.assign(m_image.descriptor().ldsBytes + m_launch.dynamicLdsBytes, std::byte{0xbd});
    cta.isOnSeveralUnits = m_image.descriptor().isOnSeveralUnits;
    const uint32_t threads = m_launch.block[0] * m_launch.block[1] * m_launch.block[2];
    const uint32_t lanes = m_machine.chip.lanes;
    for (uint32_t first = 0; first < threads; first += lanes)
      running->waves.push_back(makeWave(cta, first, std::min(lanes, threads - first)));
    m_running.push_back(std::move(running));
  }

  std::unique_ptr<Wave> makeWave(Cta &cta, uint32_t firstThread, uint32_t threads) {
    auto wave = std::make_unique<Wave>();
    wave->machine = &m_machine;
    wave->cta = &cta;
    wave->number = firstThread / m_machine.chip.lanes;
    wave->scratchBytes = m_image.descriptor().scratchBytes;
    wave->scratch.resize(size_t(wave->scratchBytes) * wave->lanes());
    fillWithPattern(*wave, m_image.descriptor().vectorRegisters, m_random());
    wave->pc = m_image.entryAddress();
    wave->setMask(kExec, threads == 64 ? ~uint64_t(0) : (uint64_t(1) << threads) - 1);
    setScalars(*wave);
    // The packed numbers of the threads: 10 bits each.
    for (uint32_t i = 0; i < threads; ++i) {
      const uint32_t thread = firstThread + i;
      const uint32_t x = thread % m_launch.block[0];
      const uint32_t y = thread / m_launch.block[0] % m_launch.block[1];
      const uint32_t z = thread / m_launch.block[0] / m_launch.block[1];
      wave->vectors[i] = x | y << 10 | z << 20;
    }
    return wave;
  }

  /// User registers, then the numbers of the CTA.
  void setScalars(Wave &wave) {
    const KernelDescriptor &descriptor = m_image.descriptor();
    uint16_t at = 0;
    const auto pointer = [&](bool isUsed, const std::vector<std::byte> &bytes) {
      if (isUsed)
        wave.setWide(at, reinterpret_cast<uint64_t>(bytes.data()));
      at = static_cast<uint16_t>(at + (isUsed ? 2 : 0));
    };
    at = static_cast<uint16_t>(at + (descriptor.hasPrivateBuffer ? 4 : 0));
    pointer(descriptor.hasDispatchPointer, m_packet);
    pointer(descriptor.hasQueuePointer, m_queue);
    pointer(descriptor.hasArgumentPointer, m_arguments);
    at = static_cast<uint16_t>(at + (descriptor.hasDispatchId ? 2 : 0) +
                               (descriptor.hasFlatScratch ? 2 : 0));
    if (descriptor.hasPrivateSize)
      wave.scalars[at++] = wave.scratchBytes;
    for (uint32_t i = 0; i < descriptor.preloadedWords; ++i)
      std::memcpy(&wave.scalars[at++],
                  m_arguments.data() + size_t(descriptor.preloadOffset + i) * 4, 4);
    at = static_cast<uint16_t>(descriptor.userRegisters);
    if (descriptor.hasCtaIdX)
      wave.scalars[at++] = wave.cta->id[0];
    if (descriptor.hasCtaIdY)
      wave.scalars[at++] = wave.cta->id[1];
    if (descriptor.hasCtaIdZ)
      wave.scalars[at++] = wave.cta->id[2];
    if (descriptor.hasCtaInfo)
      wave.scalars[at++] = 0;
  }

  Result<void> runSlices() {
    for (const auto &running : m_running) {
      for (size_t i = 0; i < running->waves.size(); ++i) {
        const size_t chosen = m_limits.seed ? m_random() % running->waves.size() : i;
        PSTUDIO_TRY(runSlice(*running->waves[chosen]));
      }
      releaseBarrier(*running);
    }
    return {};
  }

  Result<void> runSlice(Wave &wave) {
    const uint64_t count = m_limits.seed ? 1 + m_random() % 64 : 8;
    for (uint64_t i = 0; i < count && wave.state == WaveState::Running; ++i) {
      const uint64_t pc = wave.pc;
      if (!step(wave, m_image))
        return failureAt(wave, pc);
    }
    return {};
  }

  tl::unexpected<Error> failureAt(const Wave &wave, uint64_t pc) {
    const auto instruction = m_image.at(pc);
    char place[96];
    std::snprintf(place, sizeof place, "PC 0x%" PRIx64 ", CTA %u, wave %u", m_image.offsetOf(pc),
                  wave.cta->number, wave.number);
    return fail(ErrorCode::RunFailed,
                wave.failure + (instruction ? ": " + (*instruction)->text : std::string()),
                m_launch.entry + ", " + place);
  }

  static void releaseBarrier(RunningCta &running) {
    const bool isComplete = std::ranges::all_of(running.waves, [](const auto &wave) {
      return wave->state == WaveState::AtBarrier || wave->state == WaveState::Ended;
    });
    if (!isComplete)
      return;
    for (const auto &wave : running.waves)
      if (wave->state == WaveState::AtBarrier)
        wave->state = WaveState::Running;
  }

  const KernelLaunch &m_launch;
  CodeImage &m_image;
  const RunLimits &m_limits;
  std::mt19937_64 m_random;
  Machine m_machine;
  std::vector<std::byte> m_arguments;
  std::vector<std::byte> m_packet;
  std::vector<std::byte> m_queue;
  std::vector<std::unique_ptr<RunningCta>> m_running;
};

/// Both instructions of a pair read their sources before either writes its result.
void executePair(Wave &wave, const Instruction &pair) {
  const Operand &to = pair.operands[0];
  uint32_t *lanes = wave.lanesOf(to);
  if (!lanes)
    return;
  std::array<uint32_t, 64> before{}, after{};
  std::copy_n(lanes, wave.lanes(), before.begin());
  pair.execute(wave, pair);
  std::copy_n(lanes, wave.lanes(), after.begin());
  std::copy_n(before.begin(), wave.lanes(), lanes);
  pair.second->execute(wave, *pair.second);
  std::copy_n(after.begin(), wave.lanes(), lanes);
}

} // namespace

bool step(Wave &wave, CodeImage &image) {
  const auto found = image.at(wave.pc);
  if (!found) {
    wave.fail(found.error().message);
    return false;
  }
  const Instruction &instruction = **found;
  for (const Instruction *one = &instruction; one; one = one->second.get()) {
    if (!one->execute)
      wave.fail("instruction " + one->name + " is not supported by the interpreter");
    else if (one->checksOperands)
      usesPending(wave, *one, nullptr, Counter::Vector, PendingKind::VectorMemory);
  }
  if (wave.state == WaveState::Failed)
    return false;
  wave.pc += instruction.bytes;
  ++wave.machine->executed;
  if (instruction.second)
    executePair(wave, instruction);
  else
    instruction.execute(wave, instruction);
  return wave.state != WaveState::Failed;
}

Result<uint64_t> runLaunch(const KernelLaunch &launch, Memory memory, const RunLimits &limits) {
  PSTUDIO_TRY_ASSIGN(CodeImage image,
                     CodeImage::load(launch.codeObject, launch.entry, launch.chip));
  return Launcher(launch, image, std::move(memory), limits).run();
}

} // namespace pstudio::test::amdgpu
