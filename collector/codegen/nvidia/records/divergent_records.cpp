// SPDX-License-Identifier: Apache-2.0
// PTX of records that any group of lanes may store.
#include "collector/codegen/nvidia/records/divergent_records.h"

#include <array>
#include <string>

#include "collector/codegen/nvidia/records/stream_flush.h"
#include "core/base/check.h"
#include "core/record/access_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {
namespace {

// Of the lanes that are at a record the lowest one is elected: %below, the mask of lower ones, is 0
// in it. Its atomic addresses add %below for that reason: ptxas, which would see one address for
// all lanes, adds up what they bring with votes and shuffles first.

/// Offset of the mask of lanes that returned, behind the slots taken.
constexpr uint32_t kReturnedOffset = 4;
static_assert(kNvidiaCounterBytesPerUnit == kReturnedOffset + 4);

/// In place of the count while lanes hold it. No unit stores as many slots.
constexpr uint32_t kNotHeld = 0xffffffff;

std::string number(uint64_t value) {
  return std::to_string(value);
}

/// The PTX of one record, as lines. Operands: counters, first slot, lanes of the warp, tag, then
/// those that are set. A record of a halved segment has a result: in the lanes that make it the
/// count behind it, which they then hold, in others kNotHeld. That of an access has a second one:
/// its slots.
class RecordText {
public:
  RecordText(const GpuUnit &unit, bool hasMask, bool isAccess)
      : m_shape(unit.shape), m_isShared(static_cast<bool>(unit.sharedSlots)), m_hasMask(hasMask),
        m_isHeld(proton_gpu::isDoubleBuffered(unit.shape.strategy)), m_isAccess(isAccess),
        m_register(PtxWriter::clockRegister(unit.shape.metric)) {}

  /// The record has these further slots, each with an operand for its payload.
  void setWords(size_t firstIndex, size_t count) {
    for (size_t i = 0; i < count; ++i)
      m_words.push_back(operand(firstIndex + i));
  }
  /// The words of the executing lane's address, low word first, of an access that tells those of
  /// the first lanes of groups of `each`, or (0) that of one lane: then `count` of them.
  void setAddress(size_t firstIndex, uint32_t each, size_t count) {
    for (size_t i = 0; i < count; ++i)
      m_address.push_back({operand(firstIndex + 2 * i), operand(firstIndex + 2 * i + 1)});
    m_addresses = each != 0 ? Addresses::Each : Addresses::One;
    m_group = each;
  }
  /// The clock was read elsewhere: this is the operand.
  void setClock(size_t index) { m_clock = operand(index); }
  /// A predicate, the same in the whole warp: if it is false the warp records nothing.
  void setRecords(size_t index) { m_records = operand(index); }
  /// A predicate of each lane: lanes for which it is false are not at the record.
  void setLanes(size_t index) {
    m_records = operand(index);
    m_here = "%here";
  }

  /// `furtherTag` is the tag of the second slot, a number or an operand.
  std::string write(const std::string &furtherTag) {
    line(".reg .pred %elected, %partial, %fits, %stored, %more");
    if (m_isHeld)
      line(".reg .pred %busy, %any;\n\t.reg .b32 %leader");
    line(".reg .b32 %clk, %active, %live, %below, %counter, %size, %slot, %end, %tag");
    line(m_isShared ? ".reg .b32 %at" : ".reg .b64 %at");
    if (m_clock == "%clk")
      line("mov.u32 %clk, " + m_register);
    elect();
    findMissingLanes();
    if (m_isHeld)
      holdSlots();
    else
      takeSlots();
    if (m_addresses != Addresses::None)
      line("mov.b32 %first, %slot");
    storeSlot("%stored", "%tag", m_clock);
    if (m_hasMask) {
      line("add.u32 %slot, %slot, 1");
      storeSlot("%more", furtherTag, "%active");
    }
    storeWords(furtherTag);
    if (m_addresses != Addresses::None)
      storeAddresses();
    return "{\n\t" + m_text + "}";
  }

private:
  uint32_t results() const { return !m_isHeld ? 0 : m_isAccess ? 2 : 1; }
  void line(const std::string &text) { m_text += text + ";\n\t"; }
  std::string operand(uint32_t index) const { return "$" + number(index + results()); }

