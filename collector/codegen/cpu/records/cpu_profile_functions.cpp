// SPDX-License-Identifier: Apache-2.0
// Bodies of the pstudio.profile functions.
#include "collector/codegen/cpu/records/cpu_profile_functions.h"

#include "collector/codegen/cpu/records/cpu_function_writer.h"
#include "collector/codegen/records/loop_counters.h"
#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;
using LLVM::LLVMFuncOp;

namespace pstudio {
namespace {

namespace markers = cpu::intrinsics;

// Below, every operation has a statement of its own wherever two would be arguments of one call:
// compilers evaluate arguments in different orders, and the functions should be the same text
// everywhere.

/// Finds pstudio.profile.<name>, or makes it with the body that `write` gives it.
template <class Write>
LLVMFuncOp findOrWrite(gpu::GPUModuleOp module, StringRef name, Type result,
                       ArrayRef<Type> arguments, Write write) {
  const std::string symbol = ("pstudio.profile." + name).str();
  if (auto found = module.lookupSymbol<LLVMFuncOp>(symbol))
    return found;
  LLVMFuncOp function = findOrDeclare(module, symbol, result, arguments);
  Builder builder(module.getContext());
  function.setLinkage(LLVM::Linkage::Internal);
  function.setPassthroughAttr(
      builder.getStrArrayAttr({"noinline", StringRef(markers::kInstrumentationAttribute)}));
  FunctionWriter writer(module, function);
  write(writer);
  return function;
}

/// Address of the slot that is stored `written`-th into a ring of `capacity` slots.
Value slotAt(FunctionWriter &w, Value slots, Value capacity, Value written) {
  Value position = w.bitAnd(written, w.add(capacity, w.constant(w.i32(), 0xffffffff)));
  Value slotBytes = w.constant(w.i64(), record::kSlotBytes);
  Value bytes = w.multiply(w.extend(position), slotBytes);
  return w.at(slots, bytes);
}

/// Stores one slot at position `written` of the ring.
void storeSlot(FunctionWriter &w, Value slots, Value capacity, Value written, Value tag,
               Value payload) {
  Value slot = slotAt(w, slots, capacity, written);
  w.store(tag, slot, 0);
  w.store(payload, slot, 4);
}

void writeHeader(FunctionWriter &w) {
  w.returnUnless(w.isFirstThread());
  Value block = w.argument(0);
  w.returnIfNull(block);
  w.store(w.constant(w.i32(), record::kBlockMagic), block, record::kMagic);
  w.store(w.constant(w.i16(), record::kLayoutVersion), block, record::kVersion);
  w.store(w.constant(w.i16(), record::kHeaderBytes), block, record::kHeaderSize);
  w.store(w.marker(markers::kBlockId[0], w.i32()), block, record::kProgramX);
  w.store(w.marker(markers::kBlockId[1], w.i32()), block, record::kProgramY);
  w.store(w.marker(markers::kBlockId[2], w.i32()), block, record::kProgramZ);
  w.store(w.marker(markers::kSmId, w.i32()), block, record::kHardwareId);
  w.store(w.argument(1), block, record::kUnitCount);
  w.store(w.argument(2), block, record::kSlotsPerUnit);
  w.store(w.argument(3), block, record::kFlags);
  w.store(w.argument(4), block, record::kHandedSlots);
  w.store(w.argument(5), block, record::kStreamChunks);
  w.store(w.marker(markers::kClock, w.i64()), block, record::kBeginCycle);
  w.store(w.marker(markers::kGlobalTimer, w.i64()), block, record::kBeginTime);
  w.finish();
}

/// x + gridX * (y + gridY * z).
Value linearCta(FunctionWriter &w) {
  auto id = [&](size_t dimension) {
    return w.extend(w.marker(markers::kBlockId[dimension], w.i32()));
  };
  auto extent = [&](size_t dimension) {
    return w.extend(w.marker(markers::kGridDim[dimension], w.i32()));
  };
  Value y = id(1), gridY = extent(1), z = id(2);
  Value plane = w.add(y, w.multiply(gridY, z));
  Value x = id(0), gridX = extent(0);
  return w.add(x, w.multiply(gridX, plane));
}

void writeBlock(FunctionWriter &w) {
  Value index = linearCta(w);
  w.finish(w.at(w.argument(0), w.multiply(index, w.argument(1))));
}

constexpr uint32_t kNone = 0xffffffff; ///< the index of what is not recorded
constexpr uint32_t kLanesPerWarp = 32;

/// The rank of `id` among first, first + 2^shift, ..., last, see rankOfWarp().
void writeRank(FunctionWriter &w, Value id) {
  Value found = w.argument(0), first = w.argument(1), last = w.argument(2);
  Value shift = w.argument(3), rankOfFirst = w.argument(4);
  Value offset = w.subtract(id, first), range = w.subtract(last, first);
  Value steps = w.shiftRight(offset, shift);
  Value isInside = w.compare(ICmpPredicate::ule, offset, range);
  Value isOnStep = w.compare(ICmpPredicate::eq, w.shiftLeft(steps, shift), offset);
  Value rank = w.add(rankOfFirst, steps);
  w.finish(w.select(w.bitAnd(isInside, isOnStep), rank, found));
}

/// `address`, or null for the index kNone.
void finishWithAddress(FunctionWriter &w, Value index, Value address) {
  Value isNone = w.compare(ICmpPredicate::eq, index, w.constant(w.i32(), kNone));
  w.finish(w.select(isNone, w.null(), address));
}

void writeUnitAt(FunctionWriter &w) {
  Value base = w.argument(0), offset = w.argument(1), stride = w.argument(2);
  Value index = w.argument(3);
  Value start = w.multiply(w.extend(index), stride);
  Value address = w.at(base, w.add(offset, start));
  Value isNull = w.compare(ICmpPredicate::eq, base, w.null());
  Value none = w.constant(w.i32(), kNone);
  finishWithAddress(w, w.select(isNull, none, index), address);
}

/// Counts `taken` slots after `written`. With the strategy `first` a record that starts behind the
/// last slot is only counted; the result says if it fits whole (null: it always does).
Value takeSlots(FunctionWriter &w, proton_gpu::Strategy strategy, Value written, Value taken) {
  Value next = w.add(written, taken);
  w.store(next, w.argument(0), record::kUnitWritten);
  if (strategy != proton_gpu::Strategy::First)
    return {};
  Value capacity = w.argument(2);
  w.returnUnless(w.compare(ICmpPredicate::ult, written, capacity));
  return w.compare(ICmpPredicate::ule, next, capacity);
}

void writeStoreScope(FunctionWriter &w, proton_gpu::Strategy strategy) {
  w.returnUnless(w.marker(markers::kElected, w.i1()));
  w.returnIfNull(w.argument(0));
  Value entry = w.argument(0), slots = w.argument(1), capacity = w.argument(2), tag = w.argument(3);
  Value one = w.constant(w.i32(), 1);
  Value active = w.marker(markers::kActiveMask, w.i32());
  Value isPartial = w.compare(ICmpPredicate::ne, active, w.marker(markers::kLiveMask, w.i32()));
  Value partial = w.constant(w.i32(), record::kKeyPartialMask);
  Value whole = w.constant(w.i32(), 0);
  Value partialBit = w.select(isPartial, partial, whole);
  Value fullTag = w.bitOr(tag, partialBit);
  Value written = w.load(w.i32(), entry, record::kUnitWritten);
  static_assert(record::kKeyPartialMask == 1, "the bit is also the number of further slots");
  if (Value fits = takeSlots(w, strategy, written, w.add(partialBit, one))) {
    // What remains in front of a refused record is marked: shared memory is not zeroed.
    fullTag = w.select(fits, fullTag, w.constant(w.i32(), 0));
    isPartial = w.bitAnd(isPartial, fits);
  }
  storeSlot(w, slots, capacity, written, fullTag, w.truncate(w.argument(4)));
  w.returnUnless(isPartial);
  Value operation =
      w.bitAnd(tag, w.constant(w.i32(), record::kOperationMask << record::kOperationShift));
  Value maskTag =
      w.bitOr(operation, w.constant(w.i32(), record::makeTag(record::Kind::Continuation, 0, 1)));
  storeSlot(w, slots, capacity, w.add(written, one), maskTag, active);
  w.finish();
}

/// A record of one slot.
void writeStoreSlot(FunctionWriter &w, proton_gpu::Strategy strategy) {
  w.returnIfNull(w.argument(0));
  Value low = w.truncate(w.argument(4));
  Value key = w.bitAnd(low, w.constant(w.i32(), record::kKeyMask));
  Value tag = w.bitOr(w.argument(3), key);
  Value clock = w.truncate(w.argument(5));
  Value written = w.load(w.i32(), w.argument(0), record::kUnitWritten);
  takeSlots(w, strategy, written, w.constant(w.i32(), 1));
  storeSlot(w, w.argument(1), w.argument(2), written, tag, clock);
  w.finish();
}

void writeStoreEvent(FunctionWriter &w, proton_gpu::Strategy strategy) {
  w.returnUnless(w.marker(markers::kElected, w.i1()));
  writeStoreSlot(w, strategy);
}

/// A record of the executing lane's value. If it does not fit whole the slots in front of the end
/// are marked: shared memory is not zeroed.
void writeStoreValue(FunctionWriter &w, proton_gpu::Strategy strategy, bool isWide) {
  w.returnIfNull(w.argument(0));
  Value slots = w.argument(1), capacity = w.argument(2), tag = w.argument(3);
  Value operation =
      w.bitAnd(tag, w.constant(w.i32(), record::kOperationMask << record::kOperationShift));
  Value lane = w.marker(markers::kLaneId, w.i32());
  Value key = w.shiftLeft(lane, w.constant(w.i32(), record::kKeyLaneShift));
  SmallVector<std::pair<Value, Value>, 3> record; // tags and payloads
  record.emplace_back(w.bitOr(tag, key), w.truncate(w.argument(5)));
  for (uint32_t word = 0; word < (isWide ? 2 : 1); ++word) {
    const uint32_t further = record::makeTag(record::Kind::Continuation, 0, word + 1);
    Value shift = w.constant(w.i64(), uint64_t{32} * word);
    Value bits = w.truncate(w.shiftRight(w.argument(4), shift));
    record.emplace_back(w.bitOr(operation, w.constant(w.i32(), further)), bits);
  }
  Value written = w.load(w.i32(), w.argument(0), record::kUnitWritten);
  Value taken = w.constant(w.i32(), record.size());
  Value fits = takeSlots(w, strategy, written, taken);
  for (auto [index, slot] : llvm::enumerate(record)) {
    Value at = w.add(written, w.constant(w.i32(), index));
    Value slotTag = slot.first;
    if (fits) {
      w.returnUnless(w.compare(ICmpPredicate::ult, at, capacity));
      slotTag = w.select(fits, slotTag, w.constant(w.i32(), 0));
    }
    storeSlot(w, slots, capacity, at, slotTag, slot.second);
  }
  w.finish();
}

/// Copies `count` slots, the first of which was stored `first`-th, from the ring at argument 1 to
/// the one at argument 2. Neither wraps on the way: `first` is the begin of a half.
void copyToKept(FunctionWriter &w, Value first, Value count) {
  Value from = slotAt(w, w.argument(1), w.argument(3), first);
  Value to = slotAt(w, w.argument(2), w.argument(4), first);
  Value slots = w.extend(count);
  w.copy(to, from, w.multiply(slots, w.constant(w.i64(), record::kSlotBytes)));
}

/// The count at which the half that holds slot `written` begins.
Value beginOfHalf(FunctionWriter &w, Value written, Value half) {
  Value zero = w.constant(w.i32(), 0);
  return w.bitAnd(written, w.subtract(zero, half));
}

/// A half that its unit has just filled.
struct FullHalf {
  Value written; ///< slots of the unit, i32
  Value first;   ///< number of the half's first slot, i32
  Value slots;   ///< of a half, i32
};

/// Lanes leave the function unless the record before filled a half, as record::fillsHalf says for
/// that many slots.
FullHalf findFullHalf(FunctionWriter &w, Value entry, Value capacity, Value slots) {
  w.returnIfNull(entry);
  Value half = w.shiftRight(capacity, w.constant(w.i32(), 1));
  Value written = w.load(w.i32(), entry, record::kUnitWritten);
  w.returnUnless(w.compare(ICmpPredicate::uge, written, half));
  Value begin = beginOfHalf(w, written, half);
  Value offset = w.subtract(written, begin);
  w.returnUnless(w.compare(ICmpPredicate::ult, offset, slots));
  return {written, w.subtract(begin, half), half};
}

/// Stores slots behind the newest.
class SlotAppender {
public:
  SlotAppender(FunctionWriter &w, Value slots, Value capacity, Value written)
      : m_writer(w), m_slots(slots), m_capacity(capacity), m_written(written) {}

