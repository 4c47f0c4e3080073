// SPDX-License-Identifier: Apache-2.0
// Kernels that stay loaded on the CPU target: instrumented, restored and launched in any order.
#include <QTemporaryDir>
#include <QtTest>

#include "collector/live_kernels.h"
#include "tests/support/trace_text.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::textOf;

namespace {

class Log final : public ProgressSink {
public:
  std::vector<std::string> stages, lines;
  void stage(std::string_view name) override { stages.emplace_back(name); }
  void fraction(double) override {}
  void log(std::string_view line) override { lines.emplace_back(line); }
  size_t compiles() const { return size_t(std::ranges::count(stages, "lower")); }
  bool has(const std::string &part) const {
    return std::ranges::any_of(
        lines, [&](const std::string &line) { return line.find(part) != std::string::npos; });
  }
};

RunSpec loadSpec(const std::string &path) {
  auto spec = loadRunSpec(std::string(PSTUDIO_SOURCE_DIR) + "/" + path);
  if (!spec)
    qFatal("%s", qPrintable(textOf(spec.error())));
  return *spec;
}

RunSpec vectorAdd() {
  return loadSpec("resources/kernels/vector_add.json");
}
RunSpec reduction() {
  return loadSpec("resources/kernels/reduction.json");
}

/// The text of a trace without its date and the results of the cache.
std::string comparableText(const Trace &trace) {
  std::string text = traceToText(trace);
  text = text.substr(text.find('\n'));
  const std::string fact = " compile.cache=\"miss\"";
  for (size_t at; (at = text.find(fact)) != text.npos;)
    text.erase(at, fact.size());
  return text;
}

std::string modeOf(const LiveKernels &session, size_t kernel) {
  return session.kernels().at(kernel).mode;
}

} // namespace

class LiveKernelsTest : public QObject {
  Q_OBJECT

private:
  Log m_log;
  std::atomic<bool> m_cancel{false};

  Result<std::unique_ptr<LiveKernels>> open(std::vector<RunSpec> specs,
                                            const CollectOptions &options = withoutCache()) {
    return openLiveKernels(std::move(specs), m_log, m_cancel, options);
  }
  static CollectOptions withoutCache() {
    CollectOptions options;
    options.cache = CacheSettings{{}, 0};
    return options;
  }

private Q_SLOTS:
  void init() {
    m_log = Log();
    m_cancel = false;
  }

  void aKernelThatNobodyInstrumentedIsVerifiedAndLeavesNoTrace() {
    auto session = open({vectorAdd()});
    VERIFY_RESULT(session);
    QCOMPARE(modeOf(**session, 0), std::string());
    const auto outcome = (*session)->launch("vector_add");
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(!outcome->trace);
    QCOMPARE(outcome->launches.size(), size_t{1});
    QVERIFY(outcome->launches[0].duration.ends_with("virtual cycles"));
    QVERIFY(outcome->launches[0].checks.at(0).passed());
  }

  void anInstrumentedLaunchHasTheTraceOfARunOfItsOwn() {
    RunSpec spec = reduction();
    const auto mode = InstrumentationMode::parse("functions,barriers:granularity=cta");
    VERIFY_RESULT(mode);
    spec.mode = *mode;
    const auto cold = collect(spec, m_log, m_cancel, withoutCache());
    VERIFY_RESULT(cold);
    auto session = open({spec});
    VERIFY_RESULT(session);
    const auto changed = (*session)->instrument("*", mode->toString());
    VERIFY_RESULT(changed);
    QCOMPARE(*changed, std::vector<std::string>{spec.function});
    QCOMPARE(modeOf(**session, 0), mode->toString());
    const auto live = (*session)->launch("*");
    VERIFY_RESULT(live);
    QVERIFY(live->trace && !live->failure);
    QVERIFY(live->trace->sliceCount() > 0);
    QCOMPARE(comparableText(*live->trace), comparableText(cold->trace));
  }

  void everyLaunchStartsFromTheInitialValues() {
    auto session = open({reduction()});
    VERIFY_RESULT(session);
    VERIFY_RESULT((*session)->instrument("reduction", "default"));
    for (int i = 0; i < 3; ++i) {
      const auto outcome = (*session)->launch("reduction");
      VERIFY_RESULT(outcome);
      QVERIFY2(!outcome->failure, outcome->failure ? qPrintable(textOf(*outcome->failure)) : "");
      QVERIFY(outcome->launches[0].checks.at(0).passed());
      QVERIFY(outcome->trace && outcome->trace->sliceCount() > 0);
    }
  }

