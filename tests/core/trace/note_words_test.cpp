// SPDX-License-Identifier: Apache-2.0
// Codes of notes and keys of facts have words, and counts that are not known stay unknown.
#include <QtTest>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <set>

#include "core/trace/note_words.h"
#include "core/trace/record_counts.h"
#include "core/trace/trace_builder.h"

using namespace pstudio;

namespace {

Note noteOf(const char *code, uint64_t count = 1, const char *message = "A sentence.") {
  return {Note::Severity::DataLoss, code, message, count};
}

/// Strings of the sources that look like the code of a note: "record.cta-not-run".
std::set<std::string> codesOfSources() {
  // The categories of asynchronous events and file names have the same form.
  static const std::set<std::string> kOthers = {"async.arrive", "async.bulk",   "async.commit",
                                                "async.flight", "async.init",   "async.issue",
                                                "async.wait",   "trace.pftrace"};
  const QRegularExpression code(QStringLiteral(
      "\"((?:activity|async|chrome-json|counters|import|pftrace|record|rocprof|run|samples|trace|"
      "triton)\\.[a-z0-9]+(?:-[a-z0-9]+)*|compile\\.warning)\""));
  std::set<std::string> codes;
  for (const char *folder : {"/core", "/collector"}) {
    QDirIterator files(QStringLiteral(PSTUDIO_SOURCE_DIR) + QLatin1String(folder),
                       {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
      const QString path = files.next();
      QFile file(path);
      if (path.endsWith(QLatin1String("note_words.cpp")) || !file.open(QIODevice::ReadOnly))
        continue;
      auto found = code.globalMatch(QString::fromUtf8(file.readAll()));
      while (found.hasNext())
        codes.insert(found.next().captured(1).toStdString());
    }
  }
  for (const std::string &other : kOthers)
    codes.erase(other);
  return codes;
}

} // namespace

class NoteWordsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyCodeOfTheSourcesHasWordsAndEveryWordItsCode() {
    const std::set<std::string> inSources = codesOfSources();
    if (inSources.empty())
      QSKIP("the sources are not here: the test runs on another machine than it was built on");
    std::set<std::string> inTable;
    for (const NoteWords &words : noteWords()) {
      inTable.insert(std::string(words.code));
      QVERIFY2(inSources.contains(std::string(words.code)), words.code.data());
      QVERIFY2(!words.one.empty() && words.one.find('#') == std::string_view::npos,
               words.code.data());
    }
    for (const std::string &code : inSources)
      QVERIFY2(inTable.contains(code),
               (code + " has no line in core/trace/note_words.cpp").c_str());
  }

  void aNoteIsWordsWithItsCount() {
    QCOMPARE(wordsOf(noteOf("record.cta-not-finalized")), std::string("1 CTA did not end"));
    QCOMPARE(wordsOf(noteOf("record.cta-not-finalized", 12'288)),
             std::string("12,288 CTAs did not end"));
    QCOMPARE(wordsOf(noteOf("run.stopped", 3)), std::string("the run was stopped"));
    QVERIFY(roleOf(noteOf("pftrace.truncated")) == NoteRole::FileDamage);
    QVERIFY(roleOf(noteOf("record.dropped")) == NoteRole::StatedByNumbers);
  }

  void aCodeOfANewerVersionIsTheBeginningOfItsMessage() {
    QCOMPARE(wordsOf(noteOf("later.thing")), std::string("A sentence."));
    const std::string words = wordsOf(noteOf(
        "later.thing", 1, "Something that this version has never heard of happened to the trace."));
    QVERIFY(words.starts_with("Something that this version"));
    QVERIFY(words.ends_with("\u2026"));
    QVERIFY(words.size() < 66);
    QVERIFY(roleOf(noteOf("later.thing")) == NoteRole::Plain);
  }

  void aFactIsWordsAndAnUnknownKeyItself() {
    QCOMPARE(wordsOfFact("buffer.slotsPerUnit"), std::string_view("slots per unit"));
    QCOMPARE(wordsOfFact("my own key"), std::string_view("my own key"));
    for (const FactWords &words : factWords())
      QVERIFY2(!words.words.empty() && words.words.find('.') == std::string_view::npos,
               words.key.data());
  }

  void launchesOfOtherProgramsHaveNoCountsAndOthersAreSummed() {
    TraceBuilder builder;
    QVERIFY(!recordCounts(Launch()));
    builder.addLaunch({});
    {
      TraceBuilder foreign;
      foreign.addLaunch({});
      QVERIFY(!recordCounts(std::move(foreign).finish()));
    }
    Launch launch;
    launch.grid = {1, 1, 1};
    QVERIFY(recordCounts(launch) == RecordCounts()); // it recorded, and wrote nothing
    launch.recordsWritten = 10;
    launch.recordsDropped = 2;
    launch.recordsUnmatched = 1;
    builder.addLaunch(launch);
    builder.addLaunch(launch);
    QVERIFY(recordCounts(std::move(builder).finish()) == (RecordCounts{20, 4, 2}));
  }
};

QTEST_GUILESS_MAIN(NoteWordsTest)
#include "note_words_test.moc"
