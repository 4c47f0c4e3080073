// SPDX-License-Identifier: Apache-2.0
// PTX that a compiler of the program wrote into a folder: which module is that of the running code.
#include <QtTest>

#include "collector/attach/host/dumped_choice.h"
#include "collector/attach/host/dumped_code.h"
#include "collector/attach/protocol/image_hash.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

namespace fs = std::filesystem;

QByteArray imageNamed(const char *name) {
  QFile file(QString(PSTUDIO_SOURCE_DIR "/tests/core/image/images/") + name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  if (file.open(QIODevice::WriteOnly))
    file.write(bytes);
}

using ModulePointer = std::shared_ptr<const DumpedModule>;

ModulePointer moduleOf(const QByteArray &text, const char *name = "module.ptx") {
  const auto module = dumpedModuleFrom(text.toStdString(), name);
  return module ? std::make_shared<const DumpedModule>(*module) : nullptr;
}

/// The PTX of kernels.cubin, and the same kernels with other code.
QByteArray original() {
  return imageNamed("kernels.ptx");
}
QByteArray other() {
  return original().replace("add.f32", "sub.f32");
}

/// An assembler that makes kernels.cubin from the original and other code from all else.
Result<std::string> assembleOriginal(const DumpedModule &module, const std::string &architecture,
                                     CubinForm) {
  if (module.identity != moduleOf(original())->identity || architecture != "sm_90a")
    return fail(ErrorCode::CompileFailed, "another module");
  return imageNamed("kernels.cubin").toStdString();
}

DumpedChoice chosen(const std::vector<ModulePointer> &modules, bool hasAssembler = true) {
  const std::vector<AssembleModule> assemblers(hasAssembler ? 1 : 0, &assembleOriginal);
  return chooseModule(imageNamed("kernels.cubin").toStdString(), "add", modules, assemblers);
}

} // namespace

class DumpedCodeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void filesAreReadOnceAndAgainWhenTheyChange() {
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    DumpedModules modules;
    QVERIFY(modules.withKernel(path / "none", "add").empty());
    write(folder.filePath("a.ptx"), original());
    write(folder.filePath("b.ptx"), original() + "// another comment\n/* \n and another */");
    write(folder.filePath("c.ll"), original());
    write(folder.filePath("d.ptx"), "no PTX");
    const auto first = modules.withKernel(path, "add");
    QCOMPARE(first.size(), size_t(1)); // of equal code the first
    QCOMPARE(first[0]->file.filename().string(), std::string("a.ptx"));
    QCOMPARE(first[0]->target, std::string("sm_90"));
    QCOMPARE(first[0]->kernels.size(), size_t(2));
    QCOMPARE(first[0]->kernels.at("add").parameterBytes.value_or(0), 8u);
    QCOMPARE(first[0]->kernels.at("_Z5scaleIfEvPT_S0_").parameterBytes.value_or(0), 12u);
    QVERIFY(modules.withKernel(path, "ad").empty());
    // A file with the same size and time is not read again.
    const fs::file_time_type time = fs::last_write_time(path / "a.ptx");
    write(folder.filePath("a.ptx"), other());
    fs::last_write_time(path / "a.ptx", time);
    QCOMPARE(modules.withKernel(path, "add").size(), size_t(1));
    write(folder.filePath("d.ptx"), other());
    QCOMPARE(modules.withKernel(path, "add").size(), size_t(2));
  }

  void commentsInQuotesAreText() {
    const QByteArray head = ".version 9.0\n.target sm_90\n.address_size 64\n";
    QVERIFY(moduleOf(head + ".file 1 \"a//b\"\n")->identity !=
            moduleOf(head + ".file 1 \"a//c\"\n")->identity);
    QCOMPARE(moduleOf(head + ".file 1 \"a\" // b\n")->identity,
             moduleOf(head + ".file 1 \"a\" // c\n")->identity);
  }

  void blocksAndParametersAreRead() {
    const QByteArray text = ".version 9.0\n.target sm_90a\n.address_size 64\n"
                            ".entry f(.param .u32 a, .param .u64 b)\n.reqntid 128\n{ ret; }\n"
                            ".entry g(.param .align 16 .b8 a[40])\n{ ret; }\n.func h() { ret; }\n";
    const ModulePointer module = moduleOf(text);
    QVERIFY(module);
    QCOMPARE(module->kernels.size(), size_t(2));
    QCOMPARE(module->kernels.at("f").parameterBytes.value_or(0), 16u);
    QVERIFY(module->kernels.at("f").requiredBlock == (std::array<uint32_t, 3>{128, 1, 1}));
    QVERIFY(!module->kernels.at("g").parameterBytes);
    QVERIFY(!module->kernels.at("g").requiredBlock);
  }

  void moduleThatAssemblesToTheRunningCodeIsChosen() {
    const DumpedChoice choice = chosen({moduleOf(other()), moduleOf(original())});
    QVERIFY(choice.module && choice.isProven);
    QCOMPARE(choice.module->identity, moduleOf(original())->identity);
    QCOMPARE(choice.architecture, std::string("sm_90a"));
  }

  void severalModulesWithoutProofAreAmbiguous() {
    const DumpedChoice choice = chosen({moduleOf(other()), moduleOf(original())}, false);
    QVERIFY(!choice.module);
    QCOMPARE(choice.problem.code, std::string("code.ambiguous"));
  }

  void theOnlyModuleThatFitsIsChosenWithoutProof() {
    for (const bool hasAssembler : {true, false}) {
      const DumpedChoice choice = chosen({moduleOf(other())}, hasAssembler);
      QVERIFY(choice.module && !choice.isProven);
    }
  }

  void modulesThatDoNotFitAreLeftOut_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("parameters") << QByteArray(".param .u64 add_param_0")
                                << QByteArray(".param .u64 add_param_0, .param .u32 n");
    QTest::newRow("another kernel")
        << QByteArray(".visible .entry add(")
        << QByteArray(".visible .entry more()\n{\n ret;\n}\n.visible .entry add(");
    QTest::newRow("target") << QByteArray(".target sm_90") << QByteArray(".target sm_100");
    QTest::newRow("block") << QByteArray(".param .u64 add_param_0\n)")
                           << QByteArray(".param .u64 add_param_0\n)\n.reqntid 64\n");
    QTest::newRow("fewer kernels") << QByteArray("_Z5scaleIfEvPT_S0_(") << QByteArray("add2(");
  }
  void modulesThatDoNotFitAreLeftOut() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray text = original().replace(before, after);
    QVERIFY(text != original());
    const DumpedChoice choice = chosen({moduleOf(text)});
    QVERIFY(!choice.module);
    QCOMPARE(choice.problem.code, std::string("code.dumped"));
    QVERIFY(chosen({moduleOf(text), moduleOf(other())}).module);
  }

  // The cubin may be linked of several modules: only a proof counts then.
  void aModuleOfSomeOfTheKernelsNeedsAProof() {
    QByteArray text = original();
    text.remove(text.indexOf(".visible .entry _Z5"),
                text.indexOf(".visible .entry add") - text.indexOf(".visible .entry _Z5"));
    const std::vector<ModulePointer> modules{moduleOf(text)};
    QCOMPARE(chosen(modules).problem.code, std::string("code.dumped"));
    const std::string cubin = imageNamed("kernels.cubin").toStdString();
    const std::vector<AssembleModule> always{
        [&](const auto &, const auto &, CubinForm) { return cubin; }};
    QVERIFY(chooseModule(cubin, "add", modules, always).isProven);
  }

  void codeThatIsLinkedOfAGroupIsFoundByTheGroupOrItsInstructions() {
    const QTemporaryDir folder;
    const QByteArray all = original();
    const auto scaleAt = all.indexOf(".visible .entry _Z5"),
               addAt = all.indexOf(".visible .entry add");
    write(folder.filePath("module_7.jit_f.1.ptx"), all.left(addAt));
    write(folder.filePath("module_7.jit_f.2.ptx"), all.left(scaleAt) + all.mid(addAt));
    DumpedModules read;
    auto modules = read.withKernel(folder.path().toStdString(), "add");
    QCOMPARE(modules.size(), size_t(1));
    QCOMPARE(modules[0]->groupKernels.size(), size_t(2));
    QVERIFY(chosen(modules).module && !chosen(modules).isProven);
    // The same names in another group: the instructions alone differ.
    write(folder.filePath("module_8.jit_g.1.ptx"), all.left(addAt));
    write(folder.filePath("module_8.jit_g.2.ptx"), other().left(scaleAt) + other().mid(addAt));
    modules = read.withKernel(folder.path().toStdString(), "add");
    QCOMPARE(modules.size(), size_t(2));
    QCOMPARE(chosen(modules).problem.code, std::string("code.ambiguous"));
    std::string object = imageNamed("kernels.cubin").toStdString();
    const size_t constants = object.find(".nv.constant0.add"); // the linker's are elsewhere
    object[constants + 3] = 'C';
    const std::vector<AssembleModule> assemblers{[&](const DumpedModule &module,
                                                     const std::string &,
                                                     CubinForm form) -> Result<std::string> {
      if (form == CubinForm::Whole)
        return std::string("other code");
      return module.file.filename() == "module_8.jit_g.2.ptx" ? object : std::string();
    }};
    const DumpedChoice choice =
        chooseModule(imageNamed("kernels.cubin").toStdString(), "add", modules, assemblers);
    QVERIFY(choice.module && choice.isProven);
    QCOMPARE(choice.module->file.filename().string(), std::string("module_8.jit_g.2.ptx"));
  }

  void kernelsThatWereNotWrittenHaveMachineCodeOnly() {
    QCOMPARE(chosen({}).problem.code, std::string("code.unwritten"));
    QCOMPARE(chooseModule("no cubin", "add", {}, {}).problem.code, std::string("code.damaged"));
  }

  void eachModuleIsAssembledOnce() {
    QTemporaryDir folder;
    const QString dumps = folder.filePath("dumps"), cubin = folder.filePath("kernels.cubin");
    write(dumps + "/a.ptx", other());
    write(dumps + "/b.ptx", original());
    write(cubin, imageNamed("kernels.cubin"));
    const QString assembler = folder.filePath("cuda/bin/ptxas");
    write(assembler, "#!/bin/sh\n");
    QFile(assembler).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    int runs = 0;
    DumpedCode code(folder.path().toStdString(),
                    Environment({"CUDA_HOME=" + folder.filePath("cuda").toStdString()}),
                    [&](std::vector<std::string> words) -> Result<ProgramOutcome> {
                      if (words[0] != assembler.toStdString())
                        return ProgramOutcome{1, "another assembler of this machine"};
                      ++runs;
                      if (words[3].ends_with("b.ptx"))
                        write(QString::fromStdString(words.back()), imageNamed("kernels.cubin"));
                      return ProgramOutcome{words[3].ends_with("b.ptx") ? 0 : 1, {}};
                    });
    const std::string bytes = imageNamed("kernels.cubin").toStdString();
    KernelImage image;
    image.name = "add";
    image.architecture = "sm_90";
    image.place = ImagePlace{
        cubin.toStdString(), 0, bytes.size(),
        imageCheck(bytes.substr(0, kCheckedBytes), bytes.substr(bytes.size() - kCheckedBytes))};
    image.place->dumpFolder = dumps.toStdString();
    for (int i = 0; i < 2; ++i) {
      const FoundPtx found = code.find(image, {});
      QVERIFY(found.ptx);
      QVERIFY(found.ptx->text.find("add.f32") != std::string::npos); // not that of other()
      QCOMPARE(toString(found.ptx->running), std::string("sm_90a"));
      QVERIFY(!found.ptx->isDriverCompiled && found.remark.code.empty());
      QCOMPARE(runs, 2);
    }
    // Without proof: only where no earlier run can have written the file.
    QFile::remove(dumps + "/b.ptx");
    DumpedCode unproven(folder.path().toStdString(), Environment({}), [](const auto &) {
      return ProgramOutcome{1, {}};
    });
    QCOMPARE(unproven.find(image, {}).remark.code, std::string("code.recorded"));
    image.place->mayHaveEarlierDumps = true;
    QCOMPARE(unproven.find(image, {}).problem.code, std::string("code.ambiguous"));
    image.place->check += 1;
    QCOMPARE(unproven.find(image, {}).problem.code, std::string("code.none"));
  }
};

QTEST_GUILESS_MAIN(DumpedCodeTest)
#include "dumped_code_test.moc"
