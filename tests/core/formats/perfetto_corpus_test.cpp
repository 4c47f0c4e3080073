// SPDX-License-Identifier: Apache-2.0
// Real Perfetto and Chrome traces: none causes a failure, and the counts agree with those of
// Perfetto's own importer. The list of files that agree is fixed, so that a regression is detected.
#include <QtTest>

#include <filesystem>

#include "core/formats/trace_file/trace_file.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

const QString kCorpus = QStringLiteral(PSTUDIO_SHARED_DATA "/perfetto/");

/// Counts that both importers report. Perfetto has no instants: it counts them as slices of length
/// 0.
struct Counts {
  qint64 slices = 0;
  qint64 samples = 0;
  qint64 flows = 0;
  qint64 unfinished = 0;
  qint64 lengthNs = 0; ///< sum over finished slices
  bool operator==(const Counts &) const = default;

  QString toText() const {
    return QString("%1 slices (%2 open, %3 ns), %4 samples, %5 flows")
        .arg(slices)
        .arg(unfinished)
        .arg(lengthNs)
        .arg(samples)
        .arg(flows);
  }
};

Counts expectedCounts(const QJsonObject &facts) {
  const auto value = [&](const char *key) {
    return static_cast<qint64>(facts.value(QLatin1String(key)).toDouble());
  };
  return {value("slices"), value("counters"), value("flows"), value("slices_unfinished"),
          value("slice_dur_sum")};
}

Counts countsOf(const Trace &trace) {
  Counts counts;
  counts.slices = static_cast<qint64>(trace.sliceCount() + trace.instants().size());
  counts.samples = static_cast<qint64>(trace.samples().size());
  counts.flows = static_cast<qint64>(trace.flows().size());
  qint64 picoseconds = 0;
  for (size_t i = 0; i < trace.sliceCount(); ++i) {
    const bool isOpen = (trace.sliceFlags()[i] & kSliceNoEnd) != 0;
    counts.unfinished += isOpen ? 1 : 0;
    picoseconds += isOpen ? 0 : trace.sliceDurations()[i];
  }
  counts.lengthNs = picoseconds / 1000;
  return counts;
}

QJsonObject readExpectations() {
  QFile file(kCorpus + "expected.json");
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                        : QJsonObject();
}

QStringList pinnedMatches() {
  QFile file(QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/core/formats/perfetto_matches.txt"));
  if (!file.open(QIODevice::ReadOnly))
    return {};
  QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
  lines.removeIf([](const QString &line) { return line.startsWith('#'); });
  return lines;
}

} // namespace

class PerfettoCorpusTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    m_expected = readExpectations();
    if (m_expected.isEmpty())
      QSKIP("the folder of real Perfetto traces is absent");
  }

  void everyFileOpensOrSaysWhyNot() {
    for (const QString &name : m_expected.keys()) {
      const Result<Trace> trace = readTraceFile((kCorpus + name).toStdString());
      if (trace)
        QVERIFY2(!traceToText(*trace).empty(), qPrintable(name));
      else
        QVERIFY2(!trace.error().message.empty(), qPrintable(name));
    }
  }

  void pinnedFilesAgreeWithPerfettosOwnImporter() {
    QStringList matches;
    int comparable = 0;
    for (const QString &name : m_expected.keys()) {
      const Counts expected = expectedCounts(m_expected.value(name).toObject());
      if (expected == Counts())
        continue; // the file has no data that a Trace holds
      ++comparable;
      const Result<Trace> trace = readTraceFile((kCorpus + name).toStdString());
      const Counts actual = trace ? countsOf(*trace) : Counts();
      if (trace && actual == expected)
        matches << name;
      else if (qEnvironmentVariableIsSet("PSTUDIO_SHOW"))
        qInfo("%s\n  Perfetto: %s\n  here:     %s", qPrintable(name), qPrintable(expected.toText()),
              trace ? qPrintable(actual.toText()) : trace.error().toString().c_str());
    }
    qInfo("%d of %d files that hold slices, samples or flows agree in all counts",
          int(matches.size()), comparable);
    if (qEnvironmentVariableIsSet("PSTUDIO_SHOW"))
      qInfo("%s", qPrintable(matches.join('\n')));
    for (const QString &pinned : pinnedMatches())
      QVERIFY2(matches.contains(pinned), qPrintable(pinned + " agreed before"));
    for (const QString &match : matches)
      QVERIFY2(pinnedMatches().contains(match),
               qPrintable(match + " agrees now: add it to perfetto_matches.txt"));
  }

private:
  QJsonObject m_expected;
};

QTEST_GUILESS_MAIN(PerfettoCorpusTest)
#include "perfetto_corpus_test.moc"
