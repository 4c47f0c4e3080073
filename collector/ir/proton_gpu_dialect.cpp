// SPDX-License-Identifier: Apache-2.0
// Registration, types, attributes and verification of the proton_gpu dialect.
#include "collector/ir/proton_gpu_dialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include "collector/ir/kernel_function.h"
#include "core/base/id_ranges.h"
#include "core/record/access_layout.h"
#include "core/record/group_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio::proton_gpu {
namespace {

/// `?` for a segment that is not allocated yet, else the number.
ParseResult parseSlots(AsmParser &parser, uint32_t &slots) {
  if (succeeded(parser.parseOptionalQuestion())) {
    slots = SegmentType::kUnallocated;
    return success();
  }
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseInteger(slots))
    return failure();
  if (slots == SegmentType::kUnallocated)
    return parser.emitError(location,
                            "slots must be a power of two of at least 4, or '?', but is 0");
  return success();
}

void printSlots(AsmPrinter &printer, uint32_t slots) {
  if (slots == SegmentType::kUnallocated)
    printer << '?';
  else
    printer << slots;
}

} // namespace
} // namespace pstudio::proton_gpu

#include "collector/ir/proton_gpu_dialect.cpp.inc"
#include "collector/ir/proton_gpu_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "collector/ir/proton_gpu_attributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "collector/ir/proton_gpu_types.cpp.inc"

#define GET_OP_CLASSES
#include "collector/ir/proton_gpu_ops.cpp.inc"

namespace pstudio::proton_gpu {
namespace {

template <class Ours, class Theirs> constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<uint32_t>(ours) == static_cast<uint32_t>(theirs);
}
static_assert(same(RecordKind::ScopeStart, record::Kind::ScopeStart));
static_assert(same(RecordKind::ScopeEnd, record::Kind::ScopeEnd));
static_assert(same(RecordKind::EventStart, record::Kind::EventStart));
static_assert(same(RecordKind::EventEnd, record::Kind::EventEnd));
static_assert(same(RecordKind::MemoryAccess, record::Kind::MemoryAccess));
static_assert(same(RecordKind::ClockEpoch, record::Kind::ClockEpoch));
static_assert(same(Strategy::Circular, record::Strategy::Circular));
static_assert(same(Strategy::First, record::Strategy::First));
static_assert(same(Strategy::Flush, record::Strategy::Flush));
static_assert(same(Strategy::Stream, record::Strategy::Stream));
static_assert(same(Strategy::Histogram, record::Strategy::Histogram));
static_assert(kMinDoubleBufferedSlots == 2 * record::kMinFlushedSlots);
static_assert(same(Metric::Cycle, record::Metric::Cycle));
static_assert(same(Metric::Time, record::Metric::Time));
static_assert(same(Granularity::Thread, record::Granularity::Thread));
static_assert(same(Granularity::Warp, record::Granularity::Warp));
static_assert(same(Granularity::Warp2, record::Granularity::Warp2));
static_assert(same(Granularity::Warp4, record::Granularity::Warp4));
static_assert(same(Granularity::Warp8, record::Granularity::Warp8));
static_assert(same(Granularity::Cta, record::Granularity::Cta));
static_assert(same(Granularity::WarpGroup, record::Granularity::WarpGroup));
static_assert(same(Granularity::WarpGroup2, record::Granularity::WarpGroup2));
static_assert(same(Granularity::WarpGroup4, record::Granularity::WarpGroup4));
static_assert(same(Granularity::WarpGroup8, record::Granularity::WarpGroup8));

} // namespace

void ProtonGPUDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "collector/ir/proton_gpu_attributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "collector/ir/proton_gpu_types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "collector/ir/proton_gpu_ops.cpp.inc"
      >();
}

