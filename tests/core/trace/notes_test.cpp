// SPDX-License-Identifier: Apache-2.0
// Notes have sentences and words, keys of facts have words, and unknown counts stay unknown.
#include <QtTest>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <array>
#include <cctype>
#include <set>

#include "core/trace/fact_words.h"
#include "core/trace/notes.h"
#include "core/trace/record_counts.h"
#include "core/trace/trace_builder.h"
#include "tests/support/golden_file.h"

using namespace pstudio;

namespace {

Note noteOf(const char *code, uint64_t count = 1, const char *message = "A sentence.") {
  return {Note::Severity::DataLoss, code, message, count};
}

struct NamedCode {
  const char *name;
  NoteCode code;
};

constexpr auto kCodes = std::to_array<NamedCode>({
#define PSTUDIO_NOTE(name, ...) {#name, NoteCode::name},
#include "core/trace/notes.def"
#undef PSTUDIO_NOTE
});

const NoteKind &kindOf(NoteCode code) {
  return noteKinds()[static_cast<size_t>(code)];
}

/// "record.cta-not-run" for "RecordCtaNotRun", but for the punctuation.
std::string lettersOf(std::string_view code) {
  std::string letters;
  for (const char c : code)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

/// The enumerators that sources of the product name.
std::set<std::string> namesInSources() {
  const QRegularExpression name(QStringLiteral("NoteCode::(\\w+)"));
  std::set<std::string> names;
  for (const char *folder : {"/app", "/core", "/collector"}) {
    QDirIterator files(QStringLiteral(PSTUDIO_SOURCE_DIR) + QLatin1String(folder),
                       {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      if (!file.open(QIODevice::ReadOnly))
        continue;
      auto found = name.globalMatch(QString::fromUtf8(file.readAll()));
      while (found.hasNext())
        names.insert(found.next().captured(1).toStdString());
    }
  }
  return names;
}

std::string_view severityName(Note::Severity severity) {
  switch (severity) {
  case Note::Severity::Info:
    return "info";
  case Note::Severity::DataLoss:
    return "data loss";
  case Note::Severity::Error:
    return "error";
  }
  return "";
}

/// docs/notes.md.
std::string document() {
  std::string text = R"(# Notes of a trace

What a run or a reader cannot record, read or guarantee is a note in the trace. A note has a code, a severity, a message and a
count. `proton-collect info` and the window list the notes of a trace; the code is the same in every version. The table lists every
note that this program adds, with `{name}` for a value of the individual note. A note of another program or version is shown with
the message that is in its file.

The table is made from `core/trace/notes.def`: `PSTUDIO_UPDATE_GOLDENS=1 notes_test` writes it.

| code | severity | message |
|---|---|---|
)";
  for (const NoteKind &kind : noteKinds())
    text += "| `" + std::string(kind.code) + "` | " + std::string(severityName(kind.severity)) +
            " | " + std::string(kind.sentences) + (kind.advice.empty() ? "" : " ") +
            std::string(kind.advice) + " |\n";
  return text;
}

} // namespace

class NotesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyNoteIsUsedAndIsNamedAsItsCode() {
    const std::set<std::string> used = namesInSources();
    if (used.empty())
      QSKIP("the sources are not here: the test runs on another machine than it was built on");
    for (const auto &[name, code] : kCodes) {
      QVERIFY2(used.contains(name), name);
      QCOMPARE(lettersOf(name), lettersOf(kindOf(code).code));
    }
  }

  void theDocumentListsEveryNote() {
    const QString difference =
        test::differenceFromGolden(QStringLiteral("docs/notes.md"), document());
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }

  void everyKindHasWordsAndWholeSentences() {
    for (const NoteKind &kind : noteKinds()) {
      QVERIFY2(!kind.one.empty() && kind.one.find('#') == std::string_view::npos, kind.code.data());
      QVERIFY2(kind.many.empty() || kind.many.find('#') != std::string_view::npos,
               kind.code.data());
      QVERIFY2(kind.sentences.ends_with('.'), kind.code.data());
      QVERIFY2(kind.advice.empty() || kind.advice.ends_with('.'), kind.code.data());
    }
  }

  void valuesTakeThePlacesOfNamesAndTheAdviceFollows() {
    const Note unmatched = makeNote(NoteCode::ActivityUnmatched, {"CUPTI", "2", "{3}"}, 7);
    QCOMPARE(unmatched.message,
             std::string("CUPTI recorded 2 kernels of {3} launches. Its activity cannot be "
                         "assigned to launches and was left out."));
    QCOMPARE(unmatched.code, std::string("activity.unmatched"));
    QVERIFY(unmatched.severity == Note::Severity::DataLoss && unmatched.count == 7);
    QCOMPARE(makeNote(NoteCode::SamplesNone).message,
             std::string("The kernel is too short for a PC sample. Use a shorter period."));
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
    QCOMPARE(wordsOfFact("buffer.slotsPerUnit"), std::string_view("record slots per unit"));
    QCOMPARE(wordsOfFact("my own key"), std::string_view("my own key"));
    QCOMPARE(wordsOfFactValue("compile.facts", "2:align16"),
             std::string("argument 2 is 16-byte aligned"));
    QCOMPARE(wordsOfFactValue("compile.facts", "1:div16,3:one,4:div16"),
             std::string("arguments 1, 4 are multiples of 16; argument 3 is 1"));
    QCOMPARE(wordsOfFactValue("compile.facts", "other"), std::string("other"));
    QCOMPARE(wordsOfFactValue("mode", "2:align16"), std::string("2:align16"));
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

QTEST_GUILESS_MAIN(NotesTest)
#include "notes_test.moc"