  void append(Value tag, Value payload) {
    storeSlot(m_writer, m_slots, m_capacity, m_written, tag, payload);
    m_written = m_writer.add(m_written, m_writer.constant(m_writer.i32(), 1));
  }
  Value written() const { return m_written; }

private:
  FunctionWriter &m_writer;
  Value m_slots;
  Value m_capacity;
  Value m_written;
};

void writeFlush(FunctionWriter &w) {
  Value entry = w.argument(0), slots = w.argument(1), capacity = w.argument(3);
  const FullHalf half = findFullHalf(w, entry, capacity, w.argument(7));
  Value start = w.truncate(w.marker(markers::kClock, w.i64()));
  copyToKept(w, half.first, half.slots);
  Value end = w.truncate(w.marker(markers::kClock, w.i64()));
  SlotAppender appender(w, slots, capacity, half.written);
  appender.append(w.argument(5), start);
  appender.append(w.argument(6), end);
  static_assert(record::kFlushRecordSlots == 2);
  w.store(appender.written(), entry, record::kUnitWritten);
  w.finish();
}

/// Publishes `count` slots from number `first` on. Arguments of the function as those of stream().
void publish(FunctionWriter &w, Value first, Value count) {
  Value capacity = w.argument(4);
  Value half = w.shiftRight(capacity, w.constant(w.i32(), 1));
  Value from = slotAt(w, w.argument(1), capacity, first);
  w.callMarker(markers::kStreamPublish, {w.argument(2), w.argument(3), from, first, count, half,
                                         w.argument(5), w.argument(6)});
}

void writeStream(FunctionWriter &w) {
  Value entry = w.argument(0), slots = w.argument(1), capacity = w.argument(4);
  const FullHalf half = findFullHalf(w, entry, capacity, w.argument(8));
  Value start = w.truncate(w.marker(markers::kClock, w.i64()));
  publish(w, half.first, half.slots);
  Value end = w.marker(markers::kClock, w.i64());
  Value low = w.truncate(end);
  Value high = w.truncate(w.shiftRight(end, w.constant(w.i64(), 32)));
  const auto tag = [&](record::Kind kind, uint32_t key) {
    return w.bitOr(w.argument(7), w.constant(w.i32(), record::makeTag(kind, 0, key)));
  };
  // The epoch lies in the scope: its end may be any time behind its start.
  SlotAppender appender(w, slots, capacity, half.written);
  appender.append(tag(record::Kind::ScopeStart, 0), start);
  appender.append(tag(record::Kind::ClockEpoch, 0), low);
  appender.append(tag(record::Kind::Continuation, 1), high);
  appender.append(tag(record::Kind::ScopeEnd, 0), low);
  static_assert(record::kStreamRecordSlots == 4);
  w.store(appender.written(), entry, record::kUnitWritten);
  w.finish();
}

void markFinal(FunctionWriter &w) {
  w.store(w.constant(w.i32(), record::kUnitFinalized), w.argument(0), record::kUnitState);
  w.finish();
}

void copyAndMarkFinal(FunctionWriter &w) {
  w.returnIfNull(w.argument(0));
  Value written = w.load(w.i32(), w.argument(0), record::kUnitWritten);
  Value kept = w.extend(w.minimum(written, w.argument(3)));
  w.copy(w.argument(2), w.argument(1), w.multiply(kept, w.constant(w.i64(), record::kSlotBytes)));
  markFinal(w);
}

} // namespace

CpuProfileFunctions::CpuProfileFunctions(gpu::GPUModuleOp module) : m_module(module) {}

LLVMFuncOp CpuProfileFunctions::recordClock() {
  Builder b(m_module.getContext());
  return findOrDeclare(m_module, StringRef(markers::kRecordClock), b.getI64Type(),
                       {b.getI32Type()});
}

namespace {

/// The types that signatures are made of.
struct Types {
  explicit Types(MLIRContext *context)
      : none(LLVM::LLVMVoidType::get(context)), pointer(LLVM::LLVMPointerType::get(context)),
        i32(IntegerType::get(context, 32)), i64(IntegerType::get(context, 64)) {}
  Type none, pointer, i32, i64;
};

} // namespace

LLVMFuncOp CpuProfileFunctions::recordAddress() {
  const Types t(m_module.getContext());
  return findOrDeclare(m_module, StringRef(markers::kRecordAddress), t.none, {t.i64});
}

LLVMFuncOp CpuProfileFunctions::recordWord() {
  const Types t(m_module.getContext());
  return findOrDeclare(m_module, StringRef(markers::kRecordWord), t.none, {t.i64, t.i32, t.i32});
}

LLVMFuncOp CpuProfileFunctions::storeAccess() {
  const Types t(m_module.getContext());
  return findOrDeclare(m_module, StringRef(markers::kStoreAccess), t.i32,
                       {t.pointer, t.pointer, t.i32, t.i32, t.i32, t.i32});
}

LLVMFuncOp CpuProfileFunctions::countAccess() {
  const Types t(m_module.getContext());
  return findOrDeclare(m_module, StringRef(markers::kCountAccess), t.none,
                       {t.pointer, t.pointer, t.i32, t.i32, t.i32, t.i32});
}

LLVMFuncOp CpuProfileFunctions::block() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "block", t.pointer, {t.pointer, t.i64}, writeBlock);
}

