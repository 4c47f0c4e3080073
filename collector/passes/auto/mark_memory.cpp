// SPDX-License-Identifier: Apache-2.0
// proton-mark-memory: the addresses, or counts by address, of loads, stores and atomic operations.
#include "collector/passes/auto/passes.h"

#include <algorithm>

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

#include "collector/analysis/address_analysis.h"
#include "collector/analysis/ptx_accesses.h"
#include "collector/classification/marked_functions.h"
#include "collector/passes/auto/access_address.h"
#include "collector/passes/auto/access_buffer.h"
#include "collector/passes/auto/access_coverage.h"
#include "collector/passes/auto/access_lanes.h"
#include "collector/passes/auto/bulk_copies.h"
#include "collector/passes/auto/joined_accesses.h"
#include "collector/passes/auto/lane_offsets.h"
#include "collector/passes/auto/record_spots.h"
#include "collector/passes/auto/scope_names.h"
#include "collector/passes/block_option.h"
#include "core/access/access_counts.h"
#include "core/record/access_layout.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKMEMORY
#include "collector/passes/auto/passes.h.inc"

namespace {

proton::AccessKind kindOf(AccessKind kind) {
  switch (kind) {
  case AccessKind::Load:
    return proton::AccessKind::Load;
  case AccessKind::Store:
    return proton::AccessKind::Store;
  case AccessKind::Atomic:
    return proton::AccessKind::Atomic;
  }
  llvm_unreachable("an access without a kind");
}

/// Records one bulk or tensor copy.
class BulkMarker {
public:
  BulkMarker(Operation *op, const automode::BulkCopy &copy, automode::AccessCoverage &coverage)
      : m_op(op), m_copy(copy), m_coverage(coverage), m_builder(op), m_location(op->getLoc()) {}

  void write() {
    if (!m_copy.problem.empty())
      return leaveOut(m_copy.problem);
    if (m_copy.tensorMap)
      m_map = automode::kernelArgumentOf(m_copy.tensorMap);
    if (m_copy.tensorMap && !m_map)
      return leaveOut("its tensor map is no argument of the kernel");
    SmallVector<Value, 6> words;
    uint32_t bytes = 1;
    if (!addWord(m_copy.shared, words))
      return leaveOut("its memref has a layout whose addresses cannot be computed");
    for (const automode::CopyWord &coordinate : m_copy.coordinates)
      addWord(coordinate, words);
    if (!m_map) {
      addWord(m_copy.global, words);
      if (const std::optional<uint32_t> known = fixedBytes())
        bytes = *known;
      else
        addWord(m_copy.bytes, words);
    }
    create(words, bytes);
  }

private:
  void leaveOut(const Twine &problem) { m_coverage.leaveOut(m_op, problem, "copy"); }

  bool addWord(const automode::CopyWord &word, SmallVectorImpl<Value> &words) {
    Value number = automode::createWord(m_builder, m_location, word);
    if (number)
      words.push_back(number);
    return static_cast<bool>(number);
  }

  /// The constant length of a piece, if it has one. A length of 1 means in a record that each
  /// record stores its own length. No copy has that length: copies move multiples of 16 bytes.
  std::optional<uint32_t> fixedBytes() const {
    APInt constant(64, static_cast<uint64_t>(m_copy.bytes.offset));
    if (m_copy.bytes.value && !matchPattern(m_copy.bytes.value, m_ConstantInt(&constant)))
      return std::nullopt;
    const uint64_t bytes = constant.getLimitedValue(UINT32_MAX);
    return bytes > 1 ? std::optional(static_cast<uint32_t>(bytes)) : std::nullopt;
  }