  void elect() {
    line("activemask.b32 %active");
    if (m_here == "%here") {
      line(".reg .b32 %here");
      line("mov.b32 %here, %active");
      line("vote.sync.ballot.b32 %active, " + m_records + ", %here");
    }
    line("mov.u32 %below, %lanemask_lt");
    line("and.b32 %below, %below, %active");
    if (m_records.empty())
      line("setp.eq.u32 %elected, %below, 0");
    else
      line("setp.eq.and.u32 %elected, %below, 0, " + m_records);
  }

  /// Sets the number of slots and the tag, which say if a mask follows.
  void findMissingLanes() {
    if (!m_hasMask) {
      line("mov.b32 %size, " + number(1 + m_words.size()));
      line("mov.b32 %tag, " + operand(3));
      return addLane();
    }
    line("ld.volatile.shared.b32 %live, [" + operand(0) + "+" + number(kReturnedOffset) + "]");
    line("not.b32 %live, %live");
    line("and.b32 %live, %live, " + operand(2));
    // Of one lane's copy others would seem to have made it, too, once they have returned.
    const bool isEncoded = m_address.size() > 1;
    line(isEncoded ? "setp.eq.u32 %partial, 0, 0" : "setp.ne.u32 %partial, %active, %live");
    line("selp.b32 %size, 2, 1, %partial");
    line("selp.b32 %tag, " + number(record::kKeyPartialMask) + ", 0, %partial");
    line("or.b32 %tag, %tag, " + operand(3));
    if (m_addresses != Addresses::None)
      addAddresses();
  }

  /// Adds the Address slots to the size and the tag.
  void addAddresses() {
    line(".reg .b32 %first, %addresses");
    line(".reg .b32 %lane, %electedLanes");
    line(".reg .pred %encodes");
    line("mov.u32 %lane, %laneid");
    if (m_addresses == Addresses::Each)
      findElectedLanes();
    else
      line("mov.b32 %addresses, " + number(m_address.size()));
    line("add.u32 %size, %size, %addresses");
    line("shl.b32 %end, %addresses, " + number(record::kKeyAddressesShift));
    line("or.b32 %tag, %tag, %end");
    if (m_isHeld)
      line("mov.b32 $1, %size");
  }

  /// Sets %encodes in the first lane of each group, and counts those.
  void findElectedLanes() {
    if (m_group == 1) {
      line("mov.b32 %electedLanes, %active");
    } else {
      line("and.b32 %electedLanes, %lane, " + number(uint32_t{0} - m_group));
      line("shl.b32 %electedLanes, " + number((uint64_t{1} << m_group) - 1) + ", %electedLanes");
      line("and.b32 %electedLanes, %electedLanes, %below");
      line("setp.eq" + std::string(m_records.empty() ? "" : ".and") +
           ".u32 %encodes, %electedLanes, 0" + (m_records.empty() ? "" : ", " + m_records));
      line("vote.sync.ballot.b32 %electedLanes, %encodes, " + m_here);
    }
    line("popc.b32 %addresses, %electedLanes");
  }