LLVMFuncOp CpuProfileFunctions::ofUnit() {
  const Types t(m_module.getContext());
  return findOrWrite(
      m_module, "of_unit", t.pointer, {t.pointer, t.i64, t.i64}, [](FunctionWriter &w) {
        Value warp = w.extend(w.marker(markers::kWarpId, w.i32()));
        w.finish(w.at(w.argument(0), w.add(w.argument(1), w.multiply(warp, w.argument(2)))));
      });
}

LLVMFuncOp CpuProfileFunctions::initialize() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "initialize", t.none, {t.pointer, t.i32, t.i32, t.i32, t.i32, t.i32},
                     writeHeader);
}

/// Functions differ by strategy; the usual one has the plain name.
static std::string nameOf(StringRef function, proton_gpu::Strategy strategy) {
  return (function + (strategy == proton_gpu::Strategy::First ? "_first" : "")).str();
}

LLVMFuncOp CpuProfileFunctions::storeScope(proton_gpu::Strategy strategy) {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, nameOf("store_scope", strategy), t.none,
                     {t.pointer, t.pointer, t.i32, t.i32, t.i64},
                     [strategy](FunctionWriter &w) { writeStoreScope(w, strategy); });
}

LLVMFuncOp CpuProfileFunctions::storeEvent(proton_gpu::Strategy strategy) {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, nameOf("store_event", strategy), t.none,
                     {t.pointer, t.pointer, t.i32, t.i32, t.i64, t.i64},
                     [strategy](FunctionWriter &w) { writeStoreEvent(w, strategy); });
}

