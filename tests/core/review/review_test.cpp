// SPDX-License-Identifier: Apache-2.0
// Notes and views survive every file that holds them, and damage costs only the damaged part.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <random>

#include "core/base/file_bytes.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/pftrace/review_packet.h"
#include "core/formats/trace_file/review_file.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/review/review_json.h"
#include "tests/core/formats/random_trace.h"

using namespace pstudio;
using review::Review;

namespace {

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// Every field has a value that no other has.
class RandomReview {
public:
  explicit RandomReview(uint64_t seed) : m_random(seed) {}

  Review make() {
    Review review;
    for (uint64_t i = number(6); i > 0; --i)
      addNote(review, note());
    for (uint64_t i = number(4); i > 0; --i) {
      review.views.push_back(view());
      review.views.back().name = freeViewName(review, "v");
    }
    if (number(2) == 0)
      review.last = view();
    return review;
  }

private:
  uint64_t number(uint64_t below) { return m_random() % below; }
  std::string text() {
    static const std::array<std::string, 5> kTexts = {"", "a", "two\nlines", "\u00b5s \u2192 \"x\"",
                                                      std::string("nul\0!", 5)};
    return kTexts[number(kTexts.size())] + std::to_string(number(1000));
  }
  review::Note note() {
    review::Note note;
    note.begin = Picoseconds(static_cast<int64_t>(m_random()) / 4);
    note.end = note.begin + Picoseconds(static_cast<int64_t>(number(1u << 30)));
    note.track = number(2) == 0 ? "" : text();
    note.text = number(3) == 0 ? "" : text();
    note.color = static_cast<review::Color>(number(review::kColorCount));
    note.isCorrected = number(2) == 0;
    return note;
  }
  review::FoldRuns folds() {
    review::FoldRuns folds;
    if (number(2) == 0)
      folds = {m_random(), {static_cast<uint32_t>(number(9)), 1, UINT32_MAX, 0}, {3, 20}};
    return folds;
  }
  std::vector<std::string> paths() {
    std::vector<std::string> paths(number(3));
    for (std::string &path : paths)
      path = text();
    return paths;
  }
  review::View view() {
    review::View view;
    view.begin = Picoseconds(static_cast<int64_t>(number(1u << 30)) - (1 << 29));
    view.end = view.begin + Picoseconds(1 + static_cast<int64_t>(number(1u << 20)));
    view.isCorrected = number(2) == 0;
    view.scroll = static_cast<uint32_t>(m_random());
    view.grouping = text(), view.height = text(), view.color = text();
    view.pinned = paths(), view.hidden = paths();
    view.onlyKind = text(), view.onlyLabel = text(), view.filter = text();
    for (uint64_t i = number(3); i > 0; --i)
      view.moves.push_back({text(), text(), number(2) == 0});
    view.folds = folds(), view.chosenFolds = folds();
    return view;
  }