  /// The lanes that tell addresses, or the elected one, store them behind the head.
  void storeAddresses() {
    const bool isEach = m_addresses == Addresses::Each;
    const bool mayReject = m_shape.strategy == proton_gpu::Strategy::First;
    line(".reg .b32 %rank, %high");
    if (isEach) {
      takeFirst();
      line("mov.u32 %rank, %lanemask_lt");
      line("and.b32 %rank, %rank, %electedLanes");
    }
    line(isEach ? "popc.b32 %rank, %rank" : "mov.b32 %rank, 0");
    line("sub.u32 %slot, %size, %addresses");
    line("add.u32 %slot, %slot, %first");
    line("add.u32 %slot, %slot, %rank");
    const std::string records = !isEach ? "%elected" : m_records;
    if (m_group <= 1)
      line(records.empty() ? "setp.eq.u32 %encodes, 0, 0" : "mov.pred %encodes, " + records);
    if (mayReject) {
      line("add.u32 %end, %first, %size");
      line("setp.le.and.u32 %encodes, %end, " + number(m_shape.slots) + ", %encodes");
    }
    for (size_t i = 0; i < m_address.size(); ++i) {
      if (i > 0)
        line("add.u32 %slot, %slot, 1");
      storeAddress(m_address[i]);
    }
  }

  void storeAddress(const std::array<std::string, 2> &address) {
    line("shl.b32 %high, " + address[1] + ", " + number(record::kAddressHighShift));
    line("and.b32 %high, %high, " + number(record::kAddressHighMask << record::kAddressHighShift));
    line("or.b32 %high, %high, %lane");
    line("or.b32 %high, %high, " + number(record::makeAddressTag(0, 0)));
    storeSlot("%encodes", "%high", address[0]);
  }

  /// The elected lane tells the others which slots it took.
  void takeFirst() {
    if (!m_isHeld)
      line(".reg .b32 %leader");
    line("brev.b32 %leader, %active");
    line("clz.b32 %leader, %leader");
    line("shfl.sync.idx.b32 %first, %first, %leader, 31, " + m_here);
  }

  /// The key of a value is the lane that it is from: the elected one, which stores.
  void addLane() {
    if (m_words.empty())
      return;
    line(".reg .b32 %lane");
    line("mov.u32 %lane, %laneid");
    line("shl.b32 %lane, %lane, " + number(record::kKeyLaneShift));
    line("or.b32 %tag, %tag, %lane");
  }

  /// Stores the further slots of a value behind the first.
  void storeWords(const std::string &furtherTag) {
    if (m_words.empty())
      return;
    const bool mayReject = m_shape.strategy == proton_gpu::Strategy::First;
    line(".reg .b32 %further");
    line("mov.b32 %further, " + furtherTag);
    if (mayReject)
      line("selp.b32 %further, %further, 0, %fits");
    for (size_t i = 0; i < m_words.size(); ++i) {
      line("add.u32 %slot, %slot, 1");
      if (mayReject)
        line("setp.lt.and.u32 %stored, %slot, " + number(m_shape.slots) + ", %elected");
      storeSlot("%stored", "%further", m_words[i]);
      line("add.u32 %further, %further, 1"); // its key is the number of the slot
    }
  }

  /// Sets the first slot and who stores what.
  void takeSlots() {
    line("add.u32 %counter, " + operand(0) + ", %below");
    line("@%elected atom.shared.add.u32 %slot, [%counter], %size");
    line("mov.pred %stored, %elected");
    if (m_hasMask)
      line("and.pred %more, %elected, %partial");
    if (m_shape.strategy != proton_gpu::Strategy::First)
      return;
    // A record that does not fit whole is only counted. If it starts in front of the end, the slot
    // there is marked: shared memory is not zeroed.
    line("add.u32 %end, %slot, %size");
    line("setp.le.u32 %fits, %end, " + number(m_shape.slots));
    line("setp.lt.and.u32 %stored, %slot, " + number(m_shape.slots) + ", %elected");
    if (m_hasMask || !m_words.empty())
      line("selp.b32 %tag, %tag, 0, %fits");
    if (m_hasMask)
      line("and.pred %more, %more, %fits");
  }

