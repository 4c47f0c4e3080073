// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/queue_counters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

constexpr int64_t kBits = 64; ///< groups that can be told empty at one time

} // namespace

QueueCounters::QueueCounters(FunctionOpInterface function, Location location, StringRef name,
                             bool groupsMayBeEmpty)
    : m_hasBlocks(isa<LLVM::LLVMFuncOp>(function.getOperation())), m_location(location) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  const auto counter = [&] {
    Value one = builder.create<LLVM::ConstantOp>(m_location, builder.getI32Type(), 1);
    return builder.create<LLVM::AllocaOp>(
        m_location, LLVM::LLVMPointerType::get(builder.getContext()), builder.getI64Type(), one);
  };
  m_issued = counter();
  m_done = counter();
  if (groupsMayBeEmpty)
    m_started = counter();
  for (Value each : {m_issued, m_done, m_started})
    if (each)
      store(builder, constant(builder, 0), each);
  m_event = createEvent(builder, m_location, name);
}

void QueueCounters::startBefore(Operation *op) {
  OpBuilder builder(op);
  record(builder, /*isStart=*/true, load(builder, m_issued));
}

void QueueCounters::startOnceBefore(Operation *op) {
  OpBuilder builder(op);
  Value group = load(builder, m_issued);
  Value isNew = builder.create<LLVM::XOrOp>(
      m_location, isStarted(builder, group),
      builder.create<LLVM::ConstantOp>(m_location, builder.getI1Type(), 1));
  ifThen(builder, isNew, [&](OpBuilder &inner) {
    record(inner, /*isStart=*/true, group);
    store(inner, inner.create<LLVM::OrOp>(m_location, load(inner, m_started), bitOf(inner, group)),
          m_started);
  });
}

void QueueCounters::advanceAfter(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value next =
      builder.create<LLVM::AddOp>(m_location, load(builder, m_issued), constant(builder, 1));
  store(builder, next, m_issued);
  if (!m_started)
    return;
  Value others =
      builder.create<LLVM::XOrOp>(m_location, bitOf(builder, next), constant(builder, -1));
  store(builder, builder.create<LLVM::AndOp>(m_location, load(builder, m_started), others),
        m_started);
}

void QueueCounters::endOlderAfter(Operation *wait, uint32_t pending) {
  OpBuilder builder(wait->getContext());
  builder.setInsertionPointAfter(wait);
  endUpTo(builder, builder.create<LLVM::SubOp>(m_location, load(builder, m_issued),
                                               constant(builder, pending)));
}

void QueueCounters::endOneAfter(Operation *wait) {
  OpBuilder builder(wait->getContext());
  builder.setInsertionPointAfter(wait);
  Value next = builder.create<LLVM::AddOp>(m_location, load(builder, m_done), constant(builder, 1));
  endUpTo(builder, builder.create<LLVM::SMinOp>(m_location, next, load(builder, m_issued)));
}

void QueueCounters::endNextAfter(Operation *wait) {
  OpBuilder builder(wait->getContext());
  builder.setInsertionPointAfter(wait);
  Value group = load(builder, m_done);
  record(builder, /*isStart=*/false, group);
  store(builder, builder.create<LLVM::AddOp>(m_location, group, constant(builder, 1)), m_done);
}

void QueueCounters::endUpTo(OpBuilder &builder, Value limit) {
  Value done = load(builder, m_done);
  store(builder, builder.create<LLVM::SMaxOp>(m_location, done, limit), m_done);
  forRange(builder, done, limit, [&](OpBuilder &inner, Value group) {
    if (!m_started)
      return record(inner, /*isStart=*/false, group);
    ifThen(inner, isStarted(inner, group),
           [&](OpBuilder &innermost) { record(innermost, /*isStart=*/false, group); });
  });
}

Value QueueCounters::constant(OpBuilder &builder, int64_t value) {
  return builder.create<LLVM::ConstantOp>(m_location, builder.getI64Type(), value);
}

Value QueueCounters::load(OpBuilder &builder, Value counter) {
  return builder.create<LLVM::LoadOp>(m_location, builder.getI64Type(), counter);
}

