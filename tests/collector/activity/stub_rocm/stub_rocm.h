// SPDX-License-Identifier: Apache-2.0
// rocprofiler-sdk and roctracer without a GPU: they hand out the records that a test gave them, and
// fail the way a test tells them to.
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

/// One record as a library writes it.
using RocmRecord = std::vector<std::byte>;

/// What a test sets before and reads after. One per loaded library; a test starts with a new one.
struct StubRocprofiler {
  std::array<uint32_t, 3> version{1, 0, 0};
  bool isConfigured = false; ///< by another tool
  /// Function name -> what each of its calls answers without doing anything else.
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
  /// Kind and record that the next flush hands out; the category is that of tracing.
  std::vector<std::pair<uint32_t, RocmRecord>> records;
  size_t flushesBefore = 0; ///< so many flushes hand out nothing
  uint64_t dropped = 0;
  uint64_t now = 1000;

  std::vector<std::string> calls; ///< every call but queries, in order; of services with the kind
  bool isRecording = false;
  /// As the runtime does it when a kernel is loaded.
  std::function<void(uint64_t kernel, const char *name)> loadKernel;
};

struct StubRoctracer {
  uint32_t major = 4, minor = 1;
  std::map<std::string, int> failing;
  std::vector<RocmRecord> records; ///< that the next flush hands out
  size_t cutBytes = 0;             ///< of the last record, which are not there
  uint64_t now = 1000;

  std::vector<std::string> calls;
};

/// Names of the exported functions `StubX *()`, which forget everything and give a new state.
inline constexpr const char *kStubRocprofilerSymbol = "pstudioStubRocprofiler";
inline constexpr const char *kStubRoctracerSymbol = "pstudioStubRoctracer";

/// When and for which call, of every record.
struct RocmWork {
  int64_t begin = 0;
  int64_t end = 0;
  uint64_t correlation = 0;
};

/// Numbers of the kinds, as StubRocprofiler has them.
inline constexpr uint32_t kStubDispatch = 11;
inline constexpr uint32_t kStubCopy = 10;
inline constexpr uint32_t kStubCall = 5;

/// `grid` in threads, as HSA counts.
RocmRecord dispatchRecord(const RocmWork &work, uint64_t kernel,
                          const std::array<uint32_t, 3> &grid = {64, 1, 1},
                          const std::array<uint32_t, 3> &block = {64, 1, 1});
/// `direction`: 2 is host to device, 3 device to host.
RocmRecord rocmCopyRecord(const RocmWork &work, uint64_t bytes, uint32_t direction);
/// A call of HIP's function number `function` ("call FUNCTION"), as 0.x or 1.x write it.
RocmRecord rocmCallRecord(const RocmWork &work, int32_t function, bool hasAncestor = true);

/// Of roctracer: of work (domain 2) or calls (3).
RocmRecord tracerRecord(uint32_t domain, uint32_t operation, const RocmWork &work,
                        uint32_t kind = 0, uint64_t bytes = 0);

/// Where the stubs lie, for PSTUDIO_ROCPROFILER and PSTUDIO_ROCTRACER; and one that lacks
/// functions.
std::string pathOfStubRocprofiler();
std::string pathOfStubRoctracer();
std::string pathOfIncompleteRocprofiler();
/// The stubs' states, as new. Live as long as the process.
StubRocprofiler &freshStubRocprofiler();
StubRoctracer &freshStubRoctracer();

} // namespace pstudio::test
