// SPDX-License-Identifier: Apache-2.0
// Every example of the repository on the target hip: code for every tested family, or a rejection
// by name; and a run that comes as far as the device that is not there.
#include <QDir>
#include <QRegularExpression>
#include <QtTest>

#include "collector/collector.h"
#include "core/run/run_spec.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

const QString kExamples = QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels");
constexpr const char *kArchitectures[] = {"gfx90a", "gfx942", "gfx1100"};

/// Examples that are of Hopper's own instructions, and what they are rejected with.
const std::map<QString, const char *> &rejections() {
  static const std::map<QString, const char *> known{
      {"attention_forward", "the file is for nvptx64-nvidia-cuda, not for AMD's GPUs"},
      {"attention_forward_causal", "the file is for nvptx64-nvidia-cuda, not for AMD's GPUs"},
      {"gemm_wgmma", "has no nvgpu.mbarrier.create, an instruction of NVIDIA's GPUs"},
  };
  return known;
}

QStringList specifications() {
  QStringList names;
  for (const QString &file : QDir(kExamples).entryList({"*.json"}, QDir::Files, QDir::Name))
    names.append(file.chopped(5));
  for (const QString &file :
       QDir(kExamples + "/stages").entryList({"*.json"}, QDir::Files, QDir::Name))
    names.append("stages/" + file.chopped(5));
  return names;
}

Result<RunSpec> specFor(const QString &example, const std::string &target) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec,
                     loadRunSpec((kExamples + "/" + example + ".json").toStdString()));
  spec.target = target;
  return spec;
}

const char *rejectionOf(const QString &example) {
  for (const auto &[name, words] : rejections())
    if (QFileInfo(example).fileName().startsWith(name))
      return words;
  return nullptr;
}

} // namespace

class AmdExamplesTest : public QObject {
  Q_OBJECT

private:
  static void everyExample() {
    QTest::addColumn<QString>("example");
    for (const QString &example : specifications())
      QTest::newRow(qPrintable(example)) << example;
  }

private Q_SLOTS:
  void theExamplesAreThere() {
    const QStringList examples = specifications();
    QVERIFY2(examples.size() >= 13, qPrintable(examples.join(' ')));
    for (const auto &[name, words] : rejections())
      QVERIFY2(examples.contains(name), qPrintable(name));
  }

  void everyFamilyGetsCodeOrARefusalByName_data() { everyExample(); }
  void everyFamilyGetsCodeOrARefusalByName() {
    QFETCH(QString, example);
    const char *rejection = rejectionOf(example);
    for (const char *architecture : kArchitectures)
      for (const CodeFormat format : {CodeFormat::Hsaco, CodeFormat::Isa}) {
        const auto spec = specFor(example, std::string("hip:") + architecture);
        VERIFY_RESULT(spec);
        const auto code = emitCode(*spec, format, {});
        if (rejection) {
          QVERIFY2(!code && code.error().code == ErrorCode::Unsupported, qPrintable(example));
          QVERIFY2(code.error().message.find(rejection) != std::string::npos,
                   code.error().toString().c_str());
          QVERIFY2(!code.error().where.empty() && !code.error().hint.empty(),
                   code.error().toString().c_str());
          continue;
        }
        VERIFY_RESULT(code);
        if (format == CodeFormat::Hsaco) {
          QVERIFY(code->starts_with("\x7f"
                                    "ELF"));
          continue;
        }
        QVERIFY2(code->find(std::string("amdgcn-amd-amdhsa--") + architecture) != std::string::npos,
                 architecture);
        QVERIFY2(code->find(".amdhsa_kernel " + spec->function) != std::string::npos,
                 spec->function.c_str());
      }
  }

  void aRunComesAsFarAsTheMissingDevice_data() { everyExample(); }
  void aRunComesAsFarAsTheMissingDevice() {
    QFETCH(QString, example);
    const std::vector<TargetInfo> targets = listTargets();
    const auto hip = std::ranges::find(targets, "hip", &TargetInfo::name);
    QVERIFY(hip != targets.end());
    if (hip->available)
      QSKIP("there is an AMD GPU here: the checklist of the guide has the runs");
    for (const char *target : {"hip", "hip:gfx942"}) {
      const auto spec = specFor(example, target);
      VERIFY_RESULT(spec);
      test::RunLog log;
      const auto outcome = collect(*spec, log, std::atomic<bool>(false));
      QVERIFY(!outcome);
      // The same reason that the list of targets has, and what to do about it.
      QVERIFY2(outcome.error().code == ErrorCode::Unsupported, outcome.error().toString().c_str());
      const std::string detail = hip->reason.substr(hip->reason.find("Detail: ") + 8);
      const std::string reason = detail.substr(0, detail.find(" ("));
      QVERIFY(!reason.empty());
      QVERIFY2(outcome.error().hint.find(reason) != std::string::npos,
               (hip->reason + "\n" + outcome.error().toString()).c_str());
      QVERIFY(!outcome.error().hint.empty());
    }
  }

  void anArchitectureThatNobodyKnowsIsRejectedBeforeADevice() {
    const auto spec = specFor("vector_add", "hip:gfx9999");
    VERIFY_RESULT(spec);
    test::RunLog log;
    const auto outcome = collect(*spec, log, std::atomic<bool>(false));
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().message.find("gfx9999") != std::string::npos,
             outcome.error().toString().c_str());
  }

  void programsAreRejectedWithAnotherWay() {
    for (const QString &file :
         QDir(PSTUDIO_SOURCE_DIR "/resources/programs").entryList({"*.mlir"}, QDir::Files)) {
      ProgramSpec spec;
      spec.file = (QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/programs/") + file).toStdString();
      spec.target = "hip";
      test::RunLog log;
      const auto outcome = collectProgram(spec, log, std::atomic<bool>(false));
      QVERIFY(!outcome);
      QVERIFY2(outcome.error().message.find("whole programs do not run on AMD GPUs") !=
                   std::string::npos,
               outcome.error().toString().c_str());
      QVERIFY(outcome.error().hint.find("\"cuda\" or \"cpu\"") != std::string::npos);
    }
  }
};

QTEST_GUILESS_MAIN(AmdExamplesTest)
#include "amd_examples_test.moc"
