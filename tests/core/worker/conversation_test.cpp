// SPDX-License-Identifier: Apache-2.0
// The application's side of a run: what a worker's bytes mean, and when its time is up.
#include <QTest>

#include <csignal>

#include "core/worker/conversation.h"

using namespace pstudio;
using namespace std::chrono_literals;

namespace {

using Stream = std::vector<std::byte>;

Stream bytesOf(const std::vector<WorkerMessage> &messages) {
  Stream bytes;
  for (const WorkerMessage &message : messages) {
    const Stream frame = encodeMessage(message).value();
    bytes.insert(bytes.end(), frame.begin(), frame.end());
  }
  return bytes;
}

std::vector<WorkerMessage> messagesOf(const Stream &bytes) {
  FrameReader reader;
  reader.append(bytes);
  std::vector<WorkerMessage> messages;
  for (auto next = reader.next(); next && *next; next = reader.next())
    messages.push_back(**next);
  return messages;
}

/// Writes everything down.
class Notebook final : public RunObserver {
public:
  void stage(std::string_view name) override { add("stage", name); }
  void fraction(double done) override { add("fraction", std::to_string(done).substr(0, 4)); }
  void log(std::string_view line) override { add("log", line); }
  void output(std::string_view text) override { add("output", text); }
  void kept(const std::filesystem::path &trace) override { add("kept", trace.string()); }
  QStringList lines;

private:
  void add(const char *what, std::string_view text) {
    lines << QString("%1 %2").arg(what, QString::fromStdString(std::string(text)));
  }
};

/// A conversation whose clock stands until the test moves it.
struct Talk {
  Talk() {
    RunRequest request;
    request.specText = "{}";
    opening = messagesOf(conversation.begin("app 1", request, now).value());
  }
  bool take(const std::vector<WorkerMessage> &messages) {
    return conversation.take(bytesOf(messages), now);
  }
  /// Time until the deadline; nothing without one.
  std::optional<std::chrono::milliseconds> left() const {
    const auto deadline = conversation.deadline();
    return deadline ? std::optional(std::chrono::ceil<std::chrono::milliseconds>(*deadline - now))
                    : std::nullopt;
  }
  bool expireAfter(std::chrono::milliseconds time) {
    now += time;
    return conversation.expire(now);
  }

  Notebook notebook;
  WorkerConversation conversation{{"/opt/collect", 3s, 20s, 60s}, notebook};
  WorkerConversation::Time now{1000s};
  std::vector<WorkerMessage> opening;
};

constexpr auto kNoDeadline = std::optional<std::chrono::milliseconds>();
const ErrorMessage kFailure{
    {ErrorCode::RunFailed, "read out of bounds", "k.mlir:1", "check"}, "check", "/t/x.pftrace"};

} // namespace

class ConversationTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aRunFromHelloToResult() {
    Talk talk;
    QCOMPARE(talk.opening.size(), size_t{2});
    QVERIFY(talk.opening[0] == WorkerMessage(HelloMessage{kWorkerProtocolVersion, "app 1", {}}));
    QCOMPARE(std::get<RunRequest>(talk.opening[1]).specText, std::string("{}"));
    QCOMPARE(talk.left(), std::optional(20'000ms));
    ResultMessage result;
    result.slices = 7;
    const Stream bytes =
        bytesOf({HelloMessage{}, StageMessage{"compile"}, LogMessage{"warning"},
                 ProgressMessage{0.5}, OutputMessage{"printed"}, result, LogMessage{"too late"}});
    for (const std::byte byte : bytes) // however it arrives
      QVERIFY(talk.conversation.take(std::span(&byte, 1), talk.now));
    QCOMPARE(talk.notebook.lines,
             (QStringList{"stage compile", "log warning", "fraction 0.50", "output printed"}));
    QVERIFY(talk.conversation.isOver());
    QCOMPARE(talk.left(), std::optional(3000ms)); // for the end of the process
    QCOMPARE(talk.conversation.result({0, SIGKILL}).value().slices, uint64_t{7});
  }

  void anErrorArrivesWithItsStageAndTrace() {
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}, StageMessage{"launch"}, kFailure}));
    QCOMPARE(talk.notebook.lines.last(), QString("kept /t/x.pftrace"));
    QCOMPARE(talk.conversation.stage(), std::string("check"));
    const auto result = talk.conversation.result({});
    QCOMPARE(result.error().message, kFailure.error.message);
    QCOMPARE(result.error().where, kFailure.error.where);
    QCOMPARE(result.error().hint, kFailure.error.hint);
    QCOMPARE(talk.left(), std::optional(3000ms));
  }

  void aRequestThatIsTooLongIsAnError() {
    Talk talk;
    RunRequest request;
    request.specText = std::string(kMaxFramePayload, 'x');
    QCOMPARE(talk.conversation.begin("app", request, talk.now).error().code,
             ErrorCode::InvalidInput);
  }

  void aWorkerThatViolatesTheProtocolIsKilled_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const Stream &bytes, const char *message) {
      QTest::newRow(name) << QByteArray(reinterpret_cast<const char *>(bytes.data()),
                                        qsizetype(bytes.size()))
                          << message;
    };
    QTest::newRow("text") << QByteArray("Segmentation fault")
                          << "expected a worker message, received other data";
    row("no hello", bytesOf({StageMessage{"parse"}}), "the first message is not a hello");
    row("other version", bytesOf({HelloMessage{99, "collect 9"}}),
        "'collect 9' uses worker protocol version 99");
    row("a message of the application", bytesOf({HelloMessage{}, CancelRequest{}}),
        "only the application may send");
    row("a second hello", bytesOf({HelloMessage{}, HelloMessage{}}),
        "only the application may send");
  }
  void aWorkerThatViolatesTheProtocolIsKilled() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    Talk talk;
    const auto violation = std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())));
    QVERIFY(!talk.conversation.take(violation, talk.now));
    QVERIFY(talk.take({HelloMessage{}, ResultMessage{}})); // ignored
    const auto result = talk.conversation.result({0, SIGKILL});
    QVERIFY(!result);
    QVERIFY2(result.error().message.find(message.toStdString()) != std::string::npos,
             result.error().message.c_str());
  }

  void aWorkerWithoutAHelloIsKilled() {
    Talk talk;
    QVERIFY(!talk.expireAfter(19'999ms));
    QVERIFY(talk.expireAfter(1ms));
    QVERIFY(!talk.expireAfter(1h)); // once
    const auto result = talk.conversation.result({0, SIGKILL});
    QCOMPARE(result.error().message, std::string("the worker does not answer"));
    QCOMPARE(result.error().where, std::string("/opt/collect"));
  }

  void onlyTheLaunchIsLimited() {
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}}));
    QCOMPARE(talk.left(), kNoDeadline);
    QVERIFY(talk.take({StageMessage{"launch"}}));
    QCOMPARE(talk.left(), std::optional(60'000ms));
    talk.now += 10s;
    QVERIFY(talk.take({ProgressMessage{0.1}}));
    QCOMPARE(talk.left(), std::optional(50'000ms));
    QVERIFY(talk.take({StageMessage{"check"}}));
    QCOMPARE(talk.left(), kNoDeadline);
    QVERIFY(talk.take({StageMessage{"launch"}}));
    QVERIFY(talk.expireAfter(60s));
    const auto result = talk.conversation.result({0, SIGKILL});
    QCOMPARE(result.error().where, std::string("stage launch"));
    QVERIFY(result.error().message.starts_with("the kernel did not stop at its time limit"));
  }

  void aResultThatArrivedInTimeCountsAfterTheDeadline() {
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}, StageMessage{"launch"}}));
    QVERIFY(talk.expireAfter(60s));
    QVERIFY(talk.take({ResultMessage{}}));
    QVERIFY(talk.conversation.result({0, SIGKILL}));
  }

  void aStopHasItsOwnDeadline() {
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}, StageMessage{"launch"}}));
    QVERIFY(!talk.conversation.isCancelling());
    const std::vector<WorkerMessage> sent = messagesOf(talk.conversation.cancel(talk.now));
    QVERIFY(sent == std::vector<WorkerMessage>{CancelRequest{}});
    QVERIFY(talk.conversation.isCancelling());
    talk.now += 1s;
    QVERIFY(talk.take({StageMessage{"launch"}, StageMessage{"check"}}));
    QCOMPARE(talk.left(), std::optional(2000ms)); // no stage of the run extends it
    QVERIFY(talk.expireAfter(2s));
    QCOMPARE(talk.conversation.result({0, SIGKILL}).error().code, ErrorCode::Cancelled);
  }

  void aStoppedWorkerMaySaveItsRecordsUntilItIsHurried() {
    for (const char *stage : {"decode", "write"}) {
      Talk talk;
      QVERIFY(talk.take({HelloMessage{}, StageMessage{"launch"}}));
      talk.conversation.cancel(talk.now);
      QVERIFY(talk.take({StageMessage{stage}}));
      QVERIFY(!talk.expireAfter(60s));
      talk.conversation.hurry(talk.now);
      QCOMPARE(talk.left(), std::optional(3000ms));
      QVERIFY(talk.expireAfter(3s));
    }
  }

  void aStopBeforeTheHelloKeepsItsDeadline() {
    Talk talk;
    talk.conversation.cancel(talk.now);
    QVERIFY(talk.take({HelloMessage{}}));
    QCOMPARE(talk.left(), std::optional(3000ms));
  }

  void resultsOfAnotherMachineExtendTheDeadlineOfAStop() {
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}, StageMessage{"launch"}}));
    talk.conversation.cancel(talk.now);
    QVERIFY(talk.take({StageMessage{std::string(kReceiveStage)}}));
    for (int i = 0; i < 10; ++i) {
      QVERIFY(!talk.expireAfter(2s));
      QVERIFY(talk.take({ProgressMessage{0.1 * i}}));
      QCOMPARE(talk.left(), std::optional(3000ms));
    }
    QVERIFY(talk.expireAfter(3s));
  }

  void aStoppedWorkerMayStillReturnItsError() {
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}}));
    talk.conversation.cancel(talk.now);
    QVERIFY(talk.take({kFailure}));
    QCOMPARE(talk.conversation.result({}).error().code, ErrorCode::RunFailed);
  }

  void aWorkerThatDiesIsDescribed_data() {
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("message");
    QTest::newRow("killed") << 0 << SIGKILL
                            << "the worker process was killed, probably because memory ran "
                               "out";
    QTest::newRow("crash") << 0 << SIGSEGV
                           << "the worker process was terminated by SIGSEGV (Segmentation fault)";
    QTest::newRow("real-time signal")
        << 0 << SIGRTMIN + 1
        << QString("the worker process was terminated by signal %1").arg(SIGRTMIN + 1);
    QTest::newRow("exit") << 7 << 0
                          << "the worker process ended with exit code 7 before it returned a "
                             "result";
  }
  void aWorkerThatDiesIsDescribed() {
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    QFETCH(QString, message);
    Talk talk;
    QVERIFY(talk.take({HelloMessage{}}));
    const auto early = talk.conversation.result({exitCode, signal});
    QCOMPARE(early.error().code, ErrorCode::RunFailed);
    QCOMPARE(QString::fromStdString(early.error().message), message);
    QCOMPARE(early.error().where, std::string("before the first stage"));
    QVERIFY(talk.take({StageMessage{"lower"}}));
    QCOMPARE(talk.conversation.result({exitCode, signal}).error().where,
             std::string("stage lower"));
  }

  void aBannerIsSkippedOnlyWhereItIsAllowed() {
    const Stream text(10, std::byte{'x'});
    MessageStream remote(Banner::Skipped);
    QVERIFY(remote.append(text));
    QVERIFY(!remote.next().value());
    QVERIFY(remote.append(bytesOf({HelloMessage{}, StageMessage{"parse"}})));
    QVERIFY(remote.hasMessage() && !remote.hasHello());
    QVERIFY(std::holds_alternative<HelloMessage>(*remote.next().value()));
    QVERIFY(remote.hasHello());
    QVERIFY(std::holds_alternative<StageMessage>(*remote.next().value()));
    QCOMPARE(remote.banner(), std::string("xxxxxxxxxx"));
    MessageStream local(Banner::Rejected);
    QVERIFY(local.append(text));
    QVERIFY(!local.next());
  }
};

QTEST_GUILESS_MAIN(ConversationTest)
#include "conversation_test.moc"
