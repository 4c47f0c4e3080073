// SPDX-License-Identifier: Apache-2.0
// The device memory of the CPU model.
#include <cstdlib>
#include <cstring>
#include <map>

#include "collector/program/program_device.h"
#include "collector/session/targets/cpu_target.h"

namespace pstudio::program {
namespace {

/// Alignment of GPU allocators [bytes].
constexpr uint64_t kAlignment = 256;
/// Initial value of every byte. Uninitialised elements are visible in a result: NaN as floats, -1
/// as integers.
constexpr int kUnwrittenByte = 0xff;
/// A larger allocation counts as an error of the program [bytes].
constexpr uint64_t kMaxBytes = uint64_t{1} << 40;

template <class Word> void fillWith(uint64_t to, uint32_t value, uint64_t count) {
  const auto word = static_cast<Word>(value);
  auto *at = reinterpret_cast<std::byte *>(to);
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(at + i * sizeof word, &word, sizeof word);
}

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};

class CpuProgramDevice final : public ProgramDevice {
public:
  Result<void> open() override { return {}; }

  std::unique_ptr<RunTarget> makeTarget(const RunSpec &spec) override {
    return makeCpuTarget(spec, m_sms);
  }

  Result<uint64_t> allocate(uint64_t bytes, bool) override {
    const uint64_t rounded = (bytes / kAlignment + 1) * kAlignment;
    void *memory = bytes > kMaxBytes ? nullptr : std::aligned_alloc(kAlignment, rounded);
    if (!memory)
      return fail(ErrorCode::RunFailed,
                  "no memory for an allocation of " + std::to_string(bytes) + " bytes");
    std::memset(memory, kUnwrittenByte, rounded);
    const auto address = reinterpret_cast<uint64_t>(memory);
    m_memory.try_emplace(address, memory);
    return address;
  }

  Result<void> release(uint64_t address) override {
    m_memory.erase(address);
    return {};
  }

  Result<void> registerHost(uint64_t, uint64_t) override { return {}; }
  Result<void> unregisterHost(uint64_t) override { return {}; }

  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) override {
    if (bytes != 0)
      std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
    return {};
  }

  Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count) override {
    if (elementBytes == 4)
      fillWith<uint32_t>(to, value, count);
    else if (elementBytes == 2)
      fillWith<uint16_t>(to, value, count);
    else
      fillWith<uint8_t>(to, value, count);
    return {};
  }

private:
  std::shared_ptr<VirtualDevice> m_sms = std::make_shared<VirtualDevice>();
  std::map<uint64_t, std::unique_ptr<void, Free>> m_memory; ///< by address
};

} // namespace

std::unique_ptr<ProgramDevice> makeCpuProgramDevice() {
  return std::make_unique<CpuProgramDevice>();
}

} // namespace pstudio::program
