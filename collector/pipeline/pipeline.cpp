// SPDX-License-Identifier: Apache-2.0
// The order of the instrumentation passes, and the results that they store on a kernel.
#include "collector/pipeline/pipeline.h"

#include <algorithm>
#include <string>

#include "core/base/utf8.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "collector/passes/allocate_segments.h"
#include "collector/passes/auto/passes.h"
#include "collector/passes/passes.h"
#include "collector/pipeline/named_pipelines.h"
#include "collector/records/passes.h"
#include "core/base/check.h"
#include "core/record/recording_units.h"
#include "core/run/mode_names.h"
#include "core/trace/arg_names.h"

using namespace mlir;

namespace pstudio {
namespace {

gpu::GPUFuncOp findKernel(ModuleOp module, std::string_view name) {
  gpu::GPUFuncOp found;
  module.walk([&](gpu::GPUFuncOp function) {
    if (function.getName() != StringRef(name))
      return WalkResult::advance();
    found = function;
    return WalkResult::interrupt();
  });
  return found;
}

template <class Ours, class Theirs> constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<uint32_t>(ours) == static_cast<uint32_t>(theirs);
}
static_assert(same(proton_gpu::OperationKind::Scope, record::OperationKind::Scope));
static_assert(same(proton_gpu::OperationKind::Event, record::OperationKind::Event));
static_assert(same(proton_gpu::OperationKind::Value, record::OperationKind::Value));
static_assert(same(proton_gpu::OperationKind::MemoryAccess, record::OperationKind::MemoryAccess));
static_assert(same(proton_gpu::OperationKind::Profile, record::OperationKind::Profile));
static_assert(same(proton_gpu::OperationKind::Async, record::OperationKind::Async));

/// The type of records for one of the types that #proton_gpu.operation accepts.
record::ValueType typeOfRecords(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  const std::optional<record::ValueType> known = record::valueTypeOf(name);
  PSTUDIO_CHECK(known.has_value());
  return *known;
}

record::AccessFacts toFacts(proton::AccessSiteAttr site) {
  record::AccessFacts facts{static_cast<memory::AccessKind>(site.getKind()),
                            static_cast<memory::AccessSpace>(site.getSpace()),
                            site.getBytes(),
                            site.getStride(),
                            site.getGroup(),
                            site.getTensorMap(),
                            std::nullopt,
                            {},
                            std::nullopt,
                            site.getDistance()};
  if (const DenseI64ArrayAttr xors = site.getXors())
    facts.laneXors.assign(xors.asArrayRef().begin(), xors.asArrayRef().end());
  if (const proton::ThreadOffsetsAttr offsets = site.getOffsets()) {
    const ArrayRef<int64_t> bits = offsets.getBits();
    facts.offsets = {static_cast<record::OffsetRule>(offsets.getRule()),
                     offsets.getStart(),
                     {bits.begin(), bits.end()}};
  }
  if (const proton::CountedAttr counted = site.getCounted())
    facts.counted = {counted.getBins(), counted.getShift(), counted.getBuffer().str()};
  return facts;
}

record::Operation toOperation(proton_gpu::OperationAttr attribute) {
  record::Operation operation;
  operation.kind = static_cast<record::OperationKind>(attribute.getKind());
  operation.name = escapedUtf8(attribute.getName());
  if (attribute.getParent() >= 0)
    operation.parent = OperationId(static_cast<uint32_t>(attribute.getParent()));
  operation.location = escapedUtf8(attribute.getLocation());
  if (const ArrayAttr path = attribute.getPath())
    for (const auto call : path.getAsRange<proton_gpu::CallAttr>())
      operation.path.push_back({escapedUtf8(call.getFunction()), escapedUtf8(call.getLocation())});
  if (const Type type = attribute.getType())
    operation.type = typeOfRecords(type);
  operation.unit = escapedUtf8(attribute.getUnit());
  if (const proton::AsyncSiteAttr site = attribute.getAsync())
    operation.async = analysis::AsyncSite{static_cast<analysis::AsyncQueue>(site.getQueue()),
                                          static_cast<analysis::AsyncStep>(site.getStep()),
                                          static_cast<uint16_t>(site.getPending()),
                                          static_cast<uint16_t>(site.getBarrier()),
                                          static_cast<uint16_t>(site.getCount()),
                                          site.getMatrix()};
  if (const proton::AccessSiteAttr site = attribute.getAccess())
    operation.access = toFacts(site);
  return operation;
}

record::GroupMember toMember(proton_gpu::MemberAttr member) {
  return {static_cast<record::Kind>(member.getKind()), member.getId(), member.getKey(),
          member.getKeyed()};
}

void readGroups(gpu::GPUFuncOp kernel, record::OperationTable &table) {
  const auto groups = kernel->getAttrOfType<ArrayAttr>(proton_gpu::kGroupsAttribute);
  if (!groups)
    return;
  for (const auto group : groups.getAsRange<ArrayAttr>())
    for (record::RecordGroup &read = table.groups.emplace_back();
         const auto member : group.getAsRange<proton_gpu::MemberAttr>())
      read.members.push_back(toMember(member));
}

uint32_t readCount(gpu::GPUFuncOp kernel, StringRef name) {
  const auto attribute = kernel->getAttrOfType<IntegerAttr>(name);
  return attribute ? static_cast<uint32_t>(attribute.getInt()) : 0;
}

} // namespace

