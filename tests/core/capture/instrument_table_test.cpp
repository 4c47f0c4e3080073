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

class InstrumentTableTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void stepsOfQueuesSayWhatTheyAre() {
    Operation operation;
    operation.kind = OperationKind::Async;
    operation.name = "wait for copies";
    operation.async = {analysis::AsyncQueue::BulkGroup, analysis::AsyncStep::Wait, 2, 0};
    InstrumentTable table;
    table.kernels.resize(1);
    table.kernels[0].unitCount = 1;
    table.kernels[0].operations.operations = {operation};
    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(table)));
    const QJsonObject written = json["kernels"][0]["operations"][0].toObject();
    QCOMPARE(written["kind"].toString(), "async");
    const QJsonObject expected{
        {"queue", "bulk group"}, {"step", "wait"}, {"pending", 2}, {"barrier", 0}, {"count", 1}};
    QCOMPARE(written["async"].toObject(), expected);
  }

  void copiesOfTilesSayWhichArgumentIsTheirMap() {
    Operation operation;
    operation.kind = OperationKind::MemoryAccess;
    operation.name = "load A";
    operation.access =
        AccessFacts{memory::AccessKind::BulkLoad, memory::AccessSpace::Global, 1, {}, 0, 2};
    InstrumentTable table;
    table.kernels.resize(1);
    table.kernels[0].unitCount = 1;
    table.kernels[0].operations.operations = {operation};
    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(table)));
    const QJsonObject expected{
        {"kind", "bulk load"}, {"space", "global"}, {"bytesPerLane", 1}, {"tensorMap", 2}};
    QCOMPARE(json["kernels"][0]["operations"][0]["access"].toObject(), expected);
  }
};

QTEST_GUILESS_MAIN(InstrumentTableTest)
#include "instrument_table_test.moc"