  void create(ArrayRef<Value> words, uint32_t bytes) {
    const auto kind = m_copy.isStore ? proton::AccessKind::BulkStore : proton::AccessKind::BulkLoad;
    const auto argument = m_map ? std::optional(m_map.getArgNumber()) : std::nullopt;
    const auto site = proton::AccessSiteAttr::get(
        m_builder.getContext(), kind, proton::AccessSpace::Global, bytes,
        /*stride=*/std::nullopt, /*group=*/0, /*xors=*/{}, /*offsets=*/{}, argument, /*counted=*/{},
        /*distance=*/std::nullopt);
    Value by;
    if (m_copy.predicate.value)
      by = automode::createHolds(m_builder, m_location, m_copy.predicate);
    m_builder.create<proton::AccessOp>(m_location, site, m_builder.getStringAttr(name()),
                                       words.front(), words.drop_front(), by, /*id=*/IntegerAttr());
    m_coverage.cover(m_op);
  }

  /// "load A". For a tile, the name is that of the tensor map.
  std::string name() const {
    AccessOperands of;
    of.base = m_map ? Value(m_map) : m_copy.global.value;
    const std::string buffer = of.base ? automode::bufferName(of) : std::string();
    return (m_copy.isStore ? "store " : "load ") + (buffer.empty() ? "global" : buffer);
  }

  Operation *m_op;
  const automode::BulkCopy &m_copy;
  automode::AccessCoverage &m_coverage;
  OpBuilder m_builder;
  const Location m_location;
  BlockArgument m_map; ///< of the kernel; null: none
};

/// Parameters for counting accesses instead of recording them.
struct Counting {
  uint32_t bins = 0;          ///< 0: they are recorded
  uint64_t largestBuffer = 0; ///< assumed for buffers whose size is not in the IR [bytes]
};

/// The bins of accesses, by the buffers that they lie in.
class BinChooser {
public:
  BinChooser(Operation *module, const Counting &counting)
      : m_origins(module), m_counting(counting) {}

  bool isCounting() const { return m_counting.bins != 0; }

  /// Null if accesses are recorded.
  proton::CountedAttr binsFor(const AccessOperands &access) const {
    if (m_counting.bins == 0)
      return {};
    Value origin = m_origins.originOf(access.base);
    const uint64_t largest =
        m_counting.largestBuffer != 0 ? m_counting.largestBuffer : kUnknownBufferBytes;
    const uint64_t assumed = access.space == AccessSpace::Shared ? kSharedWindowBytes : largest;
    const uint64_t bytes =
        (origin ? automode::staticBytes(origin) : std::nullopt).value_or(assumed);
    return proton::CountedAttr::get(access.base.getContext(), m_counting.bins,
                                    memory::shiftFor(bytes, m_counting.bins),
                                    origin ? automode::nameOfBuffer(origin) : std::string());
  }

private:
  /// No CTA of any chip has more shared memory.
  static constexpr uint64_t kSharedWindowBytes = 256 << 10;
  static constexpr uint64_t kUnknownBufferBytes = uint64_t{4} << 30;

  const automode::BufferOrigins m_origins;
  const Counting m_counting;
};

using Place = automode::AccessPlace;

/// Records, or counts, the accesses of one module.
class AccessMarker {
public:
  /// `joins`: an access at a constant distance from another one of its run has no record of its
  /// own. `chip`: the AMD GPU; empty: none.
  AccessMarker(Operation *module, const BlockShape &block, uint32_t lanesPerWarp,
               const Counting &counting, bool joins, llvm::StringRef chip)
      : m_analysis(module, block), m_bins(module, counting), m_lanesPerWarp(lanesPerWarp),
        m_joins(joins && !m_bins.isCounting()),
        m_spaceTests(chip.empty() ? automode::SpaceTests::Nvidia : automode::SpaceTests::Amd),
        m_checksDwords(chip.starts_with("gfx9")), m_coverage("memory") {}

