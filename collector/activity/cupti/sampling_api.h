// SPDX-License-Identifier: Apache-2.0
// CUPTI's PC sampling, declared here.
#pragma once

#include "collector/vendor/cupti_types.h"
#include "collector/vendor/library_function.h"

namespace pstudio::cupti::sampling {

// tests/collector/vendor compares the declarations below with the vendor's header where it is
// installed. Every parameter struct begins with its own size, which identifies its version to the
// library.

/// CUpti_PCSamplingStallReason: number of samples of a PC with a reason.
struct StallSamples {
  uint32_t reason;
  uint32_t samples;
};

/// CUpti_PCSamplingPCData, since CUDA 12.4.
struct PcData {
  size_t size = sizeof(PcData);
  uint64_t cubinCrc = 0;
  uint64_t pcOffset = 0;
  uint32_t functionIndex = 0;
  uint32_t padding = 0;
  char *functionName = nullptr;
  size_t stallCount = 0; ///< in: capacity of `stalls`; out: number of entries
  StallSamples *stalls = nullptr;
  uint32_t correlationId = 0;
};

/// CUpti_PCSamplingData.
struct Data {
  size_t size = sizeof(Data);
  size_t roomForPcs = 0;
  uint64_t totalSamples = 0;
  uint64_t droppedSamples = 0;
  size_t pcCount = 0;
  size_t remainingPcs = 0;
  uint64_t rangeId = 0;
  PcData *pcs = nullptr;
  uint64_t otherKernelsSamples = 0;
  uint8_t isHardwareBufferFull = 0;
};

enum class Attribute : uint32_t {
  Period = 1,
  StallReasons = 2,
  ScratchBufferSize = 3,
  HardwareBufferSize = 4,
  CollectionMode = 5,
  StartStopControl = 6,
  OutputFormat = 7,
  DataBuffer = 8,
};
inline constexpr uint32_t kContinuous = 1; ///< of Attribute::CollectionMode
inline constexpr uint32_t kParsed = 1;     ///< of Attribute::OutputFormat
inline constexpr size_t kReasonNameBytes = 128;

/// CUpti_PCSamplingConfigurationInfo.
struct Setting {
  Attribute attribute;
  CuptiResult status = CuptiResult::Success;
  union {
    uint64_t words[3];
    uint32_t number;
    size_t bytes;
    struct {
      size_t count;
      uint32_t *indices;
    } reasons;
    void *pointer;
  } value = {};
};

/// CUpti_PCSamplingEnableParams, and the same for disabling, starting and stopping.
struct ContextParams {
  size_t size = sizeof(ContextParams);
  void *reserved = nullptr;
  void *context = nullptr;
};
struct SettingsParams {
  size_t size = sizeof(SettingsParams);
  void *reserved = nullptr;
  void *context = nullptr;
  size_t count = 0;
  Setting *settings = nullptr;
};
struct GetDataParams {
  size_t size = sizeof(GetDataParams);
  void *reserved = nullptr;
  void *context = nullptr;
  void *data = nullptr;
};
struct ReasonCountParams {
  size_t size = sizeof(ReasonCountParams);
  void *reserved = nullptr;
  void *context = nullptr;
  size_t *count = nullptr;
};
struct ReasonsParams {
  size_t size = sizeof(ReasonsParams);
  void *reserved = nullptr;
  void *context = nullptr;
  size_t count = 0;
  uint32_t *indices = nullptr;
  char **names = nullptr;
};
/// CUpti_GetSassToSourceCorrelationParams. The caller frees both names.
struct SourceParams {
  size_t size = sizeof(SourceParams);
  const void *cubin = nullptr;
  const char *functionName = nullptr;
  size_t cubinSize = 0;
  uint32_t line = 0;
  uint64_t pcOffset = 0;
  char *file = nullptr;
  char *folder = nullptr;
};
struct CrcParams {
  size_t size = sizeof(CrcParams);
  size_t cubinSize = 0;
  const void *cubin = nullptr;
  uint64_t crc = 0;
};

// X(name in the library, first version, required, result, parameters...)
#define PSTUDIO_CUPTI_SAMPLING_FUNCTIONS(X)                                                        \
  X(cuptiPCSamplingEnable, 22, true, CuptiResult, ContextParams *)                                 \
  X(cuptiPCSamplingDisable, 22, true, CuptiResult, ContextParams *)                                \
  X(cuptiPCSamplingStart, 22, true, CuptiResult, ContextParams *)                                  \
  X(cuptiPCSamplingStop, 22, true, CuptiResult, ContextParams *)                                   \
  X(cuptiPCSamplingSetConfigurationAttribute, 22, true, CuptiResult, SettingsParams *)             \
  X(cuptiPCSamplingGetConfigurationAttribute, 22, true, CuptiResult, SettingsParams *)             \
  X(cuptiPCSamplingGetData, 22, true, CuptiResult, GetDataParams *)                                \
  X(cuptiPCSamplingGetNumStallReasons, 22, true, CuptiResult, ReasonCountParams *)                 \
  X(cuptiPCSamplingGetStallReasons, 22, true, CuptiResult, ReasonsParams *)                        \
  X(cuptiGetSassToSourceCorrelation, 22, true, CuptiResult, SourceParams *)                        \
  X(cuptiGetCubinCrc, 22, true, CuptiResult, CrcParams *)

PSTUDIO_LIBRARY_API(Api, PSTUDIO_CUPTI_SAMPLING_FUNCTIONS)

} // namespace pstudio::cupti::sampling