void buildRecordPipeline(OpPassManager &passes, const ProtonGPUInsertContextOptions &options) {
  OpPassManager &kernels = passes.nest<gpu::GPUModuleOp>();
  kernels.addPass(createProtonAssignOperations());
  kernels.addPass(createProtonGPUInsertContext(options));
  kernels.addPass(createConvertProtonScopesToProtonGPU());
  kernels.addPass(createConvertProtonEventsToProtonGPU());
  kernels.addPass(createConvertProtonValuesToProtonGPU());
  kernels.addPass(createConvertProtonAccessesToProtonGPU());
}

namespace {

/// True if an access may be recorded with an address of each lane. The accesses with such records
/// are only determined later.
bool mayRecordAddresses(const InstrumentOptions &options) {
  return options.mode.has(InstrumentationMode::AutoMode::Memory);
}

/// The smallest capacity that a halved segment may need [slots].
uint32_t leastStagingSlots(const InstrumentOptions &options) {
  return leastDoubleBufferedSlots(mayRecordAddresses(options),
                                  std::max(options.lanesPerWarp, uint32_t{1}));
}

// The limits of the mode string equal those of the segments.
static_assert(kMinModeSlots == proton_gpu::kMinSlots);
static_assert(kMinDoubleBufferedModeSlots == proton_gpu::kMinDoubleBufferedSlots);

/// True if the smallest halved segments fit into the shared memory that they may take.
bool stagingFits(const InstrumentOptions &options) {
  const record::RecordingUnits recording(
      options.mode.granularity, std::max(options.threadsPerCta(), uint32_t{1}),
      std::max(options.lanesPerWarp, uint32_t{1}), options.mode.warps);
  const uint64_t units = recording.count();
  const uint64_t perUnit =
      leastStagingSlots(options) * record::kSlotBytes + options.counterBytesPerUnit;
  return units * perUnit + 16 <= options.stagingBytes; // counters are aligned
}

ProtonGPUAllocateSharedMemoryOptions sharedMemoryOptions(const InstrumentOptions &options) {
  ProtonGPUAllocateSharedMemoryOptions shared;
  shared.threadsPerCta = options.threadsPerCta();
  shared.lanesPerWarp = options.lanesPerWarp;
  shared.counterBytesPerUnit = options.counterBytesPerUnit;
  const uint32_t slots = options.mode.slotsPerUnit;
  if (record::traitsOf(options.mode.strategy).isDoubleBuffered) {
    // The slots of the mode are those of the profile buffer, not of the shared memory.
    shared.bytesFree = options.stagingBytes;
    if (slots != 0)
      shared.mostSlots = std::clamp(slots, leastStagingSlots(options), uint32_t{shared.mostSlots});
    if (!stagingFits(options)) { // shared memory beyond stagingBytes reduces occupancy: the least
                                 // size
      shared.bytesFree = options.sharedBytesFree;
      shared.mostSlots = leastStagingSlots(options);
    }
    return shared;
  }
  const bool isAutomatic = options.mode.bufferType == InstrumentationMode::BufferType::Automatic;
  shared.slotsPerUnit = isAutomatic ? options.automaticSharedSlots : slots;
  shared.bytesFree = options.sharedBytesFree;
  return shared;
}

} // namespace

