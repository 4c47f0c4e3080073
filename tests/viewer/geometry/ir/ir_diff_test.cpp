// SPDX-License-Identifier: Apache-2.0
// Differences of IR: shortest, complete, blind to the printer's numbers and to nothing else.
#include <QTest>

#include <numeric>
#include <random>

#include "viewer/geometry/ir/ir_diff.h"
#include "viewer/geometry/ir/ir_tokens.h"
#include "viewer/geometry/ir/value_numbers.h"

using namespace pstudio;

namespace {

std::vector<uint32_t> randomSequence(std::mt19937 &random, size_t longest, uint32_t kinds) {
  std::vector<uint32_t> sequence(random() % (longest + 1));
  for (uint32_t &element : sequence)
    element = random() % kinds;
  return sequence;
}

/// The right sequence, made of the left one and what the difference adds.
std::vector<uint32_t> applied(const SequenceDiff &diff, const std::vector<uint32_t> &left,
                              const std::vector<uint32_t> &right) {
  std::vector<uint32_t> result;
  for (const DiffBlock &block : diff.blocks)
    if (block.isEqual)
      result.insert(result.end(), left.begin() + block.leftBegin, left.begin() + block.leftEnd);
    else
      result.insert(result.end(), right.begin() + block.rightBegin, right.begin() + block.rightEnd);
  return result;
}

/// Blocks that cover both sequences without gaps, equal and different by turns.
bool isComplete(const SequenceDiff &diff, size_t leftSize, size_t rightSize) {
  uint32_t left = 0, right = 0;
  for (size_t i = 0; i < diff.blocks.size(); ++i) {
    const DiffBlock &block = diff.blocks[i];
    if (block.leftBegin != left || block.rightBegin != right)
      return false;
    if (i > 0 && diff.blocks[i - 1].isEqual == block.isEqual)
      return false;
    if (block.isEqual && block.leftEnd - block.leftBegin != block.rightEnd - block.rightBegin)
      return false;
    left = block.leftEnd;
    right = block.rightEnd;
  }
  return left == leftSize && right == rightSize;
}

size_t editsOf(const SequenceDiff &diff) {
  size_t edits = 0;
  for (const DiffBlock &block : diff.blocks)
    if (!block.isEqual)
      edits += block.leftEnd - block.leftBegin + block.rightEnd - block.rightBegin;
  return edits;
}

/// By the textbook: the longest common subsequence, quadratic.
size_t fewestEdits(const std::vector<uint32_t> &left, const std::vector<uint32_t> &right) {
  std::vector<size_t> above(right.size() + 1), row(right.size() + 1);
  for (const uint32_t element : left) {
    for (size_t j = 0; j < right.size(); ++j)
      row[j + 1] = element == right[j] ? above[j] + 1 : std::max(above[j + 1], row[j]);
    std::swap(above, row);
  }
  return left.size() + right.size() - 2 * above.back();
}

std::shared_ptr<const std::string> text(std::string_view content) {
  return std::make_shared<const std::string>(content);
}

/// One letter a row: "=" same, "~" renumbered, "-" removed, "+" added, "|" both, a number for
/// hidden.
QString shape(const std::vector<IrRow> &rows) {
  QString result;
  for (const IrRow &row : rows) {
    const bool hasLeft = row.left != IrRow::kNoLine, hasRight = row.right != IrRow::kNoLine;
    if (row.hiddenLines > 0)
      result += QString::number(row.hiddenLines);
    else if (row.leftState == IrLineState::Same)
      result += QLatin1Char('=');
    else if (row.leftState == IrLineState::Renumbered)
      result += QLatin1Char('~');
    else
      result += QLatin1Char(hasLeft && hasRight ? '|' : hasLeft ? '-' : '+');
  }
  return result;
}

QString shapeOf(std::string_view before, std::string_view after, IrRowOptions options = {}) {
  return shape(IrDiff(text(before), text(after)).rows(options));
}

} // namespace

class IrDiffTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void applyingADifferenceGivesTheOtherTextAndNoneIsShorter() {
    for (uint32_t seed = 1; seed <= 3000; ++seed) {
      std::mt19937 random(seed);
      const uint32_t kinds = 1 + random() % 8;
      const auto left = randomSequence(random, 40, kinds);
      const auto right = randomSequence(random, 40, kinds);
      const SequenceDiff diff = diffSequences(left, right);
      const QByteArray where = "seed " + QByteArray::number(seed);
      QVERIFY2(!diff.isCoarse, where);
      QVERIFY2(isComplete(diff, left.size(), right.size()), where);
      QVERIFY2(applied(diff, left, right) == right, where);
      QVERIFY2(editsOf(diff) == fewestEdits(left, right), where);
    }
  }

  void aDifferenceThatTakesTooLongIsCoarseAndStillComplete() {
    std::mt19937 random(5);
    std::vector<uint32_t> left(20'000), right(20'000);
    std::iota(left.begin(), left.end(), 0u);
    for (uint32_t &element : right)
      element = random() % 40'000;
    left.front() = right.front() = left.back() = right.back() = 50'000;
    const SequenceDiff diff = diffSequences(left, right, 100'000);
    QVERIFY(diff.isCoarse);
    QVERIFY(isComplete(diff, left.size(), right.size()));
    QVERIFY(applied(diff, left, right) == right);
    QVERIFY(diff.blocks.front().isEqual && diff.blocks.back().isEqual);
  }

  void everyLineOfBothTextsIsShownOnceAndInOrder() {
    for (uint32_t seed = 1; seed <= 500; ++seed) {
      std::mt19937 random(seed);
      std::string texts[2];
      for (std::string &one : texts)
        for (size_t count = random() % 30; count > 0; --count)
          one += "%" + std::to_string(random() % 5) + " = op %" + std::to_string(random() % 3) +
                 (random() % 2 ? " : i32\n" : " : f32\n");
      const IrDiff diff(text(texts[0]), text(texts[1]), seed % 2 == 0);
      for (const bool isSideBySide : {false, true})
        for (const int context : {-1, 0, 2}) {
          uint32_t left = 0, right = 0;
          for (const IrRow &row : diff.rows({isSideBySide, context})) {
            const QByteArray where = "seed " + QByteArray::number(seed);
            QVERIFY2(row.left == IrRow::kNoLine || row.left == left, where);
            QVERIFY2(row.right == IrRow::kNoLine || row.right == right, where);
            left += row.hiddenLines + (row.left != IrRow::kNoLine);
            right += row.hiddenLines + (row.right != IrRow::kNoLine);
          }
          QCOMPARE(left, static_cast<uint32_t>(diff.before().size()));
          QCOMPARE(right, static_cast<uint32_t>(diff.after().size()));
        }
    }
  }

  void oneMoreValueAtTheTopMarksOneLine() {
    QCOMPARE(shapeOf("%0 = a.x\n%1 = a.y %0\na.z %1, %0\n",
                     "%0 = a.new\n%1 = a.x\n%2 = a.y %1\na.z %2, %1\n"),
             QStringLiteral("+~~~"));
  }

  void aValueInAnothersPlaceIsADifference() {
    QCOMPARE(shapeOf("%0 = a.x\n%1 = a.y\na.z %1\n", "%0 = a.x\n%1 = a.y\na.z %0\n"),
             QStringLiteral("==-+"));
    QCOMPARE(shapeOf("%0 = a.x\n%1 = a.y\na.z %1, %1\n", "%1 = a.x\n%2 = a.y\na.z %2, %1\n"),
             QStringLiteral("~~-+"));
  }

  void numbersOfTheKernelAreNotNumbersOfThePrinter() {
    QCOMPARE(
        shapeOf("%c16 = arith.constant 16\na.z %c16\n", "%c32 = arith.constant 32\na.z %c32\n"),
        QStringLiteral("--++"));
    QCOMPARE(withoutValueNumbers("  %c0_12 = f %c0, %arg3, \"%5\" : i32"),
             withoutValueNumbers("  %c0 = f %c0_1, %arg4, \"%5\" : i32"));
    QVERIFY(withoutValueNumbers("f \"%5\"") != withoutValueNumbers("f \"%6\""));
    QVERIFY(withoutValueNumbers("%1 = g i32") != withoutValueNumbers("%1 = g i64"));
  }

  void namesStartAgainInTheNextFunction() {
    QCOMPARE(shapeOf("func @a() {\n%0 = a.x\n}\nfunc @b() {\n%0 = a.x\na.y %0\n}\n",
                     "func @a() {\n%0 = a.w\n%1 = a.x\n}\nfunc @b() {\n%0 = a.x\na.y %0\n}\n"),
             QStringLiteral("=+~====="));
  }

  void linesFarFromADifferenceCanBeHidden() {
    const std::string before = "a\nb\nc\nd\ne\nf\ng\nh\n", after = "a\nb\nc\nd\nE\nf\ng\nh\n";
    QCOMPARE(shapeOf(before, after), QStringLiteral("====-+==="));
    QCOMPARE(shapeOf(before, after, {false, 1}), QStringLiteral("3=-+=2"));
    QCOMPARE(shapeOf(before, after, {true, 0}), QStringLiteral("4|3"));
    QCOMPARE(shapeOf(before, before, {false, 3}), QStringLiteral("8"));
  }

  void aTextWithoutACounterpartStandsAlone() {
    const IrDiff made(nullptr, text("a\nb\n"));
    QCOMPARE(shape(made.rows({})), QStringLiteral("=="));
    QVERIFY(IrDiff(nullptr, nullptr).rows({}).empty());
    QVERIFY(IrDiff(text(""), text("")).rows({}).empty());
  }

  void whatDiffersInALineIsBetweenItsCommonEnds() {
    const std::string_view line = "%1 = add %2 : i32";
    const TextStretch part = differingPart(line, "%1 = mul %2 : i32");
    QCOMPARE(std::string(line.substr(part.begin, part.end - part.begin)), std::string("add"));
    const TextStretch none = differingPart(line, line);
    QCOMPARE(none.begin, none.end);
    const TextStretch whole = differingPart("ab", "");
    QCOMPARE(whole.end - whole.begin, 2u);
  }

  void operationsTypesStringsAndCommentsAreFound() {
    const auto found = [](std::string_view line, IrLanguage language) {
      QStringList words;
      for (const IrToken &token : irTokens(line, language))
        words << QString::number(static_cast<int>(token.kind)) +
                     QString::fromUtf8(line.data() + token.begin, token.end - token.begin);
      return words.join(QLatin1Char(' '));
    };
    QCOMPARE(found("%3 = arith.addf %1, %2 : f32 // x", IrLanguage::Mlir),
             QStringLiteral("3%3 0arith.addf 3%1 3%2 1f32 6// x"));
    QCOMPARE(found("proton.record start \"a b\"", IrLanguage::Mlir),
             QStringLiteral("0proton.record 2\"a b\""));
    QCOMPARE(found("  %9 = load i32, ptr %8, align 4, !dbg !3 ; c", IrLanguage::Llvm),
             QStringLiteral("3%9 0load 1i32 1ptr 3%8 54 1!dbg 1!3 6; c"));
    QCOMPARE(found("@p st.global.v2.b32 [%rd1], {%r1}; // y", IrLanguage::Ptx).right(4),
             QStringLiteral("// y"));
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
      std::string line(random() % 40, ' ');
      for (char &c : line)
        c = static_cast<char>(random());
      uint32_t end = 0;
      for (const IrToken &token : irTokens(line, static_cast<IrLanguage>(random() % 3))) {
        QVERIFY(token.begin >= end && token.end > token.begin && token.end <= line.size());
        end = token.end;
      }
    }
  }
};

QTEST_GUILESS_MAIN(IrDiffTest)
#include "ir_diff_test.moc"
