// SPDX-License-Identifier: Apache-2.0
// PTX of records that any group of lanes of a warp may store.
#include "collector/records/nvidia/divergent_records.h"

#include <array>
#include <string>

#include "core/record/access_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {
namespace {

// The lowest of the lanes at a record is elected: %below, the mask of lower lanes, is 0 in it. The
// addresses of atomic operations add %below for this reason: without it ptxas sees one address for
// all lanes and reduces their operands with votes and shuffles first.

/// Offset of the mask of returned lanes, which follows the number of used slots.
constexpr uint32_t kReturnedOffset = 4;
static_assert(kNvidiaCounterBytesPerUnit == kReturnedOffset + 4);

/// Value in place of the count while lanes hold it. No unit stores that many slots.
constexpr uint32_t kNotHeld = 0xffffffff;

std::string number(uint64_t value) {
  return std::to_string(value);
}

/// The PTX of one record, as lines, and its operands: counters, address of the first slot, lanes of
/// the warp, tag, then those that are added. A record of a halved segment has a result: the count
/// after it in the lanes that make it, which then hold the count; kNotHeld in other lanes. An
/// access has a second result: its number of slots.
class RecordText {
public:
  RecordText(const GpuUnit &unit, proton_gpu::RecordKind kind, ArrayRef<PtxOperand> operands)
      : m_shape(unit.shape), m_isShared(static_cast<bool>(unit.sharedSlots)),
        m_hasMask(hasMask(kind)), m_isHeld(proton_gpu::isDoubleBuffered(unit.shape.strategy)),
        m_isAccess(kind == proton_gpu::RecordKind::MemoryAccess), m_operands(operands),
        m_register(PtxWriter::clockRegister(unit.shape.metric)) {}

  /// The record has a further slot with this payload.
  void addWord(Value word) { m_words.push_back(add("r", word)); }
  /// An access stores the addresses of the first lanes of groups of `each`; 0: those of
  /// addAddress().
  void setAddresses(uint32_t each) {
    m_addresses = each != 0 ? Addresses::Each : Addresses::One;
    m_group = each;
  }
  /// The words of the executing lane's address.
  void addAddress(Value low, Value high) {
    const std::string lowWord = add("r", low);
    m_address.push_back({lowWord, add("r", high)});
  }
  /// The clock was read elsewhere.
  void setClock(Value clock) { m_clock = add("r", clock); }
  /// A predicate, uniform in the warp: if it is false, the warp records nothing.
  void setRecords(Value records) { m_records = add("b", records); }
  /// A predicate of each lane: lanes for which it is false do not take part in the record.
  void setLanes(Value lanes) {
    setRecords(lanes);
    m_here = "%here";
  }
  /// The tag of the second slot.
  void setFurtherTag(uint32_t tag) { m_furtherTag = number(tag); }
  void setFurtherTag(Value tag) { m_furtherTag = add("r", tag); }

  ArrayRef<PtxOperand> operands() const { return m_operands; }
  uint32_t results() const { return !m_isHeld ? 0 : m_isAccess ? 2 : 1; }

  std::string write() {
    line(".reg .pred %elected, %partial, %fits, %stored, %more");
    if (m_isHeld)
      line(".reg .pred %busy, %any;\n\t.reg .b32 %leader");
    line(".reg .b32 %clk, %active, %below, %counter, %size, %slot, %end, %tag");
    if (m_hasMask && !m_isAccess)
      line(".reg .b32 %live");
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
      storeSlot("%more", m_furtherTag, "%active");
    }
    storeWords();
    if (m_addresses != Addresses::None)
      storeAddresses();
    return "{\n\t" + m_text + "}";
  }

private:
  void line(const std::string &text) { m_text += text + ";\n\t"; }
  std::string operand(size_t index) const { return "$" + number(index + results()); }
  std::string add(StringRef constraint, Value value) {
    m_operands.push_back({constraint, value});
    return operand(m_operands.size() - 1);
  }

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

