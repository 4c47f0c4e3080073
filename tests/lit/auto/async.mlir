// Steps of queues in MLIR's dialects: what is recorded, where, and with which key.
// RUN: proton-opt %s --proton-mark-async | FileCheck %s
// RUN: proton-opt %s --proton-mark-async --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS

// Copies with nothing but arithmetic in between are one step, and so is the commit behind them.
// CHECK-LABEL: gpu.func @straight
// CHECK: proton.async start <queue = copy_group, step = issue_and_commit> "cp.async a.mlir:1-3"
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: arith.addi
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: proton.async end <queue = copy_group, step = issue_and_commit> "cp.async a.mlir:1-3"
// CHECK-NEXT: proton.async start <queue = copy_group, step = wait> "wait cp.async a.mlir:4"
// CHECK-NEXT: nvgpu.device_async_wait
// CHECK-NEXT: proton.async end <queue = copy_group, step = wait> "wait cp.async a.mlir:4"
// CHECK: proton.async start <queue = named_barrier, step = synchronize> "wait barrier a.mlir:5" key %[[ZERO:.*]]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: proton.async end <queue = named_barrier, step = synchronize> "wait barrier a.mlir:5" key %[[ZERO]]

// A loop of copies is one step. The group is closed elsewhere, and may be empty.
// CHECK-LABEL: func.func private @copy_rows
// CHECK: proton.async start <queue = copy_group, step = issue> "cp.async
// CHECK-NEXT: scf.for
// CHECK-NOT: proton
// CHECK: nvgpu.device_async_copy
// CHECK: }
// CHECK-NEXT: proton.async end <queue = copy_group, step = issue> "cp.async
// CHECK-LABEL: gpu.func @pipeline
// CHECK: func.call @copy_rows
// CHECK-NEXT: proton.async at <queue = copy_group, step = commit> "commit cp.async
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: func.call @copy_rows
// CHECK-NEXT: }
// CHECK-NEXT: proton.async at <queue = copy_group, step = commit> "commit cp.async
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: proton.async start <queue = copy_group, step = wait, pending = 1> "wait cp.async
// CHECK-NEXT: nvgpu.device_async_wait

// Barriers have the number of their allocation. Thread 0 alone initialises, so the other warps record nothing; one lane
// of each warp arrives, so each warp records, and not in the branch.
// CHECK-LABEL: gpu.func @barriers
// CHECK: nvgpu.mbarrier.create
// CHECK: %[[KEY:.*]] = arith.shli %[[SLOT:.*]], %{{.*}} : index
// CHECK-NEXT: %[[ANY:.*]] = llvm.inline_asm {{.*}}vote.sync.any
// CHECK: %[[CONDITION:.*]] = llvm.icmp "ne" %[[ANY]]
// CHECK-NEXT: proton.async at <queue = mbarrier, step = init, barrier = 2> "init mbarrier {{.*}}" key %[[KEY]] if %[[CONDITION]]
// CHECK-NEXT: nvgpu.mbarrier.init
// CHECK: %[[SLOT2:.*]] = arith.shli
// CHECK-NEXT: %[[PARITY:.*]] = arith.index_castui %{{.*}} : i1 to index
// CHECK-NEXT: %[[WAITKEY:.*]] = arith.ori %[[SLOT2]], %[[PARITY]] : index
// CHECK-NEXT: proton.async start <queue = mbarrier, step = wait, barrier = 2> "wait mbarrier {{.*}}" key %[[WAITKEY]]
// CHECK-NEXT: nvgpu.mbarrier.try_wait.parity
// CHECK-NEXT: proton.async end <queue = mbarrier, step = wait, barrier = 2> "wait mbarrier {{.*}}" key %[[WAITKEY]]
// CHECK: proton.async start <queue = mbarrier, step = issue, barrier = 1> "bulk copy
// CHECK-NEXT: nvgpu.mbarrier.arrive.expect_tx
// CHECK-NEXT: nvgpu.tma.async.load
// CHECK-NEXT: nvgpu.tma.async.load
// CHECK-NEXT: proton.async end <queue = mbarrier, step = issue, barrier = 1> "bulk copy
// CHECK: proton.async at <queue = mbarrier, step = arrive, barrier = 2> "arrive mbarrier {{[^"]*}}" key %{{[^ ]*$}}
// CHECK-NEXT: scf.if
// CHECK-NEXT: nvgpu.mbarrier.arrive

// A loop over slots runs as often as there are slots at most, so its records have a bound.
// CHECK-LABEL: gpu.func @slots
// CHECK: nvgpu.mbarrier.init
// CHECK: } {proton.most_rounds = 4 : i64}

// The product waits for those before it itself; the wait behind it says more. Without one it is said behind it.
// CHECK-LABEL: gpu.func @products
// CHECK: proton.async start <queue = matrix_group, step = issue_and_commit> "wgmma
// CHECK-NEXT: nvgpu.warpgroup.mma
// CHECK-NEXT: proton.async end <queue = matrix_group, step = issue_and_commit> "wgmma
// CHECK-NEXT: proton.async start <queue = matrix_group, step = wait> "wait wgmma
// CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK-NEXT: proton.async end <queue = matrix_group, step = wait> "wait wgmma
// CHECK: nvgpu.warpgroup.mma
// CHECK-NEXT: proton.async end <queue = matrix_group, step = issue_and_commit> "wgmma
// CHECK-NEXT: proton.async start <queue = matrix_group, step = wait, pending = 1> "wait wgmma
// CHECK-NEXT: proton.async end <queue = matrix_group, step = wait, pending = 1> "wait wgmma
// CHECK-NEXT: gpu.return

