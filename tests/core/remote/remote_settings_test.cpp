// SPDX-License-Identifier: Apache-2.0
// The file of a user's machines: what is written is read again, and mistakes are named.
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/remote/remote_settings.h"

using namespace pstudio;

class RemoteSettingsTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  std::filesystem::path path(const char *name) const {
    return m_folder.filePath(name).toStdString();
  }
  Result<RemoteSettings> read(const char *text) const {
    std::ofstream(path("read.json")) << text;
    return loadRemotes(path("read.json"));
  }

private Q_SLOTS:
  void whatIsSavedIsReadAgain() {
    RemoteSettings settings;
    RemoteTarget lab{"lab", "ssh lab-3 proton-collect worker", {}};
    lab.environment = {{"SSH_AUTH_SOCK", "/run/agent"}, {"X", ""}};
    lab.connectLimit = std::chrono::seconds(5);
    lab.silenceLimit = std::chrono::seconds(7);
    QVERIFY(settings.set(lab));
    QVERIFY(settings.set({"desk.2", "'/opt/with blank/worker' \"a\"", {}}));
    QVERIFY(saveRemotes(settings, path("deep/er/remotes.json")));
    const auto read = loadRemotes(path("deep/er/remotes.json"));
    QVERIFY2(read, read ? "" : read.error().toString().c_str());
    QVERIFY(read->remotes == settings.remotes);
    lab.command = "ssh lab-4 proton-collect worker";
    QVERIFY(settings.set(lab)); // replaced, in its place
    QCOMPARE(settings.remotes.size(), size_t{2});
    QCOMPARE(settings.find("lab")->command, lab.command);
    QVERIFY(settings.remove("lab"));
    QVERIFY(!settings.find("lab"));
  }

  void noFileIsNoRemotes() {
    const auto read = loadRemotes(path("none.json"));
    QVERIFY(read);
    QVERIFY(read->remotes.empty());
  }

  void anUnknownNameIsAnsweredWithTheNearest() {
    RemoteSettings settings;
    const auto none = settings.require("lab");
    QVERIFY(!none && none.error().hint.find("proton-collect remote add lab") != std::string::npos);
    QVERIFY(settings.set({"lab-3", "w", {}}));
    const auto near = settings.require("lab-2");
    QVERIFY(!near);
    QCOMPARE(near.error().message, std::string("there is no remote 'lab-2'"));
    QCOMPARE(near.error().hint, std::string("did you mean 'lab-3'?"));
    QVERIFY(!settings.remove("x"));
  }

  void mistakesAreNamedWithTheirField_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("no JSON") << QByteArray("{") << "read.json:1:2";
    QTest::newRow("unknown field") << QByteArray(R"({"remote": []})") << "remotes";
    QTest::newRow("no command") << QByteArray(R"({"remotes": [{"name": "a"}]})") << "command";
    QTest::newRow("bad name") << QByteArray(R"({"remotes": [{"name": "a/b", "command": "c"}]})")
                              << "invalid name of a remote: 'a/b'";
    QTest::newRow("bad command") << QByteArray(
                                        "{\"remotes\": [{\"name\": \"a\", \"command\": \"c 'd\"}]}")
                                 << "an unterminated quote";
    QTest::newRow("twice")
        << QByteArray(
               R"({"remotes": [{"name": "a", "command": "c"}, {"name": "a", "command": "d"}]})")
        << "remotes[1]: duplicate remote name 'a'";
    QTest::newRow("variable")
        << QByteArray(R"({"remotes": [{"name": "a", "command": "c", "environment": {"": "d"}}]})")
        << "invalid name of an environment variable";
    QTest::newRow("variable's value")
        << QByteArray(R"({"remotes": [{"name": "a", "command": "c", "environment": {"X": 1}}]})")
        << "remotes[0].environment.X";
    QTest::newRow("limit")
        << QByteArray(R"({"remotes": [{"name": "a", "command": "c", "connect_limit_s": 0}]})")
        << "connect_limit_s";
  }
  void mistakesAreNamedWithTheirField() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto settings = read(text.constData());
    QVERIFY(!settings);
    QVERIFY2(settings.error().toString().find(message.toStdString()) != std::string::npos,
             settings.error().toString().c_str());
  }

  void theFileIsWhereTheEnvironmentSays() {
    qunsetenv(kRemotesFileVariable);
    qputenv("HOME", "/u/me");
    qunsetenv("XDG_CONFIG_HOME");
    QCOMPARE(remoteSettingsFile()->string(),
             std::string("/u/me/.config/proton-studio/remotes.json"));
    qputenv("XDG_CONFIG_HOME", "/v/me");
    QCOMPARE(remoteSettingsFile()->string(), std::string("/v/me/proton-studio/remotes.json"));
    qputenv("XDG_CONFIG_HOME", "relative");
    QCOMPARE(remoteSettingsFile()->string(),
             std::string("/u/me/.config/proton-studio/remotes.json"));
    qputenv(kRemotesFileVariable, "/x/y.json");
    QCOMPARE(remoteSettingsFile()->string(), std::string("/x/y.json"));
    qunsetenv(kRemotesFileVariable);
    qunsetenv("XDG_CONFIG_HOME");
    qunsetenv("HOME");
    QVERIFY(!remoteSettingsFile());
  }

  void aPlaceThatCannotBeWrittenIsSaid() {
    std::ofstream(path("file")) << "x";
    const auto saved = saveRemotes({}, path("file/remotes.json"));
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::Io);
  }
};

QTEST_GUILESS_MAIN(RemoteSettingsTest)
#include "remote_settings_test.moc"
