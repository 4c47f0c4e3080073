// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/micro_kernels.h"

#include <array>

#include "core/analysis/overlap/async_facts.h"
#include "core/base/check.h"

namespace pstudio::calibration {
namespace {

constexpr const char *kFunction = "micro";
/// Ends a line of PTX within an MLIR string.
constexpr const char *kLine = "\\0A";

/// A line of MLIR within the kernel.
std::string line(const std::string &text) {
  return "    " + text + "\n";
}

std::string start(const std::string &scope) {
  return line("proton.record start \"" + scope + "\"");
}

std::string end(const std::string &scope) {
  return line("proton.record end \"" + scope + "\"");
}

std::string readClock(const std::string &result) {
  return line(result +
              " = llvm.inline_asm has_side_effects \"mov.u64 $0, %clock64;\", \"=l,~{memory}\" : "
              "() -> i64");
}

/// The signature, the ids of each thread, and the first clock: all warps leave the barrier
/// together.
std::string opening() {
  std::string text = "gpu.module @kernels {\n  gpu.func @" + std::string(kFunction);
  text += "(%clocks: memref<" + std::to_string(kOuterClockWords) + "xi64>, %sink: memref<" +
          std::to_string(kSinkElements) + "xf32>, %count: i32, %x: f32) kernel {\n";
  for (const char *code :
       {"%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
        "%c2 = arith.constant 2 : index", "%lanes = arith.constant 32 : index",
        "%iterations = arith.index_cast %count : i32 to index", "%thread = gpu.thread_id x",
        "%lane = arith.remui %thread, %lanes : index",
        "%warp = arith.divui %thread, %lanes : index", "gpu.barrier"})
    text += line(code);
  return text + readClock("%begin");
}

/// The last clock, and the store that keeps `value` alive: the name of an f32, or empty.
std::string closing(const std::string &value) {
  std::string text = readClock("%end");
  for (const char *code :
       {"%isFirst = arith.cmpi eq, %lane, %c0 : index", "scf.if %isFirst {",
        "  %beginAt = arith.muli %warp, %c2 : index", "  %endAt = arith.addi %beginAt, %c1 : index",
        "  memref.store %begin, %clocks[%beginAt] : memref<64xi64>",
        "  memref.store %end, %clocks[%endAt] : memref<64xi64>", "}"})
    text += line(code);
  if (!value.empty())
    text += line("memref.store " + value + ", %sink[%thread] : memref<1024xf32>");
  return text + "    gpu.return\n  }\n}\n";
}

static_assert(kOuterClockWords == 64 && kSinkElements == 1024,
              "the types above contain these numbers");

MicroKernel kernelOf(const std::string &body, const std::string &value = {}) {
  return {opening() + body + closing(value), kFunction};
}

/// The instructions of one turn of a chain.
std::string chainSteps(const Chain &chain) {
  std::string text;
  for (uint32_t step = 0; step < chain.steps; ++step) {
    const std::string y = chain.work == Work::Dependent ? "y0" : "y" + std::to_string(step % 4);
    text += "fma.rn.f32 " + y + ", " + y + ", $2, $2;" + kLine;
  }
  return text;
}

/// `result` = the chain over `input`, as one inline PTX operation. Labels and registers in braces
/// are its own.
std::string chainCode(const std::string &result, const std::string &input, const std::string &turns,
                      const Chain &chain) {
  std::string ptx = std::string("{") + kLine + ".reg .pred p;" + kLine + ".reg .u32 i;" + kLine +
                    ".reg .f32 y0, y1, y2, y3;" + kLine;
  for (const char *y : {"y0", "y1", "y2", "y3"})
    ptx += std::string("mov.f32 ") + y + ", $1;" + kLine;
  ptx += std::string("mov.u32 i, $3;") + kLine + "TURN:" + kLine;
  // Within the loop's first block, where the pragma prevents unrolling.
  ptx += std::string(".pragma \\22nounroll\\22;") + kLine;
  ptx += chainSteps(chain);
  ptx += std::string("sub.u32 i, i, 1;") + kLine + "setp.ne.u32 p, i, 0;" + kLine + "@p bra TURN;" +
         kLine;
  if (chain.work == Work::Independent)
    for (const char *y : {"y1", "y2", "y3"})
      ptx += std::string("add.rn.f32 y0, y0, ") + y + ";" + kLine;
  ptx += std::string("mov.f32 $0, y0;") + kLine + "}";
  return line(result + " = llvm.inline_asm has_side_effects \"" + ptx + "\", \"=f,f,f,r\" " +
              input + ", %x, " + turns + " : (f32, f32, i32) -> f32");
}

std::string straightCode(const std::string &result, const std::string &input, uint32_t steps) {
  std::string ptx = std::string("mov.f32 $0, $1;") + kLine;
  for (uint32_t step = 0; step < steps; ++step)
    ptx += std::string("fma.rn.f32 $0, $0, $2, $2;") + kLine;
  // "&": the result is written before the inputs are read for the last time.
  return line(result + " = llvm.inline_asm has_side_effects \"" + ptx + "\", \"=&f,f,f\" " + input +
              ", %x : (f32, f32) -> f32");
}

/// A loop over `work`, whose result takes the place of `input`.
std::string loopOver(const std::string &result, const std::string &input, const std::string &work,
                     const std::string &worked) {
  const std::string carried = result + "in";
  std::string text = line(result + " = scf.for %i = %c0 to %iterations step %c1 iter_args(" +
                          carried + " = " + input + ") -> (f32) {");
  text += work;
  text += line("scf.yield " + worked + " : f32");
  return text + line("}");
}

/// The loop with and without records around each chain.
std::string recordedAndPlain(const Chain &chain, const std::string &input,
                             const std::string &result) {
  const std::string plain = result + "plain";
  std::string text = start("plain");
  text += loopOver(plain, input, chainCode(plain + "w", plain + "in", "%chain_iterations", chain),
                   plain + "w");
  text += end("plain") + start("recorded");
  text +=
      loopOver(result, plain,
               start("work") + chainCode(result + "w", result + "in", "%chain_iterations", chain) +
                   end("work"),
               result + "w");
  return text + end("recorded");
}

/// `count` chains in a row from `value`, which becomes the last result; each in a scope of its own
/// if `inner` names one.
std::string chainsInARow(uint32_t count, const Chain &chain, const std::string &names,
                         const std::string &inner, std::string &value) {
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string next = names + std::to_string(i);
    text += inner.empty() ? std::string() : start(inner);
    text += chainCode(next, value, "%count", chain);
    text += inner.empty() ? std::string() : end(inner);
    value = next;
  }
  return text;
}

/// As chainsInARow, of chains without a loop.
std::string straightChainsInARow(uint32_t count, const std::string &names, const std::string &inner,
                                 std::string &value) {
  constexpr uint32_t kSteps = 50;
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string next = names + std::to_string(i);
    text += inner.empty() ? std::string() : start(inner);
    text += straightCode(next, value, kSteps);
    text += inner.empty() ? std::string() : end(inner);
    value = next;
  }
  return text;
}

