// SPDX-License-Identifier: Apache-2.0
// Every NVVM intrinsic that LLVM 20 to 22 have and LLVM 19 does not have, and its replacement.
#include <QtTest>

#include "collector/foreign/text/ll_reader.h"
#include "collector/foreign/text/nvvm_templates.h"
#include "tests/support/test_data.h"
#include "tests/support/verify_result.h"
#ifndef Q_MOC_RUN // moc cannot parse the first of these headers
#include "collector/foreign/text/unknown_intrinsics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#endif

using namespace pstudio;
using namespace pstudio::foreign;

namespace {

/// One line of inputs/nvvm_intrinsics.txt: "ptx div.full.f32 | declare float @llvm...(float,
/// float)".
struct Listed {
  QString what; ///< equivalent, ptx, chip, opaque
  QString text; ///< the intrinsic of LLVM 19, the PTX instruction, or the required feature
  QString declaration;
  QString name() const { return declaration.section('@', 1).section('(', 0, 0); }
};

std::vector<Listed> listedIntrinsics() {
  QFile file(test::testData("tests/collector/foreign/inputs/nvvm_intrinsics.txt"));
  std::vector<Listed> all;
  if (!file.open(QIODevice::ReadOnly))
    return all;
  while (!file.atEnd()) {
    const QString line = QString::fromUtf8(file.readLine()).trimmed();
    if (line.isEmpty() || line.startsWith('#'))
      continue;
    const QString before = line.section(" | ", 0, 0);
    all.push_back({before.section(' ', 0, 0), before.section(' ', 1), line.section(" | ", 1)});
  }
  return all;
}

/// A module whose only function calls the intrinsic. Immediate arguments are `constant`; the others
/// are the function's own.
Result<LlModule> moduleCalling(const Listed &listed, unsigned constant,
                               llvm::LLVMContext &context) {
  const std::string text =
      "target triple = \"nvptx64-nvidia-cuda\"\n" + listed.declaration.toStdString() + "\n";
  PSTUDIO_TRY_ASSIGN(LlModule module, readLl(text, "k.ll", context));
  llvm::Function *intrinsic = module.module->getFunction(listed.name().toStdString());
  std::vector<llvm::Type *> types;
  for (const llvm::Argument &argument : intrinsic->args())
    types.push_back(argument.getType());
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(intrinsic->getReturnType(), types, false),
                             llvm::Function::ExternalLinkage, "f", *module.module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", function));
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : intrinsic->args())
    arguments.push_back(argument.hasAttribute(llvm::Attribute::ImmArg)
                            ? llvm::ConstantInt::get(argument.getType(), constant)
                            : static_cast<llvm::Value *>(function->getArg(argument.getArgNo())));
  llvm::CallInst *call = builder.CreateCall(intrinsic, arguments);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return module;
}

/// The callee of the function: the text of inline assembly, or a name.
std::string calledBy(const llvm::Module &module) {
  for (const llvm::Instruction &instruction : llvm::instructions(*module.getFunction("f")))
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      if (const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
        return assembly->getAsmString();
      return call->getCalledFunction()->getName().str();
    }
  return {};
}

std::string textOf(const llvm::Function &function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream);
  return text;
}

NvvmClass classNamed(const QString &what) {
  return what == "equivalent" ? NvvmClass::Equivalent
         : what == "ptx"      ? NvvmClass::InlinePtx
         : what == "chip"     ? NvvmClass::NoChip
                              : NvvmClass::Opaque;
}

} // namespace

class NvvmIntrinsicsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyIntrinsicIsListedWithItsClass() {
    const std::vector<Listed> all = listedIntrinsics();
    QVERIFY2(all.size() > 900, QByteArray::number(qulonglong(all.size())));
    QStringList wrong;
    for (const Listed &listed : all) {
      const std::string name = listed.name().mid(10).toStdString(); // after "llvm.nvvm."
      if (classOfIntrinsic(name) != classNamed(listed.what))
        wrong += listed.name() + " is not " + listed.what;
      if (listed.what == "chip" && listed.text.toStdString() != neededBeyondLlvm19(name))
        wrong += listed.name() + " needs " + listed.text;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
  }

