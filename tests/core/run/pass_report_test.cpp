// SPDX-License-Identifier: Apache-2.0
// Pass reports: what the builder keeps, and the way to a file and back.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

#include "core/run/pass_report.h"
#include "core/run/pass_report_builder.h"

namespace pstudio {
namespace {

std::string randomText(std::mt19937 &random, size_t longest) {
  static constexpr std::string_view kPieces[] = {
      "%0 = ", "\n", "\"quoted\\\"", "\t", "\xc3\xa4", "arith.addi", " : i32", "\x01", "{}", "12"};
  std::string text;
  for (size_t left = random() % (longest + 1); left > 0; --left)
    text += kPieces[random() % std::size(kPieces)];
  return text;
}

PassReport randomReport(std::mt19937 &random) {
  PassReport report;
  report.kernel = randomText(random, 3);
  report.target = randomText(random, 3);
  report.mode = randomText(random, 3);
  report.textsLeftOut = random() % 3;
  report.textBytesLeftOut = (uint64_t{random()} << 31) | random();
  report.recordingTime = Nanoseconds(random());
  for (size_t count = random() % 6; count > 0; --count)
    report.texts.push_back(std::make_shared<const std::string>(randomText(random, 40)));
  const auto anyText = [&]() -> std::optional<IrTextId> {
    if (report.texts.empty() || random() % 4 == 0)
      return std::nullopt;
    return static_cast<IrTextId>(random() % report.texts.size());
  };
  for (size_t count = random() % 4; count > 0; --count) {
    PassStage stage{randomText(random, 2), static_cast<IrLanguage>(random() % 3), {}};
    for (size_t passes = random() % 5; passes > 0; --passes) {
      PassRun pass{randomText(random, 2),
                   randomText(random, 2),
                   randomText(random, 2),
                   Nanoseconds(random()),
                   random() % 2 == 0,
                   random() % 2 == 0,
                   anyText(),
                   anyText(),
                   {}};
      for (size_t rows = random() % 3; rows > 0; --rows)
        pass.statistics.push_back({randomText(random, 2), random(), random()});
      stage.passes.push_back(std::move(pass));
    }
    report.stages.push_back(std::move(stage));
  }
  return report;
}

PassReport smallReport() {
  PassReportBuilder builder;
  builder.describe("k", "cpu", "default");
  builder.beginStage("instrument", IrLanguage::Mlir);
  const auto place = builder.begin({});
  builder.at(place).name = "cse";
  builder.at(place).before = builder.keep("a\n");
  builder.at(place).after = builder.keep("b\n");
  return builder.report();
}

class PassReportTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyReportComesBackFromItsFile() {
    for (uint32_t seed = 1; seed <= 200; ++seed) {
      std::mt19937 random(seed);
      const PassReport report = randomReport(random);
      const Result<PassReport> back = passReportFromJson(passReportToJson(report), "r.json");
      QVERIFY2(back.has_value(), qPrintable(QStringLiteral("seed %1").arg(seed)));
      QVERIFY2(*back == report, qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
  }

  void placesOfTextsComeBackAndAreJoined() {
    PassReportBuilder builder;
    const CodePlaces places{{"/k/a.mlir", "/k/b.mlir"}, {{}, {1, 7}, {0, 9}}};
    const auto with = builder.keep("x\ny\nz\n", places), without = builder.keep("w\n");
    QVERIFY(builder.report().placesOf(*without).lines.empty());
    const auto back = passReportFromJson(passReportToJson(builder.report()), "r.json");
    QVERIFY(back.has_value());
    QVERIFY(*back == builder.report());
    const CodePlaces again = back->placesOf(*with);
    QCOMPARE(again.files[again.lines[1].file], std::string("/k/b.mlir"));
    QCOMPARE(again.lines[1].line, 7u);
    QCOMPARE(again.lines[0].line, 0u);
    PassReport all = smallReport(); // two texts
    all.placeFiles = {"/k/a.mlir"};
    append(all, *back);
    QCOMPARE(all.placesOf(2).lines.size(), size_t{3});
    QCOMPARE(all.placeFiles, (std::vector<std::string>{"/k/a.mlir", "/k/b.mlir"}));
    const std::string json = passReportToJson(*back);
    const std::string wrong =
        QString::fromStdString(json).replace("/k/b.mlir\"", "\",\"/k/b.mlir\"").toStdString();
    QVERIFY(passReportFromJson(wrong, "r.json").has_value()); // one file more is no fault
    const QString lines = QString::fromStdString(json).remove(QLatin1Char(' ')).remove('\n');
    QString cut = lines;
    cut.replace(QLatin1String("\"source_lines\":[7,9]"), QLatin1String("\"source_lines\":[7]"));
    QVERIFY2(cut != lines, json.c_str());
    QCOMPARE(passReportFromJson(cut.toStdString(), "r.json").error().code,
             ErrorCode::InvalidFormat);
  }

  void aFileIsWrittenInOneStepAndReadBack() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("x.passes.json").toStdString();
    QVERIFY(writePassReport(smallReport(), file).has_value());
    const Result<PassReport> back = readPassReport(file);
    QVERIFY(back.has_value());
    QVERIFY(*back == smallReport());
    QCOMPARE(readPassReport(folder.filePath("none").toStdString()).error().code, ErrorCode::Io);
  }

