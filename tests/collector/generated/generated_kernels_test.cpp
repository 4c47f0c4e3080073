// SPDX-License-Identifier: Apache-2.0
// Generated kernels on the CPU target: every mode gives the values of the interpreter, to the bit,
// and mode `memory` records its accesses with the same lanes.
#include <QTemporaryDir>
#include <QtTest>

#include <bit>

#include "tests/collector/generated/generated_modes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr uint64_t kFirstSeed = 1;
constexpr uint64_t kKernels = 60;

} // namespace

class GeneratedKernelsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyModeGivesTheValuesAndAccessesOfTheInterpreter() {
    const QTemporaryDir folder;
    QStringList failures;
    for (uint64_t seed = kFirstSeed; seed < kFirstSeed + kKernels; ++seed) {
      PSTUDIO_VERIFY_ASSIGN(const GeneratedCase made,
                            makeCaseOf(seed, false, folder.path().toStdString(), "k"));
      const std::string failure = checkCase(made, modesOf(seed, 2));
      if (!failure.empty())
        failures.append(QString("seed %1 (%2): %3")
                            .arg(seed)
                            .arg(kFormNames[static_cast<size_t>(made.form)])
                            .arg(QString::fromStdString(failure)));
    }
    QVERIFY2(failures.empty(),
             qPrintable(QString("%1 of %2 kernels fail; generated_kernels shrink SEED FOLDER "
                                "writes a small one\n%3")
                            .arg(failures.size())
                            .arg(kKernels)
                            .arg(failures.mid(0, 20).join('\n'))));
  }

  void aWrongValueAWrongLaneAndAMissingAccessAreFound() {
    const QTemporaryDir folder;
    PSTUDIO_VERIFY_ASSIGN(GeneratedCase made,
                          makeCaseOf(5, false, folder.path().toStdString(), "k"));
    PSTUDIO_VERIFY_ASSIGN(const CaseRun run, runCase(made, kAllAccesses));
    QVERIFY(run.accesses != nullptr);
    QCOMPARE(memoryDifference(made, run.buffers), std::string());
    QCOMPARE(accessDifference(made, *run.accesses, AccessOrder::Steps), std::string());
    std::vector<WarpAccess> &accesses = made.expected.accesses.begin()->second;
    const WarpAccess first = accesses.front();
    accesses.front().mask ^= 1;
    accesses.front().addresses.resize(static_cast<size_t>(std::popcount(accesses.front().mask)));
    QVERIFY(!accessDifference(made, *run.accesses, AccessOrder::Steps).empty());
    QVERIFY(!accessDifference(made, *run.accesses, AccessOrder::Lanes).empty());
    accesses.front() = first;
    accesses.push_back(first);
    QVERIFY(!accessDifference(made, *run.accesses, AccessOrder::Steps).empty());
    QVERIFY(!accessDifference(made, *run.accesses, AccessOrder::Lanes).empty());
    made.expected.memory[static_cast<size_t>(Memory::Out)][1] ^= std::byte{1};
    QVERIFY(memoryDifference(made, run.buffers).starts_with("out[0]"));
  }
};

QTEST_GUILESS_MAIN(GeneratedKernelsTest)
#include "generated_kernels_test.moc"