LLVMFuncOp CpuProfileFunctions::storeValue(proton_gpu::Strategy strategy, bool isWide,
                                           bool byEveryLane) {
  const Types t(m_module.getContext());
  const std::string name =
      std::string("store_value") + (isWide ? "_wide" : "") + (byEveryLane ? "_lane" : "");
  return findOrWrite(m_module, nameOf(name, strategy), t.none,
                     {t.pointer, t.pointer, t.i32, t.i32, t.i64, t.i64}, [=](FunctionWriter &w) {
                       if (!byEveryLane)
                         w.returnUnless(w.marker(markers::kElected, w.i1()));
                       writeStoreValue(w, strategy, isWide);
                     });
}

LLVMFuncOp CpuProfileFunctions::storeLane(proton_gpu::Strategy strategy) {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, nameOf("store_lane", strategy), t.none,
                     {t.pointer, t.pointer, t.i32, t.i32, t.i64, t.i64},
                     [strategy](FunctionWriter &w) { writeStoreSlot(w, strategy); });
}

LLVMFuncOp CpuProfileFunctions::entryIf() {
  const Types t(m_module.getContext());
  return findOrWrite(
      m_module, "entry_if", t.pointer, {IntegerType::get(m_module.getContext(), 1), t.pointer},
      [](FunctionWriter &w) { w.finish(w.select(w.argument(0), w.argument(1), w.null())); });
}

