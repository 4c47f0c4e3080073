// SPDX-License-Identifier: Apache-2.0
// The models of the vendors' families, by name.
#include <QtTest>

#include "core/access/memory_model.h"

using namespace pstudio::memory;

class MemoryModelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void eachFamilyHasItsLinesSectorsAndBanks_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<uint32_t>("line");
    QTest::addColumn<uint32_t>("sector");
    QTest::addColumn<uint32_t>("banks");
    const auto add = [](const char *name, uint32_t line, uint32_t sector, uint32_t banks) {
      QTest::newRow(name) << name << line << sector << banks;
    };
    add("sm_90a", 128, 32, 32);
    add("gfx900", 64, 64, 32);
    add("gfx908", 64, 64, 32);
    add("gfx90a:sramecc+:xnack-", 128, 64, 32);
    add("gfx942", 128, 64, 32);
    add("gfx950", 128, 64, 64);
    add("gfx1030", 128, 32, 32);
    add("gfx1100", 128, 32, 32);
    add("gfx1151", 128, 32, 32);
  }
  void eachFamilyHasItsLinesSectorsAndBanks() {
    QFETCH(QString, name);
    QFETCH(uint32_t, line);
    QFETCH(uint32_t, sector);
    QFETCH(uint32_t, banks);
    const auto model = memoryModelOf(name.toStdString());
    QVERIFY(model);
    QVERIFY(isUsable(*model));
    QCOMPARE(model->lineBytes, line);
    QCOMPARE(model->sectorBytes, sector);
    QCOMPARE(model->banks.banks, banks);
    QVERIFY(costPeriod(*model) >= line && costPeriod(*model) >= banks * 4);
  }

  void anUnknownFamilyHasNoModel() {
    for (const char *name : {"", "gfx", "gfx803", "gfx1201", "gfx94z", "x86-64", "gfx9420"})
      QVERIFY2(!memoryModelOf(name), name);
  }

  void aRuleHoldsForItsWidthAndDirectionOnly() {
    const BankRules banks = memoryModelOf("gfx942")->banks;
    QVERIFY(banks.ruleFor(16, true));
    QVERIFY(!banks.ruleFor(16, false));
    QVERIFY(!banks.ruleFor(4, true));
    QVERIFY(!BankRules().ruleFor(16, true));
  }

  void aRuleOfBanksThatCannotBeIsRejected() {
    MemoryModel model = *memoryModelOf("gfx942");
    model.banks.rules[5] = {4, true, 48, {}};
    QVERIFY(!isUsable(model));
    model.banks.rules[5].banks = 64;
    QVERIFY(isUsable(model));
    model.sectorBytes = 128;
    QVERIFY(!isUsable(model));
  }
};

QTEST_GUILESS_MAIN(MemoryModelTest)
#include "memory_model_test.moc"
