// SPDX-License-Identifier: Apache-2.0
// Kernels that wait for other CTAs have a reason; loops of other kernels have none.
#include <QtTest>

#include "collector/foreign/text/cta_waits.h"
#include "collector/foreign/text/kernel_marks.h"
#include "collector/foreign/text/ll_reader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace pstudio;

namespace {

constexpr const char *kHead = R"ll(
target triple = "nvptx64-nvidia-cuda"
@smem = external addrspace(3) global [0 x i8], align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.nanosleep(i32)
declare void @outside(ptr)
declare void @proton_scope_start(ptr)
declare void @_Z16proton_scope_endPKc(ptr)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
)ll";

/// The reason of the first kernel of `body`, which follows the declarations of kHead.
QString waitOf(const char *body) {
  llvm::LLVMContext context;
  const auto module = foreign::readLl(std::string(kHead) + body, "k.ll", context);
  if (!module)
    return QString::fromStdString("rejected: " + module.error().toString());
  return QString::fromStdString(foreign::ctaWaitOf(*foreign::kernelsOf(*module->module).front()));
}

struct Row {
  const char *name;
  const char *body;
  const char *words; ///< of the reason; empty: the kernel does not wait
};

// Forms in which Triton synchronises CTAs, and code that is only similar to them.
const Row kRows[] = {
    {"marked scopes", R"ll(
@name = constant [5 x i8] c"load\00"
define ptx_kernel void @k() {
  call void @proton_scope_start(ptr @name)
  call void @_Z16proton_scope_endPKc(ptr @name)
  ret void
})ll",
     ""},
    {"split-K with a lock", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %lock) {
  br label %loop
loop:
  %old = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$4 atom.global.acq_rel.gpu.cas.b32 $0, [ $1 + 0 ], $2, $3;", "=r,l,r,r,b"(ptr addrspace(1) %lock, i32 1, i32 1, i1 true)
  %wait = icmp ne i32 %old, 1
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by an atomic operation on global memory"},
    {"a lock whose value a thread stores to shared memory", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %lock) {
  br label %loop
loop:
  %old = call i32 asm sideeffect "@$3 atom.global.acq_rel.gpu.cas.b32 $0, [ $1 + 0 ], 0, $2;", "=r,l,r,b"(ptr addrspace(1) %lock, i32 1, i1 true)
  call void asm sideeffect "@$2 st.shared.b32 [ $0 + 0 ], $1;", "r,r,b"(ptr addrspace(3) @smem, i32 %old, i1 true)
  call void @llvm.nvvm.barrier0()
  %all = load i32, ptr addrspace(3) @smem
  %wait = icmp ne i32 %all, 0
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by an atomic operation on global memory"},
    {"stream-K, a flag read as volatile", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %flag
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"a flag read by plain inline PTX", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  br label %loop
loop:
  %v = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %flag, i1 true)
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"decoupled look-back, which walks back over states", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %states, i32 %tile) {
  br label %loop
loop:
  %at = phi i32 [ %tile, %0 ], [ %next, %step ]
  %p = getelementptr i64, ptr addrspace(1) %states, i32 %at
  br label %poll
poll:
  %s = call i64 asm sideeffect "ld.relaxed.gpu.global.b64 $0, [ $1 ];", "=l,l"(ptr addrspace(1) %p)
  %wait = icmp eq i64 %s, 0
  br i1 %wait, label %poll, label %step
step:
  %next = add i32 %at, -1
  %more = icmp sgt i32 %next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"a grid barrier", R"ll(
define ptx_kernel void @k(ptr %count, i32 %all) {
  %mine = atomicrmw add ptr %count, i32 1 acq_rel
  br label %loop
loop:
  %seen = load atomic i32, ptr %count acquire, align 4
  %wait = icmp ult i32 %seen, %all
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"a barrier that adds 0 to read", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %count, i32 %all) {
  br label %loop
loop:
  %seen = atomicrmw add ptr addrspace(1) %count, i32 0 acq_rel
  %wait = icmp ult i32 %seen, %all
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by an atomic operation on global memory"},
    {"a semaphore that others give back", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %count, i32 %all) {
  br label %loop
loop:
  %seen = atomicrmw add ptr addrspace(1) %count, i32 1 acq_rel
  %wait = icmp uge i32 %seen, %all
  br i1 %wait, label %back, label %done
back:
  %b = atomicrmw sub ptr addrspace(1) %count, i32 1 acq_rel
  br label %loop
done:
  ret void
})ll",
     "a loop ends by an atomic operation on global memory"},
    {"a counter that another branch resets", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %count, i32 %all, i1 %first) {
  br label %loop
loop:
  %seen = atomicrmw add ptr addrspace(1) %count, i32 1 acq_rel
  br i1 %first, label %reset, label %test
reset:
  store i32 0, ptr addrspace(1) %count
  br label %test
test:
  %more = icmp ult i32 %seen, %all
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by an atomic operation on global memory"},
    {"a flag that selects the end in a branch", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  br label %loop
loop:
  %is = phi i1 [ false, %0 ], [ %over, %end ]
  %v = load i32, ptr addrspace(1) %flag
  %set = icmp ne i32 %v, 0
  br i1 %set, label %yes, label %end
yes:
  br label %end
end:
  %over = phi i1 [ true, %yes ], [ %is, %loop ]
  br i1 %over, label %done, label %loop
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"an exit that a flag guards", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag, i1 %odd) {
  br label %loop
loop:
  %v = load i32, ptr addrspace(1) %flag
  %set = icmp ne i32 %v, 0
  br i1 %set, label %test, label %loop
test:
  br i1 %odd, label %done, label %loop
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"a flag that a called function reads", R"ll(
define internal i32 @read(ptr addrspace(1) %flag) noinline {
  %v = load i32, ptr addrspace(1) %flag
  ret i32 %v
}
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  br label %loop
loop:
  %v = call i32 @read(ptr addrspace(1) %flag)
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by the result of read, which reads memory"},
    {"a loop in a called function", R"ll(
define internal void @lock(ptr addrspace(1) %flag) noinline {
  br label %loop
loop:
  %v = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 acquire monotonic
  %is = extractvalue { i32, i1 } %v, 1
  br i1 %is, label %done, label %loop
done:
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  call void @lock(ptr addrspace(1) %flag)
  ret void
})ll",
     "a loop ends by an atomic operation on global memory"},
    {"a flag kept in memory of the thread", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  %own = alloca i32
  br label %loop
loop:
  %v = load i32, ptr addrspace(1) %flag
  store i32 %v, ptr %own
  %w = load i32, ptr %own
  %wait = icmp eq i32 %w, 0
  br i1 %wait, label %loop, label %done
done:
  ret void
})ll",
     "a loop ends by a load from global memory"},
    {"a loop inside of inline PTX", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag) {
  call void asm sideeffect "{\0A.reg .pred p; .reg .b32 v;\0AL: ld.acquire.gpu.global.b32 v, [$0];\0Asetp.eq.u32 p, v, 0;\0A@p bra L;\0A}", "l"(ptr addrspace(1) %flag)
  ret void
})ll",
     "inline PTX with a branch and a load from global memory"},
    {"a kernel that sleeps", R"ll(
define ptx_kernel void @k() {
  call void @llvm.nvvm.nanosleep(i32 20)
  ret void
})ll",
     "it sleeps"},
    {"a kernel that sleeps in inline PTX", R"ll(
define ptx_kernel void @k() {
  call void asm sideeffect "nanosleep.u32 20;", ""()
  ret void
})ll",
     "it sleeps"},
    {"code that is not in the file", R"ll(
define ptx_kernel void @k(ptr %p) {
  call void @outside(ptr %p)
  ret void
})ll",
     "a call of outside, whose code is not in the file"},
    {"a call through a pointer", R"ll(
define ptx_kernel void @k(ptr %p) {
  call void %p()
  ret void
})ll",
     "a call through a pointer, whose code is not known"},
    {"a loop with two entries", R"ll(
define ptx_kernel void @k(i1 %a, i1 %b) {
  br i1 %a, label %one, label %two
one:
  br label %two
two:
  br i1 %b, label %one, label %done
done:
  ret void
})ll",
     "a loop with several entries"},
    {"a loop over an argument", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %from, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %from, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     ""},
    {"a loop over a length that memory has", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %lengths, i32 %rows) {
  br label %row
row:
  %r = phi i32 [ 0, %0 ], [ %nextRow, %end ]
  %p = getelementptr i32, ptr addrspace(1) %lengths, i32 %r
  %n = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %row ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %nextRow = add i32 %r, 1
  %moreRows = icmp slt i32 %nextRow, %rows
  br i1 %moreRows, label %row, label %done
done:
  ret void
})ll",
     ""},
    {"a branch on what a loop loads", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %from, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %end ]
  %p = getelementptr i32, ptr addrspace(1) %from, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %is = icmp eq i32 %v, 0
  br i1 %is, label %yes, label %end