  /// A half must hold all its records when it is handed over, so one group of lanes after the other
  /// takes the count, stores, and puts it back behind the notify. The whole group waits, so that it
  /// is together behind it, and in a loop only if a first try was in vain: ptxas makes a loop that
  /// waits yield, and that lets go the lanes that wait for these where their ways meet. They would
  /// not come together again and would make the records behind in parts.
  void holdSlots() {
    line("brev.b32 %leader, %active");
    line("clz.b32 %leader, %leader");
    if (m_here == "%here")
      line("setp.ne.u32 %any, %active, 0");
    tryToHold();
    line("@!%busy bra.uni HELD");
    m_text += "TAKE:\n\t";
    tryToHold();
    line("@%busy bra.uni TAKE");
    m_text += "HELD:\n\t";
    line("add.u32 %end, %slot, %size");
    if (m_records.empty())
      line("mov.b32 $0, %end");
    else
      line("selp.b32 $0, %end, " + number(kNotHeld) + ", " + m_records);
    line("mov.pred %stored, %elected");
    if (m_hasMask)
      line("and.pred %more, %elected, %partial");
  }

  /// Sets %slot, in all lanes, and %busy.
  void tryToHold() {
    const std::string notHeld = number(kNotHeld);
    line("mov.b32 %slot, " + notHeld);
    line("@%elected atom.acquire.cta.shared.exch.b32 %slot, [" + operand(0) + "], " + notHeld);
    line("shfl.sync.idx.b32 %slot, %slot, %leader, 31, " + m_here);
    if (m_records.empty())
      line("setp.eq.u32 %busy, %slot, " + notHeld);
    else
      line("setp.eq.and.u32 %busy, %slot, " + notHeld + ", " +
           (m_here == "%here" ? "%any" : m_records));
  }

  void storeSlot(const std::string &predicate, const std::string &tag, const std::string &payload) {
    if (m_shape.strategy != proton_gpu::Strategy::First)
      line("and.b32 %slot, %slot, " + number(m_shape.slots - 1));
    const std::string multiply = m_isShared ? "mad.lo.u32" : "mad.wide.u32";
    line(multiply + " %at, %slot, " + number(record::kSlotBytes) + ", " + operand(1));
    line("@" + predicate + (m_isShared ? " st.shared" : " st.global") + ".v2.b32 [%at], {" + tag +
         ", " + payload + "}");
  }

