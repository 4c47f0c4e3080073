// SPDX-License-Identifier: Apache-2.0
// proton-gpu-group-records: stores records together where the first implies the others.
#include "collector/passes/passes.h"

#include <array>

#include "llvm/ADT/MapVector.h"

#include "collector/analysis/warp_uniformity.h"
#include "collector/passes/allocate_segments.h"
#include "collector/passes/block_option.h"
#include "collector/passes/call_contexts.h"
#include "collector/passes/record_bounds.h"
#include "collector/passes/record_runs.h"
#include "core/record/group_layout.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUGROUPRECORDS
#include "collector/passes/passes.h.inc"

namespace {

/// On kernels with a segment: the result of the pass, and the reason if it made no groups.
constexpr llvm::StringLiteral kGroupingAttribute = "proton_gpu.grouping";

/// The reason against groups; empty if there is none. Accesses store more than a clock, and the
/// flush of a half records between other records.
StringRef reasonOf(proton_gpu::SegmentAllocOp segment, ArrayRef<FunctionOpInterface> functions) {
  const proton_gpu::Strategy strategy = segment.getStrategy();
  if (strategy != proton_gpu::Strategy::Circular && strategy != proton_gpu::Strategy::First)
    return "strategy";
  const bool hasAccesses = llvm::any_of(functions, [](FunctionOpInterface function) {
    return function
        .walk([](proton_gpu::StoreOp store) {
          return store.getKind() == proton_gpu::RecordKind::MemoryAccess ? WalkResult::interrupt()
                                                                         : WalkResult::advance();
        })
        .wasInterrupted();
  });
  return hasAccesses ? "accesses" : "";
}

/// The groups of one kernel and of the functions that it calls, by the contents of their records.
class GroupTable {
public:
  explicit GroupTable(MLIRContext *context) : m_builder(context) {}

  /// None if there are too many groups.
  std::optional<uint32_t> numberOf(ArrayRef<proton_gpu::StoreOp> stores) {
    SmallVector<Attribute> members;
    for (proton_gpu::StoreOp store : stores)
      members.push_back(memberOf(store));
    const auto [known, isNew] = m_groups.try_emplace(m_builder.getArrayAttr(members),
                                                     static_cast<uint32_t>(m_groups.size()));
    if (isNew && known->second >= record::kMaxGroups) {
      m_groups.pop_back();
      return std::nullopt;
    }
    return known->second;
  }

  ArrayAttr attribute() {
    SmallVector<Attribute> groups;
    for (const auto &[group, number] : m_groups)
      groups.push_back(group);
    return m_builder.getArrayAttr(groups);
  }

private:
  Attribute memberOf(proton_gpu::StoreOp store) {
    if (store.getKind() == proton_gpu::RecordKind::ClockEpoch)
      return proton_gpu::MemberAttr::get(m_builder.getContext(), store.getKind(), /*id=*/0,
                                         epochKey(store), /*keyed=*/false);
    const std::optional<uint32_t> key = constantKey(store);
    const bool isKeyed = store.getKey() && !key;
    return proton_gpu::MemberAttr::get(m_builder.getContext(), store.getKind(), store.getId(),
                                       key.value_or(0), isKeyed);
  }

  Builder m_builder;
  llvm::MapVector<Attribute, uint32_t> m_groups;
};

/// Plans and makes the groups of one kernel.
class KernelGrouping {
public:
  KernelGrouping(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment)
      : m_kernel(kernel), m_segment(segment) {
    m_functions.push_back(kernel);
    for (const RecordingCallee &callee : recordingCallees(kernel))
      m_functions.push_back(callee.function);
  }