  void mark(FunctionOpInterface function) {
    // The analysis is valid while the IR does not change, so all places are found first.
    std::vector<Place> places;
    function.walk([&](Operation *op) {
      if (automode::mayRecordAt(op))
        find(op, places);
      else if (const uint64_t accesses = automode::accessesOf(op, m_classifiers); accesses != 0)
        for (uint64_t i = 0; i < accesses; ++i)
          m_coverage.leaveOut(op, "the order in which it runs is not known");
    });
    if (m_joins)
      places = automode::joinAccesses(function, std::move(places), m_classifiers, m_analysis);
    proton::AccessOp last;
    for (const Place &place : places)
      last = place.distance ? writeImplied(place, last) : write(place);
    // After the other accesses: copies add operations that the analysis does not cover.
    function.walk([&](Operation *op) {
      if (automode::mayRecordAt(op))
        for (const automode::BulkCopy &copy : automode::bulkCopies(op))
          write(op, copy);
    });
  }

  /// Stores the coverage on the kernels; `leftOut` are functions that were not examined.
  void finish(Operation *module, ArrayRef<UnknownPath> leftOut) {
    m_coverage.leaveOut(leftOut, m_classifiers);
    m_coverage.write(module);
  }

private:
  /// An intrinsic that does: tcgen05.ld, st or cp.
  bool accessesTensorMemory(Operation *op) const {
    return llvm::any_of(m_classifiers.effectsOf(op), [](const automode::Effect &effect) {
      const bool isMove = effect.queue == automode::AsyncQueue::TensorLoad ||
                          effect.queue == automode::AsyncQueue::TensorStore;
      return (isMove && effect.activity == automode::Activity::Issue) ||
             (effect.activity == automode::Activity::Start && effect.label == "tcgen05.cp");
    });
  }

  /// Its operands describe the load alone.
  bool isLoadToLds(Operation *op) const {
    return llvm::any_of(m_classifiers.effectsOf(op), [](const automode::Effect &effect) {
      return effect.activity == automode::Activity::Issue && effect.isCopy;
    });
  }