  std::mt19937_64 m_random;
};

Review smallReview() {
  Review review;
  addNote(review, {Picoseconds(10), Picoseconds(20), "k > CTA 0", "slow", review::Color::Red});
  addNote(review, {Picoseconds(30), Picoseconds(30), "", "second"});
  addNote(review, {Picoseconds(50), Picoseconds(60), "", "third"});
  review::View view;
  view.name = "start", view.end = Picoseconds(100), view.grouping = "sm-warp";
  review.views.push_back(view);
  return review;
}

std::string fileText(const std::filesystem::path &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const std::filesystem::path &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

constexpr const char *kChrome =
    R"({"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":2,"pid":1,"tid":1}]})";

} // namespace

class ReviewTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void randomReviewsComeBackFromPacketsAndJson() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      const Review review = RandomReview(seed).make();
      const review::ReadReview packet = readReviewPacket(bytesOf(reviewPacket(review)));
      QVERIFY2(packet.review == review && packet.skipped == 0,
               qPrintable(QString("packet, seed %1").arg(seed)));
      const auto text = review::parseReview(review::reviewToJson(review));
      QVERIFY2(text && text->review == review && text->skipped == 0,
               qPrintable(QString("JSON, seed %1").arg(seed)));
    }
  }

  void theTraceOfAFileWithNotesIsTheSame() {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      const Trace trace = test::randomTrace(seed);
      const Review review = RandomReview(seed).make();
      for (const bool isCompressed : {false, true}) {
        PftraceOptions options{.isCompressed = isCompressed};
        const std::string without = *writePftraceToString(trace, options);
        options.review = &review;
        const std::string with = *writePftraceToString(trace, options);
        QCOMPARE(with, reviewPacket(review) + without);
        const Result<Trace> again = readTraceBytes(bytesOf(with), "");
        QVERIFY(again.has_value());
        QCOMPARE(test::difference(trace, *again), std::string());
        QVERIFY(readReviewPacket(bytesOf(with)).review == review);
        QVERIFY(isOwnPftrace(bytesOf(with)) && isOwnPftrace(bytesOf(without)));
      }
    }
  }

  void aDamagedNoteCostsOnlyItself() {
    Review review = smallReview();
    review.notes[1].end = Picoseconds(29); // before its begin
    review.views.push_back(review.views[0]);
    review.views[1].filter = "\xff";
    const review::ReadReview packet = readReviewPacket(bytesOf(reviewPacket(review)));
    QCOMPARE(packet.skipped, size_t(2));
    QCOMPARE(packet.review.notes.size(), size_t(2));
    QCOMPARE(packet.review.notes[1].text, std::string("third"));
    QCOMPARE(packet.review.views.size(), size_t(1));
    std::string json = review::reviewToJson(smallReview());
    json.replace(json.find("\"red\""), 5, "\"mud\"");
    const auto text = review::parseReview(json);
    QVERIFY(text.has_value());
    QCOMPARE(text->skipped, size_t(1));
    QCOMPARE(text->review.notes.size(), size_t(2));
  }

  void noFlippedByteDoesHarm() {
    const Review review = smallReview();
    const std::string packet = reviewPacket(review);
    size_t readable = 0;
    for (size_t at = 0; at < packet.size(); ++at)
      for (const int bit : {0, 3, 7}) {
        std::string damaged = packet;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
        const review::ReadReview read = readReviewPacket(bytesOf(damaged));
        readable += read.review.notes.empty() ? 0 : 1;
        for (const review::Note &note : read.review.notes)
          QVERIFY(isUsable(note));
        QVERIFY(readReviewPacket(bytesOf(packet.substr(0, at))).review.isEmpty());
      }
    QVERIFY(readable > packet.size()); // a flip costs a note at most, mostly nothing of the rest
  }

  void textThatIsNoReviewIsRejectedWithTheReason() {
    QVERIFY(!review::parseReview("{"));
    QVERIFY(!review::parseReview("[]"));
    const auto other = review::parseReview(R"({"format": "x"})");
    QVERIFY(!other.has_value());
    QVERIFY(other.error().message.find("not a file of notes") != std::string::npos);
    QVERIFY(!review::parseView(R"({"begin_ps": 5, "end_ps": 5})"));
    const review::View view = smallReview().views[0];
    QVERIFY(*review::parseView(review::viewToJson(view)) == view);
  }

  void notesAreInTheOrderOfTheirTimes() {
    const Review review = smallReview();
    Review unordered;
    for (size_t i : {2, 0, 1})
      addNote(unordered, review.notes[i]);
    QVERIFY(unordered.notes == review.notes);
    QCOMPARE(freeViewName(review, "start"), std::string("start 2"));
    QCOMPARE(freeViewName(review, "end"), std::string("end"));
  }

  void notesOfAnotherProgramsFileGoBesideIt() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.json").toStdString();
    writeText(file, kChrome);
    const Trace trace = *readTraceFile(file);
    QVERIFY(readReviewOf(file)->review.isEmpty());
    const auto saved = saveReviewOf(file, trace, smallReview());
    QVERIFY(saved.has_value());
    QCOMPARE(*saved, review::notesFileOf(file));
    QCOMPARE(fileText(file), std::string(kChrome));
    QVERIFY(readReviewOf(file)->review == smallReview());
    QVERIFY(saveReviewOf(file, trace, {}).has_value());
    QVERIFY(!std::filesystem::exists(*saved));
  }

  void notesOfOurOwnFileGoIntoIt() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.pftrace").toStdString();
    QVERIFY(writePftrace(test::randomTrace(7), file));
    const Trace trace = *readTraceFile(file);
    QCOMPARE(*saveReviewOf(file, trace, smallReview()), file);
    QVERIFY(!std::filesystem::exists(review::notesFileOf(file)));
    QVERIFY(readReviewOf(file)->review == smallReview());
    QCOMPARE(test::difference(*readTraceFile(file), trace), std::string());
    QCOMPARE(*saveReviewOf(file, trace, {}), file);
    QVERIFY(readReviewOf(file)->review.isEmpty());
  }

  void aFileThatIsNotWholeIsNotWrittenAnew() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.pftrace").toStdString();
    const std::string whole = *writePftraceToString(test::randomTrace(7), {.isCompressed = false});
    writeText(file, whole.substr(0, whole.size() - 5));
    const Trace trace = *readTraceFile(file);
    QCOMPARE(*saveReviewOf(file, trace, smallReview()), review::notesFileOf(file));
    QCOMPARE(fileText(file), whole.substr(0, whole.size() - 5));
    QVERIFY(readReviewOf(file)->review == smallReview());
  }

  void perfettoFilesAreNotWrittenAnew() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.pftrace").toStdString();
    const std::string foreign("\x0a\x04\x08\x01\x50\x01\x0a\x02\x08\x02", 10);
    writeText(file, foreign);
    QVERIFY(!isOwnPftrace(bytesOf(foreign)));
    QCOMPARE(*saveReviewOf(file, *readTraceFile(file), smallReview()), review::notesFileOf(file));
    QCOMPARE(fileText(file), foreign);
  }

  void savingATraceReplacesNotesBesideIt() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.pftrace").toStdString();
    writeText(review::notesFileOf(file), review::reviewToJson(smallReview()));
    Review other;
    addNote(other, {Picoseconds(1), Picoseconds(2), "", "new"});
    QVERIFY(writeReviewedTrace(test::randomTrace(7), other, file));
    QVERIFY(readReviewOf(file)->review == other);
    // A file of this name that is not ours stays.
    writeText(review::notesFileOf(file), "my notes");
    QVERIFY(writeReviewedTrace(test::randomTrace(7), other, file));
    QCOMPARE(fileText(review::notesFileOf(file)), std::string("my notes"));
    const auto unread = readReviewOf(file);
    QVERIFY(!unread.has_value());
    QVERIFY(unread.error().where.find("a.pftrace.notes") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(ReviewTest)
#include "review_test.moc"