std::string waitForNothing() {
  return line("llvm.inline_asm has_side_effects \"cp.async.wait_group 0;\", \"~{memory}\" : () "
              "-> ()");
}

constexpr const char *kBarrierGroup =
    "!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>";

/// Operands of the waits for the queues: numbers of barriers, and an mbarrier. The phase before its
/// first one, an odd phase, counts as complete.
std::string waitOperands(std::span<const analysis::AsyncQueue> queues) {
  using analysis::AsyncQueue;
  std::string text;
  for (const AsyncQueue queue : queues) {
    if (queue == AsyncQueue::NamedBarrier)
      text += line("%warpNumber = arith.index_cast %warp : index to i32") +
              line("%one = arith.constant 1 : i32") +
              line("%barrierNumber = arith.addi %warpNumber, %one : i32") +
              line("%ownLanes = arith.constant 32 : i32");
    if (queue == AsyncQueue::Mbarrier)
      text += line(std::string("%phases = nvgpu.mbarrier.create -> ") + kBarrierGroup) +
              line("%isThread0 = arith.cmpi eq, %thread, %c0 : index") +
              line("nvgpu.mbarrier.init %phases[%c0], %c1, predicate = %isThread0 : " +
                   std::string(kBarrierGroup)) +
              line("%odd = arith.constant true") +
              line("%ticks = arith.constant 10000000 : index") + line("gpu.barrier");
  }
  return text;
}

std::string waitFor(analysis::AsyncQueue queue) {
  using analysis::AsyncQueue;
  switch (queue) {
  case AsyncQueue::CopyGroup:
    return line("nvvm.cp.async.wait.group 0");
  case AsyncQueue::BulkGroup:
    return line("nvvm.cp.async.bulk.wait_group 0");
  case AsyncQueue::MatrixGroup:
    return line("nvvm.wgmma.wait.group.sync.aligned 0");
  case AsyncQueue::Mbarrier:
    return line("nvgpu.mbarrier.try_wait.parity %phases[%c0], %odd, %ticks : " +
                std::string(kBarrierGroup));
  case AsyncQueue::NamedBarrier:
    return line("nvvm.barrier id = %barrierNumber number_of_threads = %ownLanes");
  default:
    break;
  }
  PSTUDIO_CHECK(false); // a queue of another chip
  return {};
}

