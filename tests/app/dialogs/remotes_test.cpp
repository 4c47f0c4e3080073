// SPDX-License-Identifier: Apache-2.0
// Remote machines in the window: their dialog, their targets, runs on them, and the messages if a
// machine does not answer.
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/dialogs/remotes_dialog.h"
#include "app/dialogs/run_dialog.h"
#include "app/dialogs/run_form.h"
#include "app/settings/text.h"
#include "app/window/message_list.h"
#include "app/window/status_line.h"
#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int kLimitMs = 30000;

} // namespace

class RemotesTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;

  std::filesystem::path file() const {
    return toPath(m_folder->filePath(QStringLiteral("remotes.json")));
  }
  /// A dialog that tests its machines with the real program, if this build has one.
  std::unique_ptr<RemotesDialog> dialog() const {
    const auto worker = realWorker();
    return std::make_unique<RemotesDialog>(file(), worker ? worker->program : QString());
  }
  template <class Widget> static Widget *find(RemotesDialog &dialog, const char *name) {
    return dialog.findChild<Widget *>(QLatin1String(name));
  }
  static void type(RemotesDialog &dialog, const char *field, const QString &text) {
    auto *edit = find<QLineEdit>(dialog, field);
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  /// Saves settings with one machine, "lab", whose command starts a worker on this machine.
  void saveLab(const QString &command) const {
    RemoteSettings settings;
    QVERIFY(settings.set({"lab", toUtf8(command), {}}));
    QVERIFY(saveRemotes(settings, file()));
  }
  static QString localWorker() { return QStringLiteral("'%1' worker").arg(realWorker()->program); }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv(kRemotesFileVariable, m_folder->filePath(QStringLiteral("remotes.json")).toLocal8Bit());
  }

  void whatIsAddedIsSaved() {
    const auto first = dialog();
    QVERIFY(!find<QPushButton>(*first, "removeRemote")->isEnabled());
    find<QPushButton>(*first, "addRemote")->click();
    type(*first, "remoteName", QStringLiteral("desk.2"));
    type(*first, "remoteCommand", QStringLiteral("ssh desk collect worker"));
    find<QPlainTextEdit>(*first, "remoteEnvironment")->setPlainText(QStringLiteral("A=b=c\nD=\n"));
    find<QPushButton>(*first, "addRemote")->click(); // adds "lab"
    QSignalSpy accepted(first.get(), &QDialog::accepted);
    find<QPushButton>(*first, "saveRemotes")->click();
    QCOMPARE(accepted.count(), 1);
    const auto saved = loadRemotes(file());
    QVERIFY(saved);
    QCOMPARE(saved->remotes.size(), size_t{2});
    QCOMPARE(saved->remotes[0].command, std::string("ssh desk collect worker"));
    const std::map<std::string, std::string> environment{{"A", "b=c"}, {"D", ""}};
    QVERIFY(saved->remotes[0].environment == environment);
    QCOMPARE(saved->remotes[1].name, std::string("lab"));

    const auto second = dialog();
    auto *list = find<QListWidget>(*second, "remoteList");
    QCOMPARE(list->count(), 2);
    QCOMPARE(find<QLineEdit>(*second, "remoteName")->text(), QStringLiteral("desk.2"));
    find<QPushButton>(*second, "removeRemote")->click();
    QCOMPARE(find<QLineEdit>(*second, "remoteName")->text(), QStringLiteral("lab"));
    second->reject();
    QCOMPARE(loadRemotes(file())->remotes.size(), size_t{2}); // nothing was saved
  }

  void whatIsWrongIsSaidAndKeepsTheDialogOpen_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("environment");
    QTest::addColumn<QString>("problem");
    QTest::newRow("name") << "a/b"
                          << "w"
                          << ""
                          << "invalid name of a remote: 'a/b'";
    QTest::newRow("command") << "a"
                             << "w 'x"
                             << ""
                             << "an unterminated quote";
    QTest::newRow("variable") << "a"
                              << "w"
                              << "X"
                              << "'X' is not a variable";
    QTest::newRow("twice") << "old"
                           << "w"
                           << ""
                           << "two remotes have the name 'old'";
  }
  void whatIsWrongIsSaidAndKeepsTheDialogOpen() {
    QFETCH(QString, name);
    QFETCH(QString, command);
    QFETCH(QString, environment);
    QFETCH(QString, problem);
    RemoteSettings settings;
    QVERIFY(settings.set({"old", "w", {}}));
    QVERIFY(saveRemotes(settings, file()));
    const auto remotes = dialog();
    find<QPushButton>(*remotes, "addRemote")->click();
    type(*remotes, "remoteName", name);
    type(*remotes, "remoteCommand", command);
    find<QPlainTextEdit>(*remotes, "remoteEnvironment")->setPlainText(environment);
    QSignalSpy accepted(remotes.get(), &QDialog::accepted);
    find<QPushButton>(*remotes, "saveRemotes")->click();
    QCOMPARE(accepted.count(), 0);
    const QString said = find<QLabel>(*remotes, "remotesProblem")->text();
    QVERIFY2(said.contains(problem), qPrintable(said));
    QCOMPARE(loadRemotes(file())->remotes.size(), size_t{1});
  }

  void aFileThatCannotBeReadIsSaid() {
    QFile broken(pathToQString(file()));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{");
    broken.close();
    const auto remotes = dialog();
    QVERIFY(
        find<QLabel>(*remotes, "remotesProblem")->text().contains(QLatin1String("remotes.json:1")));
  }

  void theAnswerOfACheckIsPutIntoWords() {
    const auto [isReached, text] = remoteCheckText(
        "{\"ok\":true,\"program\":\"proton-collect 1\",\"host\":\"lab-3\",\"seconds\":1.5,"
        "\"targets\":[{\"target\":\"cuda\",\"description\":\"H200\",\"available\":true,\"reason\":"
        "\"\",\"offers\":[\"CUPTI 13.0\"]},{\"target\":\"x\",\"description\":\"X\",\"available\":"
        "false,\"reason\":\"none\",\"offers\":[]}]}");
    QVERIFY(isReached);
    QCOMPARE(text, QStringLiteral("proton-collect 1 on lab-3 answered within 1.5 s.\n"
                                  "cuda: H200, CUPTI 13.0\nx: X - not available: none"));
    QCOMPARE(remoteCheckText("{\"ok\":false,\"message\":\"no\",\"hint\":\"do\"}"),
             std::make_pair(false, QStringLiteral("No.\nDo.")));
    QVERIFY(!remoteCheckText("garbage").first);
  }

  void theTestButtonSaysWhatTheMachineOffers() {
    if (!realWorker())
      QSKIP("this build has no collector");
    saveLab(localWorker());
    const auto remotes = dialog();
    find<QPushButton>(*remotes, "testRemote")->click();
    auto *result = find<QLabel>(*remotes, "testResult");
    QVERIFY(result->text().contains(QLatin1String("Connecting to lab")));
    QTRY_VERIFY_WITH_TIMEOUT(result->text().contains(QLatin1String("answered within")), kLimitMs);
    QVERIFY2(result->text().contains(QLatin1String("cpu: CPU model")), qPrintable(result->text()));
    // The test uses the current text of the fields, whether it is saved or not.
    type(*remotes, "remoteCommand", QStringLiteral("no-such-program-here worker"));
    find<QPushButton>(*remotes, "testRemote")->click();
    QTRY_VERIFY_WITH_TIMEOUT(result->text().contains(QLatin1String("Cannot start the worker")),
                             kLimitMs);
  }

  void runsOnAMachineEndInTheWindow() {
    if (!realWorker())
      QSKIP("this build has no collector");
    saveLab(localWorker());
    WindowFixture fixture(realWorker());
    fixture.show();
    const auto hasLab = [&] {
      const auto &targets = fixture.window().runs().targets();
      return std::any_of(targets.begin(), targets.end(), [](const TargetAvailability &target) {
        return target.name == QLatin1String("lab/cpu") && target.isAvailable;
      });
    };
    QVERIFY(QTest::qWaitFor(hasLab, kLimitMs));
    RunDialog run(fixture.settings());
    run.setTargets(fixture.window().runs().targets());
    QVERIFY(run.loadFile(gemmSpec()));
    auto *target = run.findChild<QComboBox *>(QStringLiteral("target"));
    QVERIFY(target->findData(QStringLiteral("lab/cpu")) >= 0);
    target->setCurrentIndex(target->findData(QStringLiteral("lab/cpu")));
    run.findChild<QPushButton *>(QStringLiteral("runButton"))->click();
    QCOMPARE(run.result(), int(QDialog::Accepted));
    QStringList activities;
    connect(&fixture.window().runs(), &RunLauncher::activityChanged, this,
            [&] { activities << fixture.window().runs().activity(); });
    fixture.window().runs().runSpec(run.spec());
    QVERIFY(waitForOpenTraces(fixture.window(), 1, kLimitMs));
    QVERIFY2(activities.contains(QStringLiteral("gemm_tiled on lab: connecting")),
             qPrintable(activities.join(QLatin1Char('|'))));
    QVERIFY(activities.contains(QStringLiteral("gemm_tiled on lab: receiving the trace")));
    QVERIFY(fixture.window().timeline()->trace()->sliceCount() > 1000);
  }

  void aMachineWithoutAnAnswerIsListedAndSaid() {
    if (!realWorker())
      QSKIP("this build has no collector");
    saveLab(QStringLiteral("no-such-program-here worker"));
    WindowFixture fixture(realWorker());
    fixture.show();
    const auto hasLab = [&] {
      const auto &targets = fixture.window().runs().targets();
      return std::any_of(targets.begin(), targets.end(), [](const TargetAvailability &target) {
        return target.name == QLatin1String("lab/") &&
               target.reason.contains(QLatin1String("cannot start"));
      });
    };
    QVERIFY(QTest::qWaitFor(hasLab, kLimitMs));
    RunForm form;
    form.setTargets(fixture.window().runs().targets());
    auto *target = form.findChild<QComboBox *>(QStringLiteral("target"));
    QVERIFY(target->findText(QStringLiteral("lab (no answer)")) >= 0);
    Result<RunSpec> spec = loadRunSpec(toPath(gemmSpec()));
    QVERIFY(spec);
    spec->target = "lab/cpu";
    fixture.window().runs().runSpec(*spec);
    QVERIFY(QTest::qWaitFor(
        [&] {
          return fixture.window().messages().newestText().contains(
              QLatin1String("cannot start the worker process"));
        },
        kLimitMs));
  }
};

QTEST_MAIN(RemotesTest)
#include "remotes_test.moc"