  void restoringCompilesNothingAndGivesTheOriginalTimes() {
    auto session = open({vectorAdd()});
    VERIFY_RESULT(session);
    const auto before = (*session)->launch("*");
    VERIFY_RESULT(before);
    VERIFY_RESULT((*session)->instrument("*", "default"));
    VERIFY_RESULT((*session)->launch("*"));
    QCOMPARE(m_log.compiles(), size_t{2}); // the original, and with the mode
    VERIFY_RESULT((*session)->restore("vector_*"));
    const auto after = (*session)->launch("*");
    VERIFY_RESULT(after);
    QVERIFY(!after->trace && !after->failure);
    QCOMPARE(after->launches[0].duration, before->launches[0].duration);
    // The code of an earlier mode of the kernel is still loaded.
    VERIFY_RESULT((*session)->instrument("*", "default"));
    const auto again = (*session)->launch("*");
    VERIFY_RESULT(again);
    QVERIFY(again->trace && again->trace->sliceCount() > 0);
    QCOMPARE(m_log.compiles(), size_t{2});
  }

  void modeNoneRestores() {
    auto session = open({vectorAdd()});
    VERIFY_RESULT(session);
    VERIFY_RESULT((*session)->instrument("*", "default"));
    VERIFY_RESULT((*session)->instrument("*", "none"));
    QCOMPARE(modeOf(**session, 0), std::string());
    QCOMPARE(m_log.compiles(), size_t{2});
  }

  void kernelsHaveModesOfTheirOwn() {
    auto session = open({vectorAdd(), reduction()});
    VERIFY_RESULT(session);
    VERIFY_RESULT((*session)->instrument("vector_add", "functions:granularity=cta"));
    VERIFY_RESULT((*session)->instrument("reduction", "default:strategy=stream"));
    const auto outcome = (*session)->launch("*");
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->trace && !outcome->failure);
    QCOMPARE(outcome->trace->launches().size(), size_t{2});
    const std::string text = traceToText(*outcome->trace);
    for (const char *mode :
         {"mode=\"functions:granularity=cta\"", "mode=\"default:strategy=stream\""})
      QVERIFY2(text.find(mode) != std::string::npos, text.c_str());
    for (const Launch &launch : outcome->trace->launches())
      QVERIFY(launch.recordsWritten > 0);

