// Natural loops of blocks: a start on each edge in, an end on each edge out, and the scope rules hold.
// RUN: proton-opt %s --proton-mark-loops | FileCheck %s
// RUN: proton-opt %s --proton-mark-loops --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS

// A return out of the middle and an exit at the bottom: two edges out. The entry has one way on, so its start needs no
// block of its own; the exit edges get one where their targets have other ways in.
// CHECK-LABEL: gpu.func @two_exits
// CHECK: proton.record start "loop blocks.mlir:10"
// CHECK-NEXT: cf.br ^[[HEADER:bb[0-9]+]]
// CHECK: ^[[HEADER]]
// CHECK: cf.cond_br %{{.*}}, ^[[EARLY:bb[0-9]+]], ^[[BODY:bb[0-9]+]]
// CHECK: ^[[EARLY]]:
// CHECK-NEXT: proton.record end "loop blocks.mlir:10"
// CHECK-NEXT: gpu.return
// CHECK: ^[[BODY]]:
// CHECK: cf.cond_br %{{.*}}, ^[[HEADER]]({{.*}}), ^[[DONE:bb[0-9]+]]
// CHECK: ^[[DONE]]:
// CHECK-NEXT: proton.record end "loop blocks.mlir:10"

// The exit's target is also reached around the loop: the edge is split and carries the value on.
// CHECK-LABEL: gpu.func @shared_exit
// CHECK: cf.cond_br %{{.*}}, ^[[ENTER:bb[0-9]+]], ^[[AFTER:bb[0-9]+]](
// CHECK: ^[[ENTER]]:
// CHECK-NEXT: proton.record start "loop
// CHECK-NEXT: cf.br ^[[LOOP:bb[0-9]+]]
// CHECK: ^[[LOOP]]({{.*}}):
// CHECK: cf.cond_br %{{.*}}, ^[[LOOP]]({{.*}}), ^[[LEAVE:bb[0-9]+]]
// CHECK: ^[[LEAVE]]:
// CHECK-NEXT: proton.record end "loop
// CHECK-NEXT: cf.br ^[[AFTER]](

// One edge leaves two loops: the inner one first. Then it enters the next one.
// CHECK-LABEL: llvm.func @nest
// CHECK: proton.record start "loop nest.cu:1"
// CHECK: proton.record start "loop nest.cu:2"
// CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[OUT:bb[0-9]+]]
// CHECK: ^[[OUT]]:
// CHECK-NEXT: proton.record end "loop nest.cu:2"
// CHECK-NEXT: proton.record end "loop nest.cu:1"
// CHECK-NEXT: proton.record start "loop nest.cu:3"
// CHECK: proton.record end "loop nest.cu:3"

// Two ways into a cycle: no natural loop.
// CHECK-LABEL: gpu.func @irreducible
// CHECK-NOT: proton.record
// CHECK-LABEL: gpu.func @endless

// RECORDS-LABEL: gpu.func @two_exits
// RECORDS-COUNT-1: scope_start
// RECORDS-COUNT-2: scope_end
// RECORDS-LABEL: gpu.func @shared_exit
// RECORDS-COUNT-1: scope_start
// RECORDS-COUNT-1: scope_end
gpu.module @m {
  gpu.func @two_exits(%n: index, %stop: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.br ^loop(%c0 : index)
  ^loop(%i: index):
    %early = arith.cmpi eq, %i, %stop : index loc("blocks.mlir":10:1)
    cf.cond_br %early, ^out, ^body
  ^out:
    gpu.return
  ^body:
    gpu.barrier
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^loop(%next : index), ^done
  ^done:
    gpu.return
  }
  gpu.func @shared_exit(%n: index, %any: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.cond_br %any, ^loop(%c0 : index), ^after(%n : index)
  ^loop(%i: index):
    gpu.barrier
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^loop(%next : index), ^after(%next : index)
  ^after(%x: index):
    gpu.return
  }
  llvm.func @nest(%a: i1, %b: i1, %c: i1) attributes {nvvm.kernel} {
    llvm.br ^outer loc("nest.cu":9:1)
  ^outer:
    nvvm.barrier0 loc("nest.cu":1:1)
    llvm.br ^inner
  ^inner:
    nvvm.barrier0 loc("nest.cu":2:1)
    llvm.cond_br %a, ^more, ^test
  ^more:
    llvm.cond_br %b, ^inner, ^outer
  ^test:
    llvm.br ^next
  ^next:
    nvvm.barrier0 loc("nest.cu":3:1)
    llvm.cond_br %c, ^next, ^exit
  ^exit:
    llvm.return
  }
  gpu.func @irreducible(%a: i1, %b: i1) kernel {
    cf.cond_br %a, ^left, ^right
  ^left:
    cf.cond_br %b, ^right, ^exit
  ^right:
    cf.cond_br %a, ^left, ^exit
  ^exit:
    gpu.return
  }
  // Never left: it has a start, and what stops the kernel finds the scope open.
  // CHECK: proton.record start "loop
  gpu.func @endless() kernel {
    cf.br ^loop
  ^loop:
    gpu.barrier
    cf.br ^loop
  }
}
