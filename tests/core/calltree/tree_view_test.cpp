// SPDX-License-Identifier: Apache-2.0
// Filters, order and text of call trees.
#include <QtTest>

#include <limits>

#include "core/calltree/tree_text.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calltree;

namespace {

/// root (a (a1, a2 (deep)), b, c): a column with the times 10, 6, 1, 5, 5, unknown, 4.
CallTree sampleTree() {
  CallTreeBuilder builder;
  builder.open("root");
  builder.open("a");
  builder.open("a1");
  builder.close();
  builder.open("a2");
  builder.open("deep");
  builder.close();
  builder.close();
  builder.close();
  builder.open("b");
  builder.close();
  builder.open("c\n\x1b[2J");
  builder.close();
  builder.close();
  return std::move(builder).finish();
}

} // namespace

class TreeViewTest : public QObject {
  Q_OBJECT

private:
  const CallTree m_tree = sampleTree();
  const std::vector<MetricColumn> m_columns = {
      {"time", true, {10, 6, 1, 5, 5, std::numeric_limits<double>::quiet_NaN(), 4}}};

  std::string names(const ViewOptions &options) const {
    const Result<std::vector<ViewRow>> rows = visibleRows(m_tree, m_columns, options);
    if (!rows)
      return rows.error().toString();
    std::string text;
    for (const ViewRow &row : *rows)
      text += std::string(text.empty() ? "" : " ") + m_tree.name(row.node)[0] +
              std::string(m_tree.name(row.node).substr(1, 3)) + (row.isLast ? "." : "");
    return text;
  }

private Q_SLOTS:
  void withoutFiltersEveryNodeIsShownInTheOrderOfTheFile() {
    QCOMPARE(names({}), std::string("root. a a1 a2. deep. b c\n\x1b[."));
  }

  void includeKeepsThePathsThroughMatchingNodes() {
    ViewOptions options;
    options.include = "a[2]";
    QCOMPARE(names(options), std::string("root. a. a2. deep."));
    options.include = "2"; // the whole name has to match
    QCOMPARE(names(options), std::string());
    options.include = ".*2";
    QCOMPARE(names(options), std::string("root. a. a2. deep."));
  }

  void excludeOmitsMatchingNodesAndTheirChildren() {
    ViewOptions options;
    options.exclude = "a2|c.*";
    QCOMPARE(names(options), std::string("root. a a1. b."));
    options.include = "a";
    QCOMPARE(names(options), std::string("root. a. a1."));
  }

  void aNodeBelowTheThresholdStaysForAChildThatIsNot() {
    ViewOptions options;
    options.threshold = 5;
    QCOMPARE(names(options), std::string("root. a. a2. deep."));
    options.threshold = 11;
    QCOMPARE(names(options), std::string());
  }

  void depthLimitsTheLevels() {
    ViewOptions options;
    options.depth = 1;
    QCOMPARE(names(options), std::string("root."));
    options.depth = 2;
    QCOMPARE(names(options), std::string("root. a b c\n\x1b[."));
  }

  void siblingsAreOrderedByValueOrName() {
    ViewOptions options;
    options.order = SiblingOrder::Value;
    QCOMPARE(names(options), std::string("root. a a2 deep. a1. c\n\x1b[ b."));
    options.order = SiblingOrder::Name;
    QCOMPARE(names(options), std::string("root. a a1 a2. deep. b c\n\x1b[."));
  }

  void aBrokenExpressionIsAnErrorOfItsOption() {
    ViewOptions options;
    options.exclude = "(";
    QVERIFY2(names(options).starts_with(
                 "--exclude: '(' is no regular expression: column 1: \"(\" without \")\""),
             names(options).c_str());
  }

  void longNamesAreMatchedAsAWhole() {
    CallTreeBuilder builder;
    builder.open(std::string(1 << 20, 'x'));
    builder.close();
    builder.open(std::string(1 << 20, 'x') + "z");
    builder.close();
    const CallTree tree = std::move(builder).finish();
    ViewOptions options;
    options.include = "(x|y)*";
    const Result<std::vector<ViewRow>> rows = visibleRows(tree, {}, options);
    VERIFY_RESULT(rows);
    QCOMPARE(rows->size(), size_t{1});
  }

  void theTextHasAlignedValuesAndBranches() {
    const Result<std::vector<ViewRow>> rows = visibleRows(m_tree, m_columns, {});
    VERIFY_RESULT(rows);
    QCOMPARE(QString::fromStdString(treeText(m_tree, m_columns, *rows)),
             QString("time\n"
                     "  10  root\n"
                     "   6  ├─ a\n"
                     "   1  │  ├─ a1\n"
                     "   5  │  └─ a2\n"
                     "   5  │     └─ deep\n"
                     "   -  ├─ b\n"
                     "   4  └─ c\\x0A\\x1B[2J\n"));
    QCOMPARE(QString::fromStdString(sortedText(m_tree, m_columns[0], *rows)),
             QString("sorted by time\n   6  a\n   5  a2\n   5  deep\n   4  c\\x0A\\x1B[2J\n   1  a1\n"
                     "   -  b\n"));
  }

  void theTreeOfRowsHasTheirNodes() {
    ViewOptions options;
    options.include = "deep|c.*";
    options.order = SiblingOrder::Value;
    const CallTree tree = treeOfRows(m_tree, *visibleRows(m_tree, m_columns, options));
    QCOMPARE(tree.nodes().size(), size_t{5});
    QCOMPARE(tree.name(3), std::string_view("deep"));
    QCOMPARE(tree.node(3).parent, 2u);
    QCOMPARE(tree.node(4).parent, 0u);
  }

  void framesAreWrittenWithTheChosenParts() {
    std::string buffer;
    const std::string_view frame = "/a b/step.py:12@run";
    QCOMPARE(styledName(frame, FrameStyle::Full, buffer), frame);
    QCOMPARE(styledName(frame, FrameStyle::FileFunctionLine, buffer), "step.py:12@run");
    QCOMPARE(styledName(frame, FrameStyle::FunctionLine, buffer), "12@run");
    QCOMPARE(styledName(frame, FrameStyle::FileFunction, buffer), "step.py@run");
    for (const std::string_view other : {"a/b", "f<a::b>(c@d)", "x:@y", "a:1", ""})
      QCOMPARE(styledName(other, FrameStyle::FileFunction, buffer), other);
  }
};

QTEST_GUILESS_MAIN(TreeViewTest)
#include "tree_view_test.moc"
