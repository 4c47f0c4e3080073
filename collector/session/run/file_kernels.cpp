// SPDX-License-Identifier: Apache-2.0
#include "collector/session/run/file_kernels.h"

#include <algorithm>

#include "core/record/record_layout.h"

namespace pstudio {
namespace {

/// Shared memory of a CTA that every chip provides without opt-in [bytes].
constexpr uint64_t kSharedBytesPerCta = 48 * 1024;
/// The same for LDS of AMD's GPUs.
constexpr uint64_t kLdsBytesPerCta = 64 * 1024;
/// Part of it for segments if their size is not specified [bytes]. Close to the limit of a run,
/// 1/24 of an SM's shared memory.
constexpr uint64_t kMaxStagingBytes = 9 * 1024;

/// Of a kernel for AMD's GPUs: the fewest and the most threads of a CTA.
constexpr std::string_view kFlatWorkGroup = "amdgpu-flat-work-group-size";

std::string blockText(const FileBlock &block) {
  return std::to_string(block[0]) + "," + std::to_string(block[1]) + "," + std::to_string(block[2]);
}

} // namespace

InstrumentOptions instrumentOptions(const InstrumentRequest &request, const FileGpu &gpu,
                                    const FileBlock &block, uint64_t sharedBytes) {
  const uint64_t all = gpu.amd ? kLdsBytesPerCta : kSharedBytesPerCta;
  InstrumentOptions options;
  options.mode = request.mode;
  options.block = block;
  options.lanesPerWarp = gpu.lanesPerWarp();
  options.sharedBytesFree = sharedBytes < all ? all - sharedBytes : 0;
  options.stagingBytes = std::min(options.sharedBytesFree, kMaxStagingBytes);
  options.counterBytesPerUnit = gpu.amd ? kAmdCounterBytesPerUnit : kNvidiaCounterBytesPerUnit;
  if (gpu.amd)
    options.chip = gpu.architecture;
  options.hasClockEpochs = true;
  options.mostAutomaticSlots = request.mostSlots;
  return options;
}

record::InstrumentedKernelEntry tableEntry(const NamedKernel &of, const FileBlock &block,
                                           InstrumentedKernel kernel) {
  record::InstrumentedKernelEntry entry;
  entry.name = of.name;
  entry.block = block;
  entry.parameters = of.required.parameterCount;
  entry.unitCount = kernel.unitCount;
  entry.slotsPerUnit = kernel.slotsPerUnit;
  entry.blockBytes = kernel.unitCount == 0
                         ? 0
                         : record::blockBytes(kernel.unitCount, kernel.slotsPerUnit,
                                              kernel.operations.isGrouped());
  entry.isShared = kernel.isShared;
  entry.mayWait = of.ctaWait;
  for (const ModeCoverage &coverage : kernel.coverage)
    if (std::string text = coverage.leftOutText(); !text.empty())
      entry.notCovered.push_back(std::move(text));
  entry.operations = std::move(kernel.operations);
  return entry;
}

void noteCoverage(const std::string &kernel, const InstrumentedKernel &instrumented,
                  std::vector<std::string> &notes) {
  for (const ModeCoverage &coverage : instrumented.coverage)
    if (const std::string text = coverage.leftOutText(); !text.empty())
      notes.push_back("kernel " + kernel + " is not covered whole: " + text + " are not recorded");
}

namespace {

/// The threads of a CTA in `amdgpu-flat-work-group-size`; 0 if the kernel gives none. If
/// `limitIsBlock` is false, only of a range with one number.
uint32_t threadsOf(const KernelRequirements &required, bool limitIsBlock) {
  int64_t fewest = 0, most = 0;
  for (const LaunchRule &rule : required.launchRules) {
    if (rule.field != LaunchRule::Field::Block || rule.attribute != kFlatWorkGroup)
      continue;
    (rule.kind == LaunchRule::Kind::AtLeast ? fewest : most) = rule.extents[0];
  }
  if (!limitIsBlock && fewest != most)
    return 0;
  return static_cast<uint32_t>(std::clamp<int64_t>(most, 0, UINT16_MAX));
}

/// The one number of all kernels that give one. InvalidInput if they give different ones.
Result<std::optional<FileBlock>> blockOfRanges(const std::vector<NamedKernel> &kernels,
                                               const InstrumentRequest &request, bool limitIsBlock,
                                               std::vector<std::string> &notes) {
  uint32_t threads = 0;
  const NamedKernel *from = nullptr;
  for (const NamedKernel &kernel : kernels) {
    const uint32_t its = threadsOf(kernel.required, limitIsBlock);
    if (its == 0)
      continue;
    if (from && its != threads)
      return fail(ErrorCode::InvalidInput,
                  "kernel " + from->name + " has CTAs of " + std::to_string(threads) +
                      " threads, kernel " + kernel.name + " of " + std::to_string(its),
                  request.input.string(), "name the threads of a CTA: --block X,Y,Z");
    threads = its;
    from = &kernel;
  }
  if (!from)
    return std::nullopt;
  notes.push_back("instrumented for CTAs of " + blockText({threads, 1, 1}) + " threads, from " +
                  std::string(kFlatWorkGroup) + "; --block gives others");
  return FileBlock{threads, 1, 1};
}

} // namespace

Result<std::optional<FileBlock>> blockOf(const InstrumentRequest &request, const FileGpu &gpu,
                                         const std::vector<NamedKernel> &kernels,
                                         std::vector<std::string> &notes) {
  std::optional<FileBlock> block = request.block;
  std::string from = "--block";
  for (const NamedKernel &kernel : kernels) {
    PSTUDIO_TRY(checkLaunchRules(kernel.name, kernel.required.launchRules,
                                 {request.block, std::nullopt, std::nullopt}, "--block gives",
                                 request.input.string()));
    const std::optional<FileBlock> required = requiredBlock(kernel.required.launchRules);
    if (!required)
      continue;
    if (block && *block != *required)
      return fail(ErrorCode::InvalidInput,
                  "kernel " + kernel.name + " has to be launched with " + blockText(*required) +
                      " threads, " + from + " says " + blockText(*block),
                  request.input.string(),
                  request.block ? "omit --block" : "split the file: one block for each");
    block = required;
    from = "kernel " + kernel.name;
  }
  if (block)
    return block;
  return blockOfRanges(kernels, request, gpu.limitIsBlock, notes);
}

Error missingBlock(const InstrumentRequest &request, const std::string &kernel) {
  return {ErrorCode::InvalidInput,
          "the file does not contain the number of threads of a CTA of kernel " + kernel,
          request.input.string(), "give them: --block X,Y,Z"};
}

} // namespace pstudio
