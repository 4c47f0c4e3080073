// Inline PTX feeds every mode as the operations of dialects do.
// RUN: proton-opt %s --proton-mark-access-runs | FileCheck %s --check-prefix=MEMORY
// RUN: proton-opt %s --proton-mark-barriers | FileCheck %s --check-prefix=BARRIERS
// RUN: proton-opt %s --proton-mark-matrix | FileCheck %s --check-prefix=MATRIX

// The initial moves are registers alone; the load's predicate is inside of the string.
// MEMORY-LABEL: llvm.func @k
// MEMORY: proton.record start "load global t.py:10-11"
// MEMORY-NEXT: llvm.inline_asm {{.*}}ld.global
// MEMORY-NEXT: llvm.inline_asm {{.*}}ld.global
// MEMORY-NEXT: proton.record end "load global t.py:10-11"
// MEMORY: proton.record start "store shared t.py:12"
// MEMORY-NEXT: llvm.inline_asm {{.*}}st.shared
// MEMORY-NEXT: proton.record end "store shared t.py:12"
// MEMORY: proton.record start "store global t.py:18"

// A wait that loops by itself is one; a poll is none, and arriving is none.
// BARRIERS-LABEL: llvm.func @k
// BARRIERS: proton.record start "barrier t.py:13"
// BARRIERS-NEXT: llvm.inline_asm {{.*}}bar.sync
// BARRIERS-NEXT: proton.record end "barrier t.py:13"
// BARRIERS: proton.record start "mbarrier wait t.py:14"
// BARRIERS-NEXT: llvm.inline_asm {{.*}}try_wait
// BARRIERS-NEXT: proton.record end "mbarrier wait t.py:14"
// BARRIERS-NOT: proton.record start

// MATRIX-LABEL: llvm.func @k
// MATRIX: proton.record start "mma.sync t.py:17"
// MATRIX-NEXT: llvm.inline_asm {{.*}}mma.sync
// MATRIX-NEXT: proton.record end "mma.sync t.py:17"
llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %x: i32, %some: i1) attributes {nvvm.kernel} {
  %a = llvm.inline_asm has_side_effects "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b" %p, %some : (!llvm.ptr<1>, i1) -> i32 loc("t.py":10:1)
  %b = llvm.inline_asm has_side_effects "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 4 ];", "=r,l,b" %p, %some : (!llvm.ptr<1>, i1) -> i32 loc("t.py":11:1)
  %c = llvm.add %a, %b : i32
  llvm.inline_asm has_side_effects "st.shared.b32 [$0], $1;", "r,r" %s, %c : (!llvm.ptr<3>, i32) -> () loc("t.py":12:1)
  llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> () loc("t.py":13:1)
  llvm.inline_asm has_side_effects "{\0A.reg .pred done;\0Await:\0Ambarrier.try_wait.parity.shared.b64 done, [$0], $1;\0A@!done bra.uni wait;\0A}", "r,r" %s, %x : (!llvm.ptr<3>, i32) -> () loc("t.py":14:1)
  %poll = llvm.inline_asm has_side_effects "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }", "=r,r,r" %s, %x : (!llvm.ptr<3>, i32) -> i32 loc("t.py":15:1)
  llvm.inline_asm has_side_effects "mbarrier.arrive.shared.b64 _, [$0];", "r" %s : (!llvm.ptr<3>) -> () loc("t.py":16:1)
  %d = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {$0}, {$1}, {$2}, {$1};", "=r,r,r" %a, %b : (i32, i32) -> i32 loc("t.py":17:1)
  llvm.store %d, %p : i32, !llvm.ptr<1> loc("t.py":18:1)
  llvm.return
}
