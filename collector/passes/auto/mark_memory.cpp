// SPDX-License-Identifier: Apache-2.0
// proton-mark-memory: the addresses of loads, stores and atomic operations.
#include "collector/passes/auto/passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

#include "collector/ir/address_analysis.h"
#include "collector/passes/auto/access_address.h"
#include "collector/passes/auto/bulk_copies.h"
#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/record_spots.h"
#include "collector/passes/auto/scope_names.h"
#include "collector/passes/block_option.h"

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
  BulkMarker(Operation *op, const automode::BulkCopy &copy)
      : m_op(op), m_copy(copy), m_builder(op), m_location(op->getLoc()) {}

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
  void leaveOut(const Twine &problem) {
    m_op->emitWarning("mode 'memory' leaves this copy out: ") << problem;
  }

  bool addWord(const automode::CopyWord &word, SmallVectorImpl<Value> &words) {
    Value number = automode::createWord(m_builder, m_location, word);
    if (number)
      words.push_back(number);
    return static_cast<bool>(number);
  }

  /// Of a piece. A length of 1 says that each record has its own, which no copy has: they move
  /// multiples of 16 bytes.
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
    const auto site = proton::AccessSiteAttr::get(m_builder.getContext(), kind,
                                                  proton::AccessSpace::Global, bytes,
                                                  /*stride=*/std::nullopt, /*group=*/0, argument);
    Value by;
    if (m_copy.predicate.value)
      by = automode::createHolds(m_builder, m_location, m_copy.predicate);
    m_builder.create<proton::AccessOp>(m_location, site, m_builder.getStringAttr(name()),
                                       words.front(), words.drop_front(), by, /*id=*/IntegerAttr());
  }

  /// "load A": of a tile, the tensor map.
  std::string name() const {
    AccessOperands of;
    of.base = m_map ? Value(m_map) : m_copy.global.value;
    const std::string buffer = of.base ? automode::bufferName(of) : std::string();
    return (m_copy.isStore ? "store " : "load ") + (buffer.empty() ? "global" : buffer);
  }

  Operation *m_op;
  const automode::BulkCopy &m_copy;
  OpBuilder m_builder;
  const Location m_location;
  BlockArgument m_map; ///< of the kernel; null: none
};

/// Records the accesses of one module.
class AccessMarker {
public:
  AccessMarker(Operation *module, const BlockShape &block, uint32_t lanesPerWarp)
      : m_analysis(module, block), m_lanesPerWarp(lanesPerWarp) {}

  void mark(FunctionOpInterface function) {
    // The analysis holds as long as nothing is changed, so all is found first.
    std::vector<Place> places;
    function.walk([&](Operation *op) {
      if (automode::mayRecordAt(op))
        find(op, places);
    });
    for (const Place &place : places)
      write(place);
    // Behind what was found: these add operations, which the analysis does not know.
    function.walk([&](Operation *op) {
      if (automode::mayRecordAt(op))
        for (const automode::BulkCopy &copy : automode::bulkCopies(op))
          BulkMarker(op, copy).write();
    });
  }

private:
  struct Place {
    Operation *op;
    AccessOperands access;
    std::optional<int64_t> stride;
    uint32_t group; ///< lanes that it holds within; 0: all of a warp
  };

  void find(Operation *op, std::vector<Place> &places) const {
    const SmallVector<AccessOperands, 2> operands = accessOperands(op);
    const SmallVector<MemoryAccess, 2> known = m_analysis.accesses(op);
    if (operands.size() != known.size()) // control never reaches it
      return;
    for (auto [access, facts] : llvm::zip_equal(operands, known)) {
      if (access.space == AccessSpace::Local)
        continue;
      if (access.widthBytes == 0)
        op->emitWarning("mode 'memory' leaves this access out: how many bytes it touches cannot be "
                        "told here");
      else
        places.push_back(placeOf(op, access, facts));
    }
  }

  /// Of warps of other sizes strides are known only where they lie in one row of threads.
  Place placeOf(Operation *op, const AccessOperands &access, const MemoryAccess &facts) const {
    const Place eachLane{op, access, std::nullopt, 0};
    const bool isAnalysed = m_lanesPerWarp == kLanesPerWarp; // as the analysis has them
    if (!isAnalysed && m_analysis.block()[0] % m_lanesPerWarp != 0)
      return eachLane;
    const ThreadStep &step =
        facts.address.step(isAnalysed ? ThreadDimension::Lane : ThreadDimension::X);
    if (!step.stride)
      return eachLane;
    if (step.group == 0 || step.group % m_lanesPerWarp == 0)
      return {op, access, step.stride, 0};
    if (step.group < 2 || m_lanesPerWarp % step.group != 0)
      return eachLane;
    return {op, access, step.stride, static_cast<uint32_t>(step.group)};
  }

  static void write(const Place &place) {
    OpBuilder builder(place.op);
    const Location location = place.op->getLoc();
    Value address = automode::createAddress(builder, location, place.access);
    if (!address) {
      place.op->emitWarning("mode 'memory' leaves this access out: its memref has a layout whose "
                            "addresses cannot be computed");
      return;
    }
    const auto space = place.access.space == AccessSpace::Shared ? proton::AccessSpace::Shared
                                                                 : proton::AccessSpace::Global;
    const auto site = proton::AccessSiteAttr::get(
        builder.getContext(), kindOf(place.access.kind), space,
        static_cast<uint32_t>(place.access.widthBytes), place.stride, place.group,
        /*tensor_map=*/std::nullopt);
    builder.create<proton::AccessOp>(location, site, builder.getStringAttr(nameOf(place)), address,
                                     /*further=*/ValueRange(), /*by=*/Value(),
                                     /*id=*/IntegerAttr());
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
  const uint32_t m_lanesPerWarp;
};

class ProtonMarkMemoryPass : public impl::ProtonMarkMemoryBase<ProtonMarkMemoryPass> {
public:
  using ProtonMarkMemoryBase::ProtonMarkMemoryBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    const std::vector<FunctionOpInterface> functions =
        automode::functionsToMark(getOperation(), {*include, *exclude});
    AccessMarker marker(getOperation(), *shape, lanesPerWarp);
    for (FunctionOpInterface function : functions)
      marker.mark(function);
  }
};

} // namespace
} // namespace pstudio