LogicalResult OperationAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                    OperationKind kind, StringRef operationName, int32_t parent,
                                    StringRef, ArrayAttr path, Type type, StringRef unit,
                                    proton::AsyncSiteAttr async, proton::AccessSiteAttr access) {
  if (operationName.empty())
    return emitError() << "an operation needs a name that is not empty";
  if (parent < -1 || parent >= static_cast<int32_t>(record::kMaxOperations))
    return emitError() << "parent must be an operation id, 0.." << record::kMaxOperations - 1
                       << ", or -1 for none, but is " << parent;
  if (path && !llvm::all_of(path, [](Attribute call) { return llvm::isa<CallAttr>(call); }))
    return emitError() << "path must be a list of #proton_gpu.call";
  if ((kind == OperationKind::Async) != static_cast<bool>(async))
    return emitError() << "exactly the operations of kind 'async' have the attribute 'async'";
  if ((kind == OperationKind::MemoryAccess) != static_cast<bool>(access))
    return emitError()
           << "exactly the operations of kind 'memory_access' have the attribute 'access'";
  if (kind != OperationKind::Value)
    return type || !unit.empty()
               ? emitError() << "only operations of kind 'value' have a type or a unit"
               : success();
  if (!type || !(type.isInteger(32) || type.isInteger(64) || type.isF16() || type.isBF16() ||
                 type.isF32() || type.isF64()))
    return emitError() << "a value needs its type: i32, i64, f16, bf16, f32 or f64";
  return success();
}

LogicalResult CallAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef function,
                               StringRef) {
  if (function.empty())
    return emitError() << "a call needs the name of the function that is called";
  return success();
}

LogicalResult MemberAttr::verify(function_ref<InFlightDiagnostic()> emitError, RecordKind kind,
                                 uint32_t id, uint32_t key, bool keyed) {
  if (kind == RecordKind::Value || kind == RecordKind::MemoryAccess)
    return emitError() << "a group has no record of kind '" << stringifyRecordKind(kind) << "'";
  if (id >= record::kMaxOperations)
    return emitError() << "operation id " << id << " is not 0.." << record::kMaxOperations - 1;
  const bool isScope = kind == RecordKind::ScopeStart || kind == RecordKind::ScopeEnd;
  const bool isEpoch = kind == RecordKind::ClockEpoch;
  if (isEpoch && (keyed || id != 0 || (key & ~record::kKeyEpochMask) != 0))
    return emitError() << "an epoch has the id 0 and the key of its record";
  if (key > record::kKeyMask || ((key != 0 || keyed) && isScope) || (key != 0 && keyed))
    return emitError() << "only an event has a key of 16 bits, here or with 'keyed' in its record";
  return success();
}

LogicalResult SegmentType::verify(function_ref<InFlightDiagnostic()> emitError, uint32_t slots,
                                  MemorySpace, Granularity) {
  if (slots == kUnallocated)
    return success();
  if (!llvm::isPowerOf2_32(slots) || slots < kMinSlots)
    return emitError() << "slots must be a power of two of at least " << kMinSlots
                       << ", or '?', but is " << slots;
  return success();
}

bool isDoubleBuffered(Strategy strategy) {
  return record::traitsOf(static_cast<record::Strategy>(strategy)).isDoubleBuffered;
}

/// The memory that shared slots of all units need: a static memref of i64.
static LogicalResult verifySharedMemory(SegmentAllocOp op, SegmentType type) {
  auto memory = cast<MemRefType>(op.getShared().getType());
  const int64_t wanted = int64_t{op.getUnits().value_or(0)} * type.getSlots();
  if (memory.hasStaticShape() && memory.getRank() == 1 && memory.getElementType().isInteger(64) &&
      memory.getNumElements() == wanted)
    return success();
  return op.emitOpError("needs shared memory of units * slots 64-bit words, 'memref<")
         << wanted << "xi64, ...>', but has " << memory;
}

static LogicalResult verifyStrategy(SegmentAllocOp op, SegmentType type) {
  const Strategy strategy = op.getStrategy();
  if (strategy == Strategy::Flush && type.getMemorySpace() != MemorySpace::Shared)
    return op.emitOpError("with strategy 'flush' must be in shared memory: it moves full shared "
                          "segments to global memory");
  if (isDoubleBuffered(strategy) && type.isAllocated() && type.getSlots() < kMinDoubleBufferedSlots)
    return op.emitOpError("with strategy '")
           << stringifyStrategy(strategy) << "' needs at least " << kMinDoubleBufferedSlots
           << " slots, but has " << type.getSlots();
  const std::optional<uint32_t> keeps = op.getKeeps();
  if (!keeps)
    return success();
  if (!isDoubleBuffered(strategy))
    return op.emitOpError("takes 'keeps' only with strategy 'flush' or 'stream'");
  if (!type.isAllocated() || !llvm::isPowerOf2_32(*keeps) || *keeps < type.getSlots())
    return op.emitOpError("keeps ")
           << *keeps << " slots, which is no power of two of at least the slots of the segment";
  return success();
}

