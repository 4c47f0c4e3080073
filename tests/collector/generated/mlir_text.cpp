// SPDX-License-Identifier: Apache-2.0
// Files of MLIR, and what kernels they can hold.
#include <algorithm>

#include "tests/collector/generated/flow_graph.h"
#include "tests/collector/generated/kernel_text.h"
#include "tests/collector/generated/mlir_language.h"

namespace pstudio::test {
namespace {

using Statements = std::vector<Statement>;

class BlockVariables final : public Variables {
public:
  std::string get(uint32_t variable) override { return names[variable]; }
  void set(uint32_t variable, const std::string &name) override { names[variable] = name; }
  std::vector<std::string> names;
};

/// The parts that both forms of a function share.
class MlirFunction {
public:
  MlirFunction(const Kernel &kernel, size_t number)
      : m_function(kernel.functions[number]), m_number(number), m_kernel(kernel),
        m_language(kernel), m_leaves(kernel, m_function, m_language, m_variables) {}
  virtual ~MlirFunction() = default;

  std::string text() {
    m_language.entry();
    for (uint32_t i = 0; i < m_function.variables.size(); ++i)
      m_variables.names.push_back(m_number > 0 && i < 2
                                      ? "%p" + std::to_string(i)
                                      : m_language.constant(m_function.variables[i], 0));
    writeBody();
    return head() + m_language.take() + "}\n";
  }

protected:
  virtual void writeBody() = 0;

  void leave() {
    if (m_number == 0)
      m_language.line("gpu.return");
    else
      m_language.line("return " + m_variables.names[0] + " : i32");
  }
  std::string names(const std::vector<uint32_t> &variables) const {
    std::string text;
    for (const uint32_t variable : variables)
      text += std::string(text.empty() ? "" : ", ") + m_variables.names[variable];
    return text;
  }
  std::string types(const std::vector<uint32_t> &variables) const {
    std::string text;
    for (const uint32_t variable : variables)
      text += std::string(text.empty() ? "" : ", ") + mlirType(m_function.variables[variable]);
    return text;
  }

  const Function &m_function;
  const size_t m_number;
  const Kernel &m_kernel;
  MlirLanguage m_language;
  BlockVariables m_variables;
  LeafText m_leaves;

private:
  std::string head() const {
    if (m_number > 0)
      return "func.func private @f" + std::to_string(m_number) + "(" + mlirParameters(m_kernel) +
             ", %p0: i32, %p1: i32) -> i32 {\n";
    std::string shared;
    for (size_t i = kArguments; i < kMemories; ++i)
      shared += std::string(shared.empty() ? "" : ", ") + "%" + memoryInfo(i).name + ": " +
                memrefType(m_kernel, static_cast<Memory>(i));
    return "gpu.func @k(" + mlirParameters(m_kernel) + ") workgroup(" + shared + ") kernel {\n";
  }
};

class FlowFunction final : public MlirFunction {
public:
  FlowFunction(const Kernel &kernel, size_t number)
      : MlirFunction(kernel, number), m_graph(m_function) {
    for (uint32_t i = 0; i < m_function.variables.size(); ++i)
      m_all.push_back(i);
  }

private:
  void writeBody() override {
    for (size_t block = 0; block < m_graph.blocks().size(); ++block) {
      if (block > 0)
        begin(block);
      writeBlock(m_graph.blocks()[block]);
    }
  }

  void begin(size_t block) {
    std::string parameters;
    for (const uint32_t i : m_all) {
      m_variables.names[i] = "%b" + std::to_string(block) + "v" + std::to_string(i);
      parameters += std::string(i == 0 ? "" : ", ") + m_variables.names[i] + ": " +
                    mlirType(m_function.variables[i]);
    }
    // A block's name is in the text of the instruction before, which ends with its line.
    m_language.label("^b" + std::to_string(block) + "(" + parameters + "):");
  }

  std::string target(size_t block) const {
    return "^b" + std::to_string(block) + "(" + names(m_all) + " : " + types(m_all) + ")";
  }

  void writeBlock(const BasicBlock &block) {
    for (const BlockStep &step : block.steps) {
      m_language.setLine(step.statement->line);
      if (step.kind == BlockStep::Kind::Leaf)
        m_leaves.write(*step.statement);
      else
        m_language.scope(step.statement->line, step.kind == BlockStep::Kind::ScopeBegin);
    }
    if (block.condition) {
      m_language.setLine(block.line);
      const std::string condition = m_leaves.condition(*block.condition);
      m_language.line("cf.cond_br " + condition + ", " + target(block.successors[0]) + ", " +
                      target(block.successors[1]));
    } else if (!block.successors.empty()) {
      m_language.line("cf.br " + target(block.successors[0]));
    } else {
      leave();
    }
  }