    // Only one of them is instrumented: the trace contains the launch of the other one without
    // records.
    VERIFY_RESULT((*session)->restore("vector_add"));
    const auto mixed = (*session)->launch("*");
    VERIFY_RESULT(mixed);
    QVERIFY2(mixed->trace, mixed->failure ? qPrintable(textOf(*mixed->failure)) : "");
    QCOMPARE(mixed->trace->launches().size(), size_t{2});
    QCOMPARE(mixed->trace->launches()[0].recordsWritten, uint64_t{0});
    QCOMPARE(mixed->trace->launches()[1].recordsWritten,
             outcome->trace->launches()[1].recordsWritten);
    const auto one = (*session)->launch("reduction");
    VERIFY_RESULT(one);
    QCOMPARE(one->trace->launches().size(), size_t{1});
  }

  void warningsOfEveryKernelAreInTheTrace() {
    auto session = open({vectorAdd(), reduction()});
    VERIFY_RESULT(session);
    VERIFY_RESULT((*session)->instrument("vector_add", "functions"));
    VERIFY_RESULT((*session)->instrument("reduction", "functions:include=nothing"));
    const auto outcome = (*session)->launch("*");
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->trace && !outcome->failure);
    const auto notes = outcome->trace->notes();
    QVERIFY(std::ranges::any_of(notes, [](const Note &note) {
      return note.code == "compile.warning" &&
             note.message.find("include=nothing matches no function") != std::string::npos;
    }));
  }

  void rejectedModesLeaveTheKernelsAsTheyWere_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("part");
    QTest::newRow("no mode") << "loop"
                             << "did you mean";
    QTest::newRow("no such warps") << "default:warps=99"
                                   << "has warps 0-7";
    QTest::newRow("too many slots") << "default:buffer_type=shared:slots=1048576"
                                    << "shared";
    QTest::newRow("too much memory") << "default:slots=16777216"
                                     << "profile buffer";
  }
  void rejectedModesLeaveTheKernelsAsTheyWere() {
    QFETCH(QString, mode);
    QFETCH(QString, part);
    auto session = open({reduction(), vectorAdd()});
    VERIFY_RESULT(session);
    VERIFY_RESULT((*session)->instrument("vector_add", "functions"));
    const auto rejected = (*session)->instrument("vector_add", mode.toStdString());
    QVERIFY(!rejected);
    QVERIFY2(textOf(rejected.error()).contains(part), qPrintable(textOf(rejected.error())));
    QCOMPARE(modeOf(**session, 1), std::string("functions"));
    const auto outcome = (*session)->launch("*");
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(outcome->trace->launches()[1].recordsWritten > 0);
  }

  void aModeThatOneOfTheKernelsCannotTakeChangesNone() {
    RunSpec small = reduction(); // its CTAs have as many warps, but there are fewer CTAs
    auto session = open({vectorAdd(), small});
    VERIFY_RESULT(session);
    const uint64_t ctas = extentProduct(small.grid);
    QVERIFY(ctas < extentProduct(vectorAdd().grid));
    const auto rejected = (*session)->instrument("*", "default:ctas=" + std::to_string(ctas));
    QVERIFY(!rejected);
    QCOMPARE(modeOf(**session, 0), std::string());
    QCOMPARE(modeOf(**session, 1), std::string());
  }

  void unknownKernelsAreRejectedWithTheNamesThereAre() {
    auto session = open({vectorAdd()});
    VERIFY_RESULT(session);
    const auto instrumented = (*session)->instrument("vector_sub", "default");
    const auto restored = (*session)->restore("vector_sub");
    const auto launched = (*session)->launch("vector_sub");
    for (const Error *error :
         {instrumented ? nullptr : &instrumented.error(), restored ? nullptr : &restored.error(),
          launched ? nullptr : &launched.error()}) {
      QVERIFY(error && error->code == ErrorCode::InvalidInput);
      QVERIFY2(textOf(*error).contains("vector_add"), qPrintable(textOf(*error)));
    }
    VERIFY_RESULT((*session)->launch("vector_add"));
  }

  void aFaultLeavesTheSessionUsable() {
    auto session = open({loadSpec("tests/collector/kernels/illegal_address.json"), vectorAdd()});
    VERIFY_RESULT(session);
    VERIFY_RESULT((*session)->instrument("*", "functions"));
    const auto faulting = (*session)->launch("*");
    VERIFY_RESULT(faulting);
    QVERIFY(faulting->failure && faulting->failure->code == ErrorCode::RunFailed);
    QCOMPARE(faulting->launches.size(), size_t{1}); // the session launches no kernel after it
    QVERIFY(faulting->trace);                       // the records before the fault
    QVERIFY(!(*session)->isLost());
    const auto next = (*session)->launch("vector_add");
    VERIFY_RESULT(next);
    QVERIFY(!next->failure && next->trace->sliceCount() > 0);
  }

  void aWrongResultIsToldAndTheOtherKernelsAreLaunched() {
    auto session = open({loadSpec("tests/collector/kernels/wrong_result.json"), vectorAdd()});
    VERIFY_RESULT(session);
    const auto outcome = (*session)->launch("*");
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::WrongResult);
    QCOMPARE(outcome->launches.size(), size_t{2});
    QVERIFY(!outcome->launches[0].checks.at(0).passed());
    QVERIFY(outcome->launches[1].checks.at(0).passed());
  }

  void aStoppedLaunchCanBeMadeAgain() {
    auto session = open({vectorAdd()});
    VERIFY_RESULT(session);
    m_cancel = true;
    const auto stopped = (*session)->launch("*");
    VERIFY_RESULT(stopped);
    QVERIFY(stopped->failure && stopped->failure->code == ErrorCode::Cancelled);
    m_cancel = false;
    const auto next = (*session)->launch("*");
    VERIFY_RESULT(next);
    QVERIFY(!next->failure);
  }

  void anotherSessionTakesTheCodeFromTheCache() {
    const QTemporaryDir cache;
    CollectOptions options;
    options.cache = CacheSettings{cache.path().toStdString(), 1 << 24};
    for (const size_t compiles : {2u, 2u}) {
      auto session = open({vectorAdd()}, options);
      VERIFY_RESULT(session);
      VERIFY_RESULT((*session)->instrument("*", "default"));
      QCOMPARE(m_log.compiles(), compiles); // of both together
      const auto outcome = (*session)->launch("*");
      VERIFY_RESULT(outcome);
      QVERIFY(outcome->trace->sliceCount() > 0);
    }
    QVERIFY(m_log.has("from the cache"));
  }

  void whatCannotBeOneSessionIsRejected() {
    RunSpec elsewhere = reduction();
    elsewhere.target = "cuda";
    const auto mixed = open({vectorAdd(), elsewhere});
    QVERIFY(!mixed && mixed.error().code == ErrorCode::InvalidInput);
    const auto twice = open({vectorAdd(), vectorAdd()});
    QVERIFY(!twice);
    QVERIFY2(textOf(twice.error()).contains("twice"), qPrintable(textOf(twice.error())));
    QVERIFY(!open({}));
    RunSpec nowhere = vectorAdd();
    nowhere.target = "abacus";
    const auto unknown = open({nowhere});
    QVERIFY(!unknown && unknown.error().code == ErrorCode::Unsupported);
  }
};

QTEST_GUILESS_MAIN(LiveKernelsTest)
#include "live_kernels_test.moc"