/// Sampled ids are ranges; their number is limited because a search for the block of a CTA visits
/// them.
static LogicalResult verifySampled(SegmentAllocOp op, StringRef what,
                                   std::optional<StringRef> text) {
  if (!text)
    return success();
  const Result<IdRanges> ids = IdRanges::parse(std::string_view(*text));
  if (!ids)
    return op.emitOpError("samples ") << what << " \"" << *text << "\": " << ids.error().message;
  if (ids->isEmpty())
    return op.emitOpError("samples no ") << what << ": leave the attribute out to sample all";
  if (ids->ranges().size() > kMaxSampledRanges)
    return op.emitOpError("samples ") << ids->ranges().size() << " ranges of " << what << ", but "
                                      << kMaxSampledRanges << " is the most: join some of them";
  return success();
}

/// One recording warp per unit, or per lanes of a warp.
static LogicalResult verifyRecorders(SegmentAllocOp op, SegmentType type) {
  const std::optional<ArrayRef<int32_t>> recorders = op.getRecorders();
  const bool isThread = type.getGranularity() == Granularity::Thread;
  const bool isShared = op.getStrategy() == Strategy::Histogram; // by the warps of the CTA
  if (isShared && op.getUnits().value_or(0) != 1)
    return op.emitOpError("with the strategy 'histogram' has one unit: the CTA");
  if (!recorders) {
    if (isShared || isThread || type.getGranularity() == Granularity::Warp)
      return success();
    return op.emitOpError("with granularity '")
           << stringifyGranularity(type.getGranularity())
           << "' needs 'recorders', the warp that records for each unit";
  }
  for (size_t i = 0; i < recorders->size(); ++i)
    if ((*recorders)[i] < 0 || (i > 0 && (*recorders)[i] <= (*recorders)[i - 1]))
      return op.emitOpError("needs recorders in ascending order");
  if (recorders->empty() ||
      (!isShared && !isThread && recorders->size() != op.getUnits().value_or(0)))
    return op.emitOpError("has ") << recorders->size() << " recorders for "
                                  << op.getUnits().value_or(0) << " units";
  return success();
}

LogicalResult SegmentAllocOp::verify() {
  Operation *parent = (*this)->getParentOp();
  if (!isa<FunctionOpInterface>(parent) || !(*this)->getBlock()->isEntryBlock())
    return emitOpError("must be in the entry block of a function");
  auto type = cast<SegmentType>(getSegment().getType());
  if (failed(verifyStrategy(*this, type)) || failed(verifySampled(*this, "warps", getWarps())) ||
      failed(verifySampled(*this, "CTAs", getCtas())))
    return failure();
  if (!type.isAllocated()) {
    if (getBuffer() || getShared() || getUnits() || getRecorders())
      return emitOpError(
          "with '?' slots takes no units, buffer or shared memory: these come with allocation");
    return success();
  }
  if (!getUnits() || *getUnits() == 0 || static_cast<int32_t>(*getUnits()) < 0)
    return emitOpError(
        "with allocated slots needs 'units', the number of segments per CTA, of at least 1");
  if (failed(verifyRecorders(*this, type)))
    return failure();
  if (type.getMemorySpace() == MemorySpace::Global) {
    if (getShared())
      return emitOpError("in global memory takes no shared memory");
    if (!getBuffer())
      return emitOpError("in global memory needs the profile buffer");
    return success();
  }
  if (!getShared())
    return emitOpError("in shared memory needs the memory of its slots");
  return verifySharedMemory(*this, type);
}

