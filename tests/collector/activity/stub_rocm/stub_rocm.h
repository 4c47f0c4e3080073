// SPDX-License-Identifier: Apache-2.0
// Stubs of rocprofiler-sdk and roctracer that need no GPU: they return the records and the errors
// that a test sets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pstudio::test {

/// One record in the format of a library.
using RocmRecord = std::vector<std::byte>;

/// Input that a test sets before a call and reads after it. There is one per loaded library; each
/// test starts with a new one.
struct StubRocprofiler {
  std::array<uint32_t, 3> version{1, 0, 0};
  bool isConfigured = false; ///< by another tool
  /// Function name -> result that each of its calls returns without any effect.
  std::map<std::string, int> failing;
  std::vector<std::string> bufferKinds{"NONE",
                                       "HSA_CORE_API",
                                       "HSA_AMD_EXT_API",
                                       "HSA_IMAGE_EXT_API",
                                       "HSA_FINALIZE_EXT_API",
                                       "HIP_RUNTIME_API",
                                       "HIP_COMPILER_API",
                                       "MARKER_CORE_API",
                                       "MARKER_CONTROL_API",
                                       "MARKER_NAME_API",
                                       "MEMORY_COPY",
                                       "KERNEL_DISPATCH"};
  std::vector<std::string> callbackKinds{"NONE", "HIP_RUNTIME_API", "CODE_OBJECT"};
  /// Kind and record that the next flush returns; the category is that of tracing.
  std::vector<std::pair<uint32_t, RocmRecord>> records;
  size_t flushesBefore = 0; ///< number of flushes that return no records
  uint64_t dropped = 0;
  uint64_t now = 1000;

  std::vector<std::string> calls; ///< all calls but queries, in order; services with the kind
  bool isRecording = false;
  /// Reports a loaded kernel, as the runtime does.
  std::function<void(uint64_t kernel, const char *name)> loadKernel;
};

struct StubRoctracer {
  uint32_t major = 4, minor = 1;
  std::map<std::string, int> failing;
  std::vector<RocmRecord> records; ///< returned by the next flush
  size_t cutBytes = 0;             ///< bytes by which the last record is cut
  uint64_t now = 1000;

  std::vector<std::string> calls;
};

/// Names of the exported functions `StubX *()`, which reset the stub and return its new state.
inline constexpr const char *kStubRocprofilerSymbol = "pstudioStubRocprofiler";
inline constexpr const char *kStubRoctracerSymbol = "pstudioStubRoctracer";

/// Times and correlation number of a record.
struct RocmWork {
  int64_t begin = 0;
  int64_t end = 0;
  uint64_t correlation = 0;
};

/// Indexes of the kinds in StubRocprofiler::bufferKinds.
inline constexpr uint32_t kStubDispatch = 11;
inline constexpr uint32_t kStubCopy = 10;
inline constexpr uint32_t kStubCall = 5;

/// `grid` is in threads, as in HSA.
RocmRecord dispatchRecord(const RocmWork &work, uint64_t kernel,
                          const std::array<uint32_t, 3> &grid = {64, 1, 1},
                          const std::array<uint32_t, 3> &block = {64, 1, 1});
/// `direction`: 2 is host to device, 3 device to host.
RocmRecord rocmCopyRecord(const RocmWork &work, uint64_t bytes, uint32_t direction);
/// A call of HIP's function number `function` ("call FUNCTION"), in the format of version 0.x or
/// 1.x.
RocmRecord rocmCallRecord(const RocmWork &work, int32_t function, bool hasAncestor = true);

/// A record of roctracer: of work (domain 2) or of a call (domain 3).
RocmRecord tracerRecord(uint32_t domain, uint32_t operation, const RocmWork &work,
                        uint32_t kind = 0, uint64_t bytes = 0);

/// Paths of the stubs, for PSTUDIO_ROCPROFILER and PSTUDIO_ROCTRACER; and of a stub that lacks
/// functions.
std::string pathOfStubRocprofiler();
std::string pathOfStubRoctracer();
std::string pathOfIncompleteRocprofiler();
/// Reset the stubs and return their states, which exist until the end of the process.
StubRocprofiler &freshStubRocprofiler();
StubRoctracer &freshStubRoctracer();

} // namespace pstudio::test
