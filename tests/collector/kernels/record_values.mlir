// Values under every kind of control flow: what a GPU keeps of them must be what the CPU target keeps.
//
// Launch: record_values_uniform.json, record_values_divergent.json.
gpu.module @kernels {
  // Lanes stay together and have values of their own: the record has that of lane 0. Records of 1, 2 and 3 slots, more
  // than a small segment holds. The last warp has 20 lanes.
  gpu.func @uniform(%out: memref<84xi32>, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %half = arith.constant 0.5 : f32
    %thread = gpu.thread_id x
    %mine = arith.index_cast %thread : index to i32
    %start = arith.sitofp %mine : i32 to f32
    proton.record start "all"
    proton.value "thread", %thread : index
    %sum = scf.for %i = %c0 to %many step %c1 iter_args(%before = %start) -> (f32) {
      proton.record start "step"
      %after = arith.addf %before, %half : f32
      proton.value "sum", %after : f32
      proton.record end "step"
      proton.value "round" unit "rounds", %i : index
      scf.yield %after : f32
    }
    %wide = arith.extf %sum : f32 to f64
    proton.value "result", %wide : f64
    memref.store %mine, %out[%thread] : memref<84xi32>
    proton.record end "all"
    gpu.return
  }

  // Lanes part ways: the value is that of the lowest lane that is there, and its number says so.
  gpu.func @divergent(%out: memref<80xi32>, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %thread = gpu.thread_id x
    %mine = arith.index_cast %thread : index to i32
    proton.record start "all"
    %low = arith.andi %thread, %c7 : index
    %isHigh = arith.cmpi uge, %low, %c3 : index
    scf.if %isHigh {
      proton.value "high", %mine : i32
      %bit = arith.andi %thread, %c1 : index
      %isOdd = arith.cmpi eq, %bit, %c1 : index
      scf.if %isOdd {
        proton.value "odd", %thread : index
        memref.store %mine, %out[%thread] : memref<80xi32>
      }
    }
    %trips = arith.andi %thread, %c3 : index
    scf.for %i = %c0 to %trips step %c1 {
      proton.record start "trip"
      proton.value "trip", %i : index
      %old = memref.load %out[%thread] : memref<80xi32>
      %new = arith.addi %old, %mine : i32
      memref.store %new, %out[%thread] : memref<80xi32>
      proton.record end "trip"
    }
    gpu.barrier
    scf.for %i = %c0 to %many step %c1 {
      proton.value "together", %mine : i32
    }
    proton.record end "all"
    gpu.return
  }
}