std::string emptyLoop(const std::string &scope) {
  return line("scf.for %i = %c0 to %iterations step %c1 {") + start(scope) + end(scope) + line("}");
}

} // namespace

MicroKernel emptyScopes(uint32_t count) {
  std::string body;
  for (uint32_t i = 0; i < count; ++i)
    body += start("empty") + end("empty");
  return kernelOf(body);
}

MicroKernel emptyScopesInLoop() {
  return kernelOf(emptyLoop("empty"));
}

MicroKernel threeRecordsInLoop(uint32_t steps, bool recorded) {
  const std::array<std::string, 3> records{start("part"), line("proton.event start %event : i32"),
                                           end("part")};
  std::string work, value = "%lastin";
  for (size_t i = 0; i < records.size(); ++i) {
    const std::string next = "%work" + std::to_string(i);
    work += straightCode(next, value, steps) + (recorded ? records[i] : std::string());
    value = next;
  }
  return kernelOf(line("%event = proton.allocate_event \"mark\" : i32") +
                      loopOver("%last", "%x", work, value) +
                      (recorded ? line("proton.event end %event : i32") : std::string()),
                  "%last");
}

MicroKernel recordedValues(uint32_t count, RecordedValue value) {
  std::string body = line("%mine = arith.index_cast %thread : index to i32");
  const char *operand = value == RecordedValue::SameInAllLanes ? "%count : i32"
                        : value == RecordedValue::OfOneLane    ? "%mine : i32"
                                                               : "%thread : index";
  for (uint32_t i = 0; i < count; ++i)
    body += line(std::string("proton.value \"value\", ") + operand);
  return kernelOf(body);
}

MicroKernel emptyWaits(uint32_t count) {
  std::string body;
  for (uint32_t i = 0; i < count; ++i)
    body += start("empty wait") + waitForNothing() + end("empty wait");
  return kernelOf(body);
}

std::string emptyWaitName(analysis::AsyncQueue queue) {
  return "empty wait " + std::string(analysis::queueName(queue));
}

MicroKernel emptyQueueWaits(std::span<const analysis::AsyncQueue> queues) {
  constexpr int kWaits = 16;
  std::string body = waitOperands(queues);
  for (const analysis::AsyncQueue queue : queues)
    for (int i = 0; i < kWaits; ++i)
      body += start(emptyWaitName(queue)) + waitFor(queue) + end(emptyWaitName(queue));
  return kernelOf(body);
}

MicroKernel chainRegions(uint32_t count, const Chain &chain, bool recordsInside) {
  std::string value = "%x";
  std::string body = start("all");
  body += chainsInARow(count, chain, "%region", recordsInside ? "region" : "", value);
  return kernelOf(body + end("all"), value);
}

MicroKernel straightRegions(uint32_t count, uint32_t steps, bool recordsInside) {
  std::string body = start("all");
  std::string value = "%x";
  for (uint32_t i = 0; i < count; ++i) {
    const std::string next = "%region" + std::to_string(i);
    body += recordsInside ? start("region") : std::string();
    body += straightCode(next, value, steps);
    body += recordsInside ? end("region") : std::string();
    value = next;
  }
  return kernelOf(body + end("all"), value);
}

MicroKernel calibrationKernel() {
  std::string body;
  for (uint32_t i = 0; i < 32; ++i)
    body += start("empty") + end("empty");
  for (uint32_t i = 0; i < 16; ++i)
    body += start("empty wait") + waitForNothing() + end("empty wait");
  const Chain dependent{Work::Dependent, 8};
  std::string value = "%x";
  body += start("few");
  body += chainsInARow(kFewChains, dependent, "%few", "", value);
  body += end("few") + start("many");
  body += chainsInARow(kManyChains, dependent, "%many", "", value);
  body += end("many");
  body += chainsInARow(kRegions, dependent, "%region", "region", value);
  body += start("straight few") + straightChainsInARow(kFewChains, "%sfew", "", value);
  body += end("straight few") + start("straight many");
  body += straightChainsInARow(kManyChains, "%smany", "", value) + end("straight many");
  body += straightChainsInARow(kRegions, "%sregion", "straight region", value);
  body += emptyLoop("empty in loop");
  // A quarter of an argument: the compiler must not determine the trip count of a chain.
  body += line("%quarter = arith.constant 2 : i32") +
          line("%chain_iterations = arith.shrui %count, %quarter : i32");
  body += recordedAndPlain({Work::Independent, 8}, value, "%last");
  return kernelOf(body, "%last");
}

} // namespace pstudio::calibration