yes:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     ""},
    {"atomic additions without a loop", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %sum) {
  %a = atomicrmw add ptr addrspace(1) %sum, i32 1 monotonic
  ret void
})ll",
     ""},
    {"the last CTA of a split-K product", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %count, i32 %n) {
  %a = atomicrmw add ptr addrspace(1) %count, i32 1 acq_rel
  %last = icmp eq i32 %a, %n
  br i1 %last, label %loop, label %done
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     ""},
    {"a work counter", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %count, i32 %tiles) {
  br label %loop
loop:
  %tile = atomicrmw add ptr addrspace(1) %count, i32 1 monotonic
  %more = icmp slt i32 %tile, %tiles
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     ""},
    {"a work counter that shared memory gives to all threads", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %count, i32 %tiles, ptr addrspace(1) %to) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br label %loop
loop:
  %mine = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %count, i32 1, i1 %first)
  call void asm sideeffect "@$2 st.shared.b32 [ $0 + 0 ], $1;", "r,r,b"(ptr addrspace(3) @smem, i32 %mine, i1 %first)
  call void @llvm.nvvm.barrier0()
  %tile = load i32, ptr addrspace(3) @smem
  %p = getelementptr i32, ptr addrspace(1) %to, i32 %tile
  store i32 1, ptr addrspace(1) %p
  %more = icmp slt i32 %tile, %tiles
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     ""},
    {"a wait at an mbarrier of the CTA", R"ll(
define ptx_kernel void @k(ptr addrspace(3) %bar, i32 %phase) {
  call void asm sideeffect "{\0A.reg .pred complete;\0Await:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni wait;\0A}", "r,r"(ptr addrspace(3) %bar, i32 %phase)
  ret void
})ll",
     ""},
    {"an assertion in a loop", R"ll(
define ptx_kernel void @k(ptr addrspace(1) %from, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %end ]
  %p = getelementptr i32, ptr addrspace(1) %from, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %bad = icmp slt i32 %v, 0
  br i1 %bad, label %fail, label %end
fail:
  call void @__assertfail(ptr null, ptr null, i32 1, ptr null, i64 1)
  unreachable
end:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
})ll",
     ""},
};

} // namespace

class CtaWaitsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void kernelsThatMayWaitHaveTheReasonAndOthersNone_data() {
    QTest::addColumn<QString>("wait");
    QTest::addColumn<QString>("words");
    for (const Row &row : kRows)
      QTest::newRow(row.name) << waitOf(row.body) << QString::fromUtf8(row.words);
  }
  void kernelsThatMayWaitHaveTheReasonAndOthersNone() {
    QFETCH(QString, wait);
    QFETCH(QString, words);
    if (words.isEmpty())
      QCOMPARE(wait, QString());
    else
      QVERIFY2(wait.endsWith(words), qPrintable(wait));
  }

  void theReasonNamesThePlaceInTheSource() {
    const QString wait = waitOf(R"ll(
define ptx_kernel void @k(ptr addrspace(1) %flag) !dbg !4 {
  br label %loop, !dbg !6
loop:
  %v = load volatile i32, ptr addrspace(1) %flag, !dbg !6
  %wait = icmp eq i32 %v, 0, !dbg !6
  br i1 %wait, label %loop, label %done, !dbg !7
done:
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "scan.py", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0)
!5 = !DISubroutineType(types: !8)
!6 = !DILocation(line: 30, column: 3, scope: !4)
!7 = !DILocation(line: 31, column: 9, scope: !4)
!8 = !{}
)ll");
    QCOMPARE(wait, QStringLiteral("scan.py:31:9: a loop ends by a load from global memory"));
  }
};

QTEST_GUILESS_MAIN(CtaWaitsTest)
#include "cta_waits_test.moc"
