// SPDX-License-Identifier: Apache-2.0
// Files of LLVM IR.
#include <optional>

#include "tests/collector/generated/flow_graph.h"
#include "tests/collector/generated/kernel_text.h"
#include "tests/collector/generated/ll_language.h"

namespace pstudio::test {
namespace {

constexpr std::string_view kHead = R"(source_filename = "generated.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare float @llvm.nvvm.shfl.sync.up.f32(i32, float, i32, i32)
declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32)
declare float @llvm.nvvm.shfl.sync.idx.f32(i32, float, i32, i32)
declare void @proton_scope_start(ptr) #1
declare void @proton_scope_end(ptr) #1

)";

constexpr std::string_view kTail = R"(
attributes #0 = { convergent norecurse nounwind "target-cpu"="sm_80" "target-features"="+ptx70,+sm_80" }
attributes #1 = { convergent nounwind }
attributes #2 = { convergent noinline norecurse nounwind "target-cpu"="sm_80" "target-features"="+ptx70,+sm_80" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!nvvm.annotations = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "generator", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "generated.cu", directory: "/generated")
!2 = !{i32 7, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{ptr @k, !"kernel", i32 1}
!5 = !DISubroutineType(types: !6)
!6 = !{}
)";

/// Of the function's metadata.
uint32_t subprogramOf(size_t function) {
  return static_cast<uint32_t>(10 + function);
}

/// The names that the variables have in a block.
class NamedVariables final : public Variables {
public:
  std::string get(uint32_t variable) override { return names[variable]; }
  void set(uint32_t variable, const std::string &name) override { names[variable] = name; }
  std::vector<std::string> names;
};

class StackVariables final : public Variables {
public:
  StackVariables(LlLanguage &language, const Function &function)
      : m_language(language), m_function(function) {}
  std::string get(uint32_t variable) override {
    return m_language.loadVariable(variable, m_function.variables[variable]);
  }
  void set(uint32_t variable, const std::string &name) override {
    m_language.storeVariable(variable, m_function.variables[variable], name);
  }

private:
  LlLanguage &m_language;
  const Function &m_function;
};

class LlFunction {
public:
  LlFunction(const Kernel &kernel, size_t number, bool hasStack)
      : m_function(kernel.functions[number]), m_number(number), m_hasStack(hasStack),
        m_language(kernel, subprogramOf(number)), m_graph(m_function),
        m_stack(m_language, m_function),
        m_leaves(kernel, m_function, m_language,
                 hasStack ? static_cast<Variables &>(m_stack) : m_named) {}

  std::string text() {
    for (size_t block = 0; block < m_graph.blocks().size(); ++block)
      writeBlock(block);
    std::string text = head();
    for (size_t block = 0; block < m_bodies.size(); ++block)
      text += "b" + std::to_string(block) + ":\n" + phis(block) + m_bodies[block];
    return text + "}\n\n";
  }
  std::string metadata() const {
    return "!" + std::to_string(subprogramOf(m_number)) + " = distinct !DISubprogram(name: \"" +
           name() + "\", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: " +
           "DISPFlagDefinition | DISPFlagOptimized, unit: !0)\n" + m_language.locations();
  }

private:
  std::string name() const { return m_number == 0 ? "k" : "f" + std::to_string(m_number); }
  std::string head() const {
    const std::string dbg = " !dbg !" + std::to_string(subprogramOf(m_number)) + " {\n";
    if (m_number == 0)
      return "define dso_local void @k(" + llParameters() + ") #0" + dbg;
    return "define internal i32 @" + name() + "(" + llParameters() +
           ", i32 noundef %p0, i32 noundef %p1) #2" + dbg;
  }

  std::string startValue(size_t variable) const {
    if (m_number > 0 && variable < 2)
      return "%p" + std::to_string(variable);
    return m_function.variables[variable] == ValueType::F32 ? "0.0" : "0";
  }