  const SegmentShape &m_shape;
  bool m_isShared;
  bool m_hasMask; ///< the record keeps the mask of its lanes if some are missing
  bool m_isHeld;  ///< other lanes wait until the count is put back
  bool m_isAccess;
  std::string m_register; ///< that the clock is read from
  std::string m_clock = "%clk";
  std::vector<std::string> m_words; ///< payloads of further slots, of a value
  enum class Addresses : uint8_t { None, One, Each };
  Addresses m_addresses = Addresses::None; ///< of an access
  uint32_t m_group = 0;                    ///< lanes of which one tells its address
  /// Of the executing lane, low word first.
  std::vector<std::array<std::string, 2>> m_address;
  std::string m_records;
  std::string m_here = "%active"; ///< all lanes that execute this
  std::string m_text;
};

/// Results: 1 if these lanes are the last to return, slots taken, rank of the lane among these
/// lanes, their number. Operands: $4 counters, $5 lanes of the warp, $6 if the warp records: only
/// where some warps do not.
std::string returnText(bool mayNotRecord) {
  const std::string returned = number(kReturnedOffset);
  return "{\n\t.reg .pred %elected, %last;\n\t"
         ".reg .b32 %active, %below, %counter, %leader, %returned;\n\t"
         "activemask.b32 %active;\n\t"
         "mov.u32 %below, %lanemask_lt;\n\tand.b32 %below, %below, %active;\n\t"
         "setp.eq" +
         std::string(mayNotRecord ? ".and" : "") + ".u32 %elected, %below, 0" +
         (mayNotRecord ? ", $6" : "") +
         ";\n\t"
         "mov.b32 %returned, 0;\n\t"
         "brev.b32 %leader, %active;\n\tclz.b32 %leader, %leader;\n\t"
         // What these lanes stored is seen by the last, whichever they are.
         "bar.warp.sync %active;\n\t"
         "add.u32 %counter, $4, %below;\n\t"
         "@%elected atom.acq_rel.cta.shared.or.b32 %returned, [%counter+" +
         returned +
         "], %active;\n\t"
         "shfl.sync.idx.b32 %returned, %returned, %leader, 31, %active;\n\t"
         "bar.warp.sync %active;\n\t"
         "or.b32 %returned, %returned, %active;\n\t"
         "setp.eq" +
         (mayNotRecord ? ".and" : "") + ".u32 %last, %returned, $5" + (mayNotRecord ? ", $6" : "") +
         ";\n\tselp.b32 $0, 1, 0, %last;\n\t"
         "ld.volatile.shared.b32 $1, [$4];\n\t"
         "popc.b32 $2, %below;\n\tpopc.b32 $3, %active;\n\t}";
}

DivergentRecords::Holders findHolders(PtxWriter &w, Value isHolder) {
  Type word = w.i32();
  Value results = w.assembly(
      LLVM::LLVMStructType::getLiteral(w.builder().getContext(), {word, word, word, word}),
      "=&r,=&r,=&r,=r",
      "{\n\t.reg .b32 %below;\n\t"
      "activemask.b32 $0;\n\t"
      "vote.sync.ballot.b32 $1, $4, $0;\n\t"
      "mov.u32 %below, %lanemask_lt;\n\tand.b32 %below, %below, $1;\n\t"
      "popc.b32 $2, %below;\n\tpopc.b32 $3, $1;\n\t}",
      {{"b", isHolder}});
  DivergentRecords::Holders found;
  found.together = w.member(results, 0);
  found.mask = w.member(results, 1);
  found.rank = w.member(results, 2);
  found.lanes = w.member(results, 3);
  Value isLowest = w.compare(ICmpPredicate::eq, found.rank, w.constant32(0));
  found.isFirst = w.bitAnd(isHolder, isLowest);
  return found;
}

} // namespace

DivergentRecords::DivergentRecords(PtxWriter &entry, gpu::GPUFuncOp kernel, const GpuUnit &unit)
    : m_unit(unit) {
  const auto space = gpu::AddressSpaceAttr::get(kernel.getContext(), gpu::AddressSpace::Workgroup);
  const auto type =
      MemRefType::get({int64_t{unit.shape.units}}, entry.i64(), MemRefLayoutAttrInterface(), space);
  Value counters = kernel.addWorkgroupAttribution(type, entry.location());
  Value first = sharedAddress(entry, counters);
  m_counters =
      entry.add(first, entry.multiply(unit.index, entry.constant32(kNvidiaCounterBytesPerUnit)));
  // The mask of the lanes: as many ones as there are, at the low end.
  Value missing = entry.subtract(entry.constant32(kPtxWarpLanes), unit.lanes);
  m_warpLanes = entry.shiftRight(entry.constant32(0xffffffff), missing);
  SmallVector<PtxOperand> operands{{"r", m_counters}, {"r", entry.constant32(0)}};
  if (unit.records)
    operands.push_back({"b", unit.records});
  entry.assembly(std::string(unit.records ? "@$2 " : "") + "st.shared.v2.b32 [$0], {$1, $1};",
                 operands);
  entry.syncWarp();
}