  const FlowGraph m_graph;
  std::vector<uint32_t> m_all;
};

void addAssigned(const Statements &statements, std::vector<bool> &assigned) {
  using Kind = Statement::Kind;
  for (const Statement &statement : statements) {
    const bool isAtomic = statement.kind == Kind::Atomic && statement.hasResult;
    if (statement.kind == Kind::Assign || statement.kind == Kind::Load || isAtomic ||
        statement.kind == Kind::Shuffle || statement.kind == Kind::Vote ||
        statement.kind == Kind::ActiveMask || statement.kind == Kind::Call ||
        statement.kind == Kind::Loop)
      assigned[statement.variable] = true;
    for (const auto *inner : {&statement.prelude, &statement.body, &statement.otherwise})
      addAssigned(*inner, assigned);
  }
}

class TreeFunction final : public MlirFunction {
public:
  TreeFunction(const Kernel &kernel, size_t number) : MlirFunction(kernel, number) {}

private:
  void writeBody() override {
    write(m_function.body);
    leave();
  }

  void write(const Statements &statements) {
    for (const Statement &statement : statements)
      write(statement);
  }

  void write(const Statement &statement) {
    using Kind = Statement::Kind;
    m_language.setLine(statement.line);
    if (statement.kind == Kind::If)
      writeIf(statement);
    else if (statement.kind == Kind::Loop && isCounted(statement))
      writeFor(statement);
    else if (statement.kind == Kind::Loop)
      writeWhile(statement);
    else if (statement.kind == Kind::Scope) {
      m_language.scope(statement.line, true);
      write(statement.body);
      m_language.setLine(statement.line);
      m_language.scope(statement.line, false);
    } else {
      m_leaves.write(statement);
    }
  }

  std::vector<uint32_t> assignedIn(const Statement &statement) const {
    std::vector<bool> assigned(m_function.variables.size());
    addAssigned({statement}, assigned);
    std::vector<uint32_t> variables;
    for (uint32_t i = 0; i < assigned.size(); ++i)
      if (assigned[i])
        variables.push_back(i);
    return variables;
  }

  void takeResults(const std::vector<uint32_t> &variables, const std::string &result) {
    for (size_t i = 0; i < variables.size(); ++i)
      m_variables.names[variables[i]] =
          variables.size() == 1 ? result : result + "#" + std::to_string(i);
  }

  static std::string results(const std::string &name, size_t count) {
    return count == 0 ? "" : name + (count == 1 ? "" : ":" + std::to_string(count)) + " = ";
  }

  void writeIf(const Statement &statement) {
    const std::vector<uint32_t> changed = assignedIn(statement);
    const std::string condition = m_leaves.condition(statement.condition);
    const std::string result = m_language.name();
    const std::vector<std::string> before = m_variables.names;
    m_language.open(results(result, changed.size()) + "scf.if " + condition +
                    (changed.empty() ? "" : " -> (" + types(changed) + ")") + " {");
    const auto side = [&](const Statements &statements) {
      m_variables.names = before;
      write(statements);
      m_language.setLine(statement.line);
      if (!changed.empty())
        m_language.line("scf.yield " + names(changed) + " : " + types(changed));
    };
    side(statement.body);
    if (!changed.empty() || !statement.otherwise.empty()) {
      m_language.open("} else {");
      side(statement.otherwise);
    }
    m_language.line("}");
    m_variables.names = before;
    takeResults(changed, result);
  }

  /// A loop that scf.for has: one more variable than its own does not decide when it ends.
  bool isCounted(const Statement &loop) const {
    const Condition &condition = loop.condition;
    std::vector<bool> assigned(m_function.variables.size());
    addAssigned(loop.body, assigned);
    const auto isChanged = [&](const Operand &operand) {
      return operand.kind == Operand::Kind::Variable &&
             (assigned[static_cast<size_t>(operand.value)] ||
              operand.value == int64_t{loop.variable});
    };
    return !loop.testsAtEnd && loop.prelude.empty() && condition.mask == 0 &&
           condition.predicate == Condition::Predicate::Less &&
           condition.a.kind == Operand::Kind::Variable &&
           condition.a.value == int64_t{loop.variable} && !assigned[loop.variable] &&
           !isChanged(condition.b);
  }

  std::vector<uint32_t> withoutCounter(const Statement &loop) const {
    std::vector<uint32_t> changed = assignedIn(loop);
    std::erase(changed, loop.variable);
    return changed;
  }

