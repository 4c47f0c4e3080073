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
    QCOMPARE(table["version"].toInt(), 3);
    QVERIFY(table["record_layout"].toInt() > 0);
    const QJsonObject kernel = table["kernels"][0].toObject();
    QCOMPARE(kernel["slots_per_unit"].toInt(), 64);
    QCOMPARE(kernel["block_bytes"].toInt(), 1024);
  }
};

QTEST_GUILESS_MAIN(InstrumentTableTest)
#include "instrument_table_test.moc"
