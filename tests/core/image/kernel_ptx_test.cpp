// SPDX-License-Identifier: Apache-2.0
// Which PTX belongs to the running code of a kernel.
#include <QTest>

#include "core/image/device_code.h"
#include "core/image/kernel_ptx.h"
#include "core/image/ptx_outline.h"
#include "tests/core/image/image_file.h"

using namespace pstudio;
using namespace pstudio::image;

namespace {

PtxAnswer answerFor(const std::string &file, const char *kernel, const char *device) {
  const std::string bytes = imageFile(file);
  return findPtx(bytesOf(bytes), kernel, *architectureFrom(device));
}

/// "sm_90 for sm_90" of PTX that was found, else the reason.
QString shown(const PtxAnswer &answer) {
  if (answer.ptx)
    return QString::fromStdString(toString(answer.ptx->target) + " for " +
                                  toString(answer.ptx->running) +
                                  (answer.ptx->isDriverCompiled ? " by the driver" : "") +
                                  (answer.ptx->hasIndirectCalls ? ", indirect calls" : ""));
  return QString::fromStdString(std::string(wordsOf(answer.reason)) +
                                (answer.detail.empty() ? "" : ": " + answer.detail));
}

} // namespace

class KernelPtxTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void onlyThePtxOfTheRunningCodeIsAccepted_data();
  void onlyThePtxOfTheRunningCodeIsAccepted();
  void linkedCodeHasNoPtx();
  void optionsComeWithTheText();
  void damagedImagesAreNamedWithTheirOffset();
  void outlineFindsCallsThroughFunctions();
  void outlineTellsModulesWithVariables();
  void outlineReadsAnyText();
  void otherKernelsHaveOnlyTheirLines();
  void textWithDebugSectionsStaysWhole();
  void codeOfADeviceOutlivesItsImage();
};

void KernelPtxTest::onlyThePtxOfTheRunningCodeIsAccepted_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("kernel");
  QTest::addColumn<QString>("device");
  QTest::addColumn<QString>("answer");
  const auto row = [](const char *name, const char *file, const char *kernel, const char *device,
                      const char *answer) {
    QTest::newRow(name) << file << kernel << device << answer;
  };
  row("suffix", "sm_90a_size.fatbin", "add", "sm_90", "sm_90a for sm_90a");
  row("LZ4", "sm_90a_speed.fatbin", "_Z5scaleIfEvPT_S0_", "sm_90", "sm_90a for sm_90a");
  row("driver compiles", "sm_90a_none.fatbin", "add", "sm_100", "sm_90 for sm_100 by the driver");
  row("several", "several.fatbin", "add", "sm_90", "sm_90 for sm_90");
  row("several, no source", "several.fatbin", "add", "sm_86",
      "the image has PTX of another architecture only, from which the running code was not made: "
      "sm_80 runs, PTX is for sm_90");
  row("virtual", "virtual_80.fatbin", "add", "sm_90", "sm_80 for sm_90");
  row("other source", "other_source.fatbin", "add", "sm_90",
      "the image has PTX of another architecture only, from which the running code was not made: "
      "sm_90 runs, PTX is for sm_90");
  row("none", "no_ptx.fatbin", "add", "sm_90", "the image has machine code only");
  row("cubin", "kernels.cubin", "add", "sm_90", "the image has machine code only");
  row("text", "kernels.ptx", "add", "sm_90", "sm_90 for sm_90 by the driver");
  row("no code", "no_ptx.fatbin", "add", "sm_80",
      "the image has no code of this kernel for the device: for sm_80");
  row("no kernel", "several.fatbin", "missing", "sm_90",
      "the image has no code of this kernel for the device");
  row("indirect", "calls.fatbin", "indirect", "sm_90", "sm_90 for sm_90, indirect calls");
  row("direct", "calls.fatbin", "direct", "sm_90", "sm_90 for sm_90");
  row("launches", "launches.fatbin", "parent", "sm_90",
      "the kernel launches kernels from the device: it calls __cudaCDP2LaunchDeviceV2");
  row("object", "launches.fatbin", "child", "sm_90",
      "the code was linked of several objects (-rdc=true)");
  row("debug", "debug.fatbin", "add", "sm_90", "sm_90 for sm_90");
}

void KernelPtxTest::onlyThePtxOfTheRunningCodeIsAccepted() {
  QFETCH(const QString, file);
  QFETCH(const QString, kernel);
  QFETCH(const QString, device);
  QFETCH(const QString, answer);
  QCOMPARE(shown(answerFor(file.toStdString(), kernel.toUtf8().data(), device.toUtf8().data())),
           answer);
}

void KernelPtxTest::linkedCodeHasNoPtx() {
  const std::string object = imageFile("linked.o");
  const auto containers = containersIn(bytesOf(object));
  QVERIFY(containers && containers->size() == 1);
  QCOMPARE(shown(findPtx(containers->front(), "add", Architecture{90})),
           QString("the code was linked of several objects (-rdc=true)"));
}

void KernelPtxTest::optionsComeWithTheText() {
  const PtxAnswer answer = answerFor("options.fatbin", "add", "sm_90");
  QVERIFY(answer.ptx);
  QCOMPARE(answer.ptx->ptxasOptions,
           std::string("-O1  --fmad false -maxrregcount=32 --generate-line-info "));
  QVERIFY(answer.ptx->text.find(".entry add(") != std::string::npos);
}

