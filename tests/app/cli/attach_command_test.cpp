// SPDX-License-Identifier: Apache-2.0
// proton-collect attach as users call it, over a program that speaks the protocol without a GPU.
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/cli/collect_process.h"

namespace {

Finished attach(const QStringList &arguments) {
  return runToEnd(PSTUDIO_PROTON_COLLECT, QStringList{"attach"} + arguments);
}

QList<QJsonObject> rejectedIn(const QTemporaryDir &folder) {
  QFile report(folder.filePath("out/report.json"));
  QList<QJsonObject> rejected;
  if (report.open(QIODevice::ReadOnly))
    for (const QByteArray &line : report.readAll().split('\n'))
      if (const QJsonObject object = QJsonDocument::fromJson(line).object();
          object["type"] == "rejected")
        rejected << object;
  return rejected;
}

} // namespace

class AttachCommandTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void outputAndExitCodeAreTheProgramsOwn() {
    const QTemporaryDir folder;
    const Finished done = attach({"-o", folder.filePath("out"), "--kernel", "*", "--",
                                  PSTUDIO_FAKE_PROGRAM, "print=hello", "exit=4"});
    QCOMPARE(done.exitCode, 4);
    QCOMPARE(done.out, QString("hello\n"));
    QVERIFY(done.err.contains("nothing was recorded"));
    QVERIFY(done.err.contains(folder.filePath("out/report.txt")));
  }

  void libraryAndPackageAreGivenToTheProgram() {
    const QTemporaryDir folder;
    const auto first = [&folder](const char *name) { // of a list
      QFile file(folder.filePath(name));
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).section(':', 0, 0)
                                            : QString();
    };
    const Finished done =
        attach({"-o", folder.filePath("out"), "--kernel", "*", "--", PSTUDIO_FAKE_PROGRAM,
                "environment=LD_PRELOAD," + folder.filePath("preload"),
                "environment=PYTHONPATH," + folder.filePath("path")});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(QFileInfo(first("preload")).isFile(), qPrintable(first("preload")));
    QVERIFY2(QFileInfo(first("path") + "/proton_studio/backend.py").isFile(),
             qPrintable(first("path")));
  }

  void withoutKernelsActivityAloneIsRecorded() {
    const QTemporaryDir folder;
    const Finished done = attach({"-o", folder.filePath("out"), "--", PSTUDIO_FAKE_PROGRAM, "hello",
                                  "kernel=0,k,", "launch=0,1", "activity=k"});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.err.contains("wrote " + folder.filePath("out/")), qPrintable(done.err));
    QVERIFY(!done.err.contains("recorded launch"));
    const Finished neither = attach({"-o", folder.filePath("out"), "--activity", "off", "--",
                                     PSTUDIO_FAKE_PROGRAM, "print=started"});
    QCOMPARE(neither.exitCode, 2);
    QVERIFY(neither.err.contains("neither kernels nor activity"));
    QVERIFY(neither.out.isEmpty());
  }

  void optionsBelongToTheKernelBeforeThem() {
    const QTemporaryDir folder;
    const Finished done =
        attach({"-o", folder.filePath("out"), "--kernel", "first", "--launch", "7", "--kernel",
                "second", "--launch", "3", "--launch", "2", "--", PSTUDIO_FAKE_PROGRAM, "hello",
                "kernel=0,first,", "kernel=1,second,", "launch=0,1", "launch=1,1"});
    QCOMPARE(done.exitCode, 0);
    const QList<QJsonObject> rejected = rejectedIn(folder);
    QCOMPARE(rejected.size(), 2);
    QCOMPARE(rejected[0]["kernel"].toString(), "first");
    QCOMPARE(rejected[0]["launch"].toInt(), 7);
    QCOMPARE(rejected[1]["kernel"].toString(), "second");
    QCOMPARE(rejected[1]["launch"].toInt(), 2);
  }

  void kernelsWithoutOptionsAndALastOneWithoutAreNotAmbiguous() {
    const QTemporaryDir folder;
    for (const QStringList &kernels :
         {QStringList{"--kernel", "first", "--kernel", "second"},
          QStringList{"--kernel", "first", "--launch", "1", "--kernel", "second"}}) {
      const Finished done =
          attach(QStringList{"-o", folder.filePath("out")} + kernels +
                 QStringList{"--", PSTUDIO_FAKE_PROGRAM, "hello", "kernel=0,first,",
                             "kernel=1,second,", "launch=0,1", "launch=1,1"});
      QCOMPARE(done.exitCode, 0);
      QCOMPARE(rejectedIn(folder).size(), 2); // neither has code
    }
  }

  void optionsOfTheHostReachTheProgram() {
    const QTemporaryDir folder;
    const auto welcome = [&folder](const QStringList &options) {
      attach(QStringList{"-o", folder.filePath("out"), "--kernel", "x"} + options +
             QStringList{"--", PSTUDIO_FAKE_PROGRAM, "hello",
                         "welcome=" + folder.filePath("welcome")});
      QFile file(folder.filePath("welcome"));
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    QCOMPARE(welcome({}), QString("on 1"));
    QCOMPARE(welcome({"--activity", "off"}), QString("off 0"));
    QCOMPARE(welcome({"--activity", "off", "--callpath", "python"}), QString("off 2"));
    QCOMPARE(welcome({"--activity", "on", "--callpath", "none"}), QString("on 0"));
    QCOMPARE(welcome({"--activity", "graphs"}), QString("graphs 1"));
  }

  void theLargestLimitsOfTheWindowAreAccepted() {
    const QTemporaryDir folder;
    const Finished done =
        attach({"-o", folder.filePath("out"), "--max-launches", "1048576", "--max-memory",
                "1048576", "--twin-timeout", "86400", "--", PSTUDIO_FAKE_PROGRAM, "exit=5"});
    QCOMPARE(done.exitCode, 5);
  }

  void argumentsOfTheProgramAreNotOurs() {
    const QTemporaryDir folder;
    const Finished done =
        attach({"-o", folder.filePath("out"), "--kernel", "*", "--", PSTUDIO_FAKE_PROGRAM, "--list",
                "--kernel", "print=x", "-o", "print=y"});
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(done.out, QString("x\ny\n"));
  }

  void listingFollowsTheProgramsOutput() {
    const QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(PSTUDIO_PROTON_COLLECT, {"attach", "--list", "--", PSTUDIO_FAKE_PROGRAM, "hello",
                                           "kernel=0,gemm,", "launch=0,1", "print=result 42"});
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 0);
    const QStringList lines = done.out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[0], QString("result 42"));
    QVERIFY(lines[1].startsWith("--- kernels of "));
    QVERIFY(lines[3].startsWith("gemm "));
    QVERIFY(lines[3].endsWith("no (1)"));
    QVERIFY(lines[4].startsWith("(1) "));
    QVERIFY(QDir(folder.path()).isEmpty());
  }

  void wrongUsageIsExplained_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("no kernel") << QStringList{"--activity", "off", "--", "true"}
                               << "--list shows the kernels";
    QTest::newRow("no command") << QStringList{"--list"} << "COMMAND is required";
    QTest::newRow("launch of no kernel")
        << QStringList{"--launch", "1", "--kernel", "x", "--", "true"} << "after the --kernel";
    QTest::newRow("launch of the last kernel alone")
        << QStringList{"--kernel", "a", "--kernel", "b", "--launch", "25", "--", "true"}
        << "write them for each kernel: --kernel a --launch 25 --kernel b --launch 25";
    QTest::newRow("mode of the last kernel alone")
        << QStringList{"--kernel", "a", "--kernel", "b", "--mode", "loops", "--", "true"}
        << "--kernel a --mode loops --kernel b --mode loops";
    QTest::newRow("wrong launch") << QStringList{"--kernel", "x", "--launch", "0", "--", "true"}
                                  << "every=100";
    QTest::newRow("wrong call path")
        << QStringList{"--kernel", "x", "--callpath", "c", "--", "true"} << "python";
    QTest::newRow("too many launches")
        << QStringList{"--max-launches", "1048577", "--", "true"} << "--max-launches";
    QTest::newRow("too much memory")
        << QStringList{"--max-memory", "1048577", "--", "true"} << "--max-memory";
    QTest::newRow("wrong mode") << QStringList{"--kernel", "x", "--mode", "lops", "--", "true"}
                                << "lops";
  }
  void wrongUsageIsExplained() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Finished done = attach(arguments);
    QCOMPARE(done.exitCode, 2);
    QVERIFY2(done.err.contains(words), qPrintable(done.err));
  }

  void programThatCannotBeStartedIsAnError() {
    const QTemporaryDir folder;
    const Finished done =
        attach({"-o", folder.filePath("out"), "--kernel", "x", "--", "/nonexistent/program"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("error: /nonexistent/program: cannot run it"), qPrintable(done.err));
    QVERIFY(!QFile::exists(folder.filePath("out")));
  }

  void anEarlierOutputSurvivesAProgramThatCannotBeStarted() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("out");
    QCOMPARE(attach({"-o", out, "--kernel", "x", "--", PSTUDIO_FAKE_PROGRAM}).exitCode, 0);
    QVERIFY(QFile::exists(out + "/report.txt"));
    QFile notAProgram(folder.filePath("text"));
    QVERIFY(notAProgram.open(QIODevice::WriteOnly));
    notAProgram.write("no program");
    notAProgram.close();
    QVERIFY(notAProgram.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    for (const QString &program : {QString("/nonexistent/program"), folder.path()})
      QCOMPARE(attach({"-o", out, "--kernel", "x", "--", program}).exitCode, 1);
    QVERIFY(QFile::exists(out + "/report.txt"));
    // The system rejects this one only when it is started: no empty folder remains.
    QCOMPARE(attach({"-o", folder.filePath("other"), "--kernel", "x", "--", notAProgram.fileName()})
                 .exitCode,
             1);
    QVERIFY(!QFile::exists(folder.filePath("other")));
  }

  void aStaticProgramIsNamedAsSuch() {
    const QTemporaryDir folder;
    // The least ELF file without a loader: header, one segment, exit(0).
    QByteArray elf(120, '\0');
    const auto put = [&elf](int at, quint64 value, int bytes) {
      for (int i = 0; i < bytes; ++i)
        elf[at + i] = static_cast<char>(value >> (8 * i));
    };
    elf.replace(0, 7,
                QByteArray("\x7f"
                           "ELF\x02\x01\x01",
                           7));
    put(16, 2, 2);        // e_type: executable
    put(18, 62, 2);       // e_machine: x86-64
    put(20, 1, 4);        // e_version
    put(24, 0x400078, 8); // e_entry
    put(32, 64, 8);       // e_phoff
    put(52, 64, 2);       // e_ehsize
    put(54, 56, 2);       // e_phentsize
    put(56, 1, 2);        // e_phnum
    put(64, 1, 4);        // p_type: PT_LOAD
    put(68, 5, 4);        // p_flags: readable, executable
    put(80, 0x400000, 8); // p_vaddr
    put(88, 0x400000, 8); // p_paddr
    put(96, 130, 8);      // p_filesz
    put(104, 130, 8);     // p_memsz
    put(112, 0x1000, 8);  // p_align
    elf += QByteArray("\xb8\x3c\x00\x00\x00\x31\xff\x0f\x05\x90", 10); // exit(0)
    QFile program(folder.filePath("static"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write(elf);
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const Finished done =
        attach({"-o", folder.filePath("out"), "--kernel", "x", "--", program.fileName()});
    QVERIFY2(done.err.contains("is linked statically"), qPrintable(done.err));
    const Finished dynamic = attach({"-o", folder.filePath("out2"), "--kernel", "x", "--", "true"});
    QVERIFY2(!dynamic.err.contains("is linked statically"), qPrintable(dynamic.err));
  }

  void signalsGoToTheProgramAndItsCodeIsReturned() {
    const QTemporaryDir folder;
    const Finished done = attach({"-o", folder.filePath("out"), "--kernel", "x", "--",
                                  PSTUDIO_FAKE_PROGRAM, "await=" + QString::number(SIGTERM)});
    QCOMPARE(done.exitCode, 40 + SIGTERM);
  }
};

QTEST_GUILESS_MAIN(AttachCommandTest)
#include "attach_command_test.moc"