  /// `sharedSlots`: capacity if the segment is in shared memory because it holds all that the
  /// kernel writes; 0 otherwise. `leastSlots`: minimum capacity of other segments.
  void run(const BlockShape &block, uint32_t lanesPerWarp, bool holdsAcrossWaits,
           uint32_t sharedSlots, uint32_t leastSlots) {
    StringRef reason = reasonOf(m_segment, m_functions);
    if (reason.empty() && isApart(block, lanesPerWarp))
      reason = "lanes";
    if (reason.empty()) {
      const auto type = cast<proton_gpu::SegmentType>(m_segment.getSegment().getType());
      m_isShared = type.getMemorySpace() == proton_gpu::MemorySpace::Shared;
      const uint32_t capacity = type.isAllocated()               ? type.getSlots()
                                : m_isShared && sharedSlots != 0 ? sharedSlots
                                                                 : leastSlots;
      findRuns(RunFinder(holdsAcrossWaits, record::kMaxGroupRecords));
      // Words without tags can only be decoded if the words before them are not overwritten.
      if (m_segment.getStrategy() == proton_gpu::Strategy::Circular && most() > capacity)
        findRuns(RunFinder(holdsAcrossWaits, record::kMaxShortGroupRecords));
      reason = reasonOfRuns(m_isShared ? sharedSlots : 0);
    }
    if (reason.empty())
      return makeGroups();
    Builder builder(m_kernel.getContext());
    m_kernel->setAttr(kGroupingAttribute, builder.getDictionaryAttr(builder.getNamedAttr(
                                              "none", builder.getStringAttr(reason))));
  }

private:
  /// Divergent lanes would each store groups of their own, whose masks are not stored.
  bool isApart(const BlockShape &block, uint32_t lanesPerWarp) {
    const auto type = cast<proton_gpu::SegmentType>(m_segment.getSegment().getType());
    if (type.getGranularity() == proton_gpu::Granularity::Thread)
      return false;
    return mayRecordDivergently(WarpUniformity(m_kernel, block, lanesPerWarp));
  }

  void findRuns(RunFinder finder) {
    m_runs.clear();
    m_heldSlots.clear();
    for (FunctionOpInterface function : m_functions)
      llvm::append_range(m_runs, finder.runsIn(function));
    for (const RecordRun &run : m_runs)
      for (proton_gpu::StoreOp store : run.stores)
        m_heldSlots[store] = store == run.stores.back() ? record::groupSlots(slotsRecords(run)) : 0;
  }

  /// Keys take the place of a record.
  static size_t slotsRecords(const RecordRun &run) {
    return run.hasStoredKeys() ? record::kMaxShortGroupRecords : run.stores.size();
  }

  /// The most slots that a unit writes if these runs are stored in groups.
  uint64_t most() const {
    return mostSlots(m_kernel, [&](Operation *op) { return groupedSlotsOf(op); })
        .value_or(UINT64_MAX);
  }

  /// Slots that `op` takes with groups: all of a group are at its last record.
  uint32_t groupedSlotsOf(Operation *op) const {
    if (const auto held = m_heldSlots.find(op); held != m_heldSlots.end())
      return held->second;
    return record::paddedSlots(slotsOfRecord(op), true);
  }

  /// The reason against these runs; empty if there is none. A buffer must hold almost as many
  /// records as without groups. Loops count with their weight.
  StringRef reasonOfRuns(uint32_t sharedSlots) {
    if (llvm::none_of(m_runs, [](const RecordRun &run) { return run.stores.size() > 1; }))
      return "runs";
    if (m_isShared && !areWorthIt())
      return "pairs";
    if (!areWorthTheirCalls())
      return "calls";
    uint64_t alone = 0, grouped = 0;
    for (FunctionOpInterface function : m_functions)
      function.walk([&](proton_gpu::StoreOp store) {
        const uint64_t weight = weightOf(store);
        alone += weight * slotsOfRecord(store);
        grouped += weight * groupedSlotsOf(store);
      });
    constexpr uint64_t kToleratedPart = 8; // lone records outside loops
    if (grouped > alone + alone / kToleratedPart)
      return "slots";
    return sharedSlots != 0 && most() > sharedSlots ? "shared" : "";
  }

  /// Calls of a function that is not inlined also pass a count of records. For that cost, groups
  /// must save half of the stores.
  bool areWorthTheirCalls() const {
    const auto isCalled = [](FunctionOpInterface function) {
      const auto attributes = function->getAttrOfType<ArrayAttr>("passthrough");
      return attributes &&
             llvm::is_contained(attributes, StringAttr::get(function->getContext(), "noinline"));
    };
    uint64_t records = 0, stores = 0;
    for (const RecordRun &run : m_runs) {
      const uint64_t weight = weightOf(run.stores.front());
      records += weight * run.stores.size();
      stores += weight * partsOf(run).size();
    }
    return llvm::none_of(m_functions, isCalled) || 2 * stores <= records;
  }

  /// In shared memory, a store costs by its bytes, and a pair takes as many bytes as two single
  /// records.
  bool areWorthIt() const {
    uint64_t inPairs = 0, inLarger = 0;
    for (const RecordRun &run : m_runs)
      (run.stores.size() > 2 ? inLarger : inPairs) +=
          run.stores.size() > 1 ? run.stores.size() * weightOf(run.stores.front()) : 0;
    return inLarger >= inPairs;
  }

