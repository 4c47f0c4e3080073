// SPDX-License-Identifier: Apache-2.0
// The stub's PC sampling.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "collector/activity/cupti/sampling_api.h"
#include "tests/collector/activity/stub_cupti/stub_state.h"

namespace pstudio::cupti::sampling {

extern "C" {
#define STUB_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_CUPTI_SAMPLING_FUNCTIONS(STUB_DECLARE)
#undef STUB_DECLARE
}

namespace {

constexpr const char *kReasons[] = {"smsp__pcsamp_warps_issue_stalled_selected",
                                    "smsp__pcsamp_warps_issue_stalled_wait",
                                    "smsp__pcsamp_warps_issue_stalled_long_scoreboard",
                                    "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued"};

/// Of the library, which says that it is the caller's.
char *copyOf(const std::string &text) {
  return strdup(text.c_str());
}

void writePc(const test::StubCupti::Pc &pc, PcData &to) {
  static char function[] = "twice";
  to.cubinCrc = 77;
  to.pcOffset = pc.offset;
  to.functionName = function;
  const size_t room = to.stallCount; // in and out
  to.stallCount = 0;
  for (uint32_t i = 0; i < std::size(kReasons); ++i)
    if (const auto found = pc.reasons.find(kReasons[i]);
        found != pc.reasons.end() && to.stallCount < room)
      to.stalls[to.stallCount++] = {i, found->second};
}

/// The next PCs, as many as go at once.
void handOut(Data &data) {
  test::StubCupti &script = state().script;
  data.pcCount = std::min(script.pcsAtOnce, script.pcs.size() - state().nextPc);
  for (size_t i = 0; i < data.pcCount; ++i)
    writePc(script.pcs[state().nextPc + i], data.pcs[i]);
  state().nextPc += data.pcCount;
  data.remainingPcs = script.pcs.size() - state().nextPc;
  data.droppedSamples = std::exchange(script.droppedSamples, 0);
  data.isHardwareBufferFull = script.isHardwareBufferFull;
}

} // namespace

extern "C" {

CuptiResult cuptiPCSamplingEnable(ContextParams *params) {
  STUB_BEGIN("cuptiPCSamplingEnable");
  return params->context ? CuptiResult::Success : CuptiResult::InvalidParameter;
}
CuptiResult cuptiPCSamplingDisable(ContextParams *) {
  STUB_BEGIN("cuptiPCSamplingDisable");
  return CuptiResult::Success;
}
CuptiResult cuptiPCSamplingStart(ContextParams *) {
  STUB_BEGIN("cuptiPCSamplingStart");
  state().nextPc = 0;
  return CuptiResult::Success;
}
CuptiResult cuptiPCSamplingStop(ContextParams *) {
  STUB_BEGIN("cuptiPCSamplingStop");
  return CuptiResult::Success;
}

CuptiResult cuptiPCSamplingSetConfigurationAttribute(SettingsParams *params) {
  STUB_BEGIN("cuptiPCSamplingSetConfigurationAttribute");
  for (size_t i = 0; i < params->count; ++i) {
    const Setting &setting = params->settings[i];
    if (setting.attribute == Attribute::Period)
      state().script.samplingPeriod = setting.value.number;
    if (setting.attribute == Attribute::DataBuffer)
      state().sampleBuffer = setting.value.pointer;
  }
  return CuptiResult::Success;
}

CuptiResult cuptiPCSamplingGetConfigurationAttribute(SettingsParams *params) {
  STUB_BEGIN("cuptiPCSamplingGetConfigurationAttribute");
  params->settings[0].value.number = state().script.samplingPeriod;
  return CuptiResult::Success;
}

CuptiResult cuptiPCSamplingGetData(GetDataParams *params) {
  STUB_BEGIN("cuptiPCSamplingGetData");
  handOut(*static_cast<Data *>(params->data));
  return CuptiResult::Success;
}

CuptiResult cuptiPCSamplingGetNumStallReasons(ReasonCountParams *params) {
  STUB_BEGIN("cuptiPCSamplingGetNumStallReasons");
  *params->count = std::size(kReasons);
  return CuptiResult::Success;
}

CuptiResult cuptiPCSamplingGetStallReasons(ReasonsParams *params) {
  STUB_BEGIN("cuptiPCSamplingGetStallReasons");
  for (uint32_t i = 0; i < params->count; ++i) {
    params->indices[i] = i;
    std::strncpy(params->names[i], kReasons[i], kReasonNameBytes - 1);
  }
  return CuptiResult::Success;
}

CuptiResult cuptiGetSassToSourceCorrelation(SourceParams *params) {
  STUB_BEGIN("cuptiGetSassToSourceCorrelation");
  const auto found = state().script.lines.find(params->pcOffset);
  if (found == state().script.lines.end())
    return CuptiResult::Unknown;
  params->file = copyOf(found->second.first);
  params->folder = copyOf("/src");
  params->line = found->second.second;
  return CuptiResult::Success;
}

CuptiResult cuptiGetCubinCrc(CrcParams *params) {
  STUB_BEGIN("cuptiGetCubinCrc");
  params->crc = params->cubinSize == state().script.cubin.size() ? 77 : 78;
  return CuptiResult::Success;
}

} // extern "C"

} // namespace pstudio::cupti::sampling
