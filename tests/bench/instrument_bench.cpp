// SPDX-License-Identifier: Apache-2.0
// Measures the compile time of instrumentation: its passes over 10 to 100,000 records, whose time
// should be proportional to the number of records; the reading and instrumenting of a kernel of
// inline PTX, whose time should be proportional to the number of instructions; and the share of
// instrumentation in the compile of each example.
//
// usage: instrument_bench [ROUNDS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/to_nvidia/compile_kernel.h"
#include "collector/pipeline/pipeline.h"
#include "collector/pipeline/pipeline_recorder.h"
#include "collector/session/target_name.h"
#include "core/base/check.h"
#include "core/run/run_spec.h"

using namespace pstudio;
namespace fs = std::filesystem;

namespace {

constexpr uint32_t kRecordCounts[] = {10, 100, 1000, 10'000, 100'000};
constexpr uint32_t kAssemblyCounts[] = {1000, 2000, 4000, 5000, 8000, 16'000};
constexpr std::array<uint32_t, 3> kBlock{128, 1, 1};

/// Processor time of all threads since the start of the program [s].
double processorSeconds() {
  timespec now{};
  PSTUDIO_CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Processor time [s]. In wall time, a time slice of another program (4 ms) would exceed most of
/// the measured times.
double secondsOf(const std::function<void()> &work) {
  const double begin = processorSeconds();
  work();
  return processorSeconds() - begin;
}

struct Spread {
  double low, median, high;
};

Spread spreadOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

template <class T> T valueOf(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().toString().c_str());
    std::exit(1);
  }
  return std::move(*result);
}

/// A kernel with `records` records in straight-line code: up to 1000 scopes, each with its own
/// name, which take at most half of the records, and one event, which takes the others.
std::string kernelText(uint32_t records) {
  constexpr uint32_t kMaxScopes = 1000;
  const uint32_t scopes = std::min(records / 4, kMaxScopes);
  std::string text = "gpu.module @m {\n gpu.func @k(%a: memref<128xf32>) kernel {\n"
                     "  %i = gpu.thread_id x\n  %e = proton.allocate_event \"copy\" : i32\n";
  for (uint32_t i = 0; i < scopes; ++i)
    text += "  proton.record start \"s" + std::to_string(i) + "\"\n  %v" + std::to_string(i) +
            " = memref.load %a[%i] : memref<128xf32>\n  proton.record end \"s" + std::to_string(i) +
            "\"\n";
  for (uint32_t i = 0; i < records / 2 - scopes; ++i)
    text += "  proton.event start %e : i32\n  proton.event end %e : i32\n";
  return text + "  gpu.return\n }\n}\n";
}

/// Time of the passes from annotations to records in the LLVM dialect, without the rest of a
/// compile [s].
double instrumentSeconds(uint32_t records) {
  KernelModule module = valueOf(KernelModule::parse(kernelText(records), "bench.mlir"));
  mlir::PassManager passes(module.module().getContext());
  InstrumentOptions options;
  options.block = kBlock;
  buildInstrumentPipeline(passes, options);
  buildProtonGpuToNvidiaPipeline(passes, {kBlock, RecordLanes::All});
  return secondsOf(
      [&] { PSTUDIO_CHECK(mlir::succeeded(runPasses(passes, module.module(), nullptr, {}))); });
}

void printGrowth(size_t rounds) {
  std::printf("passes over one kernel, annotations to inline PTX\n%10s %10s %10s %10s %12s\n",
              "records", "median ms", "low", "high", "us a record");
  for (const uint32_t records : kRecordCounts) {
    std::vector<double> seconds;
    for (size_t round = 0; round < rounds; ++round)
      seconds.push_back(instrumentSeconds(records));
    const Spread spread = spreadOf(seconds);
    std::printf("%10u %10.2f %10.2f %10.2f %12.2f\n", records, spread.median * 1e3,
                spread.low * 1e3, spread.high * 1e3, spread.median * 1e6 / records);
  }
}

/// LLVM IR of a kernel with `count` instructions of inline PTX, as a module of PTX has them: a
/// branch that lanes take differently after each 20 of them, and a store at the end.
std::string assemblyText(uint32_t count) {
  constexpr uint32_t kInBlock = 20;
  std::string text = "target triple = \"nvptx64-nvidia-cuda\"\n"
                     "define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {\nentry:\n"
                     "  %v0 = call i32 asm \"mov.u32 $0, %tid.x;\", \"=r\"()\n";
  for (uint32_t i = 1; i < count; ++i) {
    const std::string number = std::to_string(i), before = "%v" + std::to_string(i - 1);
    text += "  %v" + number + " = call i32 asm \"add.s32 $0, $1, " + number + ";\", \"=r,r\"(i32 " +
            before + ")\n";
    if (i % kInBlock == 0)
      text += "  %c" + number + " = icmp slt i32 %v" + number + ", " + number + "\n  br i1 %c" +
              number + ", label %t" + number + ", label %j" + number + "\nt" + number +
              ":\n  store volatile i32 %v" + number + ", ptr addrspace(1) %p\n  br label %j" +
              number + "\nj" + number + ":\n";
  }
  return text + "  store i32 %v" + std::to_string(count - 1) +
         ", ptr addrspace(1) %p\n  ret void\n}\n";
}

/// Time to read and instrument inline PTX in the modes that record its blocks [s].
double assemblySeconds(const std::string &text) {
  InstrumentOptions options;
  options.mode = valueOf(InstrumentationMode::parse("functions,loops,barriers,async"));
  options.block = kBlock;
  options.sharedBytesFree = 64 << 10;
  return secondsOf([&] {
    KernelModule module = valueOf(KernelModule::parse(text, "bench.ll"));
    valueOf(module.instrument("k", options));
  });
}

void printAssembly(size_t rounds) {
  std::printf("\nreading and instrumenting LLVM IR of inline PTX\n%12s %10s %10s %10s %18s\n",
              "instructions", "median ms", "low", "high", "us an instruction");
  for (const uint32_t count : kAssemblyCounts) {
    const std::string text = assemblyText(count);
    std::vector<double> seconds;
    for (size_t round = 0; round < rounds; ++round)
      seconds.push_back(assemblySeconds(text));
    const Spread spread = spreadOf(seconds);
    std::printf("%12u %10.1f %10.1f %10.1f %18.1f\n", count, spread.median * 1e3, spread.low * 1e3,
                spread.high * 1e3, spread.median * 1e6 / count);
  }
}

/// Time to compile an example to PTX under a mode [s].
double compileSeconds(const RunSpec &spec, const char *mode) {
  InstrumentOptions options;
  options.mode = valueOf(InstrumentationMode::parse(mode));
  options.block = spec.block;
  options.sharedBytesFree = 64 << 10;
  const std::string named = splitTarget(spec.target).architecture;
  nvidia::CompileOptions compile{
      valueOf(nvidia::architectureNamed(named.empty() ? "sm_90" : named)), spec.block};
  return secondsOf([&] {
    KernelModule module = valueOf(KernelModule::load(spec.kernelFile));
    valueOf(module.instrument(spec.function, options));
    valueOf(nvidia::compileKernel(module, spec.function, compile));
  });
}

/// Time of the instrumentation passes on an example [s].
double passSeconds(const RunSpec &spec) {
  KernelModule module = valueOf(KernelModule::load(spec.kernelFile));
  mlir::PassManager passes(module.module().getContext());
  InstrumentOptions options;
  options.block = spec.block;
  buildInstrumentPipeline(passes, options);
  buildProtonGpuToNvidiaPipeline(passes, {spec.block, RecordLanes::All});
  return secondsOf(
      [&] { PSTUDIO_CHECK(mlir::succeeded(runPasses(passes, module.module(), nullptr, {}))); });
}

void printExample(const fs::path &file, size_t rounds) {
  const RunSpec spec = valueOf(loadRunSpec(file));
  std::vector<double> passes, plain, recorded;
  for (size_t round = 0; round < rounds; ++round) {
    passes.push_back(passSeconds(spec));
    plain.push_back(compileSeconds(spec, "none"));
    recorded.push_back(compileSeconds(spec, "default"));
  }
  const Spread whole = spreadOf(recorded), own = spreadOf(passes), without = spreadOf(plain);
  std::printf("%-20s %8.1f (%5.1f to %5.1f) %10.1f %10.2f %7.1f %%\n", file.stem().c_str(),
              whole.median * 1e3, whole.low * 1e3, whole.high * 1e3, without.median * 1e3,
              own.median * 1e3, own.median / whole.median * 100);
}

void printExamples(size_t rounds) {
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(PSTUDIO_SOURCE_DIR "/resources/kernels"))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::printf("\nfile to PTX, processor time [ms]\n%-20s %27s %10s %10s %9s\n", "example",
              "recorded (low to high)", "plain", "passes", "share");
  for (const fs::path &file : files)
    printExample(file, rounds);
}

} // namespace

int main(int argc, char **argv) {
  const size_t rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 7;
  printGrowth(rounds);
  printAssembly(rounds);
  printExamples(rounds);
  return 0;
}
