// SPDX-License-Identifier: Apache-2.0
// Traces of other programs open as docs/conformance.md states, and come back unchanged after they
// were saved.
#include <QtTest>

#include <random>

#include "core/formats/chrome_json/chrome_json_reader.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/core/formats/random_trace.h"
#include "tests/core/formats/trace_properties.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

/// Random Chrome JSON whose slices have names of their own.
class RandomJson {
public:
  enum class Slices { Mixed, BeginsAndEnds };
  RandomJson(uint64_t seed, Slices slices) : m_random(seed), m_slices(slices) {}

  std::string run() {
    for (uint64_t count = 1 + below(40), i = 0; i < count; ++i)
      addEvent();
    return "[" + m_events + "]";
  }

private:
  uint64_t below(uint64_t limit) { return m_random() % limit; }

  /// Times are few, so that many are equal; every third event follows the one before it.
  uint64_t time() { return below(3) == 0 ? m_time : m_time = below(12); }

  void add(const std::string &phase, const std::string &rest) {
    m_events += (m_events.empty() ? "" : ",\n") + ("{\"ph\":\"" + phase + "\"") +
                ",\"pid\":" + std::to_string(below(2)) + ",\"tid\":" + std::to_string(below(2)) +
                ",\"ts\":" + std::to_string(time()) + rest + "}";
  }
  std::string newName() { return ",\"name\":\"n" + std::to_string(m_names++) + "\""; }
  std::string oldName() {
    return below(2) == 0 ? "" : ",\"name\":\"n" + std::to_string(below(m_names + 1)) + "\"";
  }
  std::string id() { return ",\"cat\":\"c\",\"id\":" + std::to_string(below(2)); }

  void addEvent() {
    switch (below(m_slices == Slices::Mixed ? 12 : 4)) {
    case 0:
    case 1:
      return add("B", newName());
    case 2:
    case 3:
      return add("E", oldName());
    case 4:
    case 5:
    case 6:
      return add("X", newName() + ",\"dur\":" + std::to_string(below(6)));
    case 7:
      return add("b", newName() + id());
    case 8:
      return add("e", oldName() + id());
    case 9:
      return add(below(2) == 0 ? "i" : "n", newName() + id());
    case 10:
      return add("C", ",\"name\":\"c\",\"args\":{\"v\":" + std::to_string(below(9)) + "}");
    default:
      return add(std::string(1, "stf"[below(3)]), ",\"bp\":\"e\",\"name\":\"f\"" + id());
    }
  }

  std::mt19937_64 m_random;
  Slices m_slices;
  std::string m_events;
  uint64_t m_time = 0;
  uint64_t m_names = 0;
};

Result<Trace> readJson(const std::string &json) {
  return readChromeJson(std::as_bytes(std::span(json)), "random");
}

} // namespace

class JsonConformanceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void eachFileOpensAsDocumented_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("property");
    QTest::addColumn<QString>("right");
    QTest::addColumn<QString>("ours");
    QFile page(QStringLiteral(PSTUDIO_SOURCE_DIR "/docs/conformance.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(page.readAll()).split('\n');
    for (const QString &line : lines) {
      const QStringList cells = line.split(QStringLiteral(" | "));
      if (cells.size() != 4 || !cells[0].startsWith(QLatin1String("| `")))
        continue;
      const QString file = cells[0].mid(3).chopped(1);
      QTest::newRow(qPrintable(file + ' ' + cells[1]))
          << file << cells[1] << cells[2] << cells[3].chopped(2);
    }
  }
  void eachFileOpensAsDocumented() {
    QFETCH(QString, file);
    QFETCH(QString, property);
    QFETCH(QString, right);
    QFETCH(QString, ours);
    const QString path = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/foreign/") + file;
    const Result<Trace> trace = readTraceFile(path.toStdString());
    const QString found = QString::fromStdString(test::propertyOf(trace, property.toStdString()));
    QCOMPARE(found, ours);
    QVERIFY2(right.isEmpty() || found == right, qPrintable(found + " instead of " + right));
  }

  void everyFileIsInTheTable() {
    QFile page(QStringLiteral(PSTUDIO_SOURCE_DIR "/docs/conformance.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray text = page.readAll();
    const QStringList files = QDir(PSTUDIO_SOURCE_DIR "/tests/data/foreign").entryList(QDir::Files);
    QVERIFY(files.size() > 40);
    for (const QString &file : files)
      QVERIFY2(text.contains(("| `" + file + "` |").toUtf8()), qPrintable(file));
  }

  void aSavedFileOfAnotherProgramComesBackUnchanged() {
    for (uint64_t seed = 1; seed <= 600; ++seed) {
      const std::string json = RandomJson(seed, RandomJson::Slices::Mixed).run();
      const Result<Trace> trace = readJson(json);
      QVERIFY2(trace, qPrintable(QString("seed %1").arg(seed)));
      for (const bool isCompressed : {true, false}) {
        const std::string bytes = *writePftraceToString(*trace, {.isCompressed = isCompressed});
        const Result<Trace> again = readPftrace(std::as_bytes(std::span(bytes)), "");
        QVERIFY(again);
        const std::string difference = test::difference(*trace, *again);
        if (!difference.empty() && qEnvironmentVariableIsSet("PSTUDIO_SHOW"))
          qDebug("%s\n---\n%s\n---\n%s", json.c_str(), traceToText(*trace).c_str(),
                 traceToText(*again).c_str());
        QVERIFY2(difference.empty(),
                 qPrintable(QString("seed %1: %2").arg(seed).arg(difference.c_str())));
      }
    }
  }

  /// A slice has the same parent for a program that reads Perfetto's fields only, unless it lies on
  /// a strand of its own, where it has none.
  void otherProgramsSeeTheSameTreeInASavedFile() {
    uint64_t same = 0, moved = 0;
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      const auto kind =
          seed % 2 == 0 ? RandomJson::Slices::Mixed : RandomJson::Slices::BeginsAndEnds;
      const Trace trace = *readJson(RandomJson(seed, kind).run());
      const std::string bytes =
          test::withoutExtension(*writePftraceToString(trace, {.isCompressed = false}));
      const Result<Trace> foreign = readPftrace(std::as_bytes(std::span(bytes)), "");
      QVERIFY(foreign);
      QCOMPARE(foreign->sliceCount(), trace.sliceCount());
      const auto parents = [](const Trace &of) {
        std::map<std::string, std::string> result;
        for (uint32_t i = 0; i < of.sliceCount(); ++i) {
          const SliceId parent = of.parentOf(SliceId(i));
          result[std::string(of.string(of.sliceNames()[i]))] =
              parent.isValid() ? of.string(of.sliceNames()[parent.value]) : "";
        }
        return result;
      };
      const auto right = parents(trace);
      for (const auto &[name, parent] : parents(*foreign)) {
        QVERIFY2(parent.empty() || parent == right.at(name),
                 qPrintable(QString("seed %1: %2").arg(seed).arg(name.c_str())));
        same += parent == right.at(name);
        moved += parent != right.at(name);
      }
    }
    QVERIFY2(moved * 20 < same, qPrintable(QString("%1 of %2").arg(moved).arg(same + moved)));
  }
};

QTEST_GUILESS_MAIN(JsonConformanceTest)
#include "json_conformance_test.moc"