LLVMFuncOp CpuProfileFunctions::enterLoop() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "enter_loop", t.pointer, {t.pointer, t.i32}, [](FunctionWriter &w) {
    loop_counter::enter(w, w.argument(0), w.argument(1));
    w.finish(w.argument(0));
  });
}

LLVMFuncOp CpuProfileFunctions::nextIteration() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "next_iteration", t.none, {t.pointer, t.i32}, [](FunctionWriter &w) {
    loop_counter::next(w, w.argument(0), w.argument(1));
    w.finish();
  });
}

LLVMFuncOp CpuProfileFunctions::isSampled() {
  const Types t(m_module.getContext());
  return findOrWrite(
      m_module, "is_sampled", IntegerType::get(m_module.getContext(), 1), {t.pointer},
      [](FunctionWriter &w) { w.finish(loop_counter::isSampled(w, w.argument(0))); });
}

LLVMFuncOp CpuProfileFunctions::rankOfWarp() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "rank_of_warp", t.i32, {t.i32, t.i32, t.i32, t.i32, t.i32},
                     [](FunctionWriter &w) { writeRank(w, w.marker(markers::kWarpId, w.i32())); });
}

LLVMFuncOp CpuProfileFunctions::rankOfCta() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "rank_of_cta", t.i32, {t.i32, t.i32, t.i32, t.i32, t.i32},
                     [](FunctionWriter &w) { writeRank(w, w.truncate(linearCta(w))); });
}

