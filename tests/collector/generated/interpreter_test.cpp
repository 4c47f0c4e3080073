// SPDX-License-Identifier: Apache-2.0
// The generator and its interpreter on their own.
#include <QtTest>

#include <set>

#include "tests/collector/generated/interpreter.h"
#include "tests/collector/generated/kernel_text.h"
#include "tests/collector/generated/make_kernel.h"

using namespace pstudio::test;

namespace {

using Kind = Statement::Kind;

constexpr Operand of(Operand::Kind kind, int64_t value = 0) {
  return {kind, value};
}

MemoryBytes zeros(const Kernel &kernel) {
  MemoryBytes memory;
  for (size_t i = 0; i < kArguments; ++i)
    memory.emplace_back(size_t(elementCount(kernel, static_cast<Memory>(i))) * memoryInfo(i).bytes);
  return memory;
}

/// One warp, one i32 variable.
Kernel oneWarp(std::vector<Statement> body) {
  Kernel kernel;
  kernel.functions.push_back({{ValueType::I32}, std::move(body)});
  return kernel;
}

Statement statement(Kind kind, uint32_t line) {
  Statement made;
  made.kind = kind;
  made.line = line;
  return made;
}

Statement store(uint32_t line) {
  Statement made = statement(Kind::Store, line);
  made.memory = Memory::Out;
  return made;
}

/// if (lane < count) { body }
Statement ifBelow(int64_t count, std::vector<Statement> body) {
  Statement made = statement(Kind::If, 1);
  made.condition = {Condition::Predicate::Less, of(Operand::Kind::Lane), 0,
                    of(Operand::Kind::Constant, count)};
  made.body = std::move(body);
  return made;
}

void addKinds(const std::vector<Statement> &statements, std::set<Kind> &kinds) {
  for (const Statement &each : statements) {
    kinds.insert(each.kind);
    for (const auto *inner : {&each.prelude, &each.body, &each.otherwise})
      addKinds(*inner, kinds);
  }
}

} // namespace

class InterpreterTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void lanesThatReturnDoNotExecuteWhatFollows() {
    const Kernel kernel = oneWarp({ifBelow(12, {statement(Kind::Return, 2)}), store(3)});
    const Interpretation result = interpret(kernel, zeros(kernel));
    QVERIFY(result.fault.empty());
    QCOMPARE(result.accesses.at({3, 0, 0}).size(), size_t{1});
    QCOMPARE(result.accesses.at({3, 0, 0})[0].mask, 0xfffff000u);
  }

  void lanesMeetAfterALoopAndAfterContinue() {
    Statement loop = statement(Kind::Loop, 1);
    loop.condition = {Condition::Predicate::Below, of(Operand::Kind::Variable), 0,
                      of(Operand::Kind::Lane)}; // iterations: the lane's number
    loop.body = {ifBelow(4, {statement(Kind::Continue, 2)}), store(3)};
    const Kernel kernel = oneWarp({loop, store(4)});
    const Interpretation result = interpret(kernel, zeros(kernel));
    const std::vector<WarpAccess> &inside = result.accesses.at({3, 0, 0});
    QCOMPARE(inside.size(), size_t{31});
    QCOMPARE(inside.front().mask, 0xfffffff0u);
    QCOMPARE(inside.back().mask, 0x80000000u);
    QCOMPARE(result.accesses.at({4, 0, 0})[0].mask, 0xffffffffu);
  }

  void aMaskWithALaneThatWaitsElsewhereIsAFault() {
    Statement vote = statement(Kind::Vote, 2);
    vote.c = of(Operand::Kind::Constant, -1);
    const Kernel divergent = oneWarp({ifBelow(5, {vote})});
    QVERIFY(interpret(divergent, zeros(divergent)).fault.find("line 2") != std::string::npos);
    const Kernel returned = oneWarp({ifBelow(5, {statement(Kind::Return, 3)}), vote});
    QVERIFY(interpret(returned, zeros(returned)).fault.empty());
    vote.c = of(Operand::Kind::Constant, 1);
    const Kernel stranger = oneWarp({vote});
    QVERIFY(!interpret(stranger, zeros(stranger)).fault.empty());
  }

  void aDivergentBarrierIsAFault() {
    const Kernel kernel = oneWarp({ifBelow(5, {statement(Kind::Barrier, 2)})});
    QVERIFY(!interpret(kernel, zeros(kernel)).fault.empty());
  }

  void everyKernelIsLegalAndEveryKindOfStatementOccurs() {
    std::set<Kind> kinds;
    for (const KernelClass kind :
         {KernelClass::Hardware, KernelClass::Model, KernelClass::Portable, KernelClass::Tree})
      for (uint64_t seed = 1; seed <= 300; ++seed) {
        const Kernel kernel = makeKernel(seed, kind);
        const Interpretation result = interpret(kernel, zeros(kernel));
        QVERIFY2(result.fault.empty(),
                 qPrintable(QString("seed %1: %2").arg(seed).arg(result.fault.c_str())));
        for (const Function &function : kernel.functions)
          addKinds(function.body, kinds);
        QVERIFY(kind != KernelClass::Portable || canWrite(kernel, TextForm::MlirFlow));
        QVERIFY(kind != KernelClass::Tree || canWrite(kernel, TextForm::MlirTree));
      }
    QCOMPARE(kinds.size(), static_cast<size_t>(Kind::Return) + 1);
  }

  void aSeedGivesTheSameTextEachTime() {
    for (const TextForm form : {TextForm::LlPhi, TextForm::LlStack})
      QCOMPARE(kernelText(makeKernel(9, KernelClass::Model), form),
               kernelText(makeKernel(9, KernelClass::Model), form));
  }
};

QTEST_GUILESS_MAIN(InterpreterTest)
#include "interpreter_test.moc"
