// SPDX-License-Identifier: Apache-2.0
// Runs over ssh to an sshd that this test starts: successful runs, and the messages of ssh for
// failures.
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <arpa/inet.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/formats/trace_file/trace_file.h"
#include "tests/app/cli/worker_talk.h"
#include "tests/app/remote/remote_machine.h"

using namespace pstudio;

namespace {

/// The server processes below `process`, recursively: a connection has two if the server does not
/// run as root.
QList<pid_t> serversBelow(pid_t process) {
  QList<pid_t> found;
  for (const pid_t child : childrenOf(process)) {
    QFile name(QStringLiteral("/proc/%1/comm").arg(child));
    if (name.open(QFile::ReadOnly) && name.readAll().startsWith("sshd"))
      found << child << serversBelow(child);
  }
  return found;
}

/// The login shell of service accounts such as "nobody".
bool isNoLogin(const QByteArray &shell) {
  return shell.endsWith("/nologin") || shell.endsWith("/false");
}

/// A free port; 0 if there is none.
int freePort() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool isBound =
      ::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 &&
      ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) == 0;
  ::close(socket);
  return isBound ? ntohs(address.sin_port) : 0;
}

bool canConnect(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  const bool isConnected =
      ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
  ::close(socket);
  return isConnected;
}

} // namespace

class RemoteSshTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_server; ///< folder of the keys and settings
  QProcess m_sshd;
  int m_port = 0;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<RemoteMachine> m_remote;

  QString server(const QString &name) const { return m_server.filePath(name); }
  QString path(const QString &name) const { return m_folder->filePath(name); }
  QString output() const { return path("result.pftrace"); }

  bool makeKey(const QString &name) const {
    return runToEnd("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", server(name)}).exitCode ==
           0;
  }
  QByteArray contentOf(const QString &name) const {
    QFile file(server(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void write(const QString &name, const QByteArray &text) const {
    QFile file(server(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  QByteArray knownHost(const QString &key) const {
    return "[127.0.0.1]:" + QByteArray::number(m_port) + " " + contentOf(key + ".pub");
  }
  /// `more` comes first because ssh uses the first value of an option that is given twice.
  QString ssh(const QString &command, const QString &more = {},
              const QString &host = "127.0.0.1") const {
    return QString("ssh -F none %1 -p %2 -o UserKnownHostsFile=%3 -o GlobalKnownHostsFile=none "
                   "-o StrictHostKeyChecking=yes -o IdentityFile=%4 -o IdentitiesOnly=yes "
                   "-o IdentityAgent=none -o ConnectTimeout=10 %5 %6")
        .arg(more, QString::number(m_port), server("known_hosts"), server("user_key"), host,
             command);
  }
  QString spec(const QString &function) const {
    return writeScriptedSpec(path(function + ".json"), function);
  }
  QStringList arguments(const QString &function, const QString &command) const {
    return {"run", spec(function), "-o", output(), "--worker", command, "--progress=json"};
  }
  Finished run(const QString &command) const {
    return runToEnd(PSTUDIO_SCRIPTED_COLLECT, arguments("good", command));
  }
  static void requireText(const QString &text, const QString &part) {
    QVERIFY2(text.contains(part), qPrintable(text));
  }

  void startServer() {
    write("authorized_keys", contentOf("user_key.pub"));
    m_port = freePort();
    QVERIFY(m_port != 0);
    write("sshd_config", QString("Port %1\nListenAddress 127.0.0.1\nHostKey %2\n"
                                 "AuthorizedKeysFile %3\nPidFile none\nUsePAM no\nStrictModes no\n"
                                 "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
                                 "PermitRootLogin yes\nBanner %4\n")
                             .arg(QString::number(m_port), server("host_key"),
                                  server("authorized_keys"), server("banner"))
                             .toUtf8());
    write("banner", "Only for tests.\n");
    write("known_hosts", knownHost("host_key"));
    m_sshd.setProcessChannelMode(QProcess::MergedChannels);
    m_sshd.start(QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/local/sbin"}),
                 {"-D", "-e", "-f", server("sshd_config")});
    const bool isUp = QTest::qWaitFor(
        [&] { return m_sshd.state() == QProcess::NotRunning || canConnect(m_port); }, 10000);
    if (!isUp || m_sshd.state() == QProcess::NotRunning)
      QSKIP(qPrintable("sshd does not start here: " +
                       QString::fromUtf8(m_sshd.readAll()).simplified()));
  }

private Q_SLOTS:
  void initTestCase() {
    if (QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/local/sbin"}).isEmpty() ||
        QStandardPaths::findExecutable("ssh").isEmpty())
      QSKIP("openssh-server or openssh-client is not installed");
    if (const passwd *user = ::getpwuid(::getuid()); user && isNoLogin(user->pw_shell))
      QSKIP("sshd lets nobody in whose shell is none, as this user's");
    if (::getuid() == 0)
      QDir().mkpath("/run/sshd"); // sshd of root requires this folder, which a service creates
    for (const char *key : {"host_key", "other_host_key", "user_key", "stranger_key"})
      QVERIFY(makeKey(key));
    startServer();
  }
  void cleanupTestCase() {
    m_sshd.kill();
    m_sshd.waitForFinished();
  }
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_remote = std::make_unique<RemoteMachine>(PSTUDIO_SCRIPTED_COLLECT);
    std::ofstream(path("kernel.mlir").toStdString()) << "module {}";
  }

  void aRunOverSshBringsItsTraceBack() {
    const Finished done = run(ssh(m_remote->command()));
    QVERIFY2(done.exitCode == 0, qPrintable(done.out + done.err));
    const auto trace = readTraceFile(output().toStdString());
    QVERIFY(trace);
    QCOMPARE(trace->sliceCount(), size_t{1});
    QTRY_COMPARE_WITH_TIMEOUT(m_remote->left(), QStringList(), 10000);
  }

  void sshsOwnWordsAreUnderstood_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("hint");
    const QString there = "start";
    QTest::newRow("unknown host key")
        << ssh(there, "-o UserKnownHostsFile=none") << "the host key is unknown"
        << "confirm the key: ssh 127.0.0.1";
    write("wrong_hosts", knownHost("other_host_key"));
    QTest::newRow("another host key")
        << ssh(there, "-o UserKnownHostsFile=" + server("wrong_hosts"))
        << "the host key has changed"
        << "ssh-keygen -R 127.0.0.1";
    QTest::newRow("a stranger") << ssh(there, "-o IdentityFile=" + server("stranger_key") +
                                                  " -o IdentityFile=none")
                                       .replace(" -o IdentityFile=" + server("user_key"), QString())
                                << "the host rejects this user without a password"
                                << "ssh -o BatchMode=yes 127.0.0.1 true";
    QTest::newRow("unknown host") << ssh(there, {}, "no-such-host.invalid")
                                  << "the host name is unknown"
                                  << "~/.ssh/config";
    QTest::newRow("no server") << ssh(there, "-p 1") << "the host rejects SSH connections"
                               << "sshd";
    QTest::newRow("no program") << ssh("no-such-collect worker")
                                << "the worker program was not found on the remote machine"
                                << "install Proton Studio there";
    QTest::newRow("nonsense") << ssh(there, "-o NoSuchOption=1") << "ssh rejects its configuration"
                              << "~/.ssh/config";
  }
  void sshsOwnWordsAreUnderstood() {
    QFETCH(QString, command);
    QFETCH(QString, message);
    QFETCH(QString, hint);
    QElapsedTimer timer;
    timer.start();
    const Finished done = run(command);
    QCOMPARE(done.exitCode, 1);
    const QJsonObject last = jsonLines(done.out).last();
    requireText(last["message"].toString(), message);
    requireText(last["hint"].toString(), hint);
    QVERIFY(timer.elapsed() < 15000); // ssh waited for no input of a user
  }

  void aConnectionThatIsCutIsSaid_data() {
    QTest::addColumn<QByteArray>("victim");
    QTest::newRow("ssh here") << QByteArray("ssh");
    QTest::newRow("sshd there") << QByteArray("sshd");
  }
  void aConnectionThatIsCutIsSaid() {
    QFETCH(QByteArray, victim);
    QProcess process;
    process.start(PSTUDIO_SCRIPTED_COLLECT, arguments("endless", ssh(m_remote->command())));
    QByteArray text;
    QVERIFY2(waitForOutput(process, "\"fraction\":0.5", text), text.constData());
    const QList<pid_t> near = childrenOf(process.processId());
    QCOMPARE(near.size(), 1);
    const QList<pid_t> victims = victim == "ssh"
                                     ? childrenOf(near[0])
                                     : serversBelow(static_cast<pid_t>(m_sshd.processId()));
    QVERIFY(!victims.isEmpty());
    for (const pid_t one : victims)
      ::kill(one, SIGKILL);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "the connection was lost while running: ");
    QTRY_COMPARE_WITH_TIMEOUT(m_remote->left(), QStringList(), 15000);
  }

  void aClientThatIsKilledLeavesNothingThere() {
    QProcess process;
    process.start(PSTUDIO_SCRIPTED_COLLECT, arguments("deaf", ssh(m_remote->command())));
    QByteArray text;
    QVERIFY2(waitForOutput(process, "\"fraction\":0.5", text), text.constData());
    QVERIFY(!m_remote->left().isEmpty());
    process.kill();
    finish(process);
    QTRY_COMPARE_WITH_TIMEOUT(m_remote->left(), QStringList(), 15000);
  }
};

QTEST_GUILESS_MAIN(RemoteSshTest)
#include "remote_ssh_test.moc"