namespace {
ProtonGPUGroupRecordsOptions groupingOptions(const InstrumentOptions &options,
                                             uint32_t sharedSlots) {
  ProtonGPUGroupRecordsOptions grouping;
  grouping.block = options.block;
  grouping.lanesPerWarp = options.lanesPerWarp;
  grouping.sharedSlots = sharedSlots;
  const bool isShared = options.mode.bufferType == InstrumentationMode::BufferType::Shared;
  grouping.leastSlots =
      options.mode.slotsPerUnit != 0
          ? options.mode.slotsPerUnit
          : leastAutomaticSlots(isShared ? proton_gpu::MemorySpace::Shared
                                         : proton_gpu::MemorySpace::Global,
                                static_cast<proton_gpu::Granularity>(options.mode.granularity));
  grouping.acrossWaits = options.mode.groups == InstrumentationMode::Groups::Fast;
  return grouping;
}

void addCallbacks(OpPassManager &kernels, const InstrumentationMode &mode) {
  std::vector<std::string> callbacks;
  for (const InstrumentationMode::Callback &callback : mode.callbacks)
    callbacks.push_back(callback.function + "@" +
                        std::string(InstrumentationMode::pointName(callback.point)));
  ProtonInsertCallbacksOptions options;
  options.callbacks = callbacks;
  options.include = mode.include;
  options.exclude = mode.exclude;
  kernels.addPass(createProtonInsertCallbacks(options)); // which keeps copies
}

ProtonGPUInsertContextOptions contextOptions(const InstrumentOptions &options) {
  using BufferType = InstrumentationMode::BufferType;
  bool isShared = options.mode.bufferType == BufferType::Shared;
  const bool isAutomatic = options.mode.bufferType == BufferType::Automatic;
  ProtonGPUInsertContextOptions context;
  if (options.mode.strategy == InstrumentationMode::Strategy::Stream && isAutomatic)
    isShared = stagingFits(options);
  context.bufferType = isShared ? proton_gpu::MemorySpace::Shared : proton_gpu::MemorySpace::Global;
  const record::StrategyTraits &strategy = record::traitsOf(options.mode.strategy);
  context.sharedIfAtMost = isAutomatic && !strategy.isDoubleBuffered && !strategy.isCounting
                               ? options.automaticSharedSlots
                               : 0;
  context.block = options.block;
  context.lanesPerWarp = std::max(options.lanesPerWarp, uint32_t{1});
  context.strategy = static_cast<proton_gpu::Strategy>(options.mode.strategy);
  // The warps of a CTA share its counters: counters for each warp would multiply the memory by the
  // number of warps.
  context.granularity = strategy.isCounting
                            ? proton_gpu::Granularity::Cta
                            : static_cast<proton_gpu::Granularity>(options.mode.granularity);
  context.metric = static_cast<proton_gpu::Metric>(options.mode.metric);
  context.warps = options.mode.warps.toString();
  context.ctas = options.mode.ctas.toString();
  return context;
}
} // namespace

void buildInstrumentPipeline(OpPassManager &passes, const InstrumentOptions &options) {
  passes.nest<gpu::GPUModuleOp>().addPass(createPlaceSharedFrames());
  if (!options.mode.enabled) {
    passes.addPass(createProtonStrip());
    return;
  }
  buildAutoPipeline(
      passes.nest<gpu::GPUModuleOp>(), options.mode,
      {options.block, options.lanesPerWarp, options.chip, options.largestBufferBytes});
  if (record::warpsPerUnit(options.mode.granularity) != 1 &&
      options.threadsPerCta() > options.lanesPerWarp)
    passes.nest<gpu::GPUModuleOp>().addPass(createProtonReportUnits());
  const ProtonGPUInsertContextOptions context = contextOptions(options);
  buildRecordPipeline(passes, context);
  OpPassManager &kernels = passes.nest<gpu::GPUModuleOp>();
  if (options.mode.every > 1) {
    ProtonSampleIterationsOptions iterations;
    iterations.every = options.mode.every;
    kernels.addPass(createProtonSampleIterations(iterations));
  }
  if (options.hasClockEpochs) {
    ProtonGPUInsertClockEpochsOptions epochs;
    epochs.sharedSlots = context.sharedIfAtMost;
    kernels.addPass(createProtonGPUInsertClockEpochs(epochs));
  }
  if (options.mode.groups != InstrumentationMode::Groups::Off)
    kernels.addPass(createProtonGPUGroupRecords(groupingOptions(options, context.sharedIfAtMost)));
  ProtonGPUInsertFlushPointsOptions flushing;
  flushing.dropping = options.mode.whenFull == InstrumentationMode::WhenFull::Drop;
  kernels.addPass(createProtonGPUInsertFlushPoints(flushing));
  kernels.addPass(createProtonGPUAllocateSharedMemory(sharedMemoryOptions(options)));
  ProtonGPUAllocateScratchOptions scratch;
  scratch.threadsPerCta = options.threadsPerCta();
  scratch.lanesPerWarp = options.lanesPerWarp;
  scratch.slotsPerUnit = options.mode.slotsPerUnit;
  scratch.mostAutomaticSlots = options.mostAutomaticSlots;
  kernels.addPass(createProtonGPUAllocateScratch(scratch));
  // Last: the operations of calls are no work of the kernel, and no other pass needs to support
  // them.
  if (!options.mode.callbacks.empty())
    addCallbacks(kernels, options.mode);
}

