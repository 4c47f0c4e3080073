// Kernels that keep a store for each record, and the reason that is noted on them.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-gpu-group-records="block=64,1,1" | FileCheck %s
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu="strategy=flush" --proton-gpu-group-records="block=64,1,1" | FileCheck %s --check-prefix=FLUSH --implicit-check-not=store_group
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu="granularity=thread" --proton-gpu-group-records="block=64,1,1" | FileCheck %s --check-prefix=THREAD
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu="buffer-type=shared" --proton-gpu-group-records="block=64,1,1 shared-slots=8" | FileCheck %s --check-prefix=SHARED

// Lanes part, so that each record has a mask; of units of one lane it has none.
// CHECK-LABEL: gpu.func @lanes
// CHECK-SAME: proton_gpu.grouping = {none = "lanes"}
// CHECK-NOT: store_group
// FLUSH-LABEL: gpu.func @lanes
// FLUSH-SAME: proton_gpu.grouping = {none = "strategy"}
// THREAD-LABEL: gpu.func @lanes
// THREAD: proton_gpu.store_group
gpu.module @m {
  gpu.func @lanes() kernel {
    %c7 = arith.constant 7 : index
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %c7 : index
    scf.if %p {
      proton.record start "a"
      proton.record end "a"
    }
    gpu.return
  }
}

// -----

// No two records follow each other: lanes may leave between them.
// CHECK-LABEL: gpu.func @runs
// CHECK-SAME: proton_gpu.grouping = {none = "runs"}
// CHECK-NOT: store_group
gpu.module @m {
  gpu.func @runs() kernel {
    proton.record start "a"
    llvm.inline_asm has_side_effects "@%p bra L;", "" : () -> ()
    proton.record end "a"
    gpu.return
  }
}

// -----

// In shared memory a pair costs as much as two records.
// SHARED-LABEL: gpu.func @pairs
// SHARED-SAME: proton_gpu.grouping = {none = "pairs"}
// SHARED-NOT: store_group
// CHECK-LABEL: gpu.func @pairs
// CHECK: store_group
gpu.module @m {
  gpu.func @pairs(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "all"
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "a"
      proton.record end "a"
    }
    proton.record end "all"
    gpu.return
  }
}

// -----

// A call of a function that is not inlined hands on the number of records, too, and groups save no half of the stores.
// CHECK-LABEL: gpu.func @calls
// CHECK-SAME: proton_gpu.grouping = {none = "calls"}
// CHECK-NOT: store_group
gpu.module @m {
  func.func private @part(%n: index) attributes {passthrough = ["noinline"]} {
    %e = proton.allocate_event "copy" : i32
    proton.event start %e key %n : i32
    proton.event end %e key %n : i32
    return
  }
  gpu.func @calls(%n: index) kernel {
    proton.record start "all"
    func.call @part(%n) : (index) -> ()
    proton.record end "all"
    gpu.return
  }
}

// -----

// Of six records in an iteration four are in pairs, but the other two would take two slots in place of one.
// CHECK-LABEL: gpu.func @slots
// CHECK-SAME: proton_gpu.grouping = {none = "slots"}
// CHECK-NOT: store_group
gpu.module @m {
  gpu.func @slots(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "a"
      llvm.inline_asm has_side_effects "@%p bra L;", "" : () -> ()
      proton.record end "a"
      proton.record start "b"
      llvm.inline_asm has_side_effects "@%p bra L;", "" : () -> ()
      proton.record end "b"
      proton.record start "c"
      llvm.inline_asm has_side_effects "@%p bra L;", "" : () -> ()
      proton.record end "c"
    }
    gpu.return
  }
}

// -----

// What a kernel stores besides clocks is not grouped yet.
// CHECK-LABEL: gpu.func @accesses
// CHECK-SAME: proton_gpu.grouping = {none = "accesses"}
// CHECK-NOT: store_group
gpu.module @m {
  gpu.func @accesses(%address: i64) kernel {
    proton.record start "a"
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load" at %address
    proton.record end "a"
    gpu.return
  }
}

// -----

// Eight slots of shared memory were chosen because the kernel writes no more: in groups it would write twelve.
// CHECK-LABEL: gpu.func @shared
// CHECK: proton_gpu.store_group
// SHARED-LABEL: gpu.func @shared
// SHARED-SAME: proton_gpu.grouping = {none = "shared"}
// SHARED-NOT: store_group
gpu.module @m {
  gpu.func @shared(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
      proton.record start "a"
      proton.record end "a"
      proton.record start "b"
      proton.record end "b"
    }
    %e = proton.allocate_event "copy" : i32
    proton.event start %e key %n : i32
    gpu.barrier
    proton.event end %e key %n : i32
    gpu.barrier
    proton.event start %e key %n : i32
    gpu.barrier
    proton.event end %e key %n : i32
    gpu.return
  }
}
