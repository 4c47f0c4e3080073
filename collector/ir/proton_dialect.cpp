// SPDX-License-Identifier: Apache-2.0
// Registration, inlining and verification of the proton dialect.
#include "collector/ir/proton_dialect.h"
#include "collector/ir/lane_number.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include "core/queues/async_site.h"
#include "core/record/access_layout.h"
#include "core/record/thread_offsets.h"

#include "collector/ir/proton_dialect.cpp.inc"
#include "collector/ir/proton_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "collector/ir/proton_attributes.cpp.inc"

#define GET_OP_CLASSES
#include "collector/ir/proton_ops.cpp.inc"

namespace pstudio::proton {
namespace {

/// Records keep their meaning when they are inlined.
struct ProtonInlinerInterface : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(mlir::Operation *, mlir::Operation *, bool) const final { return true; }
  bool isLegalToInline(mlir::Region *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
};

template <class Ours, class Theirs> constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<uint32_t>(ours) == static_cast<uint32_t>(theirs);
}
static_assert(same(AsyncQueue::CopyGroup, analysis::AsyncQueue::CopyGroup));
static_assert(same(AsyncQueue::BulkGroup, analysis::AsyncQueue::BulkGroup));
static_assert(same(AsyncQueue::MatrixGroup, analysis::AsyncQueue::MatrixGroup));
static_assert(same(AsyncQueue::Mbarrier, analysis::AsyncQueue::Mbarrier));
static_assert(same(AsyncQueue::NamedBarrier, analysis::AsyncQueue::NamedBarrier));
static_assert(same(AsyncQueue::LoadCounter, analysis::AsyncQueue::LoadCounter));
static_assert(same(AsyncQueue::SharedCounter, analysis::AsyncQueue::SharedCounter));
static_assert(same(AsyncQueue::ExportCounter, analysis::AsyncQueue::ExportCounter));
static_assert(same(AsyncQueue::StoreCounter, analysis::AsyncQueue::StoreCounter));
static_assert(same(AsyncQueue::TensorLoad, analysis::AsyncQueue::TensorLoad));
static_assert(same(AsyncQueue::TensorStore, analysis::AsyncQueue::TensorStore));
static_assert(getMaxEnumValForAsyncQueue() + 1 == analysis::kAsyncQueues);
static_assert(same(AsyncStep::Issue, analysis::AsyncStep::Issue));
static_assert(same(AsyncStep::IssueAndCommit, analysis::AsyncStep::IssueAndCommit));
static_assert(same(AsyncStep::Commit, analysis::AsyncStep::Commit));
static_assert(same(AsyncStep::Wait, analysis::AsyncStep::Wait));
static_assert(same(AsyncStep::Arrive, analysis::AsyncStep::Arrive));
static_assert(same(AsyncStep::Synchronize, analysis::AsyncStep::Synchronize));
static_assert(same(AsyncStep::Init, analysis::AsyncStep::Init));

bool isBarrier(AsyncQueue queue) {
  return queue == AsyncQueue::Mbarrier || queue == AsyncQueue::NamedBarrier;
}

/// True if the queue supports the step: some steps exist only for barriers, others only for groups.
bool mayDo(AsyncQueue queue, AsyncStep step) {
  switch (step) {
  case AsyncStep::Issue:
    return queue != AsyncQueue::NamedBarrier;
  case AsyncStep::IssueAndCommit:
  case AsyncStep::Commit:
    return !isBarrier(queue);
  case AsyncStep::Wait:
    return queue != AsyncQueue::NamedBarrier;
  case AsyncStep::Arrive:
    return isBarrier(queue);
  case AsyncStep::Synchronize:
    return queue == AsyncQueue::NamedBarrier;
  case AsyncStep::Init:
    return queue == AsyncQueue::Mbarrier;
  }
  return false;
}

mlir::LogicalResult verifyName(mlir::Operation *op, llvm::StringRef name) {
  if (name.empty())
    return op->emitOpError("needs a name that is not empty");
  return mlir::success();
}

} // namespace

void ProtonDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "collector/ir/proton_ops.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "collector/ir/proton_attributes.cpp.inc"
      >();
  addInterfaces<ProtonInlinerInterface>();
}

mlir::LogicalResult RecordOp::verify() {
  return verifyName(*this, getName());
}