  /// Sets the number of slots and the tag. Both depend on whether a mask follows.
  void findMissingLanes() {
    if (!m_hasMask) {
      line("mov.b32 %size, " + number(1 + m_words.size()));
      line("mov.b32 %tag, " + operand(3));
      return addLane();
    }
    if (m_isAccess) {
      // All lanes of the warp execute an access without a mask; only lanes that returned before are
      // missing. The copy of one lane always has its mask.
      const bool isEncoded = m_address.size() > 1;
      line(isEncoded ? "setp.eq.u32 %partial, 0, 0"
                     : "setp.ne.u32 %partial, %active, " + operand(2));
    } else {
      line("ld.volatile.shared.b32 %live, [" + operand(0) + "+" + number(kReturnedOffset) + "]");
      line("not.b32 %live, %live");
      line("and.b32 %live, %live, " + operand(2));
      line("setp.ne.u32 %partial, %active, %live");
    }
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

  /// Sets %encodes in the first lane of each group, and counts these lanes.
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

  /// The lanes with %encodes, or the elected lane, store their addresses after the head.
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

  /// The elected lane broadcasts its first slot to the others.
  void takeFirst() {
    if (!m_isHeld)
      line(".reg .b32 %leader");
    line("brev.b32 %leader, %active");
    line("clz.b32 %leader, %leader");
    line("shfl.sync.idx.b32 %first, %first, %leader, 31, " + m_here);
  }

  /// The key of a value is the lane that it comes from: the elected lane, which stores it.
  void addLane() {
    if (m_words.empty())
      return;
    line(".reg .b32 %lane");
    line("mov.u32 %lane, %laneid");
    line("shl.b32 %lane, %lane, " + number(record::kKeyLaneShift));
    line("or.b32 %tag, %tag, %lane");
  }

  /// Stores the further slots of a value after the first.
  void storeWords() {
    if (m_words.empty())
      return;
    const bool mayReject = m_shape.strategy == proton_gpu::Strategy::First;
    line(".reg .b32 %further");
    line("mov.b32 %further, " + m_furtherTag);
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

  /// Sets the first slot and the predicates of the stores.
  void takeSlots() {
    line("add.u32 %counter, " + operand(0) + ", %below");
    line("@%elected atom.shared.add.u32 %slot, [%counter], %size");
    line("mov.pred %stored, %elected");
    if (m_hasMask)
      line("and.pred %more, %elected, %partial");
    if (m_shape.strategy != proton_gpu::Strategy::First)
      return;
    // A record that does not fit completely is only counted. If it starts before the end, its first
    // slot is set to an empty tag: shared memory is not zeroed.
    line("add.u32 %end, %slot, %size");
    line("setp.le.u32 %fits, %end, " + number(m_shape.slots));
    line("setp.lt.and.u32 %stored, %slot, " + number(m_shape.slots) + ", %elected");
    if (m_hasMask || !m_words.empty())
      line("selp.b32 %tag, %tag, 0, %fits");
    if (m_hasMask)
      line("and.pred %more, %more, %fits");
  }

  /// A half must contain all its records when it is flushed. Therefore one group of lanes after the
  /// other takes the count, stores, and restores the count after the flush point. The whole group
  /// waits, so that it is converged afterwards. It enters the loop only if the first attempt fails:
  /// ptxas makes a waiting loop yield, which releases the lanes that wait for this group at the
  /// reconvergence point. They would stay diverged and split the following records.
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

  /// Sets %slot in all lanes, and %busy.
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
  bool m_isHeld;  ///< other lanes wait until the count is restored
  bool m_isAccess;
  SmallVector<PtxOperand> m_operands;
  std::string m_register; ///< that the clock is read from
  std::string m_clock = "%clk";
  std::vector<std::string> m_words; ///< payloads of further slots, of a value
  enum class Addresses : uint8_t { None, One, Each };
  Addresses m_addresses = Addresses::None; ///< of an access
  uint32_t m_group = 0;                    ///< lanes that store one address together
  /// Of the executing lane, low word first.
  std::vector<std::array<std::string, 2>> m_address;
  std::string m_records, m_furtherTag;
  std::string m_here = "%active"; ///< the mask of all lanes that execute this
  std::string m_text;
};

/// Results: 1 if these lanes are the last to return, number of used slots, rank of the lane among
/// these lanes, their number. Operands: $4 counters, $5 lanes of the warp, $6 true if the warp
/// records; $6 exists only where some warps do not record.
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
         // Makes the stores of these lanes visible to the last lanes, whichever they are.
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
  Value results = w.wordsOf("=&r,=&r,=&r,=r",
                            "{\n\t.reg .b32 %below;\n\t"
                            "activemask.b32 $0;\n\t"
                            "vote.sync.ballot.b32 $1, $4, $0;\n\t"
                            "mov.u32 %below, %lanemask_lt;\n\tand.b32 %below, %below, $1;\n\t"
                            "popc.b32 $2, %below;\n\tpopc.b32 $3, $1;\n\t}",
                            {{"b", isHolder}});
  Value together = w.member(results, 0), mask = w.member(results, 1);
  Value rank = w.member(results, 2), count = w.member(results, 3);
  Value isLowest = w.compare(ICmpPredicate::eq, rank, w.constant32(0));
  return {together, {{rank, count}, mask}, w.bitAnd(isHolder, isLowest)};
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
  // The mask of the lanes: ones for the existing lanes, starting at bit 0.
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
  RecordText text(m_unit, op.getKind(),
                  {{"r", m_counters},
                   {isShared ? "r" : "l", isShared ? m_unit.sharedSlots : m_unit.globalSlots},
                   {"r", m_warpLanes},
                   {"r", tag}});
  if (clock)
    text.setClock(clock);
  if (op.getKind() == proton_gpu::RecordKind::MemoryAccess) {
    SmallVector<Value> told{op.getValue()};
    llvm::append_range(told, op.getFurther());
    text.setAddresses(op.getEach().value_or(0));
    for (Value word : told)
      text.addAddress(w.truncate(word), word == op.getValue()
                                            ? highWord(w, op)
                                            : w.truncate(w.shiftRight(word, w.constant64(32))));
  }
  for (Value word : valueWords(w, op))
    text.addWord(word);
  if (Value lanes = both(w, op.getCondition(), op.getBy()))
    text.setLanes(both(w, m_unit.records, lanes));
  else if (m_unit.records)
    text.setRecords(m_unit.records);
  const auto tagOf = [](uint32_t id) { return record::makeTag(record::Kind::Continuation, id, 1); };
  if (op.getSegment().getDefiningOp<proton_gpu::SegmentOfCallerOp>()) {
    // In a called function the id is only available at run time.
    const uint32_t idBits = record::kOperationMask << record::kOperationShift;
    Value id = w.bitAnd(tag, w.constant32(idBits));
    text.setFurtherTag(w.bitOr(id, w.constant32(tagOf(0))));
  } else {
    text.setFurtherTag(tagOf(op.getId()));
  }
  m_heldSlots = {};
  if (text.results() == 0) {
    w.assembly(text.write(), text.operands());
  } else if (text.results() == 1) {
    m_held = w.assembly(w.i32(), "=&r", text.write(), text.operands());
  } else {
    Value held = w.wordsOf("=&r,=&r", text.write(), text.operands());
    m_held = w.member(held, 0);
    m_heldSlots = w.member(held, 1);
  }
}

void DivergentRecords::atFlushPoint(GpuWriter &gpu, proton_gpu::FlushPointOp op) {
  PtxWriter w(gpu.builder(), gpu.location());
  m_isDropping |= op.getDropping();
  Value written = m_held;
  Value isHolder = w.compare(ICmpPredicate::ne, written, w.constant32(kNotHeld));
  const Holders holders = findHolders(w, isHolder);
  Value fills = fillsHalf(w, written, flushedSlots(m_unit.shape), m_heldSlots);
  Value isFull = w.bitAnd(isHolder, fills);
  size_t slots = 0;
  w.when(isFull, [&](PtxWriter &full) { slots = handOver(full, holders, written, op.getId()); });
  Value more = w.add(written, w.constant32(static_cast<uint32_t>(slots)));
  Value next = w.select(isFull, more, written);
  w.assembly("@$2 st.release.cta.shared.b32 [$0], $1;",
             {{"r", m_counters}, {"r", next}, {"b", holders.isFirst}});
  // Lanes that stayed diverged would split the following records.
  w.assembly("bar.warp.sync $0;", {{"r", holders.together}});
}

size_t DivergentRecords::handOver(PtxWriter &w, const Holders &holders, Value written,
                                  uint32_t operation) {
  const StreamLanes &lanes = holders.lanes;
  // The first lane acquired the stores of other lanes together with the count. After the first
  // synchronisation, they are visible to all lanes. No lane restores the count while another one
  // copies.
  const HandoverRecords records =
      m_unit.shape.strategy == proton_gpu::Strategy::Stream
          ? streamHalf(w, m_unit, written, operation, lanes, m_isDropping)
          : flushHalf(w, m_unit, written, operation, w.readClock(m_unit.shape.metric), lanes,
                      [&] { lanes.sync(w); });
  w.when(holders.isFirst, [&](PtxWriter &one) {
    Value next = written;
    for (const HandoverRecord &record : records) {
      storeSlot(one, m_unit, next, record.tag, record.payload);
      next = one.add(next, one.constant32(1));
    }
  });
  return records.size();
}

void DivergentRecords::finalize(GpuWriter &gpu) {
  PtxWriter w(gpu.builder(), gpu.location());
  SmallVector<PtxOperand> operands{{"r", m_counters}, {"r", m_warpLanes}};
  if (m_unit.records)
    operands.push_back({"b", m_unit.records});
  Value results =
      w.wordsOf("=&r,=&r,=&r,=&r", returnText(static_cast<bool>(m_unit.records)), operands);
  Value flag = w.member(results, 0);
  Value isLast = w.compare(ICmpPredicate::ne, flag, w.constant32(0));
  Value written = w.member(results, 1), rank = w.member(results, 2), lanes = w.member(results, 3);
  w.when(isLast, [&](PtxWriter &then) {
    if (m_unit.shape.strategy == proton_gpu::Strategy::Stream) {
      Value isFirst = then.compare(ICmpPredicate::eq, rank, then.constant32(0));
      then.when(isFirst, [&](PtxWriter &first) {
        streamRest(first, m_unit, written, StreamLanes::one(first), m_isDropping);
      });
    } else if (m_unit.sharedSlots) {
      copyRest(then, m_unit, written, {rank, lanes});
    }
    markFinal(then, m_unit, written);
  });
}

} // namespace pstudio
