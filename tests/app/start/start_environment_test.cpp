// SPDX-License-Identifier: Apache-2.0
// Qt starts with its own plug-ins, fonts and keyboard data; programs that the window starts get the
// user's variables.
#include <QDir>
#include <QFile>
#include <QLibraryInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>
#include <sys/auxv.h>

#include "app/start/start_environment.h"

using namespace pstudio;

namespace {

/// The folder that a test expects which another one starts.
constexpr const char *kExpected = "PSTUDIO_TEST_PROGRAM_FOLDER";

/// Gives variables a value for the life of the object.
class VariablesOfOthers {
public:
  VariablesOfOthers() {
    qputenv("QT_PLUGIN_PATH", "/other/qt/plugins");
    qputenv("QT_QPA_PLATFORM_PLUGIN_PATH", "/other/qt/plugins/platforms");
    qputenv("FONTCONFIG_FILE", "/other/fonts.conf");
    qunsetenv("XKB_CONFIG_ROOT");
  }
  ~VariablesOfOthers() {
    for (const char *name : {"QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "FONTCONFIG_FILE"})
      qunsetenv(name);
  }
};

/// A prefix with these folders, and the place of its programs.
struct Installation {
  explicit Installation(const QStringList &folders) {
    for (const QString &folder : folders)
      QDir(prefix.path()).mkpath(folder);
  }
  QString programs() const { return prefix.filePath("bin"); }

  QTemporaryDir prefix;
};

void addFontFile(const Installation &installation) {
  QFile file(installation.prefix.filePath("etc/fonts/fonts.conf"));
  QVERIFY(file.open(QIODevice::WriteOnly));
}

} // namespace

class StartEnvironmentTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aPortableProgramStartsWithoutTheQtOfOthersAndWithItsOwnFonts() {
    const Installation portable({"bin", "plugins/platforms", "etc/fonts"});
    addFontFile(portable);
    const VariablesOfOthers variables;
    StartEnvironment environment(portable.programs());
    QVERIFY(!qEnvironmentVariableIsSet("QT_PLUGIN_PATH"));
    QVERIFY(!qEnvironmentVariableIsSet("QT_QPA_PLATFORM_PLUGIN_PATH"));
    QCOMPARE(qEnvironmentVariable("FONTCONFIG_FILE"),
             portable.prefix.filePath("etc/fonts/fonts.conf"));
  }

  void restoringGivesEachVariableItsFormerValue() {
    const Installation portable({"bin", "plugins/platforms", "etc/fonts", "share/X11/xkb"});
    addFontFile(portable);
    const VariablesOfOthers variables;
    { StartEnvironment environment(portable.programs()); }
    QCOMPARE(qgetenv("QT_PLUGIN_PATH"), "/other/qt/plugins");
    QCOMPARE(qgetenv("QT_QPA_PLATFORM_PLUGIN_PATH"), "/other/qt/plugins/platforms");
    QCOMPARE(qgetenv("FONTCONFIG_FILE"), "/other/fonts.conf");
    QVERIFY(!qEnvironmentVariableIsSet("XKB_CONFIG_ROOT"));
  }

  void anInstalledProgramStartsWithoutTheQtOfOthers() {
    if (!QDir(QLibraryInfo::path(QLibraryInfo::PluginsPath)).exists("platforms"))
      QSKIP("this Qt does not find its own plug-ins without QT_PLUGIN_PATH");
    const Installation installed({"bin", "share/proton-studio"});
    const VariablesOfOthers variables;
    StartEnvironment environment(installed.programs());
    QVERIFY(!qEnvironmentVariableIsSet("QT_PLUGIN_PATH"));
    QCOMPARE(qgetenv("FONTCONFIG_FILE"), "/other/fonts.conf");
  }

  void aBuildFolderKeepsTheEnvironment_data() {
    QTest::addColumn<bool>("isNamed");
    QTest::newRow("build folder") << true;
    QTest::newRow("no folder known") << false;
  }
  void aBuildFolderKeepsTheEnvironment() {
    QFETCH(bool, isNamed);
    const Installation build({"bin"});
    const VariablesOfOthers variables;
    StartEnvironment environment(isNamed ? build.programs() : QString());
    QCOMPARE(qgetenv("QT_PLUGIN_PATH"), "/other/qt/plugins");
    QCOMPARE(qgetenv("FONTCONFIG_FILE"), "/other/fonts.conf");
  }

  void theFolderOfTheRunningProgramIsFound() {
    QCOMPARE(runningProgramFolder(),
             qEnvironmentVariable(kExpected, QCoreApplication::applicationDirPath()));
  }

  /// /proc/self/exe is the dynamic linker then.
  void theDynamicLinkerMayStartTheProgram() {
    Dl_info linker{};
    QVERIFY(::dladdr(reinterpret_cast<const void *>(::getauxval(AT_BASE)), &linker) != 0);
    QProcess again;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(kExpected, QCoreApplication::applicationDirPath());
    again.setProcessEnvironment(environment);
    again.setProcessChannelMode(QProcess::MergedChannels);
    again.start(linker.dli_fname,
                {QCoreApplication::applicationFilePath(), "theFolderOfTheRunningProgramIsFound"});
    QVERIFY(again.waitForFinished());
    QVERIFY2(again.exitStatus() == QProcess::NormalExit && again.exitCode() == 0,
             again.readAll().constData());
  }
};

QTEST_GUILESS_MAIN(StartEnvironmentTest)
#include "start_environment_test.moc"