void KernelPtxTest::damagedImagesAreNamedWithTheirOffset() {
  std::string bytes = imageFile("sm_90a_size.fatbin");
  const uint64_t offset = readImage(bytesOf(bytes))->entries[1].offset;
  bytes.replace(offset, 4, 4, '\0');
  const PtxAnswer answer = findPtx(bytesOf(bytes), "add", Architecture{90});
  QVERIFY(!answer.ptx);
  QCOMPARE(answer.reason, NoPtxReason::Damaged);
  QVERIFY2(answer.detail.starts_with("byte " + std::to_string(offset) + ": "),
           answer.detail.c_str());
}

void KernelPtxTest::outlineFindsCallsThroughFunctions() {
  const PtxOutline outline(R"(
.version 9.0 .target sm_90, debug .address_size 64 // .entry comment() {}
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .func outside ();
.global .align 8 .u64 table[2] = {one, two};
.pragma ".entry text() { }";
.func (.reg .b32 r) one (.reg .b32 a) { { call (r), two, (a); } ret; }
.func (.reg .b32 r) two (.reg .b32 a) { call.uni outside; ret; }
.visible .entry through(.param .u64 p) .maxntid 32, 1, 1 { call (%r1), one, (%r2); ret; }
.visible .global .attribute(.managed) .align 4 .b8 count[4];
.const .u32 limit = 5;
.global .align 1 .b8 $str[4] = {37, 100, 10};
.entry sized() .reqntid 64 { ld.const.u32 %r1, [limit]; mov.u64 %rd1, $str; ret; }
.entry counts() { { atom.global.add.u32 %r1, [count+0], 1; } ret; }
.const .align 4 .b32 __cudart_i2opi_f[2] = {1, 2};
.entry sines() { ld.const.u32 %r1, [__cudart_i2opi_f+4]; ret; }
.entry prints() { call (%r1), vprintf, (%a, %b); ret; }
)");
  QCOMPARE(toString(outline.target()), std::string("sm_90"));
  QVERIFY(outline.hasKernel("through") && outline.hasKernel("prints"));
  QVERIFY(!outline.hasKernel("one") && !outline.hasKernel("comment") && !outline.hasKernel("text"));
  QCOMPARE(outline.usesOf("through").external, std::string("outside"));
  QVERIFY(!outline.usesOf("through").isIndirect);
  QVERIFY(outline.usesOf("prints").external.empty());
  QVERIFY(outline.hasBlock("sized") && !outline.hasBlock("counts"));
}

void KernelPtxTest::outlineTellsModulesWithVariables() {
  const auto hasVariables = [](const std::string &text) { return PtxOutline(text).hasVariables(); };
  const char *kernel = ".visible .entry k(.param .u64 .ptr .global p) { ld.global.u32 %r1, [p]; }";
  for (const char *variable : {".global .u32 a;", ".visible .const .b8 a[4] = {1, 2};",
                               ".extern .global .align 4 .f32 a;", ".global .texref a;"})
    QVERIFY2(hasVariables(variable + std::string(kernel)), variable);
  for (const char *other : {"", ".extern .shared .align 16 .b8 a[];", "// .global .u32 a;\n"})
    QVERIFY2(!hasVariables(other + std::string(kernel)), other);
}

void KernelPtxTest::outlineReadsAnyText() {
  const std::string whole = imageFile("kernels.ptx");
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    const PtxOutline outline(cut);
    QVERIFY(!outline.usesOf("add").isIndirect);
  }
}

void KernelPtxTest::otherKernelsHaveOnlyTheirLines() {
  const std::string text = R"(.version 9.0
.target sm_90
.global .u64 kernels[1] = {two};
.func helper() { ret; }
.visible .entry one(.param .u64 p) .maxntid 32 { {
  call helper;
} ret; }
.entry two(.param .u64 p) { // }
  call helper;
  ret;
}
.entry three();
)";
  const PtxOutline outline(text);
  QCOMPARE(outline.textFor("two"), R"(.version 9.0
.target sm_90
.global .u64 kernels[1] = {two};
.func helper() { ret; }
.visible .entry one(.param .u64 p) .maxntid 32 {ret;

}
.entry two(.param .u64 p) { // }
  call helper;
  ret;
}
.entry three();
)");
  const std::string other = outline.textFor("one");
  QVERIFY(other.find("{ {\n  call helper;\n} ret; }") != std::string::npos);
  QVERIFY(other.find(".entry two(.param .u64 p) {ret;\n\n\n}\n.entry three();") !=
          std::string::npos);
}

void KernelPtxTest::textWithDebugSectionsStaysWhole() {
  const std::string text = ".version 9.0 .target sm_90, debug .entry a() { l: ret; } .entry b() { "
                           "ret; } .section .debug_info { .b64 l }";
  QCOMPARE(PtxOutline(text).textFor("b"), text);
}

void KernelPtxTest::codeOfADeviceOutlivesItsImage() {
  std::string bytes = imageFile("sm_90a_speed.fatbin");
  const DeviceCode code(*readImage(bytesOf(bytes)), Architecture{90});
  bytes.assign(bytes.size(), '\0');
  const PtxAnswer add = code.findPtx("add");
  QVERIFY(add.ptx && add.ptx->text.find(".entry add(") != std::string::npos);
  const PtxAnswer scale = code.findPtx("_Z5scaleIfEvPT_S0_");
  QVERIFY(scale.ptx && scale.ptx->text.size() <= code.textBytes());
  QVERIFY(scale.ptx->text != add.ptx->text);
  QCOMPARE(shown(code.findPtx("missing")),
           QString("the image has no code of this kernel for the device"));
}

QTEST_APPLESS_MAIN(KernelPtxTest)
#include "kernel_ptx_test.moc"