mlir::LogicalResult AllocateEventOp::verify() {
  return verifyName(*this, getName());
}

bool AsyncSiteAttr::hasEnd() const {
  const AsyncStep step = getStep();
  return step == AsyncStep::Issue || step == AsyncStep::IssueAndCommit || step == AsyncStep::Wait ||
         step == AsyncStep::Synchronize;
}

bool AsyncSiteAttr::hasKey() const {
  return isBarrier(getQueue());
}

mlir::LogicalResult AsyncSiteAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                          AsyncQueue queue, AsyncStep step, uint32_t pending,
                                          uint32_t barrier, uint32_t count, bool matrix) {
  if (!mayDo(queue, step))
    return emitError() << "the queue '" << stringifyAsyncQueue(queue) << "' has no step '"
                       << stringifyAsyncStep(step) << "'";
  if (pending != 0 && (step != AsyncStep::Wait || isBarrier(queue)))
    return emitError() << "only a wait in order leaves operations 'pending'";
  if (barrier != 0 && queue != AsyncQueue::Mbarrier)
    return emitError() << "only an mbarrier has the number of its allocation, 'barrier'";
  const bool isCounted = analysis::isCounter(static_cast<analysis::AsyncQueue>(queue));
  if (count != 1 && (step != AsyncStep::Issue || !isCounted))
    return emitError() << "only an issue of a counter has a 'count' of instructions";
  if (matrix && (step != AsyncStep::Issue || queue != AsyncQueue::Mbarrier))
    return emitError() << "only an issue on an mbarrier is of 'matrix' operations";
  if (pending > UINT16_MAX || barrier > UINT16_MAX)
    return emitError() << "'pending' and 'barrier' are at most " << UINT16_MAX;
  if (count == 0 || count > UINT16_MAX)
    return emitError() << "'count' is 1 to " << UINT16_MAX;
  return mlir::success();
}

mlir::LogicalResult AsyncOp::verify() {
  if (failed(verifyName(*this, getName())))
    return mlir::failure();
  if (getSite().hasEnd() == (getMoment() == Moment::At))
    return emitOpError("of the step '")
           << stringifyAsyncStep(getSite().getStep())
           << (getSite().hasEnd() ? "' is a 'start' or an 'end'" : "' is recorded 'at' one point");
  if (getSite().hasKey() != static_cast<bool>(getKey()))
    return emitOpError("of the queue '")
           << stringifyAsyncQueue(getSite().getQueue())
           << (getKey() ? "' takes no key" : "' needs a key: which barrier it is");
  return mlir::success();
}

mlir::LogicalResult CountedAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                        uint32_t bins, uint32_t shift, llvm::StringRef) {
  if (!llvm::isPowerOf2_32(bins) || bins > record::kMaxCountedBins)
    return emitError() << "accesses are counted in a power of two of bins, at most "
                       << record::kMaxCountedBins << ", not " << bins;
  if (shift > record::kMaxCountedShift)
    return emitError() << "a bin is a piece of at most 2^" << record::kMaxCountedShift << " bytes";
  return mlir::success();
}

mlir::LogicalResult
ThreadOffsetsAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, OffsetRule,
                          int64_t, mlir::DenseI64ArrayAttr bits) {
  if (bits.size() > static_cast<int64_t>(record::kThreadBits))
    return emitError() << "a thread's number has at most " << record::kThreadBits << " bits";
  return mlir::success();
}

mlir::LogicalResult AccessSiteAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                           AccessKind kind, AccessSpace space, uint32_t bytes,
                                           std::optional<int64_t> stride, uint32_t group,
                                           mlir::DenseI64ArrayAttr xors, ThreadOffsetsAttr offsets,
                                           std::optional<uint32_t> tensorMap, CountedAttr counted,
                                           std::optional<int64_t> distance) {
  if (bytes == 0)
    return emitError() << "an access touches at least one byte";
  if (group != 0 && (!stride || group < 2 || !llvm::isPowerOf2_32(group)))
    return emitError() << "a group is a power of two of lanes, at least 2, with a stride";
  const bool isBulk = kind == AccessKind::BulkLoad || kind == AccessKind::BulkStore;
  if (xors && (group != 0 || xors.size() != kLaneNumberBits))
    return emitError()
           << "'xors' has an entry for each of the 5 bits of a lane's number and excludes 'group'";
  if (xors && stride && !record::isAboveXors(*stride, xors.asArrayRef()))
    return emitError() << "a stride with 'xors' is a multiple of the range of their bits";
  if (offsets && (stride || xors))
    return emitError() << "'offsets' exclude a stride and xors";
  if (isBulk && (stride || xors || offsets || space != AccessSpace::Global))
    return emitError()
           << "a bulk access is of global memory and has neither stride, xors nor offsets";
  if (tensorMap && (!isBulk || bytes != 1))
    return emitError()
           << "a tensor map requires a bulk access of 'bytes = 1': the map defines the bytes";
  if (counted && isBulk)
    return emitError() << "bulk accesses are recorded, not counted";
  if (distance && (isBulk || counted))
    return emitError() << "an access with a 'distance' is neither bulk nor counted";
  return mlir::success();
}

