// SPDX-License-Identifier: Apache-2.0
// Natural loops by dominance; edges are split where no block belongs to them alone.
#include "collector/passes/auto/block_loops.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// A control flow edge from a block to a successor.
struct Edge {
  Block *from = nullptr;
  unsigned successor = 0; ///< of from's terminator
  Block *to() const { return from->getSuccessor(successor); }
};

struct EdgeRecord {
  proton::Boundary boundary;
  size_t loop;
  bool operator==(const EdgeRecord &) const = default;
};
/// The records on an edge, in order.
using EdgeRecords = SmallVector<EdgeRecord, 2>;

bool canSplit(Block *block) {
  auto branch = dyn_cast<BranchOpInterface>(block->getTerminator());
  if (!branch)
    return false;
  for (unsigned i = 0; i < block->getNumSuccessors(); ++i)
    if (branch.getSuccessorOperands(i).getProducedOperandCount() != 0)
      return false;
  return true;
}

/// Adds all blocks from which `from` is reached without passing the header.
void addBody(BlockLoop &loop, Block *from) {
  SmallVector<Block *> open{from};
  while (!open.empty()) {
    Block *block = open.pop_back_val();
    if (loop.blocks.insert(block))
      llvm::append_range(open, block->getPredecessors());
  }
}

Location placeIn(Block &block) {
  for (Operation &op : block)
    if (op.getLoc()->findInstanceOf<FileLineColLoc>())
      return op.getLoc();
  return block.front().getLoc();
}

bool canMark(const BlockLoop &loop) {
  return llvm::all_of(loop.blocks, [](Block *block) { return canSplit(block); }) &&
         llvm::all_of(loop.header->getPredecessors(), [](Block *block) { return canSplit(block); });
}

void findParents(std::vector<BlockLoop> &loops) {
  for (size_t inner = 0; inner < loops.size(); ++inner)
    for (size_t outer = 0; outer < inner; ++outer) // larger ones come first
      if (loops[outer].blocks.contains(loops[inner].header))
        loops[inner].parent = static_cast<int>(outer);
}

/// Puts the records of all edges into blocks.
class EdgeWriter {
public:
  EdgeWriter(const std::vector<BlockLoop> &loops, const std::vector<std::string> &names)
      : m_loops(loops), m_names(names) {}

  void write(Region &region) {
    std::vector<Block *> targets;
    for (Block &block : region)
      targets.push_back(&block);
    for (Block *target : targets)
      writeEdgesTo(target);
  }

private:
  EdgeRecords recordsOf(const Edge &edge) const {
    EdgeRecords records;
    for (size_t i = m_loops.size(); i-- > 0;) // inner ones are left first
      if (m_loops[i].blocks.contains(edge.from) && !m_loops[i].blocks.contains(edge.to()))
        records.push_back({proton::Boundary::End, i});
    for (size_t i = 0; i < m_loops.size(); ++i)
      if (!m_loops[i].blocks.contains(edge.from) && m_loops[i].blocks.contains(edge.to()))
        records.push_back({proton::Boundary::Start, i});
    return records;
  }

  void writeEdgesTo(Block *target) {
    SmallVector<std::pair<Edge, EdgeRecords>> edges;
    llvm::SmallSetVector<Block *, 4> from(target->pred_begin(), target->pred_end());
    for (Block *block : from)
      for (unsigned i = 0; i < block->getNumSuccessors(); ++i)
        if (block->getSuccessor(i) == target)
          edges.push_back({{block, i}, recordsOf({block, i})});
    if (llvm::all_of(edges, [](const auto &edge) { return edge.second.empty(); }))
      return;
    const EdgeRecords &first = edges.front().second;
    if (llvm::all_of(edges, [&](const auto &edge) { return edge.second == first; }))
      return insert(first, target, target->begin());
    for (const auto &[edge, records] : edges)
      writeEdge(edge, records);
  }

  void writeEdge(const Edge &edge, const EdgeRecords &records) {
    if (records.empty())
      return;
    if (edge.from->getNumSuccessors() == 1)
      return insert(records, edge.from, edge.from->getTerminator()->getIterator());
    Block *between = split(edge);
    insert(records, between, between->begin());
  }

  static Block *split(const Edge &edge) {
    Operation *terminator = edge.from->getTerminator();
    Block *target = edge.to();
    Block *between = new Block;
    target->getParent()->getBlocks().insert(Region::iterator(target), between);
    auto branch = cast<BranchOpInterface>(terminator);
    SuccessorOperands forwarded = branch.getSuccessorOperands(edge.successor);
    const SmallVector<Value> values(forwarded.getForwardedOperands());
    OpBuilder builder = OpBuilder::atBlockEnd(between);
    if (isa<LLVM::LLVMDialect>(terminator->getDialect()))
      builder.create<LLVM::BrOp>(terminator->getLoc(), values, target);
    else
      builder.create<cf::BranchOp>(terminator->getLoc(), target, values);
    forwarded.erase(0, forwarded.size());
    terminator->setSuccessor(between, edge.successor);
    return between;
  }

  void insert(const EdgeRecords &records, Block *block, Block::iterator at) {
    OpBuilder builder(block, at);
    for (const EdgeRecord &record : records)
      createRecord(builder, m_loops[record.loop].location, record.boundary, m_names[record.loop]);
  }

  const std::vector<BlockLoop> &m_loops;
  const std::vector<std::string> &m_names;
};

} // namespace

std::vector<BlockLoop> findBlockLoops(Region &region) {
  std::vector<BlockLoop> loops;
  if (region.hasOneBlock())
    return loops;
  DominanceInfo dominance(region.getParentOp());
  for (Block &header : region) {
    if (!dominance.isReachableFromEntry(&header))
      continue;
    BlockLoop loop{&header, {}, -1, placeIn(header)};
    loop.blocks.insert(&header);
    bool isLoop = false;
    for (Block *from : header.getPredecessors())
      if (dominance.isReachableFromEntry(from) && dominance.dominates(&header, from)) {
        isLoop = true;
        addBody(loop, from);
      }
    if (isLoop && canMark(loop))
      loops.push_back(std::move(loop));
  }
  llvm::stable_sort(loops, [](const BlockLoop &a, const BlockLoop &b) {
    return a.blocks.size() > b.blocks.size();
  });
  findParents(loops);
  return loops;
}

void putLoopsInScopes(Region &region, const std::vector<BlockLoop> &loops,
                      const std::vector<std::string> &names) {
  if (!loops.empty())
    EdgeWriter(loops, names).write(region);
}

} // namespace pstudio::automode