  void makeGroups() {
    MLIRContext *context = m_kernel.getContext();
    Builder builder(context);
    GroupTable table(context);
    std::array<int32_t, kRunEnds> ends{};
    int32_t records = 0, groups = 0;
    for (RecordRun &run : m_runs) {
      records += static_cast<int32_t>(run.stores.size());
      const std::optional<uint32_t> number =
          run.stores.size() > 1 ? table.numberOf(run.stores) : std::nullopt;
      if (number)
        replace(run, *number);
      groups += number.has_value();
      ++ends[static_cast<size_t>(run.end)];
    }
    SmallVector<NamedAttribute> counts;
    for (size_t end = 0; end < ends.size(); ++end)
      if (ends[end] != 0)
        counts.push_back(
            builder.getNamedAttr(kRunEndNames[end], builder.getI32IntegerAttr(ends[end])));
    m_kernel->setAttr(kGroupingAttribute,
                      builder.getDictionaryAttr(
                          {builder.getNamedAttr("ends", builder.getDictionaryAttr(counts)),
                           builder.getNamedAttr("groups", builder.getI32IntegerAttr(groups)),
                           builder.getNamedAttr("records", builder.getI32IntegerAttr(records))}));
    m_kernel->setAttr(proton_gpu::kGroupsAttribute, table.attribute());
  }

  /// A store of a group: its words, and the number of the record that it follows.
  struct Part {
    uint32_t begin = 0, end = 0;
    uint32_t record = 0;
  };

  /// The words of a group are stored when 16 bytes are full, where the group pauses and at its end,
  /// each time with the fewest aligned stores.
  static SmallVector<Part> partsOf(const RecordRun &run) {
    SmallVector<Part> parts;
    const auto records = static_cast<uint32_t>(run.stores.size());
    uint32_t stored = 0; // words
    for (uint32_t i = 0; i < records; ++i) {
      const uint32_t end = record::clockWordOf(i) + 1;
      if (end % record::kGroupWords != 0 && i + 1 != records && !llvm::is_contained(run.pauses, i))
        continue;
      while (stored < end) {
        const uint32_t room = stored % record::kGroupWords == 0
                                  ? record::kGroupWords
                                  : uint32_t{1} << llvm::countr_zero(stored);
        parts.push_back({stored, std::min(end, stored + room), i});
        stored = parts.back().end;
      }
    }
    return parts;
  }

  /// The word of a group: the upper half of the clock for an epoch, the lower half for another
  /// record.
  static Value wordOf(proton_gpu::StoreOp store) {
    const bool isEpoch = store.getKind() == proton_gpu::RecordKind::ClockEpoch;
    return isEpoch ? store.getValue() : store.getCounter();
  }

  static void replace(const RecordRun &run, uint32_t number) {
    SmallVector<Value> keys;
    for (proton_gpu::StoreOp store : run.stores)
      if (store.getKey() && !constantKey(store))
        keys.push_back(store.getKey());
    for (const Part &part : partsOf(run)) {
      SmallVector<Value> counters;
      for (uint32_t word = std::max(part.begin, 1u); word < part.end; ++word)
        counters.push_back(wordOf(run.stores[word - 1]));
      proton_gpu::StoreOp at = run.stores[part.record];
      OpBuilder builder(at);
      builder.create<proton_gpu::StoreGroupOp>(
          at.getLoc(), number,
          part.begin == 0 ? IntegerAttr() : builder.getI32IntegerAttr(part.begin - 1),
          /*partial=*/part.end <= run.stores.size(), counters, keys, at.getSegment(),
          at.getCondition());
    }
    for (proton_gpu::StoreOp store : run.stores)
      store.erase();
  }

  gpu::GPUFuncOp m_kernel;
  proton_gpu::SegmentAllocOp m_segment;
  SmallVector<FunctionOpInterface> m_functions;
  bool m_isShared = false;
  std::vector<RecordRun> m_runs;
  llvm::DenseMap<Operation *, uint32_t> m_heldSlots;
};

class ProtonGPUGroupRecordsPass
    : public impl::ProtonGPUGroupRecordsBase<ProtonGPUGroupRecordsPass> {
public:
  using ProtonGPUGroupRecordsBase::ProtonGPUGroupRecordsBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    const auto visit = [&](gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
      KernelGrouping(kernel, segment)
          .run(*shape, lanesPerWarp, acrossWaits, sharedSlots, leastSlots);
      return success();
    };
    if (failed(forEachSegment(getOperation(), visit)))
      signalPassFailure();
  }
};

} // namespace
} // namespace pstudio
