// SPDX-License-Identifier: Apache-2.0
#include "core/trace/fact_words.h"

#include <algorithm>
#include <array>

namespace pstudio {
namespace {

// clang-format off
constexpr auto kFacts = std::to_array<FactWords>({
    {"buffer.bytes", "profile buffer (bytes)"},
    {"buffer.handedSlots", "slots flushed to the host"},
    {"buffer.memory", "memory of the profile buffer"},
    {"buffer.slotsDropped", "slots dropped"},
    {"buffer.slotsPerUnit", "records kept per unit"},
    {"buffer.slotsWritten", "slots written"},
    {"buffer.strategy", "when the buffer is full"},
    {"buffer.unitsPerCta", "recording units per CTA"},
    {"clock.anchors", "clock anchors"},
    {"clock.highestSmGHz", "highest SM clock (GHz)"},
    {"clock.lowestSmGHz", "lowest SM clock (GHz)"},
    {"clock.offsetNs", "clock offset (ns)"},
    {"clock.rateErrorPercent", "error of the clock rate (%)"},
    {"clock.smGHz", "SM clock, median (GHz)"},
    {"clock.timerTickNs", "step of the global timer (ns)"},
    {"clock.uncertaintyNs", "error of a moment, at most (ns)"},
    {"code.architecture", "compiled for"},
    {"code.backEnd", "compiled by"},
    {"code.file", "code of the kernel"},
    {"code.scopeMarks", "scopes inside the kernel"},
    {"compile.cache", "compile cache"},
    {"compile.facts", "argument facts compiled in"},
    {"compile.passes", "report of the passes"},
    {"device.architecture", "architecture"},
    {"device.computeCapability", "compute capability"},
    {"device.cus", "compute units"},
    {"device.driver", "driver"},
    {"device.hip", "HIP"},
    {"device.referenceClockKhz", "reference clock (kHz)"},
    {"device.sms", "SMs"},
    {"device.timerTickNs", "step of the global timer (ns)"},
    {"kernel.localBytes", "local memory of a thread (bytes)"},
    {"kernel.localBytesPlain", "local memory of a thread without instrumentation (bytes)"},
    {"kernel.mayWait", "may wait for other CTAs"},
    {"kernel.registers", "registers of a thread"},
    {"kernel.registersPlain", "registers of a thread without instrumentation"},
    {"kernel.residentCtasPlain", "CTAs that run at once without instrumentation"},
    {"kernel.scalarRegisters", "scalar registers"},
    {"kernel.sharedBytes", "static shared memory (bytes)"},
    {"kernel.sharedBytesPlain", "static shared memory without instrumentation (bytes)"},
    {"kernel.spilledRegisters", "spilled registers"},
    {"launch.cluster", "cluster"},
    {"launch.cooperative", "cooperative launch"},
    {"launch.gpuTimeNs", "GPU time (ns)"},
    {"launch.hostBeginNs", "launch call, begin on the host (ns)"},
    {"launch.hostCostNs", "host time of the recording (ns)"},
    {"launch.hostEndNs", "launch call, end on the host (ns)"},
    {"launch.number", "number of the launch"},
    {"launch.programmatic", "programmatic launch"},
    {"launch.residentCtas", "CTAs that run at once"},
    {"launch.site", "launched at"},
    {"launch.stream", "stream"},
    {"launch.thread", "thread"},
    {"model.copyBytesPerCycle", "model: bytes copied per cycle"},
    {"model.copyLatencyCycles", "model: latency of a copy (cycles)"},
    {"model.lanesPerWarp", "model: lanes per warp"},
    {"model.virtualSms", "model: SMs"},
    {"records.coveredPart", "part of the time that records cover"},
    {"records.outsideKernelNs", "records outside of their kernel, at most (ns)"},
    {"timer.stepNs", "step of the global timer (ns)"},
});
// clang-format on

constexpr auto kRecordedArgs = std::to_array<FactWords>({
    {"ended by unit", "wait of warp"},
    {"instance", "iteration"},
    {"operation", "number of the record"},
    {"pending", "groups left in flight"},
    {"phase", "barrier phase"},
});

static_assert(std::ranges::is_sorted(kFacts, {}, &FactWords::key));
static_assert(std::ranges::is_sorted(kRecordedArgs, {}, &FactWords::key));

std::string_view wordsIn(std::span<const FactWords> table, std::string_view key) {
  const auto found = std::ranges::lower_bound(table, key, {}, &FactWords::key);
  return found != table.end() && found->key == key ? found->words : key;
}

} // namespace

std::span<const FactWords> factWords() {
  return kFacts;
}

std::string_view wordsOfFact(std::string_view key) {
  return wordsIn(kFacts, key);
}

std::string_view wordsOfRecordedArg(std::string_view key) {
  return wordsIn(kRecordedArgs, key);
}

} // namespace pstudio
