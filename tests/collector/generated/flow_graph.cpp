// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/flow_graph.h"

namespace pstudio::test {

FlowGraph::FlowGraph(const Function &function) {
  newBlock();
  add(function.body);
  removeUnreached();
}

size_t FlowGraph::newBlock() {
  m_blocks.emplace_back();
  return m_blocks.size() - 1;
}

void FlowGraph::jump(size_t block) {
  if (!m_isEnded)
    m_blocks[m_current].successors = {block};
  m_isEnded = true;
}

void FlowGraph::branch(const Statement &statement, size_t taken, size_t notTaken) {
  if (!m_isEnded) {
    m_blocks[m_current].condition = &statement.condition;
    m_blocks[m_current].line = statement.line;
    m_blocks[m_current].successors = {taken, notTaken};
  }
  m_isEnded = true;
}

void FlowGraph::addCounter(const Statement &loop, bool isReset) {
  Statement &step = m_counters.emplace_back();
  step.line = loop.line;
  step.variable = loop.variable;
  step.operation = isReset ? Operation::Copy : Operation::Add;
  step.a = isReset ? Operand{} : Operand{Operand::Kind::Variable, int64_t{loop.variable}};
  step.b = {Operand::Kind::Constant, 1};
  if (!m_isEnded)
    m_blocks[m_current].steps.push_back({BlockStep::Kind::Leaf, &step});
}

void FlowGraph::add(const std::vector<Statement> &statements) {
  for (const Statement &statement : statements) {
    if (m_isEnded)
      return; // after a break, continue or return
    add(statement);
  }
}

void FlowGraph::addLoop(const Statement &loop) {
  addCounter(loop, true);
  const size_t head = newBlock(), latch = newBlock(), exit = newBlock();
  const size_t body = loop.testsAtEnd ? head : newBlock();
  const auto begin = [&](size_t block) {
    jump(block);
    m_current = block;
    m_isEnded = false;
  };
  begin(head);
  if (!loop.testsAtEnd) {
    add(loop.prelude);
    branch(loop, body, exit);
    begin(body);
  }
  m_loops.push_back({latch, exit});
  add(loop.body);
  m_loops.pop_back();
  begin(latch);
  addCounter(loop, false);
  if (loop.testsAtEnd) {
    add(loop.prelude);
    branch(loop, head, exit);
  } else {
    jump(head);
  }
  m_current = exit;
  m_isEnded = false;
}

void FlowGraph::add(const Statement &statement) {
  using Kind = Statement::Kind;
  switch (statement.kind) {
  case Kind::If: {
    const size_t taken = newBlock(), join = newBlock();
    const size_t notTaken = statement.otherwise.empty() ? join : newBlock();
    branch(statement, taken, notTaken);
    const auto side = [&](size_t block, const std::vector<Statement> &statements) {
      m_current = block;
      m_isEnded = false;
      add(statements);
      jump(join);
    };
    side(taken, statement.body);
    if (!statement.otherwise.empty())
      side(notTaken, statement.otherwise);
    m_current = join;
    m_isEnded = false;
    break;
  }
  case Kind::Loop:
    addLoop(statement);
    break;
  case Kind::Scope:
    m_blocks[m_current].steps.push_back({BlockStep::Kind::ScopeBegin, &statement});
    add(statement.body);
    m_blocks[m_current].steps.push_back({BlockStep::Kind::ScopeEnd, &statement});
    break;
  case Kind::Break:
    jump(m_loops.back().exit);
    break;
  case Kind::Continue:
    jump(m_loops.back().latch);
    break;
  case Kind::Return:
    m_isEnded = true;
    break;
  default:
    m_blocks[m_current].steps.push_back({BlockStep::Kind::Leaf, &statement});
  }
}

void FlowGraph::removeUnreached() {
  std::vector<size_t> number(m_blocks.size(), SIZE_MAX), order{0};
  number[0] = 0;
  for (size_t i = 0; i < order.size(); ++i)
    for (const size_t next : m_blocks[order[i]].successors)
      if (number[next] == SIZE_MAX) {
        number[next] = 0;
        order.push_back(next);
      }
  // The blocks keep the order of the tree, as a compiler writes them.
  std::vector<BasicBlock> kept;
  for (size_t i = 0; i < m_blocks.size(); ++i)
    if (number[i] != SIZE_MAX) {
      number[i] = kept.size();
      kept.push_back(std::move(m_blocks[i]));
    }
  for (BasicBlock &block : kept)
    for (size_t &next : block.successors)
      next = number[next];
  m_blocks = std::move(kept);
}

} // namespace pstudio::test
