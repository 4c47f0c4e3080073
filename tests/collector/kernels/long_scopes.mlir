// Scopes that are longer than the 32 bits of a record's clock, 2^32 cycles, between short ones. For NVIDIA's GPUs.
gpu.module @kernels {
  // All lanes stay together. The scopes "step" are in a loop, so that the clock of their records is 32 bits wide.
  gpu.func @together(%R: memref<64xi64>, %steps: index) kernel {
    %thread = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %long = arith.constant 4500000000 : i64
    %short = arith.constant 1000 : i64

    proton.record start "before"
    %a = func.call @spin(%short) : (i64) -> i64
    proton.record end "before"
    proton.record start "outer"
    proton.record start "long"
    %b = func.call @spin(%long) : (i64) -> i64
    proton.record end "long"
    proton.record start "between"
    %c = func.call @spin(%short) : (i64) -> i64
    proton.record end "between"
    proton.record start "steps"
    %d = scf.for %i = %c0 to %steps step %c1 iter_args(%last = %c) -> i64 {
      proton.record start "step"
      %next = func.call @spin(%long) : (i64) -> i64
      proton.record end "step"
      scf.yield %next : i64
    }
    proton.record end "steps"
    proton.record end "outer"
    proton.record start "after"
    %e = func.call @spin(%short) : (i64) -> i64
    proton.record end "after"
    memref.store %e, %R[%thread] : memref<64xi64>
    gpu.return
  }

  // Half of each warp records alone.
  gpu.func @apart(%R: memref<64xi64>) kernel {
    %thread = gpu.thread_id x
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %long = arith.constant 4500000000 : i64
    %lane = arith.remui %thread, %c32 : index
    %isLow = arith.cmpi ult, %lane, %c16 : index
    scf.if %isLow {
      proton.record start "long"
      %a = func.call @spin(%long) : (i64) -> i64
      proton.record end "long"
      proton.record start "after"
      memref.store %a, %R[%thread] : memref<64xi64>
      proton.record end "after"
    }
    gpu.return
  }

  // Returns after so many cycles.
  func.func private @spin(%cycles: i64) -> i64 {
    %begin = llvm.inline_asm has_side_effects "mov.u64 $0, %clock64;", "=l" : () -> i64
    %end = arith.addi %begin, %cycles : i64
    %last = scf.while (%now = %begin) : (i64) -> i64 {
      %isEarly = arith.cmpi slt, %now, %end : i64
      scf.condition(%isEarly) %now : i64
    } do {
    ^bb0(%before: i64):
      %now = llvm.inline_asm has_side_effects "mov.u64 $0, %clock64;", "=l" : () -> i64
      scf.yield %now : i64
    }
    return %last : i64
  }
}
