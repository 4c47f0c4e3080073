// SPDX-License-Identifier: Apache-2.0
// The program's numbers are the same in every locale of the environment.
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <clocale>

#include "app/settings/text.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/support/build_folder.h"
#include "tests/viewer/overlap_sample.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A locale that formats numbers as "1.234,5". The test compiles it because few machines have one.
class CommaLocale {
public:
  CommaLocale() {
    QFile source(m_folder.filePath("comma.src"));
    if (!source.open(QIODevice::WriteOnly))
      return;
    source.write("comment_char %\nescape_char /\nLC_NUMERIC\ndecimal_point \",\"\n"
                 "thousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\nLC_CTYPE\nEND LC_CTYPE\n");
    source.close();
    // localedef warns, also by its exit code, of the categories that the source does not define.
    QProcess compiler;
    compiler.start("localedef", {"-c", "-i", source.fileName(), m_folder.filePath("comma_XX")});
    compiler.waitForFinished(30000);
  }

  QProcessEnvironment environment() const {
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.remove("LC_ALL");
    variables.insert("LOCPATH", m_folder.path());
    variables.insert("LC_NUMERIC", "comma_XX");
    return variables;
  }

  /// Whether the C library of this machine can read the locale.
  bool works() const {
    QProcess shell;
    shell.setProcessEnvironment(environment());
    shell.start("/usr/bin/env", {"locale", "decimal_point"});
    return shell.waitForFinished(30000) && shell.readAllStandardOutput().trimmed() == ",";
  }

private:
  QTemporaryDir m_folder;
};

} // namespace

class LocaleTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void picturesHaveThePointOfEveryOtherLocale_data() {
    QTest::addColumn<QString>("view");
    QTest::newRow("timeline") << "timeline";
    QTest::newRow("overlap") << "overlap";
  }
  void picturesHaveThePointOfEveryOtherLocale() {
    QFETCH(QString, view);
    const CommaLocale comma;
    if (!comma.works())
      QSKIP("this machine makes no locale (localedef) or does not read it");
    QTemporaryDir folder;
    const QString trace = folder.filePath("t.pftrace");
    QVERIFY(writePftrace(*makeOverlapTrace(), toPath(trace)).has_value());
    const auto shoot = [&](const QString &name, const QProcessEnvironment &environment) {
      QProcess program;
      program.setProcessEnvironment(environment);
      program.start(buildFolder() + "/bin/proton-studio",
                    {"shot", trace, "-o", folder.filePath(name), "--view", view, "--scale", "1.5"});
      program.waitForFinished(120000);
      return program.exitCode();
    };
    QCOMPARE(shoot("point.png", QProcessEnvironment::systemEnvironment()), 0);
    QCOMPARE(shoot("comma.png", comma.environment()), 0);
    QCOMPARE(QImage(folder.filePath("comma.png")), QImage(folder.filePath("point.png")));
  }
};

QTEST_GUILESS_MAIN(LocaleTest)
#include "locale_test.moc"