/// Verifies an access with a distance: its address and lanes are implied by the access before it.
static mlir::LogicalResult verifyImplied(AccessOp op) {
  if (op->getNumOperands() != 0)
    return op.emitOpError("with a 'distance' takes address and lanes of the access before it");
  auto implying = llvm::dyn_cast_if_present<AccessOp>(op->getPrevNode());
  while (implying && implying.getSite().getDistance())
    implying = llvm::dyn_cast_if_present<AccessOp>(implying->getPrevNode());
  if (!implying)
    return op.emitOpError("with a 'distance' must follow the access that implies it");
  const AccessSiteAttr its = implying.getSite(), own = op.getSite();
  if (its.isBulk() || its.getCounted() || its.getKind() != own.getKind() ||
      its.getSpace() != own.getSpace() || its.getStride() != own.getStride() ||
      its.getGroup() != own.getGroup() || its.getXors() != own.getXors() ||
      its.getOffsets() != own.getOffsets())
    return op.emitOpError("with a 'distance' needs kind, space, stride, group, xors and offsets of "
                          "the access that implies it, which is neither bulk nor counted");
  return mlir::success();
}

mlir::LogicalResult AccessOp::verify() {
  if (failed(verifyName(*this, getName())))
    return mlir::failure();
  if (getSite().getDistance())
    return verifyImplied(*this);
  if (!getAddress())
    return emitOpError("needs an address, or a site with a 'distance'");
  const size_t further = getFurther().size();
  if (!getSite().isBulk())
    return further == 0 ? mlir::success()
                        : emitOpError("has an address in each lane: further words are for bulk "
                                      "accesses");
  if (getSite().getTensorMap())
    return further >= 1 && further <= 5
               ? mlir::success()
               : emitOpError("of a tensor has 1 to 5 coordinates, not ") << further;
  return further == 1 || further == 2
             ? mlir::success()
             : emitOpError("of a bulk copy without a tensor map has an address in shared memory, "
                           "one in global memory, and perhaps a number of bytes");
}

mlir::Type ValueOp::getRecordedType() {
  mlir::Type type = getValue().getType();
  mlir::Builder builder(getContext());
  if (type.isIndex())
    return builder.getI64Type();
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type); integer && integer.getWidth() > 0)
    return integer.getWidth() <= 32   ? builder.getI32Type()
           : integer.getWidth() <= 64 ? builder.getI64Type()
                                      : mlir::Type();
  if (type.isF16() || type.isBF16() || type.isF32() || type.isF64())
    return type;
  return {};
}

/// The value to record instead of one of this type.
static llvm::StringRef valueHint(mlir::Type type) {
  if (mlir::isa<mlir::ShapedType>(type))
    return "record one element of it";
  if (mlir::isa<mlir::FloatType>(type))
    return "extend it to f32";
  if (mlir::isa<mlir::IntegerType>(type))
    return "truncate it to 64 bits";
  return "record a number that is computed from it";
}

mlir::LogicalResult ValueOp::verify() {
  if (failed(verifyName(*this, getName())))
    return mlir::failure();
  if (getUnit() && getUnit()->empty())
    return emitOpError("has an empty unit: omit it");
  if (getRecordedType())
    return mlir::success();
  mlir::Type type = getValue().getType();
  return emitOpError("cannot record a value of type ")
         << type << ": it takes integers of up to 64 bits, index, f16, bf16, f32 and f64; "
         << valueHint(type);
}

} // namespace pstudio::proton
