// Records that no buffer holds: a strategy that streams them must lose none, whatever becomes of the kernel.
//
// Launch: stream_steps.json, stream_stalls.json, stream_faults.json.
gpu.module @kernels {
  // `many` scopes of each warp.
  gpu.func @steps(%out: memref<8192xi32>, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    %cta = gpu.block_id x
    %threads = gpu.block_dim x
    %base = arith.muli %cta, %threads : index
    %at = arith.addi %base, %thread : index
    scf.for %i = %c0 to %many step %c1 {
      proton.record start "step"
      %old = memref.load %out[%at] : memref<8192xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %out[%at] : memref<8192xi32>
      proton.record end "step"
    }
    gpu.return
  }

  // The same, then a wait for a flag that nobody sets. All warps get there first: the CPU target never leaves one that waits so.
  gpu.func @stalls(%flag: memref<1xi32>, %out: memref<64xi32>, %many: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    scf.for %i = %c0 to %many step %c1 {
      proton.record start "step"
      %old = memref.load %out[%thread] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %out[%thread] : memref<64xi32>
      proton.record end "step"
    }
    gpu.barrier
    proton.record start "wait for the flag"
    scf.while : () -> () {
      %seen = memref.atomic_rmw addi %zero, %flag[%c0] : (i32, memref<1xi32>) -> i32
      %isUnset = arith.cmpi eq, %seen, %zero : i32
      scf.condition(%isUnset)
    } do {
      scf.yield
    }
    proton.record end "wait for the flag"
    gpu.return
  }

  // The same, then a store 1 TiB behind the buffer. The warps wait for each other first: a fault ends them all.
  gpu.func @faults(%out: memref<64xi32>, %many: index, %far: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    scf.for %i = %c0 to %many step %c1 {
      proton.record start "step"
      %old = memref.load %out[%thread] : memref<64xi32>
      %new = arith.addi %old, %one : i32
      memref.store %new, %out[%thread] : memref<64xi32>
      proton.record end "step"
    }
    gpu.barrier
    memref.store %one, %out[%far] : memref<64xi32>
    gpu.return
  }
}
