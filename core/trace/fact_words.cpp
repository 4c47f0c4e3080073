// SPDX-License-Identifier: Apache-2.0
#include "core/trace/fact_words.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>
#include <vector>

namespace pstudio {
namespace {

// clang-format off
constexpr auto kFacts = std::to_array<FactWords>({
    {"buffer.bytes", "profile buffer (bytes)"},
    {"buffer.handedSlots", "slots flushed to the host"},
    {"buffer.memory", "memory of the profile buffer"},
    {"buffer.slotsDropped", "slots dropped"},
    {"buffer.slotsPerUnit", "record slots per unit"},
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
    {"clock.uncertaintyNs", "timestamp error (ns)"},
    {"code.architecture", "compiled for"},
    {"code.backEnd", "compiled by"},
    {"code.file", "code of the kernel"},
    {"code.scopeMarks", "scopes inside the kernel"},
    {"compile.cache", "compile cache"},
    {"compile.facts", "assumed"},
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

/// Predicate of one argument and of several for a fact such as "align16"; empty if it is unknown.
std::pair<std::string, std::string> predicatesOf(std::string_view fact) {
  const size_t digits = std::min(fact.find_first_of("0123456789"), fact.size());
  const std::string_view kind = fact.substr(0, digits);
  const std::string number(fact.substr(digits));
  if (kind == "align")
    return {"is " + number + "-byte aligned", "are " + number + "-byte aligned"};
  if (kind == "div")
    return {"is a multiple of " + number, "are multiples of " + number};
  if (kind == "one")
    return {"is 1", "are 1"};
  if (fact == "off32")
    return {"is smaller than 2 GiB", "are smaller than 2 GiB"};
  return {};
}

/// Of the facts about arguments, "2:align16,3:one"; empty for another text.
std::string argumentWords(std::string_view text) {
  std::vector<std::pair<std::string_view, std::vector<std::string>>> facts; // arguments by fact
  for (const auto part : std::views::split(text, ',')) {
    const std::string_view entry(part.begin(), part.end());
    const size_t colon = std::min(entry.find(':'), entry.size() - 1);
    const std::string_view fact = entry.substr(colon + 1);
    if (predicatesOf(fact).first.empty())
      return {};
    auto found = std::ranges::find(facts, fact, [](const auto &known) { return known.first; });
    if (found == facts.end())
      found = facts.insert(found, {fact, {}});
    found->second.emplace_back(entry.substr(0, colon));
  }
  std::string words;
  for (const auto &[fact, arguments] : facts) {
    const bool isOne = arguments.size() == 1;
    words += words.empty() ? "" : "; ";
    words += isOne ? "argument " : "arguments ";
    for (const std::string &argument : arguments)
      words += (&argument == &arguments.front() ? "" : ", ") + argument;
    words += " " + (isOne ? predicatesOf(fact).first : predicatesOf(fact).second);
  }
  return words;
}

} // namespace

std::span<const FactWords> factWords() {
  return kFacts;
}

std::string_view wordsOfFact(std::string_view key) {
  return wordsIn(kFacts, key);
}

std::string wordsOfFactValue(std::string_view key, std::string_view text) {
  const std::string words = key == "compile.facts" && !text.empty() ? argumentWords(text) : "";
  return words.empty() ? std::string(text) : words;
}

std::string_view wordsOfRecordedArg(std::string_view key) {
  return wordsIn(kRecordedArgs, key);
}

} // namespace pstudio
