// SPDX-License-Identifier: Apache-2.0
// Intrinsics without an instruction on a chip, compared with LLVM's back end in a separate process:
// the back end aborts, whereas the collector must report an error.
#include <QtTest>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include "collector/codegen/amd/instruction_support.h"
#include "core/base/temporary_file.h"
#include "core/process/run_program.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

/// A call of "llvm.amdgcn." + name. Operands with a number are immediates.
struct Call {
  const char *name;
  const char *result;
  std::vector<std::pair<const char *, const char *>> operands; ///< type, number or ""
};

Call mfma(const char *name, const char *operand, const char *result) {
  return {name,
          result,
          {{operand, ""}, {operand, ""}, {result, ""}, {"i32", "0"}, {"i32", "0"}, {"i32", "0"}}};
}
Call wmma(const char *name, const char *operand, const char *result) {
  return {name, result, {{operand, ""}, {operand, ""}, {result, ""}}};
}
Call atomic(const char *name, const char *pointer, const char *type) {
  return {name, type, {{pointer, ""}, {type, ""}}};
}
Call bufferAtomic(const char *name, const char *type) {
  return {
      name, type, {{type, ""}, {"ptr addrspace(8)", ""}, {"i32", ""}, {"i32", ""}, {"i32", "0"}}};
}

const Call kCalls[] = {
    mfma("mfma.f32.32x32x1f32", "float", "<32 x float>"),
    mfma("mfma.f32.16x16x16f16", "<4 x half>", "<4 x float>"),
    mfma("mfma.i32.16x16x4i8", "i32", "<16 x i32>"),
    mfma("mfma.i32.16x16x16i8", "i32", "<4 x i32>"),
    mfma("mfma.i32.32x32x8i8", "i32", "<16 x i32>"),
    mfma("mfma.f32.32x32x2bf16", "<2 x i16>", "<32 x float>"),
    mfma("mfma.f32.16x16x8bf16", "<2 x i16>", "<4 x float>"),
    mfma("mfma.f32.16x16x16bf16.1k", "<4 x i16>", "<4 x float>"),
    mfma("mfma.f64.16x16x4f64", "double", "<4 x double>"),
    mfma("mfma.i32.16x16x32.i8", "i64", "<4 x i32>"),
    mfma("mfma.f32.16x16x8.xf32", "<2 x float>", "<4 x float>"),
    mfma("mfma.f32.16x16x32.bf8.fp8", "i64", "<4 x float>"),
    {"smfmac.f32.16x16x32.f16",
     "<4 x float>",
     {{"<4 x half>", ""},
      {"<8 x half>", ""},
      {"<4 x float>", ""},
      {"i32", ""},
      {"i32", "0"},
      {"i32", "0"}}},
    wmma("wmma.f32.16x16x16.f16.v8f32.v16f16", "<16 x half>", "<8 x float>"),
    wmma("wmma.f32.16x16x16.f16.v4f32.v16f16", "<16 x half>", "<4 x float>"), // for 64 lanes
    wmma("wmma.f32.16x16x16.bf16.v8f32.v16i16", "<16 x i16>", "<8 x float>"),
    wmma("wmma.f32.16x16x16.f16.v8f32.v8f16", "<8 x half>", "<8 x float>"), // of gfx12
    wmma("wmma.f32.16x16x16.bf16.v8f32.v8i16", "<8 x i16>", "<8 x float>"),
    wmma("wmma.f32.16x16x16.fp8.fp8.v8f32.v2i32", "<2 x i32>", "<8 x float>"),
    {"raw.ptr.buffer.load.lds",
     "void",
     {{"ptr addrspace(8)", ""},
      {"ptr addrspace(3)", ""},
      {"i32", "4"},
      {"i32", ""},
      {"i32", ""},
      {"i32", "0"},
      {"i32", "0"}}},
    {"ds.bpermute", "i32", {{"i32", ""}, {"i32", ""}}},
    atomic("global.atomic.fadd.f32.p1.f32", "ptr addrspace(1)", "float"),
    atomic("global.atomic.fadd.f64.p1.f64", "ptr addrspace(1)", "double"),
    atomic("flat.atomic.fadd.f32.p0.f32", "ptr", "float"),
    atomic("flat.atomic.fadd.f64.p0.f64", "ptr", "double"),
    bufferAtomic("raw.ptr.buffer.atomic.fadd.f32", "float"),
    bufferAtomic("raw.ptr.buffer.atomic.fadd.f64", "double"),
    bufferAtomic("raw.ptr.buffer.atomic.fmax.f32", "float"),
    bufferAtomic("raw.ptr.buffer.atomic.fmax.f64", "double"),
};
constexpr const char *kChips[] = {"gfx906",  "gfx908",  "gfx90a", "gfx942",
                                  "gfx1030", "gfx1100", "gfx1200"};

