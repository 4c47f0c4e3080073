// SPDX-License-Identifier: Apache-2.0
// Captures of real runs (tests/data/captures) decode to the traces in the text files next to them.
#include <QDir>
#include <QtTest>

#include <map>
#include <sstream>

#include "core/base/deflate.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/arg_names.h"
#include "tests/support/trace_text.h"
#include "tests/support/golden_file.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

const QString kFolder = QStringLiteral("tests/data/captures");
constexpr qint64 kMostBytes = 300 * 1024; ///< of a capture, to keep the repository small
constexpr size_t kLines = 400;            ///< of the trace's text in the golden file

QString pathOf(const QString &file) {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/") + kFolder + QLatin1Char('/') + file;
}

/// Number of slices of each name, and their total length.
std::string countsByName(const Trace &trace) {
  struct Count {
    uint64_t slices = 0;
    int64_t cycles = 0;
    uint64_t flagged = 0;
  };
  std::map<std::string_view, Count> counts;
  for (size_t i = 0; i < trace.sliceCount(); ++i) {
    Count &count = counts[trace.string(trace.sliceNames()[i])];
    ++count.slices;
    count.cycles += trace.sliceCycleDurations()[i];
    count.flagged += (trace.sliceFlags()[i] & ~kSliceAsync) != 0;
  }
  std::ostringstream out;
  for (const auto &[name, count] : counts)
    out << "slices \"" << name << "\" " << count.slices << " cycles " << count.cycles << " flagged "
        << count.flagged << '\n';
  return out.str();
}

/// The trace's text, truncated if it is long, with counts and a checksum for the omitted part.
std::string digestOf(const Trace &trace) {
  const std::string text = traceToText(trace);
  size_t end = 0;
  for (size_t line = 0; line < kLines && end < text.size(); ++line)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::ostringstream out;
  out << text.substr(0, end) << "... " << std::count(text.begin(), text.end(), '\n')
      << " lines, crc32 " << std::hex << crc32Of(std::as_bytes(std::span(text))) << std::dec << '\n'
      << countsByName(trace);
  return out.str();
}

/// Number of records from which the slices and instants were decoded: two for a slice, one if its
/// partner is missing. A flight has no records of its own: it uses those of its issue and its wait.
uint64_t recordsIn(const Trace &trace) {
  uint64_t records = trace.instants().size();
  for (size_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.sliceCategories()[i]) != kAsyncFlightCategory)
      records += (trace.sliceFlags()[i] & (kSliceNoStart | kSliceNoEnd)) != 0 ? 1 : 2;
  return records;
}

} // namespace

class GoldenCapturesTest : public QObject {
  Q_OBJECT

  void addFiles() {
    QTest::addColumn<QString>("file");
    for (const QString &file :
         QDir(pathOf({})).entryList({QStringLiteral("*.pscapture")}, QDir::Files, QDir::Name))
      QTest::newRow(qPrintable(file)) << file;
  }

private Q_SLOTS:
  void thereAreCaptures() {
    QVERIFY2(!QDir(pathOf({})).entryList({QStringLiteral("*.pscapture")}).isEmpty(),
             qPrintable(pathOf({})));
  }

  void eachDecodesToItsGoldenText_data() { addFiles(); }
  void eachDecodesToItsGoldenText() {
    QFETCH(QString, file);
    QVERIFY2(QFileInfo(pathOf(file)).size() <= kMostBytes, "too large to keep");
    const Result<Trace> trace = readTraceFile(pathOf(file).toStdString());
    VERIFY_RESULT(trace);
    const QString golden = QFileInfo(file).completeBaseName() + QStringLiteral(".txt");
    const QString difference =
        test::differenceFromGolden(kFolder + QLatin1Char('/') + golden, digestOf(*trace));
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }

  void eachAccountsForEveryRecord_data() { addFiles(); }
  void eachAccountsForEveryRecord() {
    QFETCH(QString, file);
    const Result<Trace> trace = readTraceFile(pathOf(file).toStdString());
    VERIFY_RESULT(trace);
    uint64_t kept = 0;
    for (const Launch &launch : trace->launches())
      kept += launch.recordsWritten - launch.recordsDropped;
    QVERIFY(kept > 0);
    QCOMPARE(recordsIn(*trace), kept);
  }

  /// A producer and 8 consumer warps, 64 turns on 4 slots, recorded completely: every pairing is
  /// certain.
  void realQueuesArePairedWithoutDoubt() {
    const Result<Trace> trace =
        readTraceFile(pathOf("gemm_wgmma_async_h200.pscapture").toStdString());
    VERIFY_RESULT(trace);
    for (const Note &note : trace->notes())
      QVERIFY2(!note.code.starts_with("async."), note.code.c_str());
    std::map<std::pair<std::string_view, EventRef::Kind>, int> arrows;
    for (const Flow &flow : trace->flows()) {
      const Slice to = trace->slice(SliceId(flow.to.index));
      ++arrows[{trace->string(to.name), flow.from.kind}];
    }
    constexpr int kCtas = 4;
    const std::map<std::pair<std::string_view, EventRef::Kind>, int> expected{
        {{"wait barrier gemm_wgmma.mlir:82", EventRef::Kind::Slice}, kCtas * 11},
        {{"wait mbarrier gemm_wgmma.mlir:110", EventRef::Kind::Instant}, kCtas * (64 - 4) * 8},
        {{"wait mbarrier gemm_wgmma.mlir:147", EventRef::Kind::Slice}, kCtas * 64 * 8},
        {{"wait wgmma gemm_wgmma.mlir:160", EventRef::Kind::Slice}, kCtas * 64 * 8}};
    QVERIFY(arrows == expected);
  }

  void eachSurvivesSaving_data() { addFiles(); }
  void eachSurvivesSaving() {
    QFETCH(QString, file);
    const Result<Trace> trace = readTraceFile(pathOf(file).toStdString());
    VERIFY_RESULT(trace);
    const Result<std::string> saved = writePftraceToString(*trace);
    VERIFY_RESULT(saved);
    const Result<Trace> again = readPftrace(std::as_bytes(std::span(*saved)), "");
    VERIFY_RESULT(again);
    QCOMPARE(QString::fromStdString(digestOf(*again)), QString::fromStdString(digestOf(*trace)));
  }
};

QTEST_GUILESS_MAIN(GoldenCapturesTest)
#include "golden_captures_test.moc"
