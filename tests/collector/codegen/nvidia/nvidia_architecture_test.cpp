// SPDX-License-Identifier: Apache-2.0
// Which architectures PTX is made for, and which devices take it.
#include <QtTest>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/codegen/nvidia/newer_architectures.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::nvidia;
using test::textOf;

class NvidiaArchitectureTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void knownNamesAreFound() {
    for (const auto &[name, capability, isSpecific] : {std::tuple("sm_80", 80u, false),
                                                       {"sm_86", 86u, false},
                                                       {"sm_89", 89u, false},
                                                       {"sm_90", 90u, false},
                                                       {"sm_90a", 90u, true},
                                                       {"sm_100", 100u, false},
                                                       {"sm_100a", 100u, true},
                                                       {"sm_120", 120u, false}}) {
      const auto architecture = architectureNamed(name);
      VERIFY_RESULT(architecture);
      QCOMPARE(*architecture, (Architecture{name, capability, isSpecific}));
    }
  }

  void unknownNamesAreRejectedWithTheNamesThereAre() {
    for (const char *name : {"sm_130", "sm_90b", "sm_75", "gfx942", "", "SM_90", "sm_90 ", "90"}) {
      const auto architecture = architectureNamed(name);
      QVERIFY2(!architecture, name);
      QCOMPARE(architecture.error().code, ErrorCode::Unsupported);
      QVERIFY(textOf(architecture.error()).contains('"' + QString(name) + '"'));
      QVERIFY(textOf(architecture.error()).contains("sm_80, "));
      QVERIFY(textOf(architecture.error()).contains("sm_90a"));
      QVERIFY(textOf(architecture.error()).contains("sm_120a"));
    }
  }

  void aDeviceGetsItsOwnArchitectureOrTheNewestBeforeIt() {
    for (const auto &[major, minor, name] : {std::tuple(8u, 0u, "sm_80"),
                                             {8u, 6u, "sm_86"},
                                             {8u, 9u, "sm_89"},
                                             {9u, 0u, "sm_90a"},
                                             {10u, 0u, "sm_100a"},
                                             {10u, 1u, "sm_100"},
                                             {12u, 1u, "sm_121a"},
                                             {13u, 0u, "sm_121"}}) {
      const auto architecture = architectureForDevice(major, minor);
      VERIFY_RESULT(architecture);
      QCOMPARE(architecture->name, std::string(name));
      VERIFY_RESULT(checkRunsOn(*architecture, major, minor));
    }
    const auto old = architectureForDevice(7, 5);
    QVERIFY(!old);
    QVERIFY(textOf(old.error()).contains("7.5"));
  }

  void theHeadOfANewerArchitectureReplacesThatOfLlvm() {
    const std::string head = "//\n\n.version 8.0\n.target sm_90a, debug\n.address_size 64\n";
    const Architecture blackwell = *architectureNamed("sm_100a");
    QCOMPARE(std::string(chipOfLlvm(blackwell)), std::string("sm_90a"));
    PSTUDIO_VERIFY_ASSIGN(const std::string replaced, withHead(head, blackwell));
    QCOMPARE(replaced, std::string("//\n\n.version 8.7\n.target sm_100a, debug\n"
                                   ".address_size 64\n"));
    PSTUDIO_VERIFY_ASSIGN(const std::string kept, withHead(head, *architectureNamed("sm_90a")));
    QCOMPARE(kept, head);
    QVERIFY(!withHead("no head", blackwell));
  }

  void codeForAnotherChipIsRejected() {
    const auto specific = checkRunsOn(*architectureNamed("sm_90a"), 10, 0);
    QVERIFY(!specific);
    QCOMPARE(specific.error().code, ErrorCode::Unsupported);
    QVERIFY(textOf(specific.error()).contains("sm_90a"));
    QVERIFY(textOf(specific.error()).contains("10.0"));
    const auto newer = checkRunsOn(*architectureNamed("sm_90"), 8, 9);
    QVERIFY(!newer);
    QVERIFY(textOf(newer.error()).contains("sm_90"));
    QVERIFY(textOf(newer.error()).contains("8.9"));
    QVERIFY(checkRunsOn(*architectureNamed("sm_80"), 9, 0));
    QVERIFY(checkRunsOn(*architectureNamed("sm_90"), 12, 0));
  }
};

QTEST_GUILESS_MAIN(NvidiaArchitectureTest)
#include "nvidia_architecture_test.moc"