  void eachIsReplacedOrStaysACall() {
    QStringList wrong;
    for (const Listed &listed : listedIntrinsics()) {
      llvm::LLVMContext context;
      Result<LlModule> module = moduleCalling(listed, 0, context);
      QVERIFY2(module,
               module ? "" : (listed.name().toStdString() + module.error().toString()).c_str());
      const auto replaced = replaceUnknownIntrinsics(*module);
      QVERIFY2(replaced, replaced ? "" : replaced.error().toString().c_str());
      const QString called = QString::fromStdString(calledBy(*module->module));
      const bool stays = listed.what == "chip" || listed.what == "opaque";
      const bool isRight = stays ? called == listed.name()
                           : listed.what == "equivalent"
                               ? called == listed.text
                               : called.section(QRegularExpression("[ ;]"), 0, 0) == listed.text;
      if (!isRight)
        wrong += listed.name() + ": " + called;
      if (checkIntrinsicsAreKnown(*module).has_value() == stays)
        wrong += listed.name() + (stays ? " would become code" : " would be rejected");
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
  }

  void theCallTakesThePlaceOfItsEquivalentAgain() {
    QStringList wrong;
    size_t replacedCount = 0;
    for (const Listed &listed : listedIntrinsics()) {
      llvm::LLVMContext context;
      Result<LlModule> module = moduleCalling(listed, 0, context);
      QVERIFY(module);
      const llvm::Function &function = *module->module->getFunction("f");
      const std::string given = textOf(function);
      PSTUDIO_VERIFY_ASSIGN(const OriginalCalls calls, replaceUnknownIntrinsics(*module));
      replacedCount += calls.size();
      llvm::ValueToValueMapTy itself;
      SourceBlocks blocks;
      for (llvm::Function &each : *module->module)
        itself[&each] = &each;
      for (llvm::Argument &argument : module->module->getFunction("f")->args())
        itself[&argument] = &argument;
      for (llvm::Instruction &instruction : llvm::instructions(*module->module->getFunction("f"))) {
        itself[&instruction] = &instruction;
        blocks[&instruction] = instruction.getParent();
      }
      restoreCalls(calls, itself, blocks);
      if (textOf(function) != given)
        wrong += QString::fromStdString(given + "became\n" + textOf(function));
      if (blocks.size() != function.getInstructionCount())
        wrong += listed.name() + ": an erased instruction is still listed";
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(replacedCount > 250, QByteArray::number(qulonglong(replacedCount)));
  }

  void aFlagChoosesTheTextAndAPairOfCtasHasNone() {
    const QString load =
        "declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7), "
        "ptr addrspace(3), ptr, i32, i16, i64, i1 immarg, i1 immarg%1)";
    llvm::LLVMContext context;
    const auto textWith = [&](const QString &declaration) {
      auto module = moduleCalling({"", "", declaration}, 1, context);
      if (!module || !replaceUnknownIntrinsics(*module))
        return std::string("failed");
      return calledBy(*module->module);
    };
    QCOMPARE(
        textWith(load.arg("")),
        std::string("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::"
                    "bytes.multicast::cluster.L2::cache_hint [$0], [$1, {$2}], [$3], $4, $5;"));
    QCOMPARE(textWith(load.arg(", i32 immarg")),
             std::string("llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d"));
    QCOMPARE(textWith("declare i32 @llvm.nvvm.idp2a.s.u(i32, i32, i1 immarg, i32)"),
             std::string("dp2a.hi.s32.u32 $0, $1, $2, $3;"));
  }
};

QTEST_GUILESS_MAIN(NvvmIntrinsicsTest)
#include "nvvm_intrinsics_test.moc"
