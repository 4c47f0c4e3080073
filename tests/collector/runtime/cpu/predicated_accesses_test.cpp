// SPDX-License-Identifier: Apache-2.0
// Accesses of some lanes on the CPU target: an access with a predicate writes the same records as
// the access in a branch.
#include <QtTest>

#include "tests/collector/decoded_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr uint32_t kMakers = 1u << 5 | 1u << 9 | 1u << 10;

/// 20 accesses by lanes 5, 9 and 10 of warp 0: lane l accesses 4 * l + 128 * i.
std::string kernelWith(const std::string &access) {
  return R"(
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c128 = arith.constant 128 : index
  %t = gpu.thread_id x
  %isFive = arith.cmpi eq, %t, %c5 : index
  %isNine = arith.cmpi eq, %t, %c9 : index
  %isTen = arith.cmpi eq, %t, %c10 : index
  %one = arith.ori %isFive, %isNine : i1
  %makes = arith.ori %one, %isTen : i1
  %lane = arith.muli %t, %c4 : index
  scf.for %i = %c0 to %c20 step %c1 {
    %row = arith.muli %i, %c128 : index
    %sum = arith.addi %row, %lane : index
    %at = arith.index_cast %sum : index to i64
)" + access +
         R"(
  }
  gpu.return
  }
  gpu.func @other() {
)";
}

constexpr int kIterations = 20;

std::string predicated(const std::string &site) {
  return "proton.access " + site + " \"load A\" at %at by %makes";
}
std::string inBranch(const std::string &site) {
  return "scf.if %makes { proton.access " + site + " \"load A\" at %at }";
}

/// For each access of warp 0: its mask, and the recorded addresses with their lanes.
std::vector<std::string> accessTexts(const test::DecodedRun &run) {
  std::vector<std::string> texts;
  const UnitRecords &unit = run.units[0].records;
  for (const Record &record : unit.records) {
    if (record.kind != Kind::MemoryAccess) // handovers are records, too
      continue;
    std::string text = record.partial ? std::to_string(record.laneMask) : "all";
    for (uint64_t i = 0; i < record.key; ++i) {
      const LaneAddress &told = unit.addresses[record.payload + i];
      text += " " + std::to_string(told.address) + "@" + std::to_string(told.lane);
    }
    texts.push_back(text);
  }
  return texts;
}

} // namespace

class PredicatedAccessesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aPredicateLeavesTheRecordsOfABranch_data() {
    QTest::addColumn<QString>("site");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("count");
    for (const auto &[name, site, slots] :
         {std::tuple("stride", "<kind = load, space = global, bytes = 4, stride = 4>", 3),
          std::tuple("lanes", "<kind = store, space = global, bytes = 4>", 5),
          std::tuple("xors", "<kind = load, space = global, bytes = 4, xors = [4, 8, 16, 32, 64]>",
                     3),
          std::tuple("groups", "<kind = load, space = global, bytes = 4, stride = 4, group = 8>",
                     4),
          std::tuple(
              "offsets",
              "<kind = load, space = global, bytes = 4, offsets = <rule = sum, bits = [4, 8]>>",
              3)}) {
      QTest::addRow("%s all", name) << site << QString("default:slots=256") << 20;
      QTest::addRow("%s shared", name)
          << site << QString("default:slots=256:buffer_type=shared") << 20;
      QTest::addRow("%s newest", name) << site << QString("default:slots=32") << 32 / slots;
      QTest::addRow("%s oldest", name)
          << site << QString("default:strategy=first:slots=32") << 32 / slots;
      QTest::addRow("%s flushed", name) << site << QString("default:strategy=flush") << 20;
      QTest::addRow("%s streamed", name) << site << QString("default:strategy=stream") << 20;
    }
  }
  void aPredicateLeavesTheRecordsOfABranch() {
    QFETCH(QString, site);
    QFETCH(QString, mode);
    QFETCH(int, count);
    const auto run = [&](const std::string &access) {
      return test::runAndDecode(kernelWith(access), mode.toStdString(), 1, 64, {0, 0, 0, 0});
    };
    PSTUDIO_VERIFY_ASSIGN(const test::DecodedRun by, run(predicated(site.toStdString())));
    PSTUDIO_VERIFY_ASSIGN(const test::DecodedRun branch, run(inBranch(site.toStdString())));
    QCOMPARE(by.units.size(), size_t{2});
    const std::vector<std::string> texts = accessTexts(by);
    QCOMPARE(texts.size(), size_t(count));
    const std::vector<std::string> ofBranch = accessTexts(branch);
    // The access in the branch has no mask of its own, so the test compares only the text after the
    // mask. A ring keeps more records without a mask.
    if (count == kIterations)
      QCOMPARE(ofBranch.size(), texts.size());
    for (size_t i = 0; i < ofBranch.size() && count == kIterations; ++i)
      QCOMPARE(QString::fromStdString(texts[i]).section(' ', 1),
               QString::fromStdString(ofBranch[i]).section(' ', 1));
    QVERIFY2(texts.front().starts_with(std::to_string(kMakers) + " "), texts.front().c_str());
    QVERIFY(by.units[1].records.records.empty()); // no lane of warp 1 makes an access
  }
};

QTEST_GUILESS_MAIN(PredicatedAccessesTest)
#include "predicated_accesses_test.moc"
