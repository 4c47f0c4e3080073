// SPDX-License-Identifier: Apache-2.0
// Generated kernels on the CPU target: every mode gives the values of the interpreter, to the bit,
// and mode `memory` records its accesses with the same lanes.
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <bit>

#include "tests/collector/generated/generated_modes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr uint64_t kKernels = 150; ///< seeds 1 to kKernels, in two modes each beside `none`
/// Seeds of a run of 10,000 that once failed: the place where lanes join after a loop with a
/// return, a break with nothing but records, a function that only dead code calls, a function that
/// both arms of a branch call, and a loop that begins with another one.
constexpr std::array<uint64_t, 5> kOnceFailed{576, 2186, 2354, 6626, 1862};

QString failureOf(uint64_t seed, const QTemporaryDir &folder, size_t modes) {
  const Result<GeneratedCase> made = makeCaseOf(seed, false, folder.path().toStdString(), "k");
  const std::string failure =
      made ? checkCase(*made, modesOf(seed, modes)) : made.error().toString();
  return failure.empty() ? QString()
                         : QString("seed %1: %2").arg(seed).arg(QString::fromStdString(failure));
}

} // namespace

class GeneratedKernelsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyModeGivesTheValuesAndAccessesOfTheInterpreter() {
    const QTemporaryDir folder;
    QStringList failures;
    for (uint64_t seed = 1; seed <= kKernels; ++seed)
      failures.append(failureOf(seed, folder, 2));
    failures.removeAll(QString());
    QVERIFY2(failures.empty(),
             qPrintable(QString("%1 of %2 kernels fail; generated_kernels shrink SEED FOLDER "
                                "writes a small one\n%3")
                            .arg(failures.size())
                            .arg(kKernels)
                            .arg(failures.mid(0, 20).join('\n'))));
  }

  void kernelsThatOnceFailedPass() {
    const QTemporaryDir folder;
    for (const uint64_t seed : kOnceFailed)
      QCOMPARE(failureOf(seed, folder, 3), QString());
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