LogicalResult ReadCounterOp::verify() {
  if (getCounter().getType().isInteger(32) || getCounter().getType().isInteger(64))
    return success();
  return emitOpError("gives the cycle counter or its low 32 bits: its result must be 'i32' or "
                     "'i64', but is ")
         << getCounter().getType();
}

static LogicalResult verifyId(Operation *op, int64_t id) {
  if (id >= 0 && id < static_cast<int64_t>(record::kMaxOperations))
    return success();
  return op->emitOpError("has operation id ")
         << id << ", but a record has room for 0.." << record::kMaxOperations - 1;
}

LogicalResult StoreOp::verify() {
  if (failed(verifyId(*this, getIdAttr().getInt())))
    return failure();
  const bool isScope = getKind() == RecordKind::ScopeStart || getKind() == RecordKind::ScopeEnd;
  if (isScope && getKey())
    return emitOpError("of a scope takes no key: only events have instances");
  const bool isAccess = getKind() == RecordKind::MemoryAccess;
  if (isAccess && (getKey() || getEvent()))
    return emitOpError("of an access takes neither key nor event");
  auto alloc = getSegment().getDefiningOp<SegmentAllocOp>();
  if (alloc && alloc.getStrategy() == Strategy::Histogram)
    return emitOpError("stores nothing in a segment with the strategy 'histogram', which counts");
  if ((getEach() || getStride() || getXors() || getOffsets() || getShared()) && !isAccess)
    return emitOpError("takes 'each', 'stride', 'xors', 'offsets' and 'shared' only for accesses");
  if (!getFurther().empty() && (!isAccess || getEach()))
    return emitOpError("takes 'and' only for accesses that one lane encodes");
  if (getBy() && !isAccess)
    return emitOpError("takes 'by' only for accesses");
  if (getFurther().size() > record::kMaxEncodedWords - 1)
    return emitOpError("encodes at most ") << record::kMaxEncodedWords << " words";
  if (getEach() && !llvm::isPowerOf2_32(*getEach()))
    return emitOpError("encodes addresses of groups of lanes: 'each' is a power of two");
  if (isAccess && (!getValue() || !getValue().getType().isInteger(64)))
    return emitOpError("of an access needs its address: 'with %address : i64'");
  const bool isEpoch = getKind() == RecordKind::ClockEpoch;
  if (isEpoch && (getId() != 0 || !getValue() || !getValue().getType().isInteger(32)))
    return emitOpError("of an epoch has the id 0 and bits 63..32 of the clock: 'with %high : i32'");
  if (getAfterLoop() && !isEpoch)
    return emitOpError("takes 'after_loop' only for epochs");
  const bool isValue = getKind() == RecordKind::Value || isAccess || isEpoch;
  if (getEvent() && (isScope || isValue || getId() != 0))
    return emitOpError("of an event that a value identifies is not a scope and has the id 0");
  if (isValue && getKey())
    return emitOpError("of a value takes no key: it is the lane whose value is recorded");
  if (isValue != static_cast<bool>(getValue()))
    return emitOpError(isValue ? "of a value needs the value: 'with %bits : i32'"
                               : "of a scope or event takes no value: only kind 'value' does");
  return success();
}

uint32_t StoreGroupOp::firstWord() {
  const uint32_t first = getFirst().value_or(0);
  return first == 0 ? 0 : record::clockWordOf(first);
}

uint32_t StoreGroupOp::endWord() {
  if (!getKeys().empty())
    return record::kGroupWords;
  return record::clockWordOf(getFirst().value_or(0) + getCounters().size());
}

