// SPDX-License-Identifier: Apache-2.0
// Matrix instructions, bulk copies, clusters: compiled where the chip has them, rejected elsewhere.
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileFile;
using test::compileToPtx;
using test::countOf;
using test::textOf;

namespace {

constexpr const char *kHopper = "tests/collector/kernels/nvidia/hopper.mlir";

test::PtxRequest requestFor(std::string kernel, std::string architecture, uint32_t threads,
                            std::string mode = "none") {
  test::PtxRequest request;
  request.kernel = std::move(kernel);
  request.architecture = std::move(architecture);
  request.block = {threads, 1, 1};
  request.mode = std::move(mode);
  return request;
}

} // namespace

class NvidiaChipTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void hoppersInstructionsComeOut() {
    for (const char *mode : {"none", "default", "default:buffer_type=shared"}) {
      const auto ptx = compileFile(kHopper, requestFor("hopper", "sm_90a", 128, mode));
      VERIFY_RESULT(ptx);
      for (const char *instruction :
           {"mbarrier.init.shared", "mbarrier.arrive.expect_tx", "cp.async.bulk.tensor.2d",
            "mbarrier.try_wait.parity", "wgmma.mma_async.sync.aligned.m64n128k16"})
        QVERIFY2(countOf(ptx->text, instruction) > 0, instruction);
      if (const auto ptxas = nvidia::findPtxas()) {
        const auto report = nvidia::assemble(*ptxas, *ptx);
        VERIFY_RESULT(report);
        QCOMPARE(report->spillStoreBytes, uint64_t{0});
      }
    }
  }

  void everyAutoModeCompiles() {
    for (const char *mode : {"functions", "loops", "barriers", "accesses", "memory", "async",
                             "matrix", "functions,loops,barriers,memory,async,matrix"})
      for (const char *kernel : {"hopper", "ampere"}) {
        const uint32_t threads = std::string_view(kernel) == "hopper" ? 128 : 32;
        const auto ptx = compileFile(kHopper, requestFor(kernel, "sm_90a", threads, mode));
        VERIFY_RESULT(ptx);
        const bool hasNone = std::string_view(mode) == "loops" && threads == 32;
        QVERIFY2((countOf(ptx->text, "%clock;") > 0) == !hasNone, mode);
        if (const auto ptxas = nvidia::findPtxas())
          VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
      }
  }

  void amperesInstructionsComeOut() {
    const auto ptx = compileFile(kHopper, requestFor("ampere", "sm_80", 32));
    VERIFY_RESULT(ptx);
    for (const char *instruction :
         {"cp.async.ca.shared.global", "cp.async.commit_group", "cp.async.wait_group 0",
          "ldmatrix.sync.aligned.m8n8.x4", "mma.sync.aligned.m16n8k16"})
      QVERIFY2(countOf(ptx->text, instruction) == 1, instruction);
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void otherChipsRejectThemByNameAndPlace() {
    const auto older = compileFile(kHopper, requestFor("hopper", "sm_80", 128));
    QVERIFY(!older);
    QCOMPARE(older.error().code, ErrorCode::Unsupported);
    QVERIFY2(textOf(older.error())
                 .contains(QRegularExpression("hopper.mlir:24:5: sm_80 has no "
                                              "nvgpu.mbarrier.arrive.expect_tx, which needs sm_90 "
                                              "or newer")),
             qPrintable(textOf(older.error())));
    const auto portable = compileFile(kHopper, requestFor("hopper", "sm_90", 128));
    QVERIFY(!portable);
    QVERIFY2(textOf(portable.error())
                 .contains("nvgpu.warpgroup.generate.descriptor, which needs "
                           "sm_90a"),
             qPrintable(textOf(portable.error())));
  }

  void clustersAreHoppers() {
    const char *source = R"(gpu.module @m {
      gpu.func @k(%A: memref<8xi32>) kernel {
        %rank = gpu.cluster_block_id x
        %r = arith.index_cast %rank : index to i32
        nvvm.cluster.arrive
        nvvm.cluster.wait
        memref.store %r, %A[%rank] : memref<8xi32>
        gpu.return
      }
    })";
    const auto ptx = compileToPtx(source, requestFor("k", "sm_90", 32));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "%cluster_ctaid.x"), size_t{1});
    QCOMPARE(countOf(ptx->text, "barrier.cluster.arrive"), size_t{1});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
    const auto older = compileToPtx(source, requestFor("k", "sm_89", 32));
    QVERIFY(!older);
    QVERIFY2(textOf(older.error()).contains("test.mlir:3:17"), qPrintable(textOf(older.error())));
  }

  void namesThatPtxDoesNotAllowAreReplaced_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("entry");
    QTest::newRow("dot") << "a.b"
                         << "a_b";
    QTest::newRow("space") << "my kernel"
                           << "my_kernel";
    QTest::newRow("digit") << "9x"
                           << "_9x";
    QTest::newRow("reserved") << "WARP_SZ"
                              << "_WARP_SZ";
    QTest::newRow("instruction") << "add"
                                 << "add";
    QTest::newRow("letters of other languages") << QString::fromUtf8("größe") << "gr____e";
  }
  void namesThatPtxDoesNotAllowAreReplaced() {
    QFETCH(QString, name);
    QFETCH(QString, entry);
    const auto ptx =
        compileToPtx("gpu.module @m {\ngpu.func @\"" + name.toStdString() +
                         "\"(%A: memref<32xf32>) workgroup(%s: memref<32xf32, "
                         "#gpu.address_space<workgroup>>) kernel {\n%i = gpu.thread_id x\n"
                         "%x = memref.load %A[%i] : memref<32xf32>\n"
                         "memref.store %x, %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>\n"
                         "gpu.barrier\n"
                         "%y = memref.load %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>\n"
                         "memref.store %y, %A[%i] : memref<32xf32>\ngpu.return\n}\n}\n",
                     requestFor(name.toStdString(), "sm_80", 32));
    VERIFY_RESULT(ptx);
    QCOMPARE(QString::fromStdString(ptx->entry), entry);
    QCOMPARE(countOf(ptx->text, ".entry " + ptx->entry + "("), size_t{1});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void localArraysAndPrintingWork() {
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<32xf32>, %n: index) kernel {
        %i = gpu.thread_id x
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c8 = arith.constant 8 : index
        %local = memref.alloca() : memref<8xf32>
        %x = memref.load %A[%i] : memref<32xf32>
        scf.for %j = %c0 to %n step %c1 {
          %m = arith.remui %j, %c8 : index
          memref.store %x, %local[%m] : memref<8xf32>
        }
        %y = memref.load %local[%n] : memref<8xf32>
        gpu.printf "n is %d\n" %n : index
        memref.store %y, %A[%i] : memref<32xf32>
        gpu.return
      }
    })",
                                  requestFor("k", "sm_80", 32));
    VERIFY_RESULT(ptx);
    QVERIFY(countOf(ptx->text, "st.local.f32") >= 1);
    QVERIFY(countOf(ptx->text, "vprintf") >= 1);
    QCOMPARE(ptx->mathFunctions, std::string());
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void whatCannotBeLoweredIsNamedWithItsPlace_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    QTest::newRow("unknown function") << "func.call @elsewhere() : () -> ()"
                                      << "test.mlir:4:1: the kernel calls \"elsewhere\"";
    QTest::newRow("host operation") << "gpu.dealloc %A : memref<32xf32>"
                                    << "test.mlir:4:1: failed to legalize operation 'gpu.dealloc'";
  }
  void whatCannotBeLoweredIsNamedWithItsPlace() {
    QFETCH(QString, line);
    QFETCH(QString, expected);
    const auto ptx = compileToPtx("gpu.module @m {\ngpu.func @k(%A: memref<32xf32>) kernel {\n"
                                  "%i = gpu.thread_id x\n" +
                                      line.toStdString() +
                                      "\ngpu.return\n}\nfunc.func private @elsewhere()\n}\n",
                                  requestFor("k", "sm_80", 32));
    QVERIFY(!ptx);
    QVERIFY2(textOf(ptx.error()).contains(expected), qPrintable(textOf(ptx.error())));
  }

  void onlyTheAskedKernelIsInThePtx() {
    const char *source = R"(gpu.module @a {
      gpu.func @one(%A: memref<?xf32>) kernel {
        gpu.dealloc %A : memref<?xf32>
        gpu.return
      }
    }
    gpu.module @b {
      func.func @unused() { return }
      gpu.func @two() kernel { gpu.return }
      gpu.func @three() kernel { gpu.return }
    })";
    const auto ptx = compileToPtx(source, requestFor("two", "sm_80", 32));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".entry "), size_t{1});
    QCOMPARE(ptx->entry, std::string("two"));
    QCOMPARE(countOf(ptx->text, "unused"), size_t{0});
    const auto missing = compileToPtx(source, requestFor("four", "sm_80", 32));
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::InvalidInput);
  }

  void aShuffleStaysAmongTheFirstLanesOfItsWidth() {
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<4x32xi32>, %n: i32) kernel {
        %i = gpu.thread_id x
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %three = arith.constant 3 : i32
        %w8 = arith.constant 8 : i32
        %w32 = arith.constant 32 : i32
        %x = memref.load %A[%c0, %i] : memref<4x32xi32>
        %u, %uv = gpu.shuffle up %x, %three, %w8 : i32
        %d, %dv = gpu.shuffle down %u, %three, %w8 : i32
        %w, %wv = gpu.shuffle up %d, %three, %w32 : i32
        %s, %sv = gpu.shuffle idx %w, %three, %n : i32
        memref.store %u, %A[%c0, %i] : memref<4x32xi32>
        memref.store %d, %A[%c1, %i] : memref<4x32xi32>
        memref.store %w, %A[%c2, %i] : memref<4x32xi32>
        memref.store %s, %A[%c3, %i] : memref<4x32xi32>
        gpu.return
      }
    })",
                                  requestFor("k", "sm_80", 32));
    VERIFY_RESULT(ptx);
    const QString text = QString::fromStdString(ptx->text);
    const auto has = [&](const char *pattern) {
      return text.contains(QRegularExpression(QString::fromUtf8(pattern)));
    };
    // Result, source, offset, bound (the segment mask above it is 0), lanes that take part.
    QVERIFY2(has(R"(shfl\.sync\.up\.b32\s+\S+, %r\d+, 3, 0, %r\d+;)"), ptx->text.c_str());
    QVERIFY2(has(R"(shfl\.sync\.down\.b32\s+\S+, %r\d+, 3, 7, %r\d+;)"), ptx->text.c_str());
    QVERIFY2(has(R"(shfl\.sync\.up\.b32\s+\S+, %r\d+, 3, 0, -1;)"), ptx->text.c_str());
    QVERIFY2(has(R"(shfl\.sync\.idx\.b32\s+\S+, %r\d+, 3, %r\d+, %r\d+;)"), ptx->text.c_str());
    // A lane beyond the width is alone in its mask: 1 << lane.
    QVERIFY2(has(R"(mov\.u32\s+%r\d+, %laneid;)") && has(R"(selp\.b32\s+%r\d+, 255, %r\d+, )"),
             ptx->text.c_str());
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void reductionsAndShufflesNeedNoLibrary() {
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<128xf32>, %B: memref<128xi32>) kernel {
        %i = gpu.thread_id x
        %x = memref.load %A[%i] : memref<128xf32>
        %y = memref.load %B[%i] : memref<128xi32>
        %all = gpu.all_reduce add %x uniform {} : (f32) -> f32
        %warp = gpu.subgroup_reduce maxsi %y : (i32) -> i32
        %c1 = arith.constant 1 : i32
        %c32 = arith.constant 32 : i32
        %up, %valid = gpu.shuffle up %all, %c1, %c32 : f32
        %f = arith.sitofp %warp : i32 to f32
        %sum = arith.addf %f, %up : f32
        memref.store %sum, %A[%i] : memref<128xf32>
        gpu.return
      }
    })",
                                  requestFor("k", "sm_80", 128));
    VERIFY_RESULT(ptx);
    QVERIFY(countOf(ptx->text, "shfl.sync.bfly.b32") >= 10);
    QCOMPARE(countOf(ptx->text, "shfl.sync.up.b32"), size_t{1});
    QVERIFY(ptx->staticSharedBytes >= 16);
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void anAssertionThatDoesNotHoldCallsTheDriversFunction() {
    const auto ptx = compileToPtx(R"(
    gpu.module @m {
      gpu.func @k(%holds: i1) kernel {
        cf.assert %holds, "it does not"
        gpu.return
      }
    })",
                                  requestFor("k", "sm_80", 32));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".extern .func __assertfail"), size_t{1});
    QVERIFY2(countOf(ptx->text, "__assertfail") >= 2, ptx->text.c_str()); // declared and called
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void narrowIntegersArePrintedAsC() {
    const auto ptx = compileToPtx(R"(
    gpu.module @m {
      gpu.func @k(%A: memref<32xi8>, %n: i32) kernel {
        %i = gpu.thread_id x
        %small = memref.load %A[%i] : memref<32xi8>
        %zero = arith.constant 0 : i32
        %isZero = arith.cmpi eq, %n, %zero : i32
        gpu.printf "%d %d\n" %small, %isZero : i8, i1
        gpu.return
      }
    })",
                                  requestFor("k", "sm_80", 32));
    VERIFY_RESULT(ptx);
    // Two words of 4 bytes, the first with its sign.
    QCOMPARE(countOf(ptx->text, "st.local.v2.u32"), size_t{1});
    QCOMPARE(countOf(ptx->text, "ld.global.s8"), size_t{1});
    QCOMPARE(countOf(ptx->text, "st.local.u8"), size_t{0});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }
};

QTEST_GUILESS_MAIN(NvidiaChipTest)
#include "nvidia_chip_test.moc"
