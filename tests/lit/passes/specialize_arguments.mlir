// What a launch is known to pass becomes attributes, constants and assumptions.
// RUN: proton-opt %s --proton-specialize-arguments="kernel=k facts=0:align16,1:div16,2:one,3:one,4:div8,0:off32" | FileCheck %s
// RUN: proton-opt %s --proton-specialize-arguments="kernel=l facts=0:align16,1:div16" | FileCheck %s --check-prefix=LLVM
// RUN: proton-opt %s --proton-specialize-arguments="kernel=aligned facts=0:align16,1:align16" | FileCheck %s --check-prefix=MORE
// RUN: proton-opt %s --proton-specialize-arguments="kernel=k facts=" | FileCheck %s --check-prefix=NONE
// The address analysis reads what it says: rows of n elements begin at multiples of 64 bytes.
// RUN: proton-opt %s --proton-specialize-arguments="kernel=k facts=0:align16,1:div16,4:div16" --proton-report-addresses="block=32,2,1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FACTS
// RUN: proton-opt %s --proton-report-addresses="block=32,2,1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

gpu.module @m {
  // CHECK-LABEL: gpu.func @k(
  // CHECK-SAME: %[[A:.*]]: memref<4096xf32> {llvm.align = 16 : i64, proton_gpu.offsets_in_32_bits}
  // CHECK-SAME: %[[N:.*]]: i32 {proton_gpu.divisible = 16 : i64}
  // CHECK-SAME: %[[S:.*]]: i32 {proton_gpu.equals = 1 : i64}
  // CHECK-SAME: %[[I:.*]]: index {proton_gpu.equals = 1 : i64}
  // CHECK-SAME: %[[M:.*]]: index {proton_gpu.divisible = 8 : i64}) kernel
  // CHECK: %[[C15:.*]] = arith.constant 15 : i32
  // CHECK: %[[REST:.*]] = arith.andi %[[N]], %[[C15]] : i32
  // CHECK: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK: %[[IS:.*]] = arith.cmpi eq, %[[REST]], %[[C0]] : i32
  // CHECK: "llvm.intr.assume"(%[[IS]]) : (i1) -> ()
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: %[[ONEI:.*]] = arith.constant 1 : index
  // CHECK: arith.muli %{{.*}}, %[[ONEI]] : index
  // CHECK: arith.muli %[[N]], %[[ONE]] : i32
  // NONE-LABEL: gpu.func @k(
  // NONE-SAME: %{{.*}}: memref<4096xf32>, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: index, %{{.*}}: index) kernel
  // NONE-NEXT: gpu.thread_id y
  gpu.func @k(%a: memref<4096xf32>, %n: i32, %s: i32, %i: index, %m: index) kernel {
    %y = gpu.thread_id y
    %row = arith.muli %y, %m : index
    %scaled = arith.muli %row, %i : index
    %t = arith.muli %n, %s : i32
    // FACTS: one address for a warp: {{.*}} divisible by 16
    // UNKNOWN: one address for a warp: {{.*}} divisible by 4
    %v = memref.load %a[%row] : memref<4096xf32>
    gpu.return
  }

  // LLVM-LABEL: llvm.func @l(
  // LLVM-SAME: %{{.*}}: !llvm.ptr<1> {llvm.align = 16 : i64}
  // LLVM-SAME: %[[N:.*]]: i32 {proton_gpu.divisible = 16 : i64}
  // LLVM: llvm.intr.assume
  llvm.func @l(%a: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
    llvm.return
  }

  // A stronger attribute stays.
  // MORE-LABEL: gpu.func @aligned(
  // MORE-SAME: llvm.align = 64 : i64
  // MORE-SAME: llvm.align = 16 : i64
  gpu.func @aligned(%a: memref<4xf32> {llvm.align = 64 : i64}, %b: memref<4xf32> {llvm.align = 4 : i64}) kernel {
    gpu.return
  }
}