LLVMFuncOp CpuProfileFunctions::rankOfLane() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "rank_of_lane", t.i32, {t.i32}, [](FunctionWriter &w) {
    Value none = w.constant(w.i32(), kNone), lanes = w.constant(w.i32(), kLanesPerWarp);
    Value isNone = w.compare(ICmpPredicate::eq, w.argument(0), none);
    Value first = w.multiply(w.argument(0), lanes);
    Value rank = w.add(first, w.marker(markers::kLaneId, w.i32()));
    w.finish(w.select(isNone, none, rank));
  });
}

LLVMFuncOp CpuProfileFunctions::blockAt() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "block_at", t.pointer, {t.pointer, t.i64, t.i32},
                     [](FunctionWriter &w) {
                       Value index = w.argument(2);
                       Value offset = w.multiply(w.extend(index), w.argument(1));
                       finishWithAddress(w, index, w.at(w.argument(0), offset));
                     });
}

LLVMFuncOp CpuProfileFunctions::unitAt() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "unit_at", t.pointer, {t.pointer, t.i64, t.i64, t.i32}, writeUnitAt);
}

LLVMFuncOp CpuProfileFunctions::finalizeUnit() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "finalize_unit", t.none, {t.pointer}, [](FunctionWriter &w) {
    w.returnUnless(w.isLastLane());
    w.returnIfNull(w.argument(0));
    markFinal(w);
  });
}

