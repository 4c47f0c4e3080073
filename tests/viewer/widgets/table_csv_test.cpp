// SPDX-License-Identifier: Apache-2.0
// Texts of long tables are made between other events, and of the table as it was.
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include "viewer/widgets/sorted_table_model.h"
#include "viewer/widgets/table_csv.h"

using namespace pstudio;

namespace {

/// Item i has the number i * 7919 modulo the count, each third one none.
class Numbers : public SortedTableModel {
public:
  explicit Numbers(uint32_t count) { setItemCount(count); }
  int columnCount(const QModelIndex &parent = {}) const override {
    return parent.isValid() ? 0 : 2;
  }
  QVariant data(const QModelIndex &index, int role) const override {
    return role == Qt::DisplayRole ? QVariant(QStringLiteral("item, %1").arg(itemAt(index.row())))
                                   : QVariant();
  }
  QVariant headerData(int section, Qt::Orientation, int role) const override {
    return role == Qt::DisplayRole ? QVariant(section == 0 ? "name" : "number") : QVariant();
  }

protected:
  double keyOf(uint32_t item, int) const override {
    return item % 3 == 2
               ? kUnknown
               : static_cast<double>(uint64_t{item} * 7919 % static_cast<uint64_t>(rowCount()));
  }
  std::optional<double> csvNumber(uint32_t item, int column) const override {
    return column == 1 ? std::optional(keyOf(item, column)) : std::nullopt;
  }
};

} // namespace

class TableCsvTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aShortTableIsMadeAtOnce() {
    Numbers model(3);
    QTableView view;
    view.setModel(&model);
    TableCsv csv(view, QStringLiteral("numbers"), model);
    QSignalSpy started(&csv, &TableCsv::started);
    std::string text;
    csv.make([&text](const std::string &made) { text = made; });
    QCOMPARE(text,
             std::string("name,number\r\n\"item, 0\",0\r\n\"item, 1\",2\r\n\"item, 2\",\r\n"));
    QCOMPARE(started.count(), 0);
  }

  void aLongTableIsMadeBetweenOtherEventsAndIsTheSame() {
    constexpr int kLines = 40'000;
    Numbers model(kLines);
    QTableView view;
    view.setModel(&model);
    TableCsv csv(view, QStringLiteral("numbers"), model);
    model.sort(1, Qt::DescendingOrder);
    QSignalSpy started(&csv, &TableCsv::started);
    std::string text, again;
    csv.make([&text](const std::string &made) { text = made; });
    csv.make([&again](const std::string &made) { again = made; });
    QCOMPARE(started.value(0).value(0).toInt(), kLines);
    QVERIFY(text.empty());
    int otherEvents = 0;
    QTimer other;
    connect(&other, &QTimer::timeout, this, [&otherEvents] { ++otherEvents; });
    other.start(0);
    QTRY_VERIFY(!text.empty());
    QVERIFY2(otherEvents > 1, "the event loop had no turn while the text was made");
    QVERIFY(text == model.csv());
    QVERIFY(again == text);
    QCOMPARE(started.count(), 1);
    QCOMPARE(std::ranges::count(text, '\n'), std::ptrdiff_t{kLines + 1});
  }

  void aTableThatChangesMeanwhileGivesNoText() {
    Numbers model(40'000);
    QTableView view;
    view.setModel(&model);
    TableCsv csv(view, QStringLiteral("numbers"), model);
    QSignalSpy abandoned(&csv, &TableCsv::abandoned);
    bool isMade = false;
    const auto use = [&isMade](const std::string &) { isMade = true; };
    csv.make(use);
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(abandoned.count(), 1);
    QTest::qWait(50); // further lines would have been added in many turns of the event loop
    QVERIFY(!isMade);
    model.sort(1, Qt::DescendingOrder); // nothing is made now
    QCOMPARE(abandoned.count(), 1);
    csv.make(use);
    QTRY_VERIFY(isMade);
  }

  void linesWithoutAKeyAreLastInEitherOrderAndEqualOnesKeepTheirOrder() {
    Numbers model(30);
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      model.sort(1, order);
      for (int line = 20; line < 30; ++line)
        QCOMPARE(model.itemAt(line), static_cast<uint32_t>(3 * (line - 20) + 2));
    }
    QCOMPARE(model.lineOf(2), 20);
  }
};

QTEST_MAIN(TableCsvTest)
#include "table_csv_test.moc"