void DivergentRecords::store(GpuWriter &gpu, proton_gpu::StoreOp op, Value tag, Value clock) {
  PtxWriter w(gpu.builder(), gpu.location());
  const bool isShared = static_cast<bool>(m_unit.sharedSlots);
  SmallVector<PtxOperand> operands{
      {"r", m_counters},
      {isShared ? "r" : "l", isShared ? m_unit.sharedSlots : m_unit.globalSlots},
      {"r", m_warpLanes},
      {"r", tag}};
  RecordText text(m_unit, hasMask(op.getKind()),
                  op.getKind() == proton_gpu::RecordKind::MemoryAccess);
  if (clock) {
    text.setClock(operands.size());
    operands.push_back({"r", clock});
  }
  const bool isAccess = op.getKind() == proton_gpu::RecordKind::MemoryAccess;
  if (isAccess) {
    SmallVector<Value> told{op.getValue()};
    llvm::append_range(told, op.getFurther());
    text.setAddress(operands.size(), op.getEach().value_or(0), told.size());
    for (Value word : told) {
      operands.push_back({"r", w.truncate(word)});
      operands.push_back({"r", w.truncate(w.shiftRight(word, w.constant64(32)))});
    }
  }
  const SmallVector<Value, 2> words = valueWords(w, op);
  text.setWords(operands.size(), words.size());
  for (Value word : words)
    operands.push_back({"r", word});
  if (Value lanes = both(w, op.getCondition(), op.getBy())) {
    text.setLanes(operands.size());
    operands.push_back({"b", both(w, m_unit.records, lanes)});
  } else if (m_unit.records) {
    text.setRecords(operands.size());
    operands.push_back({"b", m_unit.records});
  }
  const std::string further = furtherTag(w, op, tag, operands);
  m_heldSlots = {};
  if (proton_gpu::isDoubleBuffered(m_unit.shape.strategy) && isAccess) {
    Type pair = LLVM::LLVMStructType::getLiteral(w.builder().getContext(), {w.i32(), w.i32()});
    Value results = w.assembly(pair, "=&r,=&r", text.write(further), operands);
    m_held = w.member(results, 0);
    m_heldSlots = w.member(results, 1);
  } else if (proton_gpu::isDoubleBuffered(m_unit.shape.strategy))
    m_held = w.assembly(w.i32(), "=&r", text.write(further), operands);
  else
    w.assembly(text.write(further), operands);
}

std::string DivergentRecords::furtherTag(PtxWriter &w, proton_gpu::StoreOp op, Value tag,
                                         SmallVectorImpl<PtxOperand> &operands) const {
  const auto tagOf = [](uint32_t id) { return record::makeTag(record::Kind::Continuation, id, 1); };
  if (!op.getSegment().getDefiningOp<proton_gpu::SegmentOfCallerOp>())
    return number(tagOf(op.getId()));
  // The id in a called function is known when it runs.
  const uint32_t idBits = record::kOperationMask << record::kOperationShift;
  Value id = w.bitAnd(tag, w.constant32(idBits));
  operands.push_back({"r", w.bitOr(id, w.constant32(tagOf(0)))});
  const bool isDoubleBuffered = proton_gpu::isDoubleBuffered(m_unit.shape.strategy);
  const bool isAccess = op.getKind() == proton_gpu::RecordKind::MemoryAccess;
  const uint32_t results = !isDoubleBuffered ? 0 : isAccess ? 2 : 1;
  return "$" + number(operands.size() - 1 + results);
}

// lowerRecordsForGpu() rejects groups of lanes that may part.
void DivergentRecords::storeGroup(GpuWriter &, proton_gpu::StoreGroupOp, Value, Value) {
  PSTUDIO_CHECK(false);
}

void DivergentRecords::atFlushPoint(GpuWriter &gpu, proton_gpu::FlushPointOp op) {
  PtxWriter w(gpu.builder(), gpu.location());
  m_isDropping |= op.getDropping();
  Value written = m_held;
  Value isHolder = w.compare(ICmpPredicate::ne, written, w.constant32(kNotHeld));
  const Holders holders = findHolders(w, isHolder);
  Value fills = fillsHalf(w, written, flushedSlots(m_unit.shape), m_heldSlots);
  Value isFull = w.bitAnd(isHolder, fills);
  w.when(isFull, [&](PtxWriter &full) { flushHalf(full, holders, written, op.getId()); });
  Value more = w.add(written, w.constant32(flushSlots(m_unit.shape)));
  Value next = w.select(isFull, more, written);
  w.assembly("@$2 st.release.cta.shared.b32 [$0], $1;",
             {{"r", m_counters}, {"r", next}, {"b", holders.isFirst}});
  // Lanes that stayed apart would make the records behind in parts.
  w.assembly("bar.warp.sync $0;", {{"r", holders.together}});
}