LLVMFuncOp CpuProfileFunctions::finalizeLane() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "finalize_lane", t.none, {t.pointer}, [](FunctionWriter &w) {
    w.returnIfNull(w.argument(0));
    markFinal(w);
  });
}

LLVMFuncOp CpuProfileFunctions::finalizeSharedUnit() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "finalize_shared_unit", t.none,
                     {t.pointer, t.pointer, t.pointer, t.i32}, [](FunctionWriter &w) {
                       w.returnUnless(w.isLastLane());
                       copyAndMarkFinal(w);
                     });
}

LLVMFuncOp CpuProfileFunctions::finalizeSharedLane() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "finalize_shared_lane", t.none,
                     {t.pointer, t.pointer, t.pointer, t.i32}, copyAndMarkFinal);
}

LLVMFuncOp CpuProfileFunctions::stream(bool byEveryLane) {
  const Types t(m_module.getContext());
  return findOrWrite(
      m_module, byEveryLane ? "stream_lane" : "stream", t.none,
      {t.pointer, t.pointer, t.pointer, t.pointer, t.i32, t.i32, t.i32, t.i32, t.i32},
      [byEveryLane](FunctionWriter &w) {
        if (!byEveryLane)
          w.returnUnless(w.marker(markers::kElected, w.i1()));
        writeStream(w);
      });
}

LLVMFuncOp CpuProfileFunctions::finalizeStreamedUnit(bool byEveryLane) {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, byEveryLane ? "finalize_streamed_lane" : "finalize_streamed_unit",
                     t.none, {t.pointer, t.pointer, t.pointer, t.pointer, t.i32, t.i32, t.i32},
                     [byEveryLane](FunctionWriter &w) {
                       if (!byEveryLane)
                         w.returnUnless(w.isLastLane());
                       w.returnIfNull(w.argument(0));
                       Value written = w.load(w.i32(), w.argument(0), record::kUnitWritten);
                       Value half = w.shiftRight(w.argument(4), w.constant(w.i32(), 1));
                       Value begin = beginOfHalf(w, written, half);
                       publish(w, begin, w.subtract(written, begin));
                       markFinal(w);
                     });
}

LLVMFuncOp CpuProfileFunctions::flush(bool byEveryLane) {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, byEveryLane ? "flush_lane" : "flush", t.none,
                     {t.pointer, t.pointer, t.pointer, t.i32, t.i32, t.i32, t.i32, t.i32},
                     [byEveryLane](FunctionWriter &w) {
                       if (!byEveryLane)
                         w.returnUnless(w.marker(markers::kElected, w.i1()));
                       writeFlush(w);
                     });
}

LLVMFuncOp CpuProfileFunctions::finalizeFlushedUnit(bool byEveryLane) {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, byEveryLane ? "finalize_flushed_lane" : "finalize_flushed_unit",
                     t.none, {t.pointer, t.pointer, t.pointer, t.i32, t.i32},
                     [byEveryLane](FunctionWriter &w) {
                       if (!byEveryLane)
                         w.returnUnless(w.isLastLane());
                       w.returnIfNull(w.argument(0));
                       Value written = w.load(w.i32(), w.argument(0), record::kUnitWritten);
                       Value half = w.shiftRight(w.argument(3), w.constant(w.i32(), 1));
                       Value begin = beginOfHalf(w, written, half);
                       copyToKept(w, begin, w.subtract(written, begin));
                       markFinal(w);
                     });
}

LLVMFuncOp CpuProfileFunctions::finalizeBlock() {
  const Types t(m_module.getContext());
  return findOrWrite(m_module, "finalize_block", t.none, {t.pointer}, [](FunctionWriter &w) {
    w.returnUnless(w.isFirstThread());
    w.returnIfNull(w.argument(0));
    w.store(w.marker(markers::kClock, w.i64()), w.argument(0), record::kEndCycle);
    w.store(w.marker(markers::kGlobalTimer, w.i64()), w.argument(0), record::kEndTime);
    w.finish();
  });
}

} // namespace pstudio
