// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/generated_case.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <string_view>

#include "collector/session/targets/cpu_target.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/run/run_session.h"
#include "core/run/npy.h"

namespace pstudio::test {
namespace {

constexpr double kHalf = 2147483648.0; // 2^31

BufferInit startOf(Memory memory, uint64_t seed) {
  const RandomInit words{seed, -kHalf, kHalf};
  switch (memory) {
  case Memory::FloatIn:
  case Memory::FloatCounters:
    return IotaInit{}; // whole numbers, whose sums are exact
  case Memory::ByteIn:
    return RandomInit{seed, -128, 128};
  case Memory::WideIn:
  case Memory::WideOut:
  case Memory::WideCounters:
    return RandomInit{seed, -kHalf * kHalf, kHalf * kHalf};
  default:
    return words;
  }
}

DType dtypeOf(Memory memory) {
  const MemoryInfo &info = memoryInfo(memory);
  if (info.bytes == 1)
    return DType::I8;
  return info.type == ValueType::I32 ? DType::I32
                                     : (info.type == ValueType::I64 ? DType::I64 : DType::F32);
}

std::vector<Argument> argumentsOf(const Kernel &kernel) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < kArguments; ++i) {
    const auto memory = static_cast<Memory>(i);
    BufferArgument buffer;
    buffer.dtype = dtypeOf(memory);
    buffer.shape = {elementCount(kernel, memory)};
    buffer.init = startOf(memory, i + 1);
    arguments.push_back({memoryInfo(i).name, buffer});
  }
  ScalarArgument length;
  length.intValue = kernel.length;
  length.value = static_cast<double>(kernel.length);
  arguments.push_back({"n", length});
  return arguments;
}

Result<void> writeText(const std::filesystem::path &file, const std::string &text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream)
    return fail(ErrorCode::Io, "cannot write " + file.string());
  return {};
}

Result<MemoryBytes> startValues(const RunSpec &spec) {
  MemoryBytes memory;
  for (size_t i = 0; i < kArguments; ++i) {
    PSTUDIO_TRY_ASSIGN(const HostBuffer buffer,
                       makeHostBuffer(std::get<BufferArgument>(spec.arguments[i].value)));
    memory.emplace_back(buffer.bytes().begin(), buffer.bytes().end());
  }
  return memory;
}

std::string valueText(const MemoryInfo &info, const std::vector<std::byte> &bytes, size_t index) {
  int64_t value = 0;
  std::memcpy(&value, bytes.data() + index * info.bytes, info.bytes);
  if (info.type == ValueType::F32) {
    float number = 0;
    std::memcpy(&number, &value, sizeof number);
    return std::to_string(number);
  }
  return std::to_string(info.bytes == 4 ? static_cast<int32_t>(value) : value);
}

} // namespace

Result<GeneratedCase> makeCase(Kernel kernel, TextForm form, const std::filesystem::path &folder,
                               const std::string &stem) {
  GeneratedCase made;
  made.form = form;
  made.spec.kernelFile = folder / (stem + "." + std::string(fileExtension(form)));
  PSTUDIO_TRY(writeText(made.spec.kernelFile, kernelText(kernel, form)));
  made.spec.function = "k";
  made.spec.grid = kernel.grid;
  made.spec.block = kernel.block;
  made.spec.arguments = argumentsOf(kernel);
  made.spec.mode.enabled = false;
  PSTUDIO_TRY_ASSIGN(MemoryBytes memory, startValues(made.spec));
  made.expected = interpret(kernel, std::move(memory));
  if (!made.expected.fault.empty())
    return fail(ErrorCode::InvalidInput, "the kernel is not legal: " + made.expected.fault,
                "seed " + std::to_string(kernel.seed));
  made.kernel = std::move(kernel);
  return made;
}

Result<void> exportCase(const GeneratedCase &made, const std::string &stem) {
  const std::filesystem::path folder = made.spec.kernelFile.parent_path();
  RunSpec spec = made.spec;
  for (size_t i = 0; i < kArguments; ++i) {
    const MemoryInfo &info = memoryInfo(i);
    if (info.bytes == 1)
      continue; // read only
    const auto &argument = std::get<BufferArgument>(spec.arguments[i].value);
    PSTUDIO_TRY_ASSIGN(HostBuffer values, HostBuffer::make(argument.dtype, argument.shape));
    std::memcpy(values.bytes().data(), made.expected.memory[i].data(), values.bytes().size());
    ResultCheck check;
    check.output = info.name;
    check.reference = "npy";
    check.npy = folder / (stem + "_" + info.name + ".npy");
    PSTUDIO_TRY(writeNpy(values, check.npy));
    spec.checks.push_back(std::move(check));
  }
  PSTUDIO_TRY(writeText(folder / (stem + ".txt"), treeText(made.kernel)));
  return writeText(folder / (stem + ".json"), runSpecToJson(spec, folder));
}

Result<CaseRun> runCase(const GeneratedCase &made, const std::string &mode,
                        const std::string &target) {
  RunSpec spec = made.spec;
  spec.target = target;
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  WatchedTarget watched(target == "cpu" ? makeCpuTarget(spec) : makeCudaTarget(spec, {}));
  RunLog progress;
  const std::atomic<bool> cancel{false};
  CollectOptions options;
  options.cache = CacheSettings{{}, 0};
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, runSession(spec, watched, progress, cancel, options));
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  CaseRun run;
  run.buffers = std::move(watched.buffers);
  if (!outcome.trace.launches().empty())
    run.accesses = outcome.trace.launches()[0].accesses;
  return run;
}

std::string memoryDifference(const GeneratedCase &made, const Buffers &buffers) {
  for (size_t i = 0; i < kArguments; ++i) {
    const MemoryInfo &info = memoryInfo(i);
    const std::vector<std::byte> &want = made.expected.memory[i];
    const auto found = buffers.find(info.name);
    if (found == buffers.end() || found->second.size() != want.size())
      return std::string("no values of ") + info.name;
    for (size_t element = 0; element < want.size() / info.bytes; ++element)
      if (std::memcmp(found->second.data() + element * info.bytes,
                      want.data() + element * info.bytes, info.bytes) != 0)
        return std::string(info.name) + "[" + std::to_string(element) + "] is " +
               valueText(info, found->second, element) + ", expected " +
               valueText(info, want, element);
  }
  return {};
}

/// Whether a mode records chosen CTAs, warps or iterations.
static bool samples(std::string_view mode) {
  constexpr std::array<std::string_view, 3> kSampling{"ctas=", "warps=", "every="};
  return std::ranges::any_of(kSampling, [mode](std::string_view option) {
    return mode.find(option) != std::string_view::npos;
  });
}

std::string checkCase(const GeneratedCase &made, const std::vector<std::string> &modes,
                      const std::string &target, AccessOrder order) {
  const auto failureOf = [&](const std::string &mode) -> std::string {
    const Result<CaseRun> run = runCase(made, mode, target);
    if (!run)
      return run.error().toString();
    std::string difference = memoryDifference(made, run->buffers);
    if (!difference.empty() || !run->accesses || samples(mode))
      return difference;
    if (const uint64_t dropped = run->accesses->table.share().dropped; dropped != 0)
      return mode == kAllAccesses ? std::to_string(dropped) + " accesses were dropped" : "";
    return accessDifference(made, *run->accesses, order);
  };
  if (std::string failure = failureOf("none"); !failure.empty())
    return "mode none: " + failure;
  for (const std::string &mode : modes)
    if (std::string failure = failureOf(mode); !failure.empty())
      return "mode " + mode + ": " + failure;
  return {};
}

} // namespace pstudio::test