LogicalResult StoreGroupOp::verify() {
  const size_t most = getKeys().empty() ? record::kGroupWords - (getFirst().value_or(0) == 0)
                                        : record::kMaxKeyedGroupRecords;
  if (getCounters().empty() || getCounters().size() > most)
    return emitOpError("stores ") << getCounters().size() << " records, but one store has 1 to "
                                  << most;
  if (endWord() > record::clockWordOf(record::kMaxGroupRecords))
    return emitOpError("has more than ") << record::kMaxGroupRecords << " records";
  if (firstWord() % llvm::PowerOf2Ceil(endWord() - firstWord()) != 0)
    return emitOpError("stores words ")
           << firstWord() << " to " << endWord() - 1 << ", which no aligned store does";
  if (!getKeys().empty() && (getFirst().value_or(0) != 0 || getPartial()))
    return emitOpError("has keys, so that it stores all of the group");
  if (getKeys().size() > getCounters().size())
    return emitOpError("has more keys than records");
  if (getGroup() >= record::kMaxGroups)
    return emitOpError("has a group of number ")
           << getGroup() << ", but there are 0.." << record::kMaxGroups - 1;
  auto alloc = getSegment().getDefiningOp<SegmentAllocOp>();
  if (alloc && alloc.getStrategy() != Strategy::Circular && alloc.getStrategy() != Strategy::First)
    return emitOpError("stores nothing in a segment with the strategy '")
           << stringifyStrategy(alloc.getStrategy()) << "'";
  return success();
}

LogicalResult CountOp::verify() {
  auto alloc = getSegment().getDefiningOp<SegmentAllocOp>();
  if (alloc && alloc.getStrategy() != Strategy::Histogram)
    return emitOpError("needs a segment with the strategy 'histogram', but its strategy is '")
           << stringifyStrategy(alloc.getStrategy()) << "'";
  if (!llvm::isPowerOf2_32(getBins()) || getBins() > record::kMaxCountedBins)
    return emitOpError("has a power of two of bins, at most ") << record::kMaxCountedBins;
  if (getShift() > record::kMaxCountedShift)
    return emitOpError("has bins of at most 2^") << record::kMaxCountedShift << " bytes";
  return verifyId(*this, getIdAttr().getInt());
}

LogicalResult FlushPointOp::verify() {
  auto alloc = getSegment().getDefiningOp<SegmentAllocOp>();
  if (alloc && !isDoubleBuffered(alloc.getStrategy()))
    return emitOpError(
               "needs a segment with the strategy 'flush' or 'stream', but its strategy is '")
           << stringifyStrategy(alloc.getStrategy()) << "'";
  if (alloc && getDropping() && alloc.getStrategy() != Strategy::Stream)
    return emitOpError("drops only with the strategy 'stream': 'flush' never waits");
  return verifyId(*this, getIdAttr().getInt());
}

LogicalResult SegmentOfCallerOp::verify() {
  Operation *parent = (*this)->getParentOp();
  if (!isa<FunctionOpInterface>(parent) || !(*this)->getBlock()->isEntryBlock())
    return emitOpError("must be in the entry block of a function");
  if (isKernelFunction(parent))
    return emitOpError("must be in a function that kernels call: a kernel has no caller");
  return success();
}

LogicalResult CallerIsSampledOp::verify() {
  if ((*this)->getBlock()->isEntryBlock() &&
      llvm::any_of((*this)->getBlock()->getOperations(),
                   [](Operation &op) { return isa<SegmentOfCallerOp>(op); }))
    return success();
  return emitOpError("must be in the entry block of a function, with a segment_of_caller");
}

LogicalResult SaveContextOp::verify() {
  if (getOffset() >= record::kMaxOperations) // also if it is negative
    return emitOpError("has offset ")
           << getOffsetAttr().getInt() << ", but ids are 0.." << record::kMaxOperations - 1;
  Operation *next = (*this)->getNextNode();
  if (isa_and_nonnull<CallOpInterface>(next))
    return success();
  if (!next || !next->hasTrait<OpTrait::ReturnLike>() ||
      !isa<FunctionOpInterface>((*this)->getParentOp()))
    return emitOpError("must directly precede a call, or the return of a function");
  if (!getSegment().getDefiningOp<SegmentOfCallerOp>())
    return emitOpError("before a return must pass the segment of the caller");
  return success();
}

LogicalResult RestoreContextOp::verify() {
  Operation *call = (*this)->getPrevNode();
  if (isa_and_nonnull<CallOpInterface>(call))
    if (auto save = dyn_cast_or_null<SaveContextOp>(call->getPrevNode());
        save && save.getSegment() == getSegment())
      return success();
  return emitOpError("must directly follow a call that save_context of the same segment precedes");
}

} // namespace pstudio::proton_gpu