  void find(Operation *op, std::vector<Place> &places) {
    m_coverage.leaveOutUnknown(op, m_classifiers);
    const SmallVector<AccessOperands, 2> operands = accessOperands(op);
    if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op)) {
      for (const std::string &why : ptxAccesses(assembly).leftOut)
        m_coverage.leaveOut(op, why);
    } else if (accessesTensorMemory(op)) {
      m_coverage.leaveOut(op, kTensorMemoryReason);
    } else if (operands.empty() && automode::bulkCopies(op).empty()) {
      for (uint64_t i = automode::accessesOf(op, m_classifiers); i > 0; --i)
        m_coverage.leaveOut(op, "the addresses of this operation are not known here");
    }
    const SmallVector<MemoryAccess, 2> known = m_analysis.accesses(op);
    if (operands.size() != known.size()) // unreachable code
      return;
    if (!operands.empty() && isLoadToLds(op))
      m_coverage.leaveOut(op, "the stores to LDS of a load to LDS are not recorded", "store");
    for (auto [access, facts] : llvm::zip_equal(operands, known))
      find(op, access, facts, places);
  }

  void find(Operation *op, AccessOperands access, const MemoryAccess &facts,
            std::vector<Place> &places) {
    access.isGenericAddress = facts.isGenericAddress;
    access.space = facts.space;
    // AMD chips keep constants in global memory.
    if (access.space == AccessSpace::Constant && m_spaceTests == automode::SpaceTests::Amd)
      access.space = AccessSpace::Global;
    if (access.space == AccessSpace::Local)
      return;
    if (isFatPointer(access))
      return m_coverage.leaveOut(op, "the addresses of buffer fat pointers are not recorded");
    if (isWithinBuffer(access))
      access.extent = {};
    if (access.extent && access.hasScalarOffset)
      return m_coverage.leaveOut(op, "the range check of a scalar offset differs between chips");
    access.checkedBytes = checkedBytes(access);
    if (access.space == AccessSpace::Constant)
      return m_coverage.leaveOut(op, "accesses of constant memory are not recorded");
    if (access.widthBytes == 0)
      return m_coverage.leaveOut(op, "the number of bytes that it accesses is unknown here");
    if (access.space != AccessSpace::Generic)
      return add(placeOf(op, access, facts), places);
    // The running kernel determines the space, lane by lane: a record for each space.
    access.testsSpace = true;
    for (const AccessSpace space : {AccessSpace::Shared, AccessSpace::Global}) {
      access.space = space;
      add(placeOf(op, access, facts), places);
    }
  }

  /// A pointer of the address spaces 7 to 9, which hold a resource and an offset.
  bool isFatPointer(const AccessOperands &access) const {
    const auto pointer = dyn_cast<LLVM::LLVMPointerType>(access.base.getType());
    return m_spaceTests == automode::SpaceTests::Amd && pointer && pointer.getAddressSpace() >= 7 &&
           pointer.getAddressSpace() <= 9;
  }

  /// The access is made if so many of its bytes are within its buffer.
  uint64_t checkedBytes(const AccessOperands &access) const {
    constexpr uint64_t kDwordBytes = 4;
    return m_checksDwords ? std::min(access.widthBytes, kDwordBytes) : access.widthBytes;
  }

  /// True if the access is within the buffer for all possible offsets.
  bool isWithinBuffer(const AccessOperands &access) const {
    APInt extent;
    if (!access.extent || !matchPattern(access.extent, m_ConstantInt(&extent)))
      return false;
    uint64_t most = static_cast<uint64_t>(access.offset);
    for (Value offset : access.offsets) {
      const ThreadFacts *facts = m_analysis.factsOf(offset);
      most += facts ? ~facts->bits.zero & UINT32_MAX : UINT32_MAX;
    }
    return most + access.widthBytes <= extent.getLimitedValue();
  }

  void add(Place place, std::vector<Place> &places) const {
    place.counted = m_bins.binsFor(place.access);
    places.push_back(std::move(place));
  }

  /// Records hold kAddressBits bits of an address.
  static bool fits(const LaneXors &xors) { return varyingBits(xors) >> record::kAddressBits == 0; }

  /// For warps of other sizes, strides are only determined where a warp lies in one row of threads.
  Place placeOf(Operation *op, const AccessOperands &access, const MemoryAccess &facts) const {
    const Place eachLane{op, access, std::nullopt, 0};
    const bool isAnalysed = m_lanesPerWarp == kLanesPerWarp; // as the analysis has them
    if (!isAnalysed && m_analysis.block()[0] % m_lanesPerWarp != 0)
      return eachLane;
    const ThreadStep &step =
        facts.address.step(isAnalysed ? ThreadDimension::Lane : ThreadDimension::X);
    if (step.stride && (step.group == 0 || step.group % m_lanesPerWarp == 0))
      return {op, access, step.stride, 0};
    if (const auto is = facts.swizzle(); is && isAnalysed && fits(is->xors))
      return {op, access, is->stride == 0 ? std::nullopt : std::optional(is->stride), 0, is->xors};
    if (isAnalysed && facts.address.part)
      if (auto offsets = automode::laneOffsets(*facts.address.part)) {
        Place place = eachLane;
        place.offsets = std::move(offsets);
        return place;
      }
    if (!step.stride || step.group < 2 || m_lanesPerWarp % step.group != 0)
      return eachLane;
    return {op, access, step.stride, static_cast<uint32_t>(step.group)};
  }

  /// The host computes the rows of a tile. Counters on the device therefore cannot count them.
  void write(Operation *op, const automode::BulkCopy &copy) {
    if (m_bins.isCounting())
      m_coverage.leaveOut(op, "strategy 'histogram' counts accesses of lanes alone", "copy");
    else
      BulkMarker(op, copy, m_coverage).write();
  }

  /// Null if its address cannot be computed.
  proton::AccessOp write(const Place &place) {
    OpBuilder builder(place.op);
    const Location location = place.op->getLoc();
    Value address = automode::createAddress(builder, location, place.access);
    if (!address) {
      leaveOut(place);
      return {};
    }
    cover(place);
    return builder.create<proton::AccessOp>(
        location, siteOf(builder, place), builder.getStringAttr(nameOf(place)), address,
        /*further=*/ValueRange(),
        automode::createLanes(builder, location, place.access, m_spaceTests),
        /*id=*/IntegerAttr());
  }

  /// `before` records the access that implies this one, or is another access that it implies; null
  /// if that one is left out.
  proton::AccessOp writeImplied(const Place &place, proton::AccessOp before) {
    if (!before) {
      leaveOut(place);
      return {};
    }
    cover(place);
    OpBuilder builder(place.op->getContext());
    builder.setInsertionPointAfter(before);
    return builder.create<proton::AccessOp>(
        place.op->getLoc(), siteOf(builder, place), builder.getStringAttr(nameOf(place)),
        /*address=*/Value(), /*further=*/ValueRange(), /*by=*/Value(), /*id=*/IntegerAttr());
  }

  /// An access of a generic address has a place for each space, and counts once.
  static bool countsAsAccess(const Place &place) {
    return !place.access.testsSpace || place.access.space == AccessSpace::Global;
  }

  void cover(const Place &place) {
    if (countsAsAccess(place))
      m_coverage.cover(place.op);
  }

  void leaveOut(const Place &place) {
    if (!countsAsAccess(place))
      return;
    m_coverage.leaveOut(place.op, "its memref has a layout whose addresses cannot be computed");
  }

  static proton::AccessSiteAttr siteOf(OpBuilder &builder, const Place &place) {
    const auto space = place.access.space == AccessSpace::Shared ? proton::AccessSpace::Shared
                                                                 : proton::AccessSpace::Global;
    return proton::AccessSiteAttr::get(builder.getContext(), kindOf(place.access.kind), space,
                                       static_cast<uint32_t>(place.access.widthBytes), place.stride,
                                       place.group, xorsOf(builder, place),
                                       offsetsOf(builder, place),
                                       /*tensor_map=*/std::nullopt, place.counted, place.distance);
  }

  static proton::ThreadOffsetsAttr offsetsOf(OpBuilder &builder, const Place &place) {
    if (!place.offsets)
      return {};
    const SmallVector<int64_t> bits(place.offsets->bits.begin(), place.offsets->bits.end());
    return proton::ThreadOffsetsAttr::get(builder.getContext(),
                                          static_cast<proton::OffsetRule>(place.offsets->rule),
                                          place.offsets->start, builder.getDenseI64ArrayAttr(bits));
  }

  static DenseI64ArrayAttr xorsOf(OpBuilder &builder, const Place &place) {
    SmallVector<int64_t, 5> xors;
    for (const uint64_t bits : place.xors.value_or(LaneXors()))
      xors.push_back(static_cast<int64_t>(bits));
    return place.xors ? builder.getDenseI64ArrayAttr(xors) : DenseI64ArrayAttr();
  }

  /// "load A", "store shared".
  static std::string nameOf(const Place &place) {
    const std::string buffer = automode::bufferName(place.access);
    const std::string kind = stringifyAccessKind(kindOf(place.access.kind)).str();
    if (!buffer.empty())
      return kind + " " + buffer;
    return kind + (place.access.space == AccessSpace::Shared ? " shared" : " global");
  }

  const AddressAnalysis m_analysis;
  const BinChooser m_bins;
  const uint32_t m_lanesPerWarp;
  const bool m_joins;
  const automode::SpaceTests m_spaceTests;
  const bool m_checksDwords; ///< the range check of buffers is of each dword, not of an access
  const automode::Classifiers m_classifiers;
  automode::AccessCoverage m_coverage;
};

class ProtonMarkMemoryPass : public impl::ProtonMarkMemoryBase<ProtonMarkMemoryPass> {
public:
  using ProtonMarkMemoryBase::ProtonMarkMemoryBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    const automode::FunctionChoice choice =
        automode::chooseFunctions(getOperation(), {*include, *exclude});
    AccessMarker marker(getOperation(), *shape, lanesPerWarp, {bins, largestBuffer}, join, chip);
    for (FunctionOpInterface function : choice.marked)
      marker.mark(function);
    marker.finish(getOperation(), choice.leftOut);
  }
};

} // namespace
} // namespace pstudio