/// No gfx10 or later chip has these instructions: gfx1030 stands for all of them.
bool isRedundant(const Call &call, const std::string &chip) {
  const std::string name = call.name;
  return (name.starts_with("mfma.") || name.starts_with("smfmac.")) &&
         (chip == "gfx1100" || chip == "gfx1200");
}

/// A kernel that makes the call and stores its result.
QString moduleOf(const Call &call) {
  QStringList types, parameters, values;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const auto &[type, number] = call.operands[i];
    const QString value = *number ? QString(number) : QString("%a%1").arg(i);
    types << type;
    values << QString("%1 %2").arg(type, value);
    if (!*number)
      parameters << values.last();
  }
  const bool isVoid = QString(call.result) == "void";
  if (!isVoid)
    parameters << "ptr addrspace(1) %out";
  const QString name = QString("@llvm.amdgcn.") + call.name;
  return QString("declare %1 %2(%3)\ndefine amdgpu_kernel void @k(%4) {\n%5call %1 %2(%6)\n%7ret "
                 "void\n}\n")
      .arg(call.result, name, types.join(", "), parameters.join(", "),
           isVoid ? "" : "%r = ", values.join(", "),
           isVoid ? "" : QString("store %1 %r, ptr addrspace(1) %out\n").arg(call.result));
}

} // namespace

class AmdInstructionsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void whatIsRejectedIsWhatTheBackEndFailsOn_data() {
    QTest::addColumn<size_t>("call");
    for (size_t i = 0; i < std::size(kCalls); ++i)
      QTest::newRow(kCalls[i].name) << i;
  }
  void whatIsRejectedIsWhatTheBackEndFailsOn() {
    QFETCH(size_t, call);
    const std::string text = moduleOf(kCalls[call]).toStdString();
    llvm::LLVMContext context;
    llvm::SMDiagnostic wrong;
    const auto module = llvm::parseAssemblyString(text, wrong, context);
    QVERIFY2(module, (wrong.getMessage() + "\n" + text).str().c_str());
    const auto file = TemporaryFile::containing(text);
    VERIFY_RESULT(file);
    for (const char *chip : kChips) {
      if (isRedundant(kCalls[call], chip))
        continue;
      const auto architecture = amd::architectureNamed(chip);
      VERIFY_RESULT(architecture);
      const auto built = runProgram(std::filesystem::path(PSTUDIO_LLVM_TOOLS) / "llc",
                                    {"-mtriple=amdgcn-amd-amdhsa", std::string("-mcpu=") + chip,
                                     "-filetype=obj", "-o", "/dev/null", file->path()},
                                    60.0);
      VERIFY_RESULT(built);
      const Result<void> checked = amd::checkInstructions(*module, *architecture);
      QVERIFY2(checked.has_value() == (built->exitCode == 0),
               qPrintable(QString("%1: %2").arg(chip).arg(built->exitCode)));
      if (!checked)
        QVERIFY(checked.error().message.find(kCalls[call].name) != std::string::npos);
    }
  }
};

QTEST_GUILESS_MAIN(AmdInstructionsTest)
#include "amd_instructions_test.moc"