  void anIdIsKeptAndNoOtherReportHasIt() {
    PassReport report = smallReport();
    report.id = newPassReportId();
    QCOMPARE(report.id.size(), size_t{16});
    QVERIFY(newPassReportId() != report.id);
    const auto back = passReportFromJson(passReportToJson(report), "r.json");
    QVERIFY(back.has_value());
    QCOMPARE(back->id, report.id);
  }

  void reportsOfSeveralCompilesAreOneWithEachTextOnce() {
    PassReport all;
    append(all, smallReport());
    PassReport second = smallReport();
    second.kernel = "l";
    second.texts[0] = std::make_shared<const std::string>("c\n");
    second.textsLeftOut = 2;
    append(all, second);
    QCOMPARE(all.stages.size(), size_t{2});
    QCOMPARE(all.stages[0].name, std::string("k: instrument"));
    QCOMPARE(all.stages[1].name, std::string("l: instrument"));
    QCOMPARE(all.texts.size(), size_t{3});
    QCOMPARE(*all.text(all.stages[1].passes[0].before), std::string("c\n"));
    QCOMPARE(*all.text(all.stages[1].passes[0].after), std::string("b\n"));
    QCOMPARE(all.textsLeftOut, uint64_t{2});
  }

  void damageIsAnErrorAndNeverMore() {
    const std::string whole = passReportToJson(smallReport());
    for (size_t length = 0; length < whole.size(); ++length) {
      const auto cut = passReportFromJson(whole.substr(0, length), "cut.json");
      QVERIFY(!cut.has_value());
      QCOMPARE(cut.error().code, ErrorCode::InvalidFormat);
    }
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
      std::string damaged = whole;
      damaged[random() % damaged.size()] = static_cast<char>(random());
      const auto report = passReportFromJson(damaged, "damaged.json"); // must not crash
      for (const PassStage &stage : report ? report->stages : std::vector<PassStage>())
        for (const PassRun &pass : stage.passes) {
          QVERIFY(!pass.before || *pass.before < report->texts.size());
          QVERIFY(!pass.after || *pass.after < report->texts.size());
        }
    }
  }

  void aTextThatDoesNotExistIsRejectedWithItsField() {
    std::string json = passReportToJson(smallReport());
    const size_t at = json.find("\"after\":1");
    QVERIFY(at != std::string::npos);
    json[at + 8] = '2';
    const auto report = passReportFromJson(json, "bad.json");
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().where, std::string("bad.json: stages[0].passes[0].after"));
  }

  void aNewerVersionAndAForeignFileAreRejected() {
    std::string json = passReportToJson(smallReport());
    json.replace(json.find("\"version\":1"), 11, "\"version\":9");
    QVERIFY(passReportFromJson(json, "new.json").error().message.find("version 9") !=
            std::string::npos);
    QCOMPARE(passReportFromJson("{\"traceEvents\": []}", "t.json").error().message,
             std::string("this is no record of compiler passes"));
  }

  void equalTextsAreKeptOnceAndWhatIsTooMuchIsCounted() {
    PassReportBuilder builder(10);
    const auto first = builder.keep("12345");
    QCOMPARE(builder.keep("12345"), first);
    QVERIFY(builder.keep("67890").has_value());
    QVERIFY(!builder.keep("abc").has_value());
    QCOMPARE(builder.keep("12345"), first);
    QCOMPARE(builder.report().texts.size(), size_t{2});
    QCOMPARE(builder.report().textsLeftOut, uint64_t{1});
    QCOMPARE(builder.report().textBytesLeftOut, uint64_t{3});
  }

  void theReportLiesBesideTheTraceWhateverBecameOfTheRun() {
    QCOMPARE(passReportPath("/a/x-1.pftrace"), std::filesystem::path("/a/x-1.passes.json"));
    QCOMPARE(passReportPath("/a/x.partial.pftrace"), std::filesystem::path("/a/x.passes.json"));
    QCOMPARE(passReportPath("/a/x.wrong.pftrace"), std::filesystem::path("/a/x.passes.json"));
  }
};

} // namespace
} // namespace pstudio

QTEST_GUILESS_MAIN(pstudio::PassReportTest)
#include "pass_report_test.moc"
