// SPDX-License-Identifier: Apache-2.0
// PC samples with stall reasons of the kernels that run between begin() and end().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/activity/cupti/cupti_library.h"
#include "collector/activity/cupti/module_listener.h"
#include "collector/activity/cupti/sampling_api.h"
#include "core/base/result.h"
#include "core/trace/launch_samples.h"

namespace pstudio::cupti {

/// Samples all kernels of one context. Kernels must be loaded after begin() to get source lines,
/// and no ActivitySession may exist. [one thread]
class PcSampler {
public:
  /// `context` is the driver's handle; `period` in cycles, a power of two, 0 for CUPTI's own
  /// choice. Unsupported with the reason: many machines do not permit sampling.
  static Result<std::unique_ptr<PcSampler>> begin(std::shared_ptr<const Library> library,
                                                  void *context, uint32_t period);
  ~PcSampler();
  PcSampler(const PcSampler &) = delete;
  PcSampler &operator=(const PcSampler &) = delete;

  /// The samples by source line. The context must be idle. Once.
  Result<PcSampleTable> end();
  /// Samples that the hardware took, including those of kernels that are not the user's.
  uint64_t seen() const { return m_seen; }
  uint64_t ofOtherKernels() const { return m_ofOthers; }
  /// The hardware had no space for all samples.
  bool hasOverflown() const { return m_hasOverflown; }

private:
  /// The buffer to which CUPTI writes PCs.
  struct Buffer {
    sampling::Data data;
    std::vector<sampling::PcData> pcs;
    std::vector<sampling::StallSamples> stalls;
    void reset(size_t reasons);
  };

  PcSampler(std::shared_ptr<const Library> library, void *context);
  Result<void> readReasons();
  Result<void> configure(uint32_t period);
  Result<void> checkSettings(std::vector<sampling::Setting> &settings, CuptiResult result) const;
  Result<void> drain();
  void addPc(const sampling::PcData &pc);
  /// "file:line" of an instruction, or empty.
  std::string locationOf(const sampling::PcData &pc);
  const ModuleListener::Cubin *cubinOf(uint64_t crc);
  /// The error of a call of CUPTI that failed.
  Result<void> called(CuptiResult result, std::string_view call) const;
  sampling::ContextParams context() const;

  std::shared_ptr<const Library> m_library;
  sampling::Api m_api;
  void *m_context;
  std::unique_ptr<ModuleListener> m_modules;
  bool m_isEnabled = false;
  bool m_hasOverflown = false;
  uint64_t m_period = 0;
  uint64_t m_dropped = 0;
  uint64_t m_seen = 0;
  uint64_t m_ofOthers = 0;
  std::map<uint32_t, std::string> m_reasons; ///< those that are counted
  size_t m_reasonCount = 0;                  ///< all of them
  Buffer m_configured;                       ///< owned by CUPTI while it samples
  Buffer m_read;
  std::map<uint64_t, const ModuleListener::Cubin *> m_cubins; ///< by their CRC
  /// (function, location) -> reason -> samples
  std::map<std::pair<std::string, std::string>, std::map<std::string, uint64_t>> m_lines;
};

} // namespace pstudio::cupti
