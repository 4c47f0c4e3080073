// SPDX-License-Identifier: Apache-2.0
// Examples and instrumentation modes, so chosen that every pair of values comes together once.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <QDir>
#include <QtTest>

#include "core/run/instrumentation_mode.h"
#include "core/run/run_spec.h"
#include "tests/support/test_data.h"

namespace pstudio::test {

inline QDir exampleFolder() {
  return QDir(testData("resources/kernels"));
}

inline std::string exampleFile(const std::string &name) {
  return exampleFolder().filePath(QString::fromStdString(name) + ".json").toStdString();
}

using Factors = std::vector<std::vector<std::string>>;

/// Where the runs of a test take place. A GPU runs every example, the CPU target those that name
/// it.
enum class RunsOn : uint8_t { Cpu, Gpu };

inline bool canRun(const std::string &example, RunsOn place) {
  const auto spec = loadRunSpec(exampleFile(example));
  return place == RunsOn::Gpu || (spec && spec->target == "cpu");
}

/// Values of each factor of a run: what example, and the four parts of its mode.
inline Factors factors(RunsOn place) {
  std::vector<std::string> examples;
  for (const QString &file : exampleFolder().entryList({"*.json"}, QDir::Files, QDir::Name))
    if (const std::string name = QFileInfo(file).completeBaseName().toStdString();
        canRun(name, place))
      examples.push_back(name);
  return {examples,
          {"default", "functions", "loops", "barriers", "accesses", "memory", "async", "matrix"},
          {"circular", "first", "flush", "stream"},
          {"shared", "global"},
          {"warp", "cta"}};
}

using ModeRow = std::vector<size_t>; ///< a value of each factor
using ValuePair = std::array<size_t, 4>;

inline std::string modeOf(const ModeRow &row, const Factors &values) {
  return values[1][row[1]] + ":buffer_type=" + values[3][row[3]] +
         ":strategy=" + values[2][row[2]] + ":granularity=" + values[4][row[4]];
}

inline std::set<ValuePair> pairsOf(const ModeRow &row) {
  std::set<ValuePair> pairs;
  for (size_t a = 0; a < row.size(); ++a)
    for (size_t b = a + 1; b < row.size(); ++b)
      pairs.insert({a, row[a], b, row[b]});
  return pairs;
}

/// Rows that have every pair of values that any mode can have, a few more than are needed.
inline std::vector<ModeRow> rowsWithEveryPair(const Factors &values, uint32_t seed) {
  std::mt19937 random(seed);
  const auto randomRow = [&] {
    ModeRow row;
    for (const auto &some : values)
      row.push_back(random() % some.size());
    return row;
  };
  std::set<ValuePair> missing;
  for (size_t a = 0; a < values.size(); ++a)
    for (size_t b = a + 1; b < values.size(); ++b)
      for (size_t i = 0; i < values[a].size(); ++i)
        for (size_t j = 0; j < values[b].size(); ++j)
          missing.insert({a, i, b, j});
  std::vector<ModeRow> rows;
  while (!missing.empty()) {
    const ValuePair wanted = *missing.begin();
    ModeRow best;
    size_t most = 0;
    for (int candidate = 0; candidate < 50; ++candidate) {
      ModeRow row = randomRow();
      row[wanted[0]] = wanted[1];
      row[wanted[2]] = wanted[3];
      if (!InstrumentationMode::parse(modeOf(row, values)))
        continue;
      const auto covered = static_cast<size_t>(std::ranges::count_if(
          pairsOf(row), [&](const ValuePair &pair) { return missing.contains(pair); }));
      if (covered > most) {
        most = covered;
        best = row;
      }
    }
    missing.erase(wanted); // also if no mode has both
    for (const ValuePair &pair : best.empty() ? std::set<ValuePair>() : pairsOf(best))
      missing.erase(pair);
    if (!best.empty())
      rows.push_back(best);
  }
  return rows;
}

/// Columns "example" and "mode", from a seed that is printed and that PSTUDIO_TEST_SEED repeats.
inline void addModeRows(RunsOn place) {
  QTest::addColumn<QString>("example");
  QTest::addColumn<QString>("mode");
  bool isGiven = false;
  const int given = qEnvironmentVariableIntValue("PSTUDIO_TEST_SEED", &isGiven);
  const uint32_t seed = isGiven ? static_cast<uint32_t>(given) : std::random_device()() >> 1;
  qInfo("PSTUDIO_TEST_SEED=%u", seed);
  const Factors values = factors(place);
  int number = 0;
  for (const ModeRow &row : rowsWithEveryPair(values, seed)) {
    const QString example = QString::fromStdString(values[0][row[0]]);
    const QString mode = QString::fromStdString(modeOf(row, values));
    QTest::addRow("%d %s %s", ++number, qPrintable(example), qPrintable(mode)) << example << mode;
  }
}

} // namespace pstudio::test