void DivergentRecords::flushHalf(PtxWriter &w, const Holders &holders, Value written,
                                 uint32_t operation) {
  if (m_unit.shape.strategy == proton_gpu::Strategy::Stream)
    stream(w, holders, written, operation);
  else
    flush(w, holders, written, operation);
}

void DivergentRecords::stream(PtxWriter &w, const Holders &holders, Value written,
                              uint32_t operation) {
  const StreamLanes lanes{holders.rank, holders.lanes, holders.mask};
  const auto records = streamHalf(w, m_unit, written, operation, lanes, m_isDropping);
  w.when(holders.isFirst, [&](PtxWriter &one) {
    Value next = written;
    for (const StreamRecord &record : records) {
      storeSlot(one, m_unit, next, record.tag, record.payload);
      next = one.add(next, one.constant32(1));
    }
  });
}

void DivergentRecords::flush(PtxWriter &w, const Holders &holders, Value written,
                             uint32_t operation) {
  Value start = w.readClock(m_unit.shape.metric);
  const auto syncHolders = [&] { w.assembly("bar.warp.sync $0;", {{"r", holders.mask}}); };
  // The first of them has seen, with the count, what others stored; now they all do.
  syncHolders();
  Value half = w.constant32(flushedSlots(m_unit.shape));
  Value first = w.subtract(beginOfHalf(w, m_unit, written), half);
  copyHalf(w, m_unit, first, half, holders.rank, holders.lanes);
  // None gives the count back while another still copies.
  syncHolders();
  Value end = w.readClock(m_unit.shape.metric);
  w.when(holders.isFirst, [&](PtxWriter &one) {
    const auto tag = [&](record::Kind kind) { return record::makeTag(kind, operation, 0); };
    storeSlot(one, m_unit, written, tag(record::Kind::ScopeStart), start);
    Value next = one.add(written, one.constant32(1));
    storeSlot(one, m_unit, next, tag(record::Kind::ScopeEnd), end);
  });
}

void DivergentRecords::streamRestByFirst(PtxWriter &w, Value written, Value rank) {
  Value isFirst = w.compare(ICmpPredicate::eq, rank, w.constant32(0));
  w.when(isFirst, [&](PtxWriter &first) {
    streamRest(first, m_unit, written, StreamLanes::one(first), m_isDropping);
  });
}

void DivergentRecords::finalize(GpuWriter &gpu) {
  PtxWriter w(gpu.builder(), gpu.location());
  Type word = w.i32();
  SmallVector<PtxOperand> operands{{"r", m_counters}, {"r", m_warpLanes}};
  if (m_unit.records)
    operands.push_back({"b", m_unit.records});
  Value results = w.assembly(
      LLVM::LLVMStructType::getLiteral(w.builder().getContext(), {word, word, word, word}),
      "=&r,=&r,=&r,=&r", returnText(static_cast<bool>(m_unit.records)), operands);
  Value flag = w.member(results, 0);
  Value isLast = w.compare(ICmpPredicate::ne, flag, w.constant32(0));
  Value written = w.member(results, 1), rank = w.member(results, 2), lanes = w.member(results, 3);
  w.when(isLast, [&](PtxWriter &then) {
    if (m_unit.shape.strategy == proton_gpu::Strategy::Stream)
      streamRestByFirst(then, written, rank);
    else if (m_unit.sharedSlots)
      copyRest(then, m_unit, written, rank, lanes);
    markFinal(then, m_unit, written);
  });
}

} // namespace pstudio