void QueueCounters::store(OpBuilder &builder, Value value, Value counter) {
  builder.create<LLVM::StoreOp>(m_location, value, counter);
}

Value QueueCounters::bitOf(OpBuilder &builder, Value group) {
  Value place = builder.create<LLVM::AndOp>(m_location, group, constant(builder, kBits - 1));
  return builder.create<LLVM::ShlOp>(m_location, constant(builder, 1), place);
}

Value QueueCounters::isStarted(OpBuilder &builder, Value group) {
  Value bit =
      builder.create<LLVM::AndOp>(m_location, load(builder, m_started), bitOf(builder, group));
  return builder.create<LLVM::ICmpOp>(m_location, LLVM::ICmpPredicate::ne, bit,
                                      constant(builder, 0));
}

void QueueCounters::record(OpBuilder &builder, bool isStart, Value group) {
  Value key = builder.create<arith::IndexCastOp>(m_location, builder.getIndexType(), group);
  createEventRecord(builder, m_location, isStart ? proton::Boundary::Start : proton::Boundary::End,
                    m_event, key);
}

void QueueCounters::ifThen(OpBuilder &builder, Value condition,
                           const std::function<void(OpBuilder &)> &body) {
  if (!m_hasBlocks) {
    builder.create<scf::IfOp>(m_location, condition, [&](OpBuilder &inner, Location) {
      body(inner);
      inner.create<scf::YieldOp>(m_location);
    });
    return;
  }
  Block *before = builder.getInsertionBlock();
  Block *rest = before->splitBlock(builder.getInsertionPoint());
  Block *then = builder.createBlock(rest);
  OpBuilder inner = OpBuilder::atBlockEnd(then);
  inner.create<LLVM::BrOp>(m_location, rest);
  inner.setInsertionPoint(then->getTerminator());
  OpBuilder::atBlockEnd(before).create<LLVM::CondBrOp>(m_location, condition, then, rest);
  body(inner);
  builder.setInsertionPointToStart(rest);
}

void QueueCounters::forRange(OpBuilder &builder, Value begin, Value end, const Body &body) {
  if (m_hasBlocks)
    return forRangeOfBlocks(builder, begin, end, body);
  const auto toIndex = [&](Value value) {
    return builder.create<arith::IndexCastOp>(m_location, builder.getIndexType(), value);
  };
  Value step = builder.create<arith::ConstantIndexOp>(m_location, 1);
  Value from = toIndex(begin), to = toIndex(end);
  builder.create<scf::ForOp>(
      m_location, from, to, step, ValueRange(),
      [&](OpBuilder &inner, Location, Value counter, ValueRange) {
        body(inner, inner.create<arith::IndexCastOp>(m_location, inner.getI64Type(), counter));
        inner.create<scf::YieldOp>(m_location);
      });
}

void QueueCounters::forRangeOfBlocks(OpBuilder &builder, Value begin, Value end, const Body &body) {
  Block *before = builder.getInsertionBlock();
  Block *rest = before->splitBlock(builder.getInsertionPoint());
  Block *header = builder.createBlock(rest, TypeRange{builder.getI64Type()}, {m_location});
  Block *inside = builder.createBlock(rest);
  Value group = header->getArgument(0);
  OpBuilder::atBlockEnd(before).create<LLVM::BrOp>(m_location, ValueRange{begin}, header);
  OpBuilder head = OpBuilder::atBlockEnd(header);
  Value more = head.create<LLVM::ICmpOp>(m_location, LLVM::ICmpPredicate::slt, group, end);
  head.create<LLVM::CondBrOp>(m_location, more, inside, rest);
  OpBuilder inner = OpBuilder::atBlockEnd(inside);
  Value next = inner.create<LLVM::AddOp>(m_location, group, constant(inner, 1));
  inner.create<LLVM::BrOp>(m_location, ValueRange{next}, header);
  inner.setInsertionPoint(inside->getTerminator());
  body(inner, group);
  builder.setInsertionPointToStart(rest);
}

} // namespace pstudio::automode
