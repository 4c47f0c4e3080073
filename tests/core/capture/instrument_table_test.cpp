// SPDX-License-Identifier: Apache-2.0
// The table beside an instrumented file names each step of an asynchronous queue, and what accesses
// are.
#include <QtTest>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/capture/instrument_table.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// The table of one kernel with one operation.
QJsonDocument tableOf(const Operation &operation) {
  InstrumentTable table;
  table.kernels.resize(1);
  table.kernels[0].parameters = 5;
  table.kernels[0].unitCount = 1;
  table.kernels[0].slotsPerUnit = 64;
  table.kernels[0].blockBytes = 1024;
  table.kernels[0].operations.operations = {operation};
  return QJsonDocument::fromJson(QByteArray::fromStdString(toJson(table)));
}

} // namespace

class InstrumentTableTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void stepsOfQueuesSayWhatTheyAre() {
    Operation operation;
    operation.kind = OperationKind::Async;
    operation.name = "wait for copies";
    operation.async = {analysis::AsyncQueue::BulkGroup, analysis::AsyncStep::Wait, 2, 0};
    const QJsonObject written = tableOf(operation)["kernels"][0]["operations"][0].toObject();
    QCOMPARE(written["kind"].toString(), "async");
    const QJsonObject expected{{"queue", "bulk group"}, {"step", "wait"}, {"pending", 2}};
    QCOMPARE(written["async"].toObject(), expected);
  }

  void copiesOfTilesSayWhichArgumentIsTheirMap() {
    Operation operation;
    operation.kind = OperationKind::MemoryAccess;
    operation.name = "load A";
    operation.access =
        AccessFacts{memory::AccessKind::BulkLoad, memory::AccessSpace::Global, 1, {}, 0, 2};
    const QJsonObject expected{
        {"kind", "bulk load"}, {"space", "global"}, {"bytes_per_lane", 1}, {"tensor_map", 2}};
    QCOMPARE(tableOf(operation)["kernels"][0]["operations"][0]["access"].toObject(), expected);
  }

  void operationsHaveAllFieldsOfACapture() {
    Operation operation;
    operation.kind = OperationKind::MemoryAccess;
    operation.name = "store B";
    operation.parent = OperationId(3);
    operation.path = {{"inner", "k.mlir:7:1"}};
    operation.access = AccessFacts{memory::AccessKind::Store, memory::AccessSpace::Shared, 4, 128};
    operation.access->laneXors = {4, 8};
    operation.access->counted = {64, 18, "B"};
    const QJsonObject access{
        {"kind", "store"},
        {"space", "shared"},
        {"bytes_per_lane", 4},
        {"stride", 128},
        {"lane_xors", QJsonArray{4, 8}},
        {"counted", QJsonObject{{"bins", 64}, {"shift", 18}, {"buffer", "B"}}}};
    const QJsonObject call{{"function", "inner"}, {"location", "k.mlir:7:1"}};
    const QJsonObject expected{{"id", 0},     {"kind", "memory"},         {"name", "store B"},
                               {"parent", 3}, {"path", QJsonArray{call}}, {"access", access}};
    QCOMPARE(tableOf(operation)["kernels"][0]["operations"][0].toObject(), expected);
  }

  void offsetsOfThreadsHaveTheirRuleAndSignedEntries() {
    Operation operation;
    operation.kind = OperationKind::MemoryAccess;
    operation.name = "load A";
    operation.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Global, 4};
    operation.access->offsets = {OffsetRule::Sum, 0, {16, -64}};
    const QJsonObject expected{{"rule", "sum"}, {"bits", QJsonArray{16, -64}}};
    const QJsonObject access =
        tableOf(operation)["kernels"][0]["operations"][0]["access"].toObject();
    QCOMPARE(access["thread_offsets"].toObject(), expected);
  }

  void theIndexOfThePointerToTheRecordsIsTheNumberOfParameters() {
    InstrumentTable table;
    table.kernels.resize(1);
    table.kernels[0].parameters = 7;
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(table)));
    QCOMPARE(json["kernels"][0]["parameters"].toInt(), 7); // also where nothing is recorded
    QCOMPARE(tableOf(Operation())["kernels"][0]["parameters"].toInt(), 5);
  }

  void keysAreInSnakeCase() {
    const QJsonDocument table = tableOf(Operation());
    QCOMPARE(table["version"].toInt(), 6);
    QVERIFY(table["record_layout"].toInt() > 0);
    const QJsonObject kernel = table["kernels"][0].toObject();
    QCOMPARE(kernel["slots_per_unit"].toInt(), 64);
    QCOMPARE(kernel["block_bytes"].toInt(), 1024);
  }

  void readTableIsTheWrittenOne() {
    InstrumentTable table;
    table.mode = "functions,async:slots=64";
    InstrumentedKernelEntry &kernel = table.kernels.emplace_back();
    kernel = {"softmax", {64, 2, 1}, 8, 4, 64, 2176, true, {}, {}};
    Operation scope;
    scope.name = "function softmax";
    scope.location = "softmax.py:12:1";
    Operation wait;
    wait.kind = OperationKind::Async;
    wait.name = "wait";
    wait.parent = OperationId(0);
    wait.async = {analysis::AsyncQueue::BulkGroup, analysis::AsyncStep::Wait, 2, 0};
    kernel.operations.operations = {scope, wait};
    kernel.operations.groups = {{{{Kind::ScopeStart, 0, 0, false}, {Kind::ScopeEnd, 0, 0, false}}},
                                {{{Kind::EventStart, 1, 0, true}}}};
    kernel.notCovered = {"2 of 3 access instructions (mode memory)"};
    QVERIFY(toJson(table).find("\"record_layout\": 5") != std::string::npos);
    table.kernels.push_back({"plain", {32, 1, 1}, 3, 0, 0, 0, false, "a loop reads a flag", {}});
    const auto read = instrumentTableFrom(toJson(table), "table");
    QVERIFY2(read, read ? "" : read.error().toString().c_str());
    QCOMPARE(read->mode, table.mode);
    QCOMPARE(read->kernels.size(), size_t{2});
    QVERIFY(read->kernels[0].operations == table.kernels[0].operations);
    QCOMPARE(read->kernels[0].mayWait, std::string());
    QCOMPARE(read->kernels[1].mayWait, std::string("a loop reads a flag"));
    QVERIFY(read->kernels[0].notCovered == table.kernels[0].notCovered);
    QVERIFY(read->kernels[1].notCovered.empty());
    QCOMPARE(toJson(*read), toJson(table));
  }

  void recordsOfWavesOf64LanesHaveTheWideLayout() {
    InstrumentTable table;
    table.mode = "functions";
    table.architecture = "gfx942";
    table.lanesPerWarp = 64;
    table.kernels.push_back({"copy", {256, 1, 1}, 3, 4, 64, 2176, false, {}, {}});
    QVERIFY(toJson(table).find("\"record_layout\": 3,") != std::string::npos);
    const auto read = instrumentTableFrom(toJson(table), "table");
    QVERIFY2(read, read ? "" : read.error().toString().c_str());
    QCOMPARE(read->lanesPerWarp, 64u);
    table.lanesPerWarp = 32;
    QVERIFY(toJson(table).find("\"record_layout\": 2,") != std::string::npos);
  }

  void otherTextIsRejectedWithItsMember_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("where");
    QTest::newRow("version") << R"("version": 6)"
                             << R"("version": 1)"
                             << "t: version";
    QTest::newRow("format") << "instrument-table"
                            << "capture"
                            << "t: format";
    QTest::newRow("records") << R"("record_layout": 2)"
                             << R"("record_layout": 9)"
                             << "t: record_layout";
    QTest::newRow("units") << R"("units": 1)"
                           << R"("units": -1)"
                           << "t: kernels[0].units";
    QTest::newRow("kind") << R"("kind": "scope")"
                          << R"("kind": "shape")"
                          << "t: kernels[0].operations[0].kind";
    QTest::newRow("missing") << R"("parameters")"
                             << R"("arguments")"
                             << "t: kernels[0]";
    QTest::newRow("not JSON") << "{"
                              << "<"
                              << "t:1:1";
  }
  void otherTextIsRejectedWithItsMember() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, where);
    QString text = QString::fromUtf8(tableOf(Operation()).toJson());
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    const auto read = instrumentTableFrom(text.toStdString(), "t");
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().where), where);
  }
};

QTEST_GUILESS_MAIN(InstrumentTableTest)
#include "instrument_table_test.moc"
