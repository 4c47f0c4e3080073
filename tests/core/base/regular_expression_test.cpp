// SPDX-License-Identifier: Apache-2.0
// Matches of regular expressions, their run time, and the positions of syntax errors.
#include <QTest>

#include <random>
#include <regex>

#include "core/base/regular_expression.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261123;

RegularExpression made(const std::string &expression, LetterCase letterCase = LetterCase::Ignored) {
  return RegularExpression::make(expression, letterCase).value();
}

bool isFound(const char *expression, std::string_view text) {
  return made(expression).isFoundIn(text);
}

/// A random expression of the common syntax, from "a", "b" and "c".
std::string randomExpression(std::mt19937_64 &random, int depth) {
  static constexpr std::array<const char *, 7> kAtoms = {"a", "b", "c", ".", "[ab]", "[^a]", "\\w"};
  static constexpr std::array<const char *, 6> kRepeats = {"", "*", "+", "?", "{2}", "{1,2}"};
  std::string text;
  const int parts = 1 + static_cast<int>(random() % 3);
  for (int i = 0; i < parts; ++i) {
    if (depth > 0 && random() % 3 == 0)
      text += "(" + randomExpression(random, depth - 1) + "|" +
              randomExpression(random, depth - 1) + ")";
    else
      text += kAtoms[random() % kAtoms.size()];
    text += kRepeats[random() % kRepeats.size()];
  }
  return text;
}

} // namespace

class RegularExpressionTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void expressionsMatchAsTheirSyntaxSays() {
    QVERIFY(isFound("^load$", "LOAD") && !isFound("^load$", "load A"));
    QVERIFY(isFound("ld|st", "last") && isFound("a{2,3}b", "xaab") && !isFound("^a{2,}$", "a"));
    QVERIFY(isFound("\\bk\\b", "the k loop") && !isFound("\\bk\\b", "ok loop"));
    QVERIFY(isFound("[^x-z]", "xya") && !isFound("[^x-z]", "xyZ"));
    QVERIFY(isFound("stage=[0-2]\\b", "stage=2") && !isFound("stage=[0-2]\\b", "stage=21"));
    QVERIFY(isFound("(?:a|b)+?c", "abac") && isFound("a\\.b", "a.b") && !isFound("a\\.b", "axb"));
    QVERIFY(isFound("", "anything") && isFound("(a*)*$", "") && isFound("[]a]", "]"));
    QVERIFY(isFound("^caf.$", "CAF\xc3\x89") && isFound("[\xc3\xa9]", "\xc3\x89"));
    QVERIFY(isFound("a.b", "a\nb") && isFound("load", "\xff\xfeload"));
  }

  void wholeTextsAndLettersAreComparedExactlyOnRequest() {
    const RegularExpression expression = made("a|ab", LetterCase::Exact);
    QVERIFY(expression.matchesWhole("ab") && expression.matchesWhole("a"));
    QVERIFY(!expression.matchesWhole("abc") && !expression.matchesWhole("AB"));
    QVERIFY(expression.isFoundIn("xabc") && !expression.isFoundIn("xABC"));
  }

  void invalidExpressionsAreErrorsWithTheirColumn_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("where");
    const auto add = [](const char *expression, const char *message, const char *where) {
      QTest::newRow(expression) << QByteArray(expression) << QByteArray(message)
                                << QByteArray(where);
    };
    add("(ab", "\"(\" without \")\"", "column 1");
    add("(a)|\xc3\xa9(b", "\"(\" without \")\"", "column 6");
    add("ab)", "\")\" without \"(\"", "column 3");
    add("*a", "nothing to repeat", "column 1");
    add("a**", "nothing to repeat", "column 3");
    add("x[ab", "\"[\" without \"]\"", "column 2");
    add("[z-a]", "\"z-a\" is no class of characters", "column 4");
    add("a{3,2}", "repetitions must ascend and be at most 1000 together", "column 6");
    add("a{1001}", "repetitions must ascend and be at most 1000 together", "column 7");
    add("(a)\\1", "back references are not supported", "column 5");
    add("a\\y", "unknown escape \"\\y\"", "column 3");
    add("(?=a)", "look-around is not supported", "column 2");
    add("\\", "a character must follow \"\\\"", "column 1");
    add("a\xff", "the expression is not UTF-8", "column 2");
    add("((((){1000}){1000}){1000}){1000}", "repetitions must ascend and be at most 1000 together",
        "column 18");
  }
  void invalidExpressionsAreErrorsWithTheirColumn() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, where);
    const auto failed = RegularExpression::make(expression.toStdString(), LetterCase::Ignored);
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, ErrorCode::InvalidInput);
    QCOMPARE(QByteArray::fromStdString(failed.error().message), message);
    QCOMPARE(QByteArray::fromStdString(failed.error().where), where);
  }

  void longExpressionsAreErrorsWithoutAColumn() {
    for (const std::string &expression : {std::string(100'000, '('), std::string(100'000, 'a')}) {
      const auto failed = RegularExpression::make(expression, LetterCase::Ignored);
      QVERIFY(!failed);
      QVERIFY(failed.error().where.empty() && failed.error().message.size() < 100);
    }
  }

  void expressionsAgreeWithTheLibrarysOnRandomTexts() {
    std::mt19937_64 random(kSeed);
    for (int round = 0; round < 400; ++round) {
      const std::string expression = randomExpression(random, 2);
      const RegularExpression tested = made(expression);
      const std::regex reference(expression, std::regex::ECMAScript | std::regex::icase);
      for (int i = 0; i < 8; ++i) {
        std::string text;
        for (uint64_t length = random() % 8; length > 0; --length)
          text += static_cast<char>("abcAB-"[random() % 6]);
        QVERIFY2(tested.isFoundIn(text) == std::regex_search(text, reference) &&
                     tested.matchesWhole(text) == std::regex_match(text, reference),
                 (expression + " on " + text).c_str());
      }
    }
  }

  void hostileExpressionsAndLongTextsTakeLinearTime() {
    const std::string text(200'000, 'a');
    QVERIFY(!isFound("(a+)+(a+)+b", text));
    QVERIFY(!isFound("((a?){30}){30}b", std::string(2'000, 'a')));
    QVERIFY(isFound("(a|a|a)*$", text));
    QVERIFY(made("(x|y)*").matchesWhole(std::string(1 << 20, 'x')));
  }
};

QTEST_GUILESS_MAIN(RegularExpressionTest)
#include "regular_expression_test.moc"