// Bulk copies by groups; named barriers of some warps, whose number may be a value.
// CHECK-LABEL: gpu.func @stores
// CHECK: proton.async start <queue = bulk_group, step = issue_and_commit> "bulk copy
// CHECK-NEXT: nvgpu.tma.async.store
// CHECK-NEXT: nvvm.cp.async.bulk.commit.group
// CHECK-NEXT: proton.async end <queue = bulk_group, step = issue_and_commit> "bulk copy
// CHECK-NEXT: proton.async start <queue = bulk_group, step = wait, pending = 2> "wait bulk copy
// CHECK: %[[NUMBER:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK-NEXT: proton.async start <queue = named_barrier, step = synchronize> "wait barrier {{.*}}" key %[[NUMBER]]
// CHECK-NEXT: nvvm.barrier id
// CHECK: proton.async at <queue = named_barrier, step = arrive> "arrive barrier {{.*}}" key
// CHECK-NEXT: nvvm.barrier.arrive

// RECORDS-LABEL: gpu.func @straight
// RECORDS-SAME: #proton_gpu.operation<kind = async, name = "cp.async a.mlir:1-3", location = "a.mlir:1:1", async = <queue = copy_group, step = issue_and_commit>>
// RECORDS-SAME: #proton_gpu.operation<kind = async, name = "wait cp.async a.mlir:4", location = "a.mlir:4:1", async = <queue = copy_group, step = wait>>
// RECORDS: proton_gpu.store event_start 0,
// RECORDS: proton_gpu.store event_end 0,
// RECORDS: proton_gpu.store event_start 1,
// RECORDS: proton_gpu.store event_end 1,
// RECORDS: proton_gpu.store event_start 2 key
// RECORDS: proton_gpu.store event_end 2 key
// RECORDS-LABEL: gpu.func @barriers
// RECORDS: proton_gpu.store event_start {{.*}} key {{.*}} to {{.*}} if %
!global = memref<64x64xf16>
!shared = memref<64x64xf16, #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = !shared, swizzle = none, l2promo = none, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!sum = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
!matrix = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>
gpu.module @m {
  gpu.func @straight(%A: !global, %i: index) workgroup(%t: !shared) kernel {
    %a = nvgpu.device_async_copy %A[%i, %i], %t[%i, %i], 8 : !global to !shared loc("a.mlir":1:1)
    %j = arith.addi %i, %i : index
    %b = nvgpu.device_async_copy %A[%i, %i], %t[%i, %j], 8 : !global to !shared loc("a.mlir":2:1)
    %g = nvgpu.device_async_create_group %b loc("a.mlir":3:1)
    nvgpu.device_async_wait %g loc("a.mlir":4:1)
    gpu.barrier loc("a.mlir":5:1)
    gpu.return
  }
  func.func private @copy_rows(%A: !global, %t: !shared, %k: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %b = nvgpu.device_async_copy %A[%i, %k], %t[%i, %k], 8 : !global to !shared
    }
    return
  }
  gpu.func @pipeline(%A: !global, %n: index) workgroup(%t: !shared) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    func.call @copy_rows(%A, %t, %c0) : (!global, !shared, index) -> ()
    %g = nvgpu.device_async_create_group
    scf.for %k = %c0 to %n step %c1 {
      %next = arith.addi %k, %c1 : index
      %some = arith.cmpi ult, %next, %n : index
      scf.if %some {
        func.call @copy_rows(%A, %t, %next) : (!global, !shared, index) -> ()
      }
      %h = nvgpu.device_async_create_group
      nvgpu.device_async_wait %h {numGroups = 1 : i32}
    }
    gpu.return
  }
  gpu.func @barriers(%m: !map, %slot: index, %parity: i1) workgroup(%t: !shared) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %bytes = arith.constant 16384 : index
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %c0 : index
    %lane = arith.remui %thread, %c32 : index
    %leads = arith.cmpi eq, %lane, %c0 : index
    %full = nvgpu.mbarrier.create -> !barriers
    %empty = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %empty[%slot], %c1, predicate = %first : !barriers
    nvgpu.mbarrier.try_wait.parity %empty[%slot], %parity, %bytes : !barriers
    nvgpu.mbarrier.arrive.expect_tx %full[%slot], %bytes, predicate = %leads : !barriers
    nvgpu.tma.async.load %m[%c0, %c0], %full[%slot] to %t, predicate = %leads : !map, !barriers -> !shared
    nvgpu.tma.async.load %m[%c0, %c1], %full[%slot] to %t, predicate = %leads : !map, !barriers -> !shared
    scf.if %leads {
      %token = nvgpu.mbarrier.arrive %empty[%slot] : !barriers -> !nvgpu.mbarrier.token
    }
    gpu.return
  }
  gpu.func @slots(%slots: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %full = nvgpu.mbarrier.create -> !barriers
    scf.for %slot = %c0 to %slots step %c1 {
      nvgpu.mbarrier.init %full[%slot], %c1 : !barriers
    }
    gpu.return
  }
  gpu.func @products(%a: !matrix, %b: !matrix, %c: !sum) kernel {
    %d = nvgpu.warpgroup.mma %a, %b, %c {transposeB} : !matrix, !matrix, !sum -> !sum
    nvvm.wgmma.wait.group.sync.aligned 0
    %e = nvgpu.warpgroup.mma %a, %b, %d {transposeB} : !matrix, !matrix, !sum -> !sum
    gpu.return
  }
  gpu.func @stores(%m: !map, %i: index, %number: i32, %count: i32) workgroup(%t: !shared) kernel {
    nvgpu.tma.async.store %t to %m[%i, %i] : !shared -> !map
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 2
    nvvm.barrier id = %number number_of_threads = %count
    nvvm.barrier.arrive id = %number number_of_threads = %count
    gpu.return
  }
}
