// SPDX-License-Identifier: Apache-2.0
// A CUPTI stub that needs no GPU: it returns the records and the errors that a test sets.
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

/// One record in the format of the library.
using StubRecord = std::vector<uint8_t>;

/// Input that a test sets before a call and reads after it. There is one per loaded library; each
/// test starts with a new one.
struct StubCupti {
  uint32_t version = 130001;
  /// Function name -> result that each of its calls returns without any effect. A name with a blank
  /// and a kind ("cuptiActivityEnable 4") applies to that kind only.
  std::map<std::string, int> failing;
  std::vector<StubRecord> records; ///< returned by the next flush
  size_t recordsPerBuffer = 1000;
  bool isCutShort = false; ///< the last record of each buffer cannot be read
  size_t dropped = 0;      ///< number of dropped records that the next query returns

  std::vector<std::string> calls;   ///< all calls in order
  std::set<uint32_t> enabled;       ///< kinds
  std::set<uint32_t> silencedCalls; ///< of the driver
  uint64_t (*clock)() = nullptr;
  size_t lostRecords = 0; ///< for which the client provided no buffer

  /// The samples of each PC of the kernel "twice" by stall reason. Reasons have the long prefix of
  /// the library.
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

  std::map<std::string, double> counters; ///< counters that the chip supports: base name -> value
  size_t passes = 1;                      ///< number of launches that they require
  size_t passesSeen = 0;

  /// Reports a loaded module, as the driver does.
  std::function<void()> loadModule;
  /// Reports a call to the subscriber with its correlation number, as the driver's launch functions
  /// do.
  std::function<void(uint32_t correlation)> launch;
};

/// Name of the exported function `StubCupti *()`, which resets the stub and returns its new state.
inline constexpr const char *kStubCuptiSymbol = "pstudioStubCupti";

/// Times, correlation number and stream of a record.
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
/// A record of a kind that the session has not enabled.
StubRecord foreignRecord();

/// Path of the stub, for PSTUDIO_CUPTI; and of a stub that lacks required functions.
std::string pathOfStubCupti();
std::string pathOfIncompleteCupti();
/// Resets the stub and returns its state, which exists until the end of the process.
StubCupti &freshStubCupti();

} // namespace pstudio::test
