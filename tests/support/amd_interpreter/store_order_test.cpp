// SPDX-License-Identifier: Apache-2.0
// The order of stores between waves of the interpreter: waits before barriers, and for loads to
// LDS.
#include <QtTest>

#include <array>

#include "tests/support/amd_interpreter/snippet.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test::amdgpu;

class AmdStoreOrderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aStoreThatIsNotWaitedForBeforeABarrierIsAnError_data() {
    QTest::addColumn<QString>("processor");
    QTest::addColumn<bool>("isOnSeveralUnits");
    QTest::addColumn<QString>("store");
    QTest::addColumn<QString>("load");
    QTest::addColumn<bool>("isError");
    const auto row = [](const char *processor, bool isOnSeveralUnits, const char *store,
                        const char *load, bool isError) {
      QTest::addRow("%s%s %s", processor, isOnSeveralUnits ? " several units" : "",
                    qPrintable(QString(store).replace('\n', "; ")))
          << processor << isOnSeveralUnits << store << load << isError;
    };
    const char *ldsLoad = "ds_read_b32 v4, v3";
    for (const char *processor : {"gfx1100", "gfx942"}) {
      row(processor, false, "ds_write_b32 v0, v1", ldsLoad, true);
      row(processor, false, "ds_write_b32 v0, v1\ns_waitcnt vmcnt(0)", ldsLoad, true);
      row(processor, false, "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)", ldsLoad, false);
      row(processor, false, "ds_add_u32 v0, v1", ldsLoad, true);
      row(processor, false, "ds_write_b32 v0, v1\ns_barrier\ns_waitcnt lgkmcnt(0)", ldsLoad, false);
    }
    // A scalar load has no order with LDS: only a wait for all operations proves the store.
    row("gfx1100", false, "ds_write_b32 v0, v1\ns_load_b32 s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)",
        ldsLoad, true);
    const char *load = "global_load_b32 v4, v3, s[0:1]";
    const char *store = "global_store_b32 v0, v1, s[0:1]";
    row("gfx1100", false, store, load, false);
    row("gfx1100", true, store, load, true);
    row("gfx1100", true, "global_store_b32 v0, v1, s[0:1]\ns_waitcnt vmcnt(0)", load, true);
    row("gfx1100", true, "global_store_b32 v0, v1, s[0:1]\ns_waitcnt_vscnt null, 0x0", load, false);
    row("gfx1100", true, "global_atomic_add_u32 v5, v0, v1, s[0:1] glc\ns_waitcnt vmcnt(0)", load,
        false);
    // All lanes of one operation change the same word.
    row("gfx1100", true,
        "v_mov_b32 v2, 0\nglobal_atomic_add_u32 v5, v2, v1, s[0:1] glc\ns_waitcnt vmcnt(0)", load,
        false);
    const char *old = "global_load_dword v4, v3, s[0:1]";
    row("gfx942", false, "global_store_dword v0, v1, s[0:1]", old, false);
    row("gfx942", true, "global_store_dword v0, v1, s[0:1]", old, true);
    row("gfx942", true, "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)", old, false);
    // A load to LDS is counted as vector memory. M0 is the place in LDS, of 64 words.
    row("gfx942", false, "s_mov_b32 m0, s6\nbuffer_load_dword v7, s[8:11], 0 offen lds", ldsLoad,
        true);
    row("gfx942", false,
        "s_mov_b32 m0, s6\nbuffer_load_dword v7, s[8:11], 0 offen lds\ns_waitcnt vmcnt(0)", ldsLoad,
        false);
  }
  void aStoreThatIsNotWaitedForBeforeABarrierIsAnError() {
    QFETCH(const QString, processor);
    QFETCH(const bool, isOnSeveralUnits);
    QFETCH(const QString, store);
    QFETCH(const QString, load);
    QFETCH(const bool, isError);
    const std::string text = (store + "\ns_barrier\n" + load + "\ns_barrier").toStdString();
    auto snippet = Snippet::make(text, processor.toStdString());
    VERIFY_RESULT(snippet);
    snippet->cta().isOnSeveralUnits = isOnSeveralUnits;
    std::array<std::byte, 1024> memory{};
    snippet->machine().memory.add(0x10000, memory.data(), memory.size());
    Wave &first = snippet->wave();
    Wave &second = snippet->addWave();
    for (Wave *wave : {&first, &second}) {
      wave->setWide(0, 0x10000);
      wave->setWide(8, 0x10000);
      wave->scalars[10] = 1024;
      wave->scalars[11] = 0;
      wave->scalars[6] = 256 * wave->number;
      const uint32_t lanes = wave->lanes();
      for (uint32_t lane = 0; lane < lanes; ++lane) {
        wave->vectors[lane] = 256 * wave->number + 4 * lane;
        wave->vectors[3 * lanes + lane] = 256 * (1 - wave->number) + 4 * lane;
        wave->vectors[7 * lanes + lane] = 4 * lane;
      }
    }
    const auto ran = snippet->run();
    if (!isError)
      VERIFY_RESULT(ran);
    else
      QVERIFY(!ran && ran.error().message.starts_with(
                          "wave 1 did not wait for its store to these bytes before the barrier"));
  }

  void aLoadToLdsIsWaitedForBeforeItsBytesAreRead() {
    const auto failure = [](const char *wait) {
      std::array<std::byte, 256> bytes{};
      auto snippet = Snippet::make(
          std::string("s_mov_b32 m0, 0\nbuffer_load_dword v7, s[8:11], 0 offen lds\n") + wait +
              "ds_read_b32 v4, v7",
          "gfx942");
      snippet->machine().memory.add(0x10000, bytes.data(), 256);
      snippet->wave().setWide(8, 0x10000);
      snippet->wave().scalars[10] = 256;
      snippet->wave().scalars[11] = 0;
      for (uint32_t lane = 0; lane < 64; ++lane)
        snippet->vector(7, lane) = 4 * lane;
      const auto ran = snippet->run();
      return ran ? std::string() : ran.error().message;
    };
    QCOMPARE(failure("s_waitcnt vmcnt(0)\n"), std::string());
    QVERIFY(failure("").starts_with("bytes of LDS are read before the wait for the load"));
  }
};

QTEST_GUILESS_MAIN(AmdStoreOrderTest)
#include "store_order_test.moc"