  void writeFor(const Statement &loop) {
    const std::vector<uint32_t> changed = withoutCounter(loop);
    const auto constant = [&](int value) {
      return m_language.define("arith.constant " + std::to_string(value) + " : index");
    };
    const std::string trips = m_leaves.read(loop.condition.b);
    const std::string end = m_language.define("arith.index_cast " + trips + " : i32 to index");
    const std::string zero = constant(0), one = constant(1);
    const std::string result = m_language.name(), counter = m_language.name();
    std::string arguments;
    const std::vector<std::string> before = m_variables.names;
    for (const uint32_t variable : changed) {
      const std::string argument = m_language.name();
      arguments += std::string(arguments.empty() ? "" : ", ") + argument + " = " + before[variable];
      m_variables.names[variable] = argument;
    }
    m_language.open(
        results(result, changed.size()) + "scf.for " + counter + " = " + zero + " to " + end +
        " step " + one +
        (changed.empty() ? "" : " iter_args(" + arguments + ") -> (" + types(changed) + ")") +
        " {");
    m_variables.names[loop.variable] =
        m_language.define("arith.index_cast " + counter + " : index to i32");
    write(loop.body);
    m_language.setLine(loop.line);
    if (!changed.empty())
      m_language.line("scf.yield " + names(changed) + " : " + types(changed));
    m_language.line("}");
    m_variables.names = before;
    takeResults(changed, result);
    const std::string none = m_language.constant(ValueType::I32, 0);
    m_variables.names[loop.variable] = m_language.select(
        ValueType::I32, m_language.compare(Condition::Predicate::Less, none, trips), trips, none);
  }

  std::string openWhile(const std::vector<uint32_t> &changed) {
    std::string arguments;
    std::vector<std::string> inner = m_variables.names;
    for (const uint32_t variable : changed) {
      inner[variable] = m_language.name();
      arguments += std::string(arguments.empty() ? "" : ", ") + inner[variable] + " = " +
                   m_variables.names[variable];
    }
    const std::string result = m_language.name();
    m_language.open(results(result, changed.size()) + "scf.while (" + arguments + ") : (" +
                    types(changed) + ") -> (" + types(changed) + ") {");
    m_variables.names = inner;
    return result;
  }

  void countIteration(const Statement &loop) {
    m_language.setLine(loop.line);
    const std::string one = m_language.constant(ValueType::I32, 1);
    std::string &counter = m_variables.names[loop.variable];
    counter = m_language.compute(Operation::Add, counter, one);
  }

  void writeWhile(const Statement &loop) {
    const std::vector<uint32_t> changed = assignedIn(loop);
    m_variables.names[loop.variable] = m_language.constant(ValueType::I32, 0);
    const std::vector<std::string> before = m_variables.names;
    const std::string result = openWhile(changed);
    if (loop.testsAtEnd) {
      write(loop.body);
      countIteration(loop);
    }
    write(loop.prelude);
    m_language.setLine(loop.line);
    const std::string condition = m_leaves.condition(loop.condition);
    m_language.line("scf.condition(" + condition + ") " + names(changed) + " : " + types(changed));
    m_language.open("} do {");
    std::string parameters;
    for (const uint32_t variable : changed) {
      m_variables.names[variable] = m_language.name();
      parameters += std::string(parameters.empty() ? "" : ", ") + m_variables.names[variable] +
                    ": " + mlirType(m_function.variables[variable]);
    }
    m_language.label("^bb0(" + parameters + "):");
    if (!loop.testsAtEnd) {
      write(loop.body);
      countIteration(loop);
    }
    m_language.line("scf.yield " + names(changed) + " : " + types(changed));
    m_language.line("}");
    m_variables.names = before;
    takeResults(changed, result);
  }
};

bool canWriteMlir(const Statement &statement, bool isTree) {
  using Kind = Statement::Kind;
  switch (statement.kind) {
  case Kind::Vote:
  case Kind::ActiveMask:
    return false;
  case Kind::Shuffle:
    return statement.c.kind == Operand::Kind::Constant && statement.c.value == -1 &&
           statement.width == 32;
  case Kind::Atomic:
    return statement.atomic != AtomicOperation::Xor;
  case Kind::Break:
  case Kind::Continue:
  case Kind::Return:
    return !isTree;
  default:
    break;
  }
  return std::ranges::all_of(std::array{&statement.prelude, &statement.body, &statement.otherwise},
                             [&](const Statements *inner) {
                               return std::ranges::all_of(*inner, [&](const Statement &each) {
                                 return canWriteMlir(each, isTree);
                               });
                             });
}

} // namespace

bool canWrite(const Kernel &kernel, TextForm form) {
  if (fileExtension(form) == "ll")
    return true;
  return std::ranges::all_of(kernel.functions, [&](const Function &function) {
    return std::ranges::all_of(function.body, [&](const Statement &statement) {
      return canWriteMlir(statement, form == TextForm::MlirTree);
    });
  });
}

std::string kernelText(const Kernel &kernel, TextForm form) {
  if (fileExtension(form) == "ll")
    return llText(kernel, form == TextForm::LlStack);
  return mlirText(kernel, form == TextForm::MlirTree);
}

std::string mlirText(const Kernel &kernel, bool isTree) {
  std::string text = "gpu.module @generated {\n";
  for (size_t i = kernel.functions.size(); i-- > 0;)
    text += isTree ? TreeFunction(kernel, i).text() : FlowFunction(kernel, i).text();
  return text + "}\n";
}

} // namespace pstudio::test
