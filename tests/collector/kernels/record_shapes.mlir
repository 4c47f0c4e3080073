// Records under every kind of control flow: what a GPU keeps of them must be what the CPU target keeps.
//
// Launch: record_uniform.json, record_divergent.json, record_early_return.json.
gpu.module @kernels {
  // Warps part ways, lanes of a warp do not: two roles, a loop, events with keys. The last warp has 20 lanes.
  gpu.func @uniform(%out: memref<84xi32>, %few: index, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %one = arith.constant 1 : i32
    %copy = proton.allocate_event "copy" : i32
    %thread = gpu.thread_id x
    %warp = arith.shrui %thread, %c5 : index
    %isFirst = arith.cmpi eq, %warp, %c0 : index
    proton.record start "all"
    scf.if %isFirst {
      scf.for %i = %c0 to %few step %c1 {
        proton.event start %copy key %i : i32
        memref.store %one, %out[%thread] : memref<84xi32>
        proton.event end %copy key %i : i32
      }
    } else {
      scf.for %i = %c0 to %few step %c1 {
        proton.record start "work"
        memref.store %one, %out[%thread] : memref<84xi32>
        proton.record end "work"
      }
    }
    gpu.barrier
    // More than a small segment holds.
    scf.for %i = %c0 to %many step %c1 {
      proton.record start "step"
      %old = memref.load %out[%thread] : memref<84xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %out[%thread] : memref<84xi32>
      proton.record end "step"
    }
    proton.record end "all"
    gpu.return
  }

  // Lanes part ways: in branches, nested ones, in loops that they leave one after another. The last warp is half full.
  gpu.func @divergent(%out: memref<80xi32>, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %copy = proton.allocate_event "copy" : i32
    %thread = gpu.thread_id x
    %value = arith.index_cast %thread : index to i32
    proton.record start "all"
    %low = arith.andi %thread, %c7 : index
    %isLow = arith.cmpi ult, %low, %c3 : index
    scf.if %isLow {
      proton.record start "low"
      %bit = arith.andi %thread, %c1 : index
      %isOdd = arith.cmpi eq, %bit, %c1 : index
      scf.if %isOdd {
        proton.record start "odd"
        memref.store %value, %out[%thread] : memref<80xi32>
        proton.record end "odd"
      } else {
        proton.record start "even"
        memref.store %value, %out[%thread] : memref<80xi32>
        proton.record end "even"
      }
      proton.record end "low"
    }
    %trips = arith.andi %thread, %c3 : index
    scf.for %i = %c0 to %trips step %c1 {
      proton.record start "trip"
      proton.event start %copy key %i : i32
      %old = memref.load %out[%thread] : memref<80xi32>
      %new = arith.addi %old, %value : i32
      memref.store %new, %out[%thread] : memref<80xi32>
      proton.event end %copy key %i : i32
      proton.record end "trip"
    }
    gpu.barrier
    scf.for %i = %c0 to %many step %c1 {
      proton.record start "together"
      %old = memref.load %out[%thread] : memref<80xi32>
      %new = arith.addi %old, %value : i32
      memref.store %new, %out[%thread] : memref<80xi32>
      proton.record end "together"
    }
    proton.record end "all"
    gpu.return
  }

  // Lanes return at three places: a unit is final when the last of them has.
  gpu.func @early_return(%out: memref<80xi32>) kernel {
    %c5 = arith.constant 5 : index
    %c50 = arith.constant 50 : index
    %thread = gpu.thread_id x
    %value = arith.index_cast %thread : index to i32
    proton.record start "all"
    memref.store %value, %out[%thread] : memref<80xi32>
    proton.record end "all"
    %isAfter = arith.cmpi uge, %thread, %c50 : index
    cf.cond_br %isAfter, ^leave, ^stay
  ^stay:
    proton.record start "some"
    memref.store %value, %out[%thread] : memref<80xi32>
    proton.record end "some"
    %isFew = arith.cmpi ult, %thread, %c5 : index
    cf.cond_br %isFew, ^few, ^done
  ^few:
    proton.record start "few"
    memref.store %value, %out[%thread] : memref<80xi32>
    proton.record end "few"
    gpu.return
  ^done:
    gpu.return
  ^leave:
    gpu.return
  }
}
