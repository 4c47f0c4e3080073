// SPDX-License-Identifier: Apache-2.0
// proton-collect tree on a call tree whose values are known.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/collect_process.h"

class TreeCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  const QString m_file = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/hatchet/matmul.hatchet");

  Finished tree(const QStringList &arguments) const {
    return runToEnd(m_program, QStringList{"tree", m_file} + arguments);
  }

private Q_SLOTS:
  void withoutOptionsTheTimesAndTheirSharesArePrinted() {
    const Finished done = tree({});
    QCOMPARE(done.err, QString());
    QCOMPARE(done.out, QString("time/ms (inc)  time/% (inc)\n"
                               "        0.512           100  ROOT\n"
                               "       0.4096            80  ├─ /home/user/train.py:12@forward\n"
                               "       0.2048            40  │  ├─ matmul_kernel\n"
                               "       0.2048            40  │  └─ matmul_kernel\n"
                               "       0.1024            20  └─ softmax_kernel\n"));
    QCOMPARE(done.exitCode, 0);
  }

  void metricsFiltersAndFramesAreThoseOfTheOptions() {
    const Finished done = tree({"-m", "avg_time/us,util", "-e", "softmax.*", "-t", "25", "-d", "3",
                                "-f", "file_function", "--sort", "value", "--print-sorted"});
    QCOMPARE(done.out, QString("avg_time/us (inc)    util\n"
                               "            34.13       -  ROOT\n"
                               "            37.24       -  └─ train.py@forward\n"
                               "            204.8  0.1478     └─ matmul_kernel\n"
                               "\n"
                               "sorted by avg_time/us (inc)\n"
                               "            204.8  matmul_kernel\n"
                               "            37.24  train.py@forward\n"));
    QVERIFY2(tree({"--include", ".*soft.*"})
                 .out.endsWith("100  ROOT\n"
                               "       0.1024            20  "
                               "└─ softmax_kernel\n"),
             qPrintable(tree({"--include", ".*soft.*"}).out));
  }

  void listPrintsTheMetricsOfTheFile() {
    QCOMPARE(tree({"--list"}).out, QString("inclusive  bytes\ninclusive  count\n"
                                           "inclusive  flops8\ninclusive  time  time (ns)\n"
                                           "exclusive  cpu_time  cpu_time (ns)\n"));
  }

  void jsonHasTheSameRows() {
    const Finished done = tree({"--format", "json", "-m", "count,util"});
    const QList<QJsonObject> objects = jsonLines(done.out);
    QCOMPARE(objects.size(), 1);
    QCOMPARE(objects[0]["metrics"].toArray(), (QJsonArray{"count (inc)", "util"}));
    const QJsonArray nodes = objects[0]["nodes"].toArray();
    QCOMPARE(nodes.size(), 5);
    QVERIFY(nodes[0].toObject()["parent"].isNull());
    QCOMPARE(nodes[3].toObject()["name"].toString(), QString("matmul_kernel"));
    QCOMPARE(nodes[3].toObject()["parent"].toInt(), 1);
    QCOMPARE(nodes[3].toObject()["depth"].toInt(), 2);
    QCOMPARE(nodes[2].toObject()["values"].toArray()[0].toDouble(), 10.0);
    QVERIFY(nodes[1].toObject()["values"].toArray()[1].isNull());
  }

  void hatchetOutputCanBeRead() {
    QTemporaryDir folder;
    const Finished written = tree({"--format", "hatchet", "-i", "softmax_kernel"});
    QFile file(folder.filePath("part.hatchet"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(written.out.toUtf8());
    file.close();
    QCOMPARE(runToEnd(m_program, {"tree", file.fileName(), "-m", "time"}).out,
             QString("time (ns) (inc)\n"
                     "        102,400  ROOT\n"
                     "        102,400  └─ softmax_kernel\n"));
    QCOMPARE(tree({"--diff", file.fileName(), "-m", "time/us,gbyte/s", "-d", "2"}).out,
             QString("time/us (inc)  gbyte/s (inc)\n"
                     "        409.6          214.8  ROOT\n"
                     "        409.6              -  ├─ /home/user/train.py:12@forward\n"
                     "            0              -  └─ softmax_kernel\n"));
  }

  void metricsThatAreOmittedAreReported() {
    QTemporaryDir folder;
    QFile file(folder.filePath("odd.hatchet"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"([{"frame":{"name":"a"},"metrics":{"k":1,"list":[1]}}])");
    file.close();
    const Finished done = runToEnd(m_program, {"tree", file.fileName()});
    QCOMPARE(done.out, QString("k (inc)\n      1  a\n"));
    QVERIFY2(done.err.contains("1 metric is omitted"), qPrintable(done.err));
  }

  void wrongInputIsAnErrorWithItsPlace() {
    const Finished metric = tree({"-m", "tme"});
    QCOMPARE(metric.exitCode, 1);
    QVERIFY2(metric.err.contains("unknown metric 'tme'") &&
                 metric.err.contains("metrics of the tree: bytes, count, flops8, time, cpu_time"),
             qPrintable(metric.err));
    const Finished other = runToEnd(m_program, {"tree", PSTUDIO_SOURCE_DIR "/README.md"});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.err.contains("README.md:1:1: "), qPrintable(other.err));
    QCOMPARE(tree({"--format", "xml"}).exitCode, 2);
    QCOMPARE(tree({"--include", "["}).exitCode, 1);
  }
};

QTEST_GUILESS_MAIN(TreeCommandTest)
#include "tree_command_test.moc"