  void beginBlock(size_t block) {
    const auto count = static_cast<uint32_t>(m_function.variables.size());
    m_named.names.resize(count);
    if (block > 0) {
      for (uint32_t i = 0; i < count; ++i)
        m_named.names[i] = phiName(block, i);
      return;
    }
    for (uint32_t i = 0; m_hasStack && i < count; ++i)
      m_language.reserveVariable(i, m_function.variables[i]);
    m_language.entry();
    for (uint32_t i = 0; i < count; ++i)
      if (m_hasStack)
        m_stack.set(i, startValue(i));
      else
        m_named.names[i] = startValue(i);
  }

  void writeBlock(size_t block) {
    const BasicBlock &basic = m_graph.blocks()[block];
    beginBlock(block);
    for (const BlockStep &step : basic.steps) {
      m_language.setLine(step.statement->line);
      if (step.kind == BlockStep::Kind::Leaf)
        m_leaves.write(*step.statement);
      else
        m_language.scope(step.statement->line, step.kind == BlockStep::Kind::ScopeBegin);
    }
    if (basic.condition) {
      m_language.setLine(basic.line);
      m_language.branch(m_leaves.condition(*basic.condition), basic.successors[0],
                        basic.successors[1]);
    } else if (!basic.successors.empty()) {
      m_language.jump(basic.successors[0]);
    } else {
      m_language.leave(m_number == 0 ? "" : m_leaves.read({Operand::Kind::Variable, 0}));
    }
    m_bodies.push_back(m_language.take());
    m_ends.push_back(m_named.names);
  }

  static std::string phiName(size_t block, size_t variable) {
    return "%b" + std::to_string(block) + "v" + std::to_string(variable);
  }

  std::string phis(size_t block) const {
    if (block == 0 || m_hasStack)
      return {};
    std::string text;
    for (size_t i = 0; i < m_function.variables.size(); ++i) {
      std::string sources;
      for (size_t from = 0; from < m_graph.blocks().size(); ++from)
        for (const size_t to : m_graph.blocks()[from].successors)
          if (to == block)
            sources += std::string(sources.empty() ? "" : ", ") + "[ " + m_ends[from][i] + ", %b" +
                       std::to_string(from) + " ]";
      text += "  " + phiName(block, i) + " = phi " + llType(m_function.variables[i]) + " " +
              sources + "\n";
    }
    return text;
  }

  const Function &m_function;
  const size_t m_number;
  const bool m_hasStack;
  LlLanguage m_language;
  const FlowGraph m_graph;
  NamedVariables m_named;
  StackVariables m_stack;
  LeafText m_leaves;
  std::vector<std::string> m_bodies;
  std::vector<std::vector<std::string>> m_ends; ///< names of the variables at the end of a block
};

void addScopeNames(const std::vector<Statement> &statements, std::string &text) {
  for (const Statement &statement : statements) {
    if (statement.kind == Statement::Kind::Scope) {
      const std::string name = "scope" + std::to_string(statement.line);
      text += "@" + name + " = private unnamed_addr constant [" + std::to_string(name.size() + 1) +
              " x i8] c\"" + name + "\\00\", align 1\n";
    }
    for (const auto *inner : {&statement.prelude, &statement.body, &statement.otherwise})
      addScopeNames(*inner, text);
  }
}

} // namespace

std::string llText(const Kernel &kernel, bool hasStack) {
  std::string text(kHead), metadata;
  for (size_t i = kArguments; i < kMemories; ++i)
    text += "@" + std::string(memoryInfo(i).name) + " = internal addrspace(3) global [" +
            std::to_string(elementCount(kernel, static_cast<Memory>(i))) +
            " x i32] undef, align 4\n";
  for (const Function &function : kernel.functions)
    addScopeNames(function.body, text);
  text += "\n";
  for (size_t i = 0; i < kernel.functions.size(); ++i) {
    LlFunction function(kernel, i, hasStack);
    text += function.text();
    metadata += function.metadata();
  }
  return text + std::string(kTail) + metadata;
}

} // namespace pstudio::test
