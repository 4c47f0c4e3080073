// SPDX-License-Identifier: Apache-2.0
#include "core/trace/note_words.h"

#include <algorithm>
#include <array>

#include "core/base/number_text.h"

namespace pstudio {
namespace {

constexpr NoteRole kByNumbers = NoteRole::StatedByNumbers;
constexpr NoteRole kDamage = NoteRole::FileDamage;

// clang-format off
constexpr auto kNotes = std::to_array<NoteWords>({
    {"activity.damaged", "1 buffer of GPU activity is damaged", "# buffers of GPU activity are damaged"},
    {"activity.dropped", "1 GPU activity record dropped", "# GPU activity records dropped"},
    {"activity.lost", "GPU activity of the last launch is missing", ""},
    {"activity.no-clock", "GPU activity cannot be placed in time", ""},
    {"activity.not-all", "not all GPU activity was recorded", ""},
    {"activity.off", "GPU activity was not recorded", ""},
    {"activity.outside", "records lie outside of their kernel", ""},
    {"activity.unfinished", "1 GPU activity record without begin or end", "# GPU activity records without begin or end"},
    {"activity.unknown-kind", "1 GPU activity record of an unknown kind", "# GPU activity records of an unknown kind"},
    {"activity.unmatched", "GPU activity does not match the launches", ""},
    {"async.arrows-left-out", "1 arrival without an arrow", "# arrivals without an arrow"},
    {"async.barrier-initialised-again", "1 barrier initialised while in use", "# barriers initialised while in use"},
    {"async.inferred", "1 barrier phase inferred", "# barrier phases inferred"},
    {"async.issue-not-recorded", "1 wait without a recorded issue", "# waits without a recorded issue"},
    {"async.never-left", "1 wait did not end", "# waits did not end"},
    {"async.never-waited-for", "1 asynchronous operation that nothing waited for", "# asynchronous operations that nothing waited for"},
    {"async.order-not-certain", "1 step of a queue is not paired", "# steps of queues are not paired"},
    {"async.wait-not-recorded", "1 asynchronous operation without a recorded wait", "# asynchronous operations without a recorded wait"},
    {"chrome-json.assumed-1ghz", "cycles at an assumed 1 GHz", "", kByNumbers},
    {"chrome-json.bad-time", "1 event without a readable time", "# events without a readable time"},
    {"chrome-json.damaged", "the file ends early or is damaged", "", kDamage},
    {"chrome-json.other-phases", "1 event of a phase that is not read", "# events of a phase that is not read"},
    {"chrome-json.unbound-flow", "1 flow event without a slice", "# flow events without a slice"},
    {"compile.warning", "1 compiler warning", "# compiler warnings"},
    {"counters.off", "no hardware counters", ""},
    {"import.back-in-time", "1 event before the one that precedes it", "# events before those that precede them"},
    {"import.begin-without-end", "1 slice without an end", "# slices without an end"},
    {"import.end-without-begin", "1 end without a begin", "# ends without a begin"},
    {"import.open-arrow", "1 arrow without both ends", "# arrows without both ends"},
    {"import.out-of-range", "1 event out of range", "# events out of range"},
    {"pftrace.bad-access-count", "1 impossible access count", "# impossible access counts"},
    {"pftrace.bad-access-facts", "memory accesses are damaged in the file", ""},
    {"pftrace.bad-access-site", "1 impossible memory operation", "# impossible memory operations"},
    {"pftrace.bad-buffer", "1 impossible buffer", "# impossible buffers"},
    {"pftrace.bad-clock", "1 impossible clock", "# impossible clocks"},
    {"pftrace.bad-memory-model", "impossible memory model", ""},
    {"pftrace.bad-recording-cost", "impossible recording cost", ""},
    {"pftrace.bad-sampled-part", "impossible sampled part", ""},
    {"pftrace.damaged-packets", "1 damaged packet", "# damaged packets", kDamage},
    {"pftrace.lost-packets", "the recorder lost packets", "the recorder lost packets # times"},
    {"pftrace.missing-accesses", "1 memory access is missing in the file", "# memory accesses are missing in the file", kDamage},
    {"pftrace.missing-slices", "1 slice is missing in the file", "# slices are missing in the file", kDamage},
    {"pftrace.missing-state", "1 packet without what it refers to", "# packets without what they refer to"},
    {"pftrace.newer-version", "written by a newer version", ""},
    {"pftrace.other-packets", "1 packet of a kind that is not read", "# packets of a kind that is not read"},
    {"pftrace.stray-accesses", "1 group of memory accesses without a launch", "# groups of memory accesses without a launch"},
    {"pftrace.truncated", "the file ends early or is damaged", "", kDamage},
    {"pftrace.unknown-clock", "1 event of an unknown clock", "# events of an unknown clock"},
    {"pftrace.unsupported-events", "1 event of an outdated kind", "# events of an outdated kind"},
    {"record.access-odd", "1 contradictory memory access", "# contradictory memory accesses"},
    {"record.access-repeated", "1 repeated memory access", "# repeated memory accesses"},
    {"record.access-unknown", "1 memory access of an unknown operation", "# memory accesses of unknown operations"},
    {"record.ambiguous-event", "1 ambiguous end of an operation", "# ambiguous ends of operations"},
    {"record.assumed-clock", "assumed clock rate on 1 SM", "assumed clock rate on # SMs", kByNumbers},
    {"record.bad-clock", "1 CTA is missing: impossible clock", "# CTAs are missing: impossible clocks"},
    {"record.bad-clock-reading", "1 impossible clock reading", "# impossible clock readings"},
    {"record.bad-epoch", "1 contradictory clock epoch", "# contradictory clock epochs"},
    {"record.bad-magic", "1 CTA is missing: its block is damaged", "# CTAs are missing: their blocks are damaged"},
    {"record.bad-size", "1 CTA is missing: wrong block size", "# CTAs are missing: wrong block sizes"},
    {"record.bad-strategy", "1 CTA is missing: unknown buffer strategy", "# CTAs are missing: unknown buffer strategy"},
    {"record.bad-units", "1 CTA is missing: unknown granularity", "# CTAs are missing: unknown granularity"},
    {"record.bad-version", "1 CTA is missing: unknown record layout", "# CTAs are missing: unknown record layout"},
    {"record.broken-clock", "rough clock on 1 SM", "rough clocks on # SMs"},
    {"record.buffers-odd", "memory accesses without buffers", ""},
    {"record.changing-clock", "1 SM changed its clock rate", "# SMs changed their clock rate"},
    {"record.clock-backstep", "1 record before the one that precedes it", "# records before those that precede them"},
    {"record.clock-wrap", "the 32-bit clock wrapped", "the 32-bit clock wrapped # times"},
    {"record.common-clock", "clock rate of the other SMs on 1 SM", "clock rate of the other SMs on # SMs"},
    {"record.copy-odd", "1 contradictory bulk copy", "# contradictory bulk copies"},
    {"record.copy-other-lanes", "1 bulk copy of several lanes", "# bulk copies of several lanes"},
    {"record.copy-without-map", "1 tensor copy without its tensor map", "# tensor copies without their tensor map"},
    {"record.counter-odd", "1 contradictory access counter", "# contradictory access counters"},
    {"record.crooked-clock", "1 SM clock is not straight", "# SM clocks are not straight"},
    {"record.cta-not-finalized", "1 CTA did not end", "# CTAs did not end"},
    {"record.cta-not-run", "1 CTA did not record", "# CTAs did not record"},
    {"record.drop-bound", "the number of dropped records is an upper bound", ""},
    {"record.dropped", "1 record dropped", "# records dropped", kByNumbers},
    {"record.guessed-rotation", "1 warp without its count of records", "# warps without their count of records"},
    {"record.ignored-clock-readings", "1 clock reading left out", "# clock readings left out"},
    {"record.malformed", "1 slot of an incomplete record", "# slots of incomplete records"},
    {"record.metric-time", "times are steps of the global timer", ""},
    {"record.unanchored", "1 record may be early by whole clock wraps", "# records may be early by whole clock wraps"},
    {"record.unit-not-finalized", "1 warp did not end", "# warps did not end"},
    {"record.unknown-kind", "1 record of an unknown kind", "# records of an unknown kind"},
    {"record.unknown-operation", "1 record of an unknown operation", "# records of unknown operations"},
    {"record.unmatched", "1 record without its partner", "# records without their partner", kByNumbers},
    {"record.unwritten", "1 empty slot", "# empty slots"},
    {"record.value-of-other-lane", "1 value of another lane", "# values of other lanes"},
    {"record.value-rounded", "1 rounded value", "# rounded values"},
    {"record.wrong-cta", "1 CTA is missing: wrong coordinates", "# CTAs are missing: wrong coordinates"},
    {"rocprof.aligned", "aligned with rocprofv3", ""},
    {"rocprof.ambiguous", "the alignment with rocprofv3 is ambiguous", ""},
    {"run.connection-lost", "the connection was lost", ""},
    {"run.failed", "the run failed", ""},
    {"run.no-launch", "no kernel was launched", ""},
    {"run.no-records", "nothing to record", ""},
    {"run.program-failed", "the program failed", ""},
    {"run.stopped", "the run was stopped", ""},
    {"run.worker-died", "the worker ended before the run", ""},
    {"run.wrong-result", "wrong result", ""},
    {"samples.buffer-full", "the buffer of PC samples was full", ""},
    {"samples.dropped", "1 PC sample dropped", "# PC samples dropped"},
    {"samples.none", "no PC samples", ""},
    {"samples.off", "no PC samples", ""},
    {"trace.cost-not-subtracted", "recording cost not subtracted from 1 warp", "recording cost not subtracted from # warps"},
    {"trace.cost-of-dropped", "the cost of dropped records is in the times", ""},
    {"trace.cost-subtracted", "recording cost subtracted", "", kByNumbers},
    {"triton.assumed-1ghz", "cycles at an assumed 1 GHz", "", kByNumbers},
    {"triton.bad-block", "1 CTA is missing: its block is damaged", "# CTAs are missing: their blocks are damaged"},
    {"triton.bad-time", "1 CTA with an impossible time", "# CTAs with impossible times"},
    {"triton.clock-backstep", "1 record before the one that precedes it", "# records before those that precede them"},
    {"triton.clock-wrap", "the clock wrapped", "the clock wrapped # times"},
    {"triton.cta-not-run", "1 CTA did not record", "# CTAs did not record"},
    {"triton.estimated-clock", "estimated clock rate", ""},
    {"triton.odd-count", "1 warp with an impossible count of records", "# warps with an impossible count of records"},
    {"triton.truncated", "1 block is missing at the end of the file", "# blocks are missing at the end of the file", kDamage},
});

constexpr auto kFacts = std::to_array<FactWords>({
    {"buffer.bytes", "profile buffer (bytes)"},
    {"buffer.handedSlots", "slots handed to the host"},
    {"buffer.memory", "memory of the profile buffer"},
    {"buffer.slotsDropped", "slots dropped"},
    {"buffer.slotsPerUnit", "slots per unit"},
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
    {"kernel.registers", "registers of a thread"},
    {"kernel.registersPlain", "registers of a thread without instrumentation"},
    {"kernel.scalarRegisters", "scalar registers"},
    {"kernel.sharedBytes", "static shared memory (bytes)"},
    {"kernel.sharedBytesPlain", "static shared memory without instrumentation (bytes)"},
    {"kernel.spilledRegisters", "spilled registers"},
    {"launch.cluster", "cluster"},
    {"launch.cooperative", "cooperative launch"},
    {"launch.gpuTimeNs", "GPU time (ns)"},
    {"launch.programmatic", "programmatic launch"},
    {"launch.site", "launched at"},
    {"launch.stream", "stream"},
    {"model.copyBytesPerCycle", "model: bytes copied per cycle"},
    {"model.copyLatencyCycles", "model: latency of a copy (cycles)"},
    {"model.lanesPerWarp", "model: lanes per warp"},
    {"model.virtualSms", "model: SMs"},
    {"records.outsideKernelNs", "records outside of their kernel, at most (ns)"},
    {"timer.stepNs", "step of the global timer (ns)"},
});
// clang-format on

static_assert(std::ranges::is_sorted(kNotes, {}, &NoteWords::code));
static_assert(std::ranges::is_sorted(kFacts, {}, &FactWords::key));

const NoteWords *find(std::string_view code) {
  const auto found = std::ranges::lower_bound(kNotes, code, {}, &NoteWords::code);
  return found != kNotes.end() && found->code == code ? &*found : nullptr;
}

/// The first words of a sentence, for a code that is not in the table.
std::string beginningOf(const std::string &message) {
  constexpr size_t kLongest = 60; // bytes
  if (message.size() <= kLongest)
    return message;
  const size_t blank = message.rfind(' ', kLongest);
  const size_t end = blank == std::string::npos ? message.find(' ') : blank;
  return end == std::string::npos ? message : message.substr(0, end) + "\u2026";
}

} // namespace

std::span<const NoteWords> noteWords() {
  return kNotes;
}

std::string wordsOf(const Note &note) {
  const NoteWords *words = find(note.code);
  if (words == nullptr)
    return beginningOf(note.message.empty() ? note.code : note.message);
  std::string text(note.count == 1 || words->many.empty() ? words->one : words->many);
  if (const size_t place = text.find('#'); place != std::string::npos)
    text.replace(place, 1, countText(note.count));
  return text;
}

NoteRole roleOf(const Note &note) {
  const NoteWords *words = find(note.code);
  return words != nullptr ? words->role : NoteRole::Plain;
}

const Note *firstNoteOf(const Trace &trace, NoteRole role) {
  const auto found = std::ranges::find(trace.notes(), role, roleOf);
  return found == trace.notes().end() ? nullptr : &*found;
}

std::span<const FactWords> factWords() {
  return kFacts;
}

std::string_view wordsOfFact(std::string_view key) {
  const auto found = std::ranges::lower_bound(kFacts, key, {}, &FactWords::key);
  return found != kFacts.end() && found->key == key ? found->words : key;
}

} // namespace pstudio
