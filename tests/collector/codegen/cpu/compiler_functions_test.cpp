// SPDX-License-Identifier: Apache-2.0
// The table contains every function that LLVM's code generator calls implicitly, for all processor
// features.
#include <QtTest>

#include <map>
#include <regex>
#include <set>

#include "collector/codegen/cpu/host_machine.h"
#include "collector/runtime/cpu/compiler_functions.h"
#include "tests/collector/codegen/cpu/every_operation.h"
#include "tests/support/verify_result.h"
#ifndef Q_MOC_RUN // moc cannot parse LLVM's headers
#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/RuntimeLibcalls.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#endif

using namespace pstudio;

namespace {

using Names = std::set<std::string>;

/// Names that LLVM defines for every target and never calls on x86-64, with the reason.
/// `everyOperationLinks` compiles the operations that would require them.
const std::map<std::string, const char *> kNeverCalled = {
    {"__gcc_q.*|__gcc_.*toq|__extendkftf2|__trunctfkf2", "PowerPC's pairs of doubles"},
    {"__sync_.*", "for targets without atomic instructions"},
    {"__atomic_(load|store|exchange|compare_exchange|fetch_.*)_[1248]", "instructions"},
    {"__.*_finite", "glibc had them until 2.30"},
    {"__(ashl|ashr|lshr|mul|div|mod|udiv|umod)[qhsd]i3|__neg[sd]i2|__clzsi2|__mulo[sd]i4",
     "integers of up to 64 bits have instructions"},
    {"__(add|sub|mul|div)[sdx]f3|__(eq|ne|ge|gt|le|lt|unord)[sd]f2", "SSE2 and x87"},
    {"__extendsfdf2|__truncdfsf2|__truncxf[sd]f2", "SSE2 and x87"},
    {"__fix(uns)?[sdx]f[sd]i|__float(un)?[sd]i[sdx]f", "SSE2 and x87"},
    {"__llvm_mem(cpy|move|set)_element_unordered_atomic_.*", "of languages with a collector"},
    {"__llvm_deoptimize", "of virtual machines"},
    {"__cxa_end_cleanup", "of ARM"},
    {"__riscv_flush_icache", "of RISC-V"},
};

bool isNeverCalled(const std::string &name) {
  return std::ranges::any_of(kNeverCalled, [&](const auto &entry) {
    return std::regex_match(name, std::regex(entry.first));
  });
}

Names tableNames() {
  Names names;
  for (const cpu::calls::Symbol &function : cpu::compilerFunctions())
    names.insert(std::string(function.name));
  return names;
}

Result<std::unique_ptr<llvm::TargetMachine>> machineOf(const std::string &processor) {
  PSTUDIO_TRY_ASSIGN(auto builder, cpu::hostMachine(processor));
  auto machine = builder.createTargetMachine();
  if (!machine)
    return cpu::llvmError("no machine", machine.takeError());
  return std::move(*machine);
}

/// All runtime functions for which the code generator of the machine has a name.
Names libcallsOf(const llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  llvm::Module module("libcalls", context);
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::ExternalLinkage, "f", module);
  const auto *lowering = machine.getSubtargetImpl(*function)->getTargetLowering();
  Names names;
  for (int i = 0; i < llvm::RTLIB::UNKNOWN_LIBCALL; ++i)
    if (const char *name = lowering->getLibcallName(static_cast<llvm::RTLIB::Libcall>(i)))
      names.insert(name);
  return names;
}

/// The undefined symbols of an object file.
Result<Names> undefinedIn(const llvm::MemoryBuffer &object) {
  auto file = llvm::object::ObjectFile::createObjectFile(object.getMemBufferRef());
  if (!file)
    return cpu::llvmError("no object file", file.takeError());
  Names names;
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name)
      return cpu::llvmError("bad symbol", flags ? name.takeError() : flags.takeError());
    if (*flags & llvm::object::SymbolRef::SF_Undefined && !name->empty())
      names.insert(name->str());
  }
  return names;
}

Result<Names> calledBy(const std::string &text, llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module)
    return fail(ErrorCode::CompileFailed, diagnostic.getMessage().str());
  module->setTargetTriple(machine.getTargetTriple().str());
  module->setDataLayout(machine.createDataLayout());
  auto object = llvm::orc::SimpleCompiler(machine)(*module);
  if (!object)
    return cpu::llvmError("does not compile", object.takeError());
  return undefinedIn(**object);
}

QString list(const Names &names) {
  QStringList texts;
  for (const std::string &name : names)
    texts.push_back(QString::fromStdString(name));
  return texts.join(' ');
}

Names without(const Names &all, const Names &known) {
  Names rest;
  std::ranges::set_difference(all, known, std::inserter(rest, rest.end()));
  return rest;
}

void addProcessors() {
  QTest::addColumn<QString>("processor");
  QTest::newRow("this machine") << "";
  for (const char *processor :
       {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "znver5", "sapphirerapids"})
    QTest::newRow(processor) << processor;
}

} // namespace

class CompilerFunctionsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    if (cpu::compilerFunctions().empty())
      QSKIP("the table is of x86-64");
  }

  void everyLibcallOfLlvmIsInTheTable_data() { addProcessors(); }
  void everyLibcallOfLlvmIsInTheTable() {
    QFETCH(QString, processor);
    PSTUDIO_VERIFY_ASSIGN(const auto machine, machineOf(processor.toStdString()));
    const Names libcalls = libcallsOf(*machine);
    QVERIFY(libcalls.contains("__truncsfbf2")); // the list of the expected version
    Names missing = without(libcalls, tableNames());
    std::erase_if(missing, isNeverCalled);
    QVERIFY2(missing.empty(), qPrintable(list(missing)));
  }

  void everyOperationLinks_data() { addProcessors(); }
  void everyOperationLinks() {
    QFETCH(QString, processor);
    PSTUDIO_VERIFY_ASSIGN(const auto machine, machineOf(processor.toStdString()));
    PSTUDIO_VERIFY_ASSIGN(const Names called, calledBy(test::everyOperation(), *machine));
    QVERIFY(called.contains("__truncdfhf2"));
    const Names missing = without(called, tableNames());
    QVERIFY2(missing.empty(), qPrintable(list(missing)));
  }

  void noFunctionIsListedTwiceOrWithoutAnAddress() {
    const auto functions = cpu::compilerFunctions();
    QCOMPARE(tableNames().size(), functions.size());
    for (const cpu::calls::Symbol &function : functions)
      QVERIFY2(function.address, function.name.data());
  }
};

QTEST_GUILESS_MAIN(CompilerFunctionsTest)
#include "compiler_functions_test.moc"
