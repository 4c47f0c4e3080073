// SPDX-License-Identifier: Apache-2.0
// A CUPTI without a GPU: it hands out the records that a test gave it, and fails the way a test
// tells it to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pstudio::test {

/// One record as the library writes it.
using StubRecord = std::vector<uint8_t>;

/// What a test sets before and reads after. One per loaded library; a test starts with a new one.
struct StubCupti {
  uint32_t version = 130001;
  /// Function name -> what each of its calls answers without doing anything else. With the kind
  /// behind a blank ("cuptiActivityEnable 4") for that kind alone.
  std::map<std::string, int> failing;
  std::vector<StubRecord> records; ///< that the next flush hands out
  size_t recordsPerBuffer = 1000;
  bool isCutShort = false; ///< the last record of each buffer cannot be read
  size_t dropped = 0;      ///< what the next question about them answers

  std::vector<std::string> calls;   ///< every call, in order
  std::set<uint32_t> enabled;       ///< kinds
  std::set<uint32_t> silencedCalls; ///< of the driver
  uint64_t (*clock)() = nullptr;
  size_t lostRecords = 0; ///< the client had no buffer for them

  /// What each PC of the kernel "twice" was found with, by the name of the reason: with the long
  /// prefix that the library uses.
  struct Pc {
    uint64_t offset = 0;
    std::map<std::string, uint32_t> reasons;
  };
  std::vector<Pc> pcs;
  std::vector<uint8_t> cubin{1, 2, 3};                        ///< of the module that is loaded next
  std::map<uint64_t, std::pair<std::string, uint32_t>> lines; ///< PC -> file and line
  size_t pcsAtOnce = 2;
  uint32_t samplingPeriod = 10; ///< as a power of two
  uint64_t droppedSamples = 0;
  bool isHardwareBufferFull = false;

  std::map<std::string, double> counters; ///< those that the chip has, by base name: their values
  size_t passes = 1;                      ///< launches that they take
  size_t passesSeen = 0;

  /// As the driver does it when a module is loaded.
  std::function<void()> loadModule;
  /// As the driver's launch functions do it: tells the subscriber the number of the call.
  std::function<void(uint32_t correlation)> launch;
};

/// Name of the exported function `StubCupti *()`, which forgets everything and gives a new state.
inline constexpr const char *kStubCuptiSymbol = "pstudioStubCupti";

/// When and for which call, of every record.
struct StubWork {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint32_t correlation = 0;
  uint32_t stream = 7;
};

/// `name` must outlive the record.
StubRecord kernelRecord(const StubWork &work, const char *name,
                        const std::array<uint32_t, 3> &grid = {1, 1, 1},
                        const std::array<uint32_t, 3> &block = {32, 1, 1});
/// `kind` by CUPTI's numbers: 1 is host to device, 2 device to host.
StubRecord copyRecord(const StubWork &work, uint64_t bytes, uint8_t kind);
StubRecord memsetRecord(const StubWork &work, uint64_t bytes, uint32_t value);
/// A call of the driver's function number `function`.
StubRecord callRecord(const StubWork &work, uint32_t function, uint32_t thread = 11);
/// A record of a kind that nobody asked for.
StubRecord foreignRecord();

/// Where the stub lies, for PSTUDIO_CUPTI; and one that lacks what is needed.
std::string pathOfStubCupti();
std::string pathOfIncompleteCupti();
/// The stub's state, as new. Lives as long as the process.
StubCupti &freshStubCupti();

} // namespace pstudio::test