void buildSpecializePipeline(OpPassManager &passes, std::string_view kernel,
                             const ArgumentFacts &facts) {
  if (facts.empty())
    return;
  ProtonSpecializeArgumentsOptions options;
  options.kernel = std::string(kernel);
  options.facts = toString(facts);
  passes.addPass(createProtonSpecializeArguments(options));
}

void buildProtonGpuToCpuPipeline(OpPassManager &passes) {
  ConvertProtonGPUToLLVMOptions options;
  options.target = "cpu";
  passes.nest<gpu::GPUModuleOp>().addPass(createConvertProtonGPUToLLVM(options));
}

void buildProtonGpuToNvidiaPipeline(OpPassManager &passes, const NvidiaRecordOptions &options) {
  ConvertProtonGPUToLLVMOptions convert;
  convert.target = "nvidia";
  convert.block = options.block;
  convert.recordLanes = options.lanes;
  passes.nest<gpu::GPUModuleOp>().addPass(createConvertProtonGPUToLLVM(convert));
}

void buildProtonGpuToAmdPipeline(OpPassManager &passes, const AmdRecordOptions &options) {
  ConvertProtonGPUToLLVMOptions convert;
  convert.target = "amd";
  convert.block = options.block;
  convert.chip = options.chip;
  convert.referencePeriodNs = options.referencePeriodNs;
  convert.scheduleBarriers = options.hasScheduleBarriers;
  passes.nest<gpu::GPUModuleOp>().addPass(createConvertProtonGPUToLLVM(convert));
}

std::string ModeCoverage::leftOutText() const {
  if (leftOut == 0)
    return {};
  const std::string counts = std::to_string(leftOut) + " of " + std::to_string(covered + leftOut);
  return mode == "barriers" ? counts + std::string(kWarpBarriersNotCovered)
                            : counts + " access instructions (mode " + mode + ")";
}

Result<InstrumentedKernel> instrumentedKernel(ModuleOp module, std::string_view function) {
  gpu::GPUFuncOp kernel = findKernel(module, function);
  if (!kernel)
    return fail(ErrorCode::InvalidInput,
                "the module has no gpu.func named '" + std::string(function) + "'");
  InstrumentedKernel result;
  result.unitCount = readCount(kernel, proton_gpu::kUnitCountAttribute);
  result.slotsPerUnit = readCount(kernel, proton_gpu::kSlotsPerUnitAttribute);
  bool isStreamed = false;
  kernel.walk([&](proton_gpu::SegmentAllocOp segment) {
    result.isShared = segment.getShared() != nullptr;
    isStreamed = segment.getStrategy() == proton_gpu::Strategy::Stream;
    return WalkResult::interrupt();
  });
  readGroups(kernel, result.operations);
  result.blockBytes =
      record::blockBytes(result.unitCount, result.slotsPerUnit, result.operations.isGrouped());
  if (isStreamed) {
    const uint32_t half = readCount(kernel, proton_gpu::kFlushedSlotsAttribute);
    result.stream = {result.unitCount, half, result.slotsPerUnit / half,
                     result.isShared ? 0 : 2 * half};
    result.blockBytes = record::streamBlockBytes(*result.stream);
  }
  for (const NamedAttribute &attribute : kernel->getDiscardableAttrs()) {
    StringRef mode = attribute.getName();
    const auto counts = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
    if (mode.consume_front(proton_gpu::kCoveragePrefix) && counts && counts.size() == 2)
      result.coverage.push_back(
          {mode.str(), static_cast<uint64_t>(counts[0]), static_cast<uint64_t>(counts[1])});
  }
  if (const auto ids = kernel->getAttrOfType<StringAttr>(proton_gpu::kIteratedAccessesAttribute)) {
    PSTUDIO_TRY_ASSIGN(result.iteratedAccesses, IdRanges::parse(ids.getValue()));
  }
  if (const auto table = kernel->getAttrOfType<ArrayAttr>(proton_gpu::kOperationsAttribute))
    for (Attribute entry : table)
      if (const auto operation = dyn_cast<proton_gpu::OperationAttr>(entry))
        result.operations.operations.push_back(toOperation(operation));
  return result;
}

} // namespace pstudio
