// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/micro_kernels.h"

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

/// The signature, where each thread is, and the first clock: all warps leave the barrier together.
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

/// The last clock, and what keeps `value` alive: the name of an f32, or empty.
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

static_assert(kOuterClockWords == 64 && kSinkElements == 1024, "the types above say these numbers");

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
  ptx +=
      std::string("mov.u32 i, $3;") + kLine + ".pragma \\22nounroll\\22;" + kLine + "TURN:" + kLine;
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

/// `count` regions, each from the value before it to a new one, by `code`(result, input).
template <class Code> MicroKernel regions(uint32_t count, bool recordsInside, const Code &code) {
  std::string body;
  std::string value = "%x";
  body += start("all");
  for (uint32_t i = 0; i < count; ++i) {
    const std::string next = "%region" + std::to_string(i);
    body += recordsInside ? start("region") : std::string();
    body += code(next, value);
    body += recordsInside ? end("region") : std::string();
    value = next;
  }
  return kernelOf(body + end("all"), value);
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
std::string recordedAndPlain(Work work, const std::string &input, const std::string &result) {
  const Chain chain{work, 8};
  const std::string name = nameOf(work);
  const std::string plain = result + "plain";
  std::string text = start("plain " + name);
  text +=
      loopOver(plain, input, chainCode(plain + "w", plain + "in", "%turns", chain), plain + "w");
  text += end("plain " + name);
  text += start("recorded " + name);
  text += loopOver(result, plain,
                   start("work " + name) + chainCode(result + "w", result + "in", "%turns", chain) +
                       end("work " + name),
                   result + "w");
  return text + end("recorded " + name);
}

std::string waitForNothing() {
  return line("llvm.inline_asm has_side_effects \"cp.async.wait_group 0;\", \"~{memory}\" : () "
              "-> ()");
}

std::string emptyLoop(const std::string &scope) {
  return line("scf.for %i = %c0 to %iterations step %c1 {") + start(scope) + end(scope) + line("}");
}

} // namespace

std::string nameOf(Work work) {
  return work == Work::Dependent ? "dependent" : "independent";
}

MicroKernel emptyScopes(uint32_t count) {
  std::string body;
  for (uint32_t i = 0; i < count; ++i)
    body += start("empty") + end("empty");
  return kernelOf(body);
}

MicroKernel emptyScopesInLoop() {
  return kernelOf(emptyLoop("empty"));
}

MicroKernel emptyWaits(uint32_t count) {
  std::string body;
  for (uint32_t i = 0; i < count; ++i)
    body += start("empty wait") + waitForNothing() + end("empty wait");
  return kernelOf(body);
}

MicroKernel chainRegions(uint32_t count, const Chain &chain, bool recordsInside) {
  return regions(count, recordsInside, [&](const auto &result, const auto &input) {
    return chainCode(result, input, "%count", chain);
  });
}

MicroKernel straightRegions(uint32_t count, uint32_t steps, bool recordsInside) {
  return regions(count, recordsInside, [&](const auto &result, const auto &input) {
    return straightCode(result, input, steps);
  });
}

MicroKernel calibrationKernel() {
  std::string body;
  for (uint32_t i = 0; i < 32; ++i)
    body += start("empty") + end("empty");
  for (uint32_t i = 0; i < 16; ++i)
    body += start("empty wait") + waitForNothing() + end("empty wait");
  body += emptyLoop("empty in loop");
  body += line("%turns = arith.constant 4 : i32");
  body += recordedAndPlain(Work::Dependent, "%x", "%a");
  body += recordedAndPlain(Work::Independent, "%a", "%b");
  return kernelOf(body, "%b");
}

} // namespace pstudio::calibration
