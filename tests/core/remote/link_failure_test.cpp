// SPDX-License-Identifier: Apache-2.0
// Every way in which a connection fails has words of its own, with what to do.
#include <QTest>

#include <csignal>

#include "core/remote/command_words.h"
#include "core/remote/link_failure.h"

using namespace pstudio;

namespace {

LinkEnd ssh(const char *said) {
  LinkEnd end;
  end.name = "lab";
  end.command = {"ssh", "-p", "2222", "-oBatchMode=yes", "me@lab-3", "proton-collect", "worker"};
  end.status.exitCode = 255;
  end.errorOutput = said;
  return end;
}

LinkEnd other(int exitCode, int signal = 0) {
  LinkEnd end;
  end.command = {"/opt/start", "it"};
  end.status.exitCode = exitCode;
  end.status.signal = signal;
  return end;
}

} // namespace

class LinkFailureTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theReasonIsSaidWithWhatToDo_data() {
    QTest::addColumn<LinkEnd>("end");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("hint");
    QTest::newRow("another host key")
        << ssh("@@@@@@@@@@\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n"
               "Host key verification failed.\n")
        << "the host key has changed"
        << "ssh-keygen -R me@lab-3";
    QTest::newRow("unknown host key")
        << ssh("Host key verification failed.\n") << "the host key is unknown"
        << "confirm the key: ssh me@lab-3";
    QTest::newRow("no key that is let in")
        << ssh("me@lab-3: Permission denied (publickey,password).\n")
        << "the host rejects this user without a password"
        << "ssh -o BatchMode=yes me@lab-3 true";
    QTest::newRow("unknown host")
        << ssh("ssh: Could not resolve hostname lab-3: Name or service not known\n")
        << "the host name is unknown"
        << "~/.ssh/config";
    QTest::newRow("refused") << ssh("ssh: connect to host lab-3 port 22: Connection refused\n")
                             << "rejects SSH connections"
                             << "sshd";
    QTest::newRow("no answer") << ssh("ssh: connect to host lab-3 port 22: Connection timed out\n")
                               << "the host does not answer"
                               << "network";
    QTest::newRow("something else of ssh")
        << ssh("kex_exchange: odd\n") << "ssh did not connect: kex_exchange: odd"
        << "ssh -v me@lab-3 true";
    LinkEnd missing = other(127);
    missing.errorOutput = "bash: line 1: proton-collect: command not found\n";
    QTest::newRow("no program there")
        << missing
        << "was not found on the remote machine: bash: line 1: proton-collect: command not found"
        << "install Proton Studio there";
    QTest::newRow("not executable") << other(126) << "is not executable"
                                    << "permissions";
    LinkEnd banner = other(0);
    banner.banner = "Welcome!\nbye\n";
    QTest::newRow("a banner and no worker")
        << banner << "expected a worker message, received text: \"Welcome!\""
        << "must not print anything";
    LinkEnd slow = other(0);
    slow.silence = std::chrono::seconds(20);
    QTest::newRow("no answer in time") << slow << "no worker answered within 20 s"
                                       << "limit";
    LinkEnd asking = ssh("");
    asking.silence = std::chrono::seconds(20);
    QTest::newRow("ssh waits for something") << asking << "no worker answered within 20 s"
                                             << "BatchMode=yes me@lab-3";
    slow.banner = "Enter PIN:";
    QTest::newRow("text and then nothing") << slow << "received text instead: \"Enter PIN:\""
                                           << "must not print anything";
    QTest::newRow("it just ends") << other(3)
                                  << "no worker answered: the command ended with exit code 3"
                                  << "terminal";
    QTest::newRow("killed") << other(0, SIGKILL) << "was killed, probably"
                            << "terminal";
  }
  void theReasonIsSaidWithWhatToDo() {
    QFETCH(LinkEnd, end);
    QFETCH(QString, message);
    QFETCH(QString, hint);
    const Error error = describeLinkEnd(end);
    QVERIFY2(error.message.find(message.toStdString()) != std::string::npos, error.message.c_str());
    QVERIFY2(error.hint.find(hint.toStdString()) != std::string::npos, error.hint.c_str());
    QCOMPARE(error.where, end.name.empty() ? std::string("/opt/start it") : "remote lab");
  }

  void aLinkThatDiesIsAnotherThing_data() {
    QTest::addColumn<LinkEnd>("end");
    QTest::addColumn<QString>("message");
    LinkEnd cut = ssh("client_loop: send disconnect: Broken pipe\n");
    cut.hasAnswered = true;
    cut.stage = "launch";
    QTest::newRow("ssh") << cut
                         << "the connection was lost while running: the command ended with "
                            "exit code 255: client_loop: send disconnect: Broken pipe";
    LinkEnd killed = other(0, SIGKILL);
    killed.hasAnswered = true;
    QTest::newRow("killed") << killed << "lost before the first stage: the command was killed";
    LinkEnd closed = other(0);
    closed.hasAnswered = true;
    QTest::newRow("closed") << closed << "the remote worker closed it";
    LinkEnd silent = other(0);
    silent.hasAnswered = true;
    silent.stage = "compile";
    silent.silence = std::chrono::seconds(60);
    QTest::newRow("silent") << silent << "lost while compiling: no data for 60 s";
  }
  void aLinkThatDiesIsAnotherThing() {
    QFETCH(LinkEnd, end);
    QFETCH(QString, message);
    const Error error = describeLinkEnd(end);
    QVERIFY2(error.message.find(message.toStdString()) != std::string::npos, error.message.c_str());
    QVERIFY(!error.hint.empty());
  }

  void commandsAreTakenApartAsInATerminal_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("plain") << "ssh lab proton-collect worker"
                           << QStringList{"ssh", "lab", "proton-collect", "worker"};
    QTest::newRow("blanks") << "  a   b " << QStringList{"a", "b"};
    QTest::newRow("quotes") << R"(sh -c 'cd "/x y"; exec w' "a 'b'" c\ d "" e'f'g)"
                            << QStringList{"sh", "-c", "cd \"/x y\"; exec w", "a 'b'", "c d",
                                           "",   "efg"};
    QTest::newRow("nothing is expanded")
        << "a $HOME *.x ~ | b" << QStringList{"a", "$HOME", "*.x", "~", "|", "b"};
  }
  void commandsAreTakenApartAsInATerminal() {
    QFETCH(QString, command);
    QFETCH(QStringList, words);
    const auto split = splitCommand(command.toStdString());
    QVERIFY(split);
    QStringList got;
    for (const std::string &word : *split)
      got << QString::fromStdString(word);
    QCOMPARE(got, words);
  }

  void commandsThatMakeNoSenseAreRejected() {
    for (const char *command : {"", "   ", "a 'b", "a \"b", "a\nb", "''"})
      QVERIFY2(!splitCommand(command), command);
  }
};

QTEST_GUILESS_MAIN(LinkFailureTest)
#include "link_failure_test.moc"
