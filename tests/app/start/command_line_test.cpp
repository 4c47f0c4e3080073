// SPDX-License-Identifier: Apache-2.0
// The command line of proton-studio and the resulting actions.
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "app/settings/text.h"
#include "app/start/command_line.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/build_folder.h"
#include "tests/support/fifo_reader.h"
#include "tests/viewer/overlap_sample.h"
#include "tests/viewer/svg_words.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

Command parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "proton-studio");
  return parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

int exitCodeOf(const Command &command) {
  const auto *text = std::get_if<PrintCommand>(&command);
  return text ? text->exitCode : -1;
}

struct Finished {
  int exitCode = -1;
  QString errors;
  QByteArray output;
};

/// Runs the program without a display.
Finished runProgram(const QStringList &arguments) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
    environment.remove(QLatin1String(name));
  process.setProcessEnvironment(environment);
  process.start(buildFolder() + "/bin/proton-studio", arguments);
  process.waitForFinished(60000);
  return {process.exitCode(), QString::fromUtf8(process.readAllStandardError()),
          process.readAllStandardOutput()};
}

} // namespace

class CommandLineTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void filesAreOpened() {
    const Command command = parse({"a.pftrace", "b.json"});
    QCOMPARE(std::get<OpenCommand>(command).files,
             QStringList({QStringLiteral("a.pftrace"), QStringLiteral("b.json")}));
    QVERIFY(std::get<OpenCommand>(parse({})).files.isEmpty());
  }

  void runTakesOneSpecification() {
    QCOMPARE(std::get<RunCommand>(parse({"run", "spec.json"})).spec, QStringLiteral("spec.json"));
    QCOMPARE(exitCodeOf(parse({"run"})), 2);
  }

  void shotDrawsAKeptViewByName() {
    const auto shot = std::get<ShotCommand>(
        parse({"shot", "t.pftrace", "-o", "t.png", "--kept-view", "start of the loop"}));
    QCOMPARE(shot.keptView, QStringLiteral("start of the loop"));
    const Command both =
        parse({"shot", "t", "-o", "t.png", "--kept-view", "x", "--grouping", "role"});
    QCOMPARE(std::get<PrintCommand>(both).exitCode, 2); // a view has its own grouping
  }

  void shotTakesItsOptions() {
    const Command command =
        parse({"shot", "t.pftrace", "-o", "t.png", "--size", "800x600", "--scale", "2", "--theme",
               "light", "--range", "1.5us..3us", "--grouping", "warp-cta"});
    const auto &shot = std::get<ShotCommand>(command);
    QCOMPARE(shot.size, QSize(800, 600));
    QCOMPARE(shot.scale, 2.0);
    QCOMPARE(shot.theme, ThemeKind::Light);
    QCOMPARE(shot.grouping, GroupingKind::WarpCta);
    QCOMPARE(shot.range->begin, Picoseconds(1500000));
    QCOMPARE(shot.range->end, Picoseconds(3000000));
    QVERIFY(!shot.isCorrected);
    QVERIFY(!shot.isFirstCta);
    QVERIFY(!shot.isOverlap);
    QVERIFY(
        std::get<ShotCommand>(parse({"shot", "t", "-o", "p.png", "--view", "overlap"})).isOverlap);
  }

  void theRangeOfAPictureMayBeTheFirstCta() {
    const Command command =
        parse({"shot", "a.pftrace", "-o", "a.png", "--range", "first-cta", "--corrected"});
    QVERIFY(std::get<ShotCommand>(command).isCorrected);
    QVERIFY(std::holds_alternative<ShotCommand>(command));
    QVERIFY(std::get<ShotCommand>(command).isFirstCta);
    QVERIFY(!std::get<ShotCommand>(command).range);
  }

  void theRangeOfAPictureMayBeTheWholeTrace() {
    const Command command = parse({"shot", "a.pftrace", "-o", "a.png", "--range", "all"});
    QVERIFY(std::get<ShotCommand>(command).isWholeTrace);
    QVERIFY(!std::get<ShotCommand>(command).range);
  }

  void wrongUsageIsExitCodeTwo_data() {
    QTest::addColumn<QStringList>("arguments");
    const QStringList shot{QStringLiteral("shot"), QStringLiteral("t"), QStringLiteral("-o"),
                           QStringLiteral("p.png")};
    QTest::newRow("view") << shot + QStringList{QStringLiteral("--view"), QStringLiteral("maps")};
    QTest::newRow("unknown option") << QStringList{QStringLiteral("--frobnicate")};
    QTest::newRow("no output") << QStringList{QStringLiteral("shot"), QStringLiteral("t")};
    QTest::newRow("size") << shot + QStringList{QStringLiteral("--size"), QStringLiteral("800")};
    QTest::newRow("zero size") << shot +
                                      QStringList{QStringLiteral("--size"), QStringLiteral("0x9")};
    QTest::newRow("scale") << shot + QStringList{QStringLiteral("--scale"), QStringLiteral("100")};
    QTest::newRow("theme") << shot + QStringList{QStringLiteral("--theme"), QStringLiteral("blue")};
    QTest::newRow("backward range")
        << shot + QStringList{QStringLiteral("--range"), QStringLiteral("3us..1us")};
    QTest::newRow("range unit") << shot + QStringList{QStringLiteral("--range"),
                                                      QStringLiteral("1..2cycles")};
  }
  void wrongUsageIsExitCodeTwo() {
    QFETCH(QStringList, arguments);
    std::vector<QByteArray> bytes;
    std::vector<const char *> pointers;
    for (const QString &argument : arguments)
      bytes.push_back(argument.toLocal8Bit());
    for (const QByteArray &argument : bytes)
      pointers.push_back(argument.constData());
    QCOMPARE(exitCodeOf(parse(pointers)), 2);
  }

  void helpAndVersionSucceedAndAreComplete() {
    const Command help = parse({"shot", "--help"});
    QCOMPARE(exitCodeOf(help), 0);
    const std::string text = std::get<PrintCommand>(help).text;
    for (const char *word :
         {"--size", "--theme", "light", "--range", "--grouping", "warp-cta", "--corrected"})
      QVERIFY2(text.find(word) != std::string::npos, word);
    QVERIFY(std::get<PrintCommand>(parse({"--version"})).text.find("0.") != std::string::npos);
  }

  void shotWithoutDisplayWritesAPictureOfTheAskedSize() {
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("small.pftrace"));
    const QString picture = folder.filePath(QStringLiteral("small.png"));
    writeSmallTrace(trace);
    const Finished done = runProgram({QStringLiteral("shot"), trace, QStringLiteral("-o"), picture,
                                      QStringLiteral("--size"), QStringLiteral("640x400"),
                                      QStringLiteral("--scale"), QStringLiteral("1.5")});
    QVERIFY2(done.exitCode == 0, qPrintable(done.errors));
    QCOMPARE(QImage(picture).size(), QSize(960, 600));
  }

  void shotReplacesNeitherFifosNorLinks() {
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("small.pftrace"));
    writeSmallTrace(trace);
    const auto shoot = [&](const QString &output) {
      return runProgram({QStringLiteral("shot"), trace, QStringLiteral("-o"), output});
    };
    const QString file = folder.filePath(QStringLiteral("target.png"));
    const QString link = folder.filePath(QStringLiteral("link.png"));
    QVERIFY(QFile::link(QStringLiteral("target.png"), link));
    QCOMPARE(shoot(link).exitCode, 0);
    QVERIFY(QFileInfo(link).isSymLink());
    QFile picture(file);
    QVERIFY(picture.open(QIODevice::ReadOnly));
    const QByteArray wanted = picture.readAll();
    QVERIFY(wanted.startsWith("\x89PNG"));
    test::FifoReader reader(folder.filePath(QStringLiteral("fifo")));
    const Finished done = shoot(folder.filePath(QStringLiteral("fifo")));
    QVERIFY2(done.exitCode == 0, qPrintable(done.errors));
    QVERIFY(reader.take() == wanted);
    QVERIFY(reader.isThere());
    const Finished printed = shoot(QStringLiteral("-"));
    QVERIFY2(printed.exitCode == 0, qPrintable(printed.errors));
    QVERIFY(printed.output == wanted); // the image and no other output
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot),
             QStringList({QStringLiteral("fifo"), QStringLiteral("link.png"),
                          QStringLiteral("small.pftrace"), QStringLiteral("target.png")}));
  }

  void shotOfTheOverlapNeedsAsynchronousOperations() {
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("small.pftrace"));
    const QString picture = folder.filePath(QStringLiteral("small.png"));
    const QStringList shot{QStringLiteral("shot"),   trace,
                           QStringLiteral("-o"),     picture,
                           QStringLiteral("--view"), QStringLiteral("overlap")};
    writeSmallTrace(trace);
    const Finished rejected = runProgram(shot);
    QCOMPARE(rejected.exitCode, 1);
    QVERIFY2(rejected.errors.contains(QLatin1String("--mode async")), qPrintable(rejected.errors));
    QVERIFY(!QFile::exists(picture));
    QVERIFY(writePftrace(*makeOverlapTrace(), toPath(trace)).has_value());
    const Finished done = runProgram(shot);
    QVERIFY2(done.exitCode == 0, qPrintable(done.errors));
    QCOMPARE(QImage(picture).size(), QSize(1600, 960));
  }

  void correctedShotDiffersAndNeedsAKnownCost() {
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("model.pftrace"));
    const QString gpu = folder.filePath(QStringLiteral("gpu.pftrace"));
    writeSmallTrace(model);
    QVERIFY(writePftrace(smallTrace(RecordingCost{10, 3, 35, 40}), toPath(gpu)));
    const auto shoot = [&](const QString &file, const QString &picture, bool isCorrected) {
      QStringList arguments{QStringLiteral("shot"), file, QStringLiteral("-o"),
                            folder.filePath(picture)};
      if (isCorrected)
        arguments << QStringLiteral("--corrected");
      return runProgram(arguments);
    };
    QCOMPARE(shoot(gpu, QStringLiteral("recorded.png"), false).exitCode, 0);
    QCOMPARE(shoot(gpu, QStringLiteral("corrected.png"), true).exitCode, 0);
    QVERIFY(QImage(folder.filePath(QStringLiteral("recorded.png"))) !=
            QImage(folder.filePath(QStringLiteral("corrected.png"))));
    const Finished rejected = shoot(model, QStringLiteral("model.png"), true);
    QCOMPARE(rejected.exitCode, 1);
    QVERIFY2(rejected.errors.contains(QLatin1String("no recording cost to subtract")),
             qPrintable(rejected.errors));
    QVERIFY(!QFileInfo::exists(folder.filePath(QStringLiteral("model.png"))));
  }

  void correctedShotOfTheOverlapKeepsTheTimesAsRecordedAndSaysSo() {
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("gemm.pftrace"));
    OverlapSampleOptions options;
    options.recordingCost = RecordingCost{12, 3, 35, 40};
    QVERIFY(writePftrace(*makeOverlapTrace(options), toPath(trace)).has_value());
    const auto shoot = [&](const QString &picture, const QStringList &more) {
      const Finished done = runProgram(
          QStringList{QStringLiteral("shot"), trace, QStringLiteral("-o"), folder.filePath(picture),
                      QStringLiteral("--view"), QStringLiteral("overlap")} +
          more);
      return done.exitCode == 0 ? textsOfSvg(folder.filePath(picture)) : QStringList{done.errors};
    };
    const QStringList recorded = shoot(QStringLiteral("recorded.svg"), {});
    const QStringList corrected =
        shoot(QStringLiteral("corrected.svg"), {QStringLiteral("--corrected")});
    QVERIFY(recorded.size() > 20);
    QVERIFY(corrected.contains(QStringLiteral("times as recorded, not corrected")));
    // The corrected picture contains all figures, rows and findings, and additional badges.
    for (const QString &text : recorded)
      QVERIFY2(corrected.contains(text), qPrintable(text));
  }

  void shotOfTimesOutsideOfTheTraceNamesTheTimesThatThereAre() {
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("small.pftrace"));
    const QString picture = folder.filePath(QStringLiteral("small.png"));
    writeSmallTrace(trace);
    const Finished rejected =
        runProgram({QStringLiteral("shot"), trace, QStringLiteral("-o"), picture,
                    QStringLiteral("--range"), QStringLiteral("1ms..2ms")});
    QCOMPARE(rejected.exitCode, 1);
    QVERIFY2(rejected.errors.contains(QLatin1String("the trace covers")),
             qPrintable(rejected.errors));
    QVERIFY(!QFile::exists(picture));
  }

  void shotOfTheOverlapTakesNoTimes() {
    const Finished rejected =
        runProgram({QStringLiteral("shot"), QStringLiteral("a.pftrace"), QStringLiteral("-o"),
                    QStringLiteral("a.png"), QStringLiteral("--view"), QStringLiteral("overlap"),
                    QStringLiteral("--range"), QStringLiteral("1us..2us")});
    QCOMPARE(rejected.exitCode, 1);
    QVERIFY2(rejected.errors.contains(QLatin1String("remove --range")),
             qPrintable(rejected.errors));
  }

  void windowWithoutADisplaySaysWhatToDoInstead() {
    const Finished done = runProgram({});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.errors.contains(QLatin1String("no display")), qPrintable(done.errors));
    QVERIFY2(done.errors.contains(QLatin1String("proton-studio shot")), qPrintable(done.errors));
  }

  void shotOfABrokenFileFailsWithItsNameAndNoPicture() {
    const QTemporaryDir folder;
    const QString broken = folder.filePath(QStringLiteral("broken.pftrace"));
    QFile file(broken);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("this is no trace");
    file.close();
    const QString picture = folder.filePath(QStringLiteral("p.png"));
    const Finished done =
        runProgram({QStringLiteral("shot"), broken, QStringLiteral("-o"), picture});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.errors.contains(QLatin1String("broken.pftrace")), qPrintable(done.errors));
    QVERIFY(!QFileInfo::exists(picture));
  }

  void shotWithoutARangeShowsTheLaunchAmongLongCopiesOfTheHost() {
    TraceBuilder builder;
    SliceInput slice;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.launch = builder.addLaunch({});
    slice.track = builder.addTrack(warp);
    slice.name = builder.intern("work");
    slice.begin = Picoseconds(2'000'000'000);
    slice.duration = Picoseconds(15'000'000);
    builder.addSlice(slice);
    Track host;
    host.kind = TrackKind::Thread;
    slice.track = builder.addTrack(host);
    slice.begin = Picoseconds(0);
    slice.duration = Picoseconds(3'500'000'000);
    builder.addSlice(slice);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("host.pftrace"));
    QVERIFY(writePftrace(std::move(builder).finish(), toPath(file)));
    const auto shoot = [&](const QStringList &range) {
      const QString picture = folder.filePath(QStringLiteral("p.svg"));
      const Finished done = runProgram(
          QStringList{QStringLiteral("shot"), file, QStringLiteral("-o"), picture} + range);
      return done.exitCode == 0 ? test::textsOfSvg(picture) : QStringList();
    };
    QStringList opening = shoot({});
    const QString line =
        QStringLiteral("1 event begins 2.00 ms before, 1 event ends 1.48 ms after; "
                       "Whole trace shows them");
    QCOMPARE(opening.removeAll(line), 1);
    const auto range = [](const char *text) {
      return QStringList{QStringLiteral("--range"), QLatin1String(text)};
    };
    // Margins of an eighth of the launch's length on both sides.
    QVERIFY(opening == shoot(range("1998.125us..2016.875us")));
    QVERIFY(opening != shoot(range("all")));
  }

  void shotOfACutFileSaysHowMuchOfItCouldBeRead() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cut.pftrace"));
    writeSmallTrace(file);
    QFile cut(file);
    QVERIFY(cut.resize(cut.size() - 1));
    const Finished done = runProgram({QStringLiteral("shot"), file, QStringLiteral("-o"),
                                      folder.filePath(QStringLiteral("p.png"))});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.errors.contains(QLatin1String("cut.pftrace is incomplete")) &&
                 done.errors.contains(QLatin1String(" of 18 slices could be read")),
             qPrintable(done.errors));
  }

  void shotToAnUnwritablePlaceFails() {
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("small.pftrace"));
    writeSmallTrace(trace);
    const Finished done = runProgram(
        {QStringLiteral("shot"), trace, QStringLiteral("-o"), QStringLiteral("/nowhere/p.png")});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.errors.contains(QLatin1String("/nowhere/p.png")), qPrintable(done.errors));
  }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "command_line_test.moc"
