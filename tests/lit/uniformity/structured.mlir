// Which records a warp may store in parts: structured control flow, CTAs of 128 x 1 x 1 threads.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --proton-gpu-report-divergence="block=128,1,1"

!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  // Arguments, CTA ids and what is loaded through them are the same in all lanes.
  gpu.func @arguments(%n: index, %a: memref<64xindex>, %mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %cta = gpu.block_id x
    %count = memref.load %a[%cta] : memref<64xindex>
    scf.for %i = %c0 to %count step %c1 {
      %few = arith.cmpi ult, %i, %n : index
      scf.if %few {
        proton_gpu.store scope_start 0, %mine to %s : !s
      }
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }

  // A warp is 32 threads in a row: its number is uniform however it is written.
  gpu.func @warp_ids(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c31 = arith.constant 31 : index
    %c96 = arith.constant 96 : index
    %c7 = arith.constant 7 : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    %narrow = arith.index_cast %x : index to i32
    %y = gpu.thread_id y
    %divided = arith.divui %x, %c32 : index
    %signed = arith.divsi %x, %c96 : index
    %shifted = arith.shrui %x, %c5 : index
    %i7 = arith.shrsi %narrow, %c7 : i32
    %zero = arith.constant 0 : i32
    %is0 = arith.cmpi eq, %divided, %c0 : index
    scf.if %is0 {
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %is1 = arith.cmpi eq, %shifted, %c1 : index
    scf.if %is1 {
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    %is2 = arith.cmpi eq, %signed, %c0 : index
    scf.if %is2 {
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    %is3 = arith.cmpi eq, %i7, %zero : i32
    scf.if %is3 {
      proton_gpu.store scope_start 3, %mine to %s : !s
    }
    %upper = arith.cmpi uge, %x, %c64 : index
    scf.if %upper {
      proton_gpu.store scope_start 4, %mine to %s : !s
    }
    %behind = arith.cmpi sgt, %x, %c31 : index
    scf.if %behind {
      proton_gpu.store scope_start 5, %mine to %s : !s
    }
    %y0 = arith.cmpi eq, %y, %c0 : index
    scf.if %y0 {
      proton_gpu.store scope_start 6, %mine to %s : !s
    }
    // Every thread of a CTA begins at its own element and goes on by the size of the CTA.
    %c1024 = arith.constant 1024 : index
    %c128 = arith.constant 128 : index
    scf.for %i = %x to %c1024 step %c128 {
      proton_gpu.store scope_start 7, %mine to %s : !s
    }
    gpu.return
  }

  gpu.func @lanes(%n: index, %mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c1000 = arith.constant 1000 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    %is0 = arith.cmpi eq, %x, %c0 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %is0 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 0, %mine to %s : !s
    } else {
    }
    // The bound is no multiple of 32 that is known.
    %cta = gpu.block_id x
    %c128 = arith.constant 128 : index
    %base = arith.muli %cta, %c128 : index
    %global = arith.addi %base, %x : index
    %inside = arith.cmpi ult, %global, %n : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %inside {
      scf.for %i = %c0 to %n step %c1 {
        // expected-remark @+1 {{may run with part of a warp's lanes}}
        proton_gpu.store scope_start 1, %mine to %s : !s
      }
    }
    // 1000 is no multiple of 32.
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.for %i = %x to %c1000 step %c128 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    // x + 8 carries into the upper bits.
    %moved = arith.addi %x, %c8 : index
    %warp = arith.divui %moved, %c32 : index
    %warp0 = arith.cmpi eq, %warp, %c0 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %warp0 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 3, %mine to %s : !s
    }
    // Behind it all lanes are together again.
    proton_gpu.finalize %s : !s
    gpu.return
  }

  // What leaves a divergent if or loop differs between lanes, although each lane computed constants.
  gpu.func @results(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    %is0 = arith.cmpi eq, %x, %c0 : index
    %chosen = scf.if %is0 -> index {
      scf.yield %c0 : index
    } else {
      scf.yield %c1 : index
    }
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.for %i = %c0 to %chosen step %c1 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %trips = scf.for %i = %c0 to %x step %c1 iter_args(%count = %c0) -> index {
      %next = arith.addi %count, %c1 : index
      scf.yield %next : index
    }
    %none = arith.cmpi eq, %trips, %c0 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %none {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    // A loop that all lanes leave together leaves uniform values.
    %same = scf.for %i = %c0 to %c1 step %c1 iter_args(%count = %c0) -> index {
      %next = arith.addi %count, %c1 : index
      scf.yield %next : index
    }
    %one = arith.cmpi eq, %same, %c1 : index
    scf.if %one {
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    gpu.return
  }

  gpu.func @whiles(%flags: memref<64xi1>, %mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    // All lanes wait for one flag.
    scf.while : () -> () {
      %more = memref.load %flags[%c0] : memref<64xi1>
      scf.condition(%more)
    } do {
      proton_gpu.store scope_start 0, %mine to %s : !s
      scf.yield
    }
    // Each waits for its own.
    %lane = gpu.lane_id
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.while : () -> () {
      %more = memref.load %flags[%lane] : memref<64xi1>
      scf.condition(%more)
    } do {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 1, %mine to %s : !s
      scf.yield
    }
    proton_gpu.finalize %s : !s
    gpu.return
  }

  // Reductions and broadcasts are the same in all lanes; other shuffles, atomics and private memory are not.
  gpu.func @exchanges(%a: memref<64xi32>, %mine: i32, %buffer: !llvm.ptr)
      private(%own: memref<1xi32, #gpu.address_space<private>>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %width = arith.constant 32 : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %lane = gpu.lane_id
    %v = arith.index_cast %lane : index to i32
    %sum = gpu.all_reduce add %v uniform {} : (i32) -> i32
    %sum0 = arith.cmpi eq, %sum, %zero : i32
    scf.if %sum0 {
      proton_gpu.store scope_start 0, %mine to %s : !s
    }
    %first, %valid = gpu.shuffle idx %v, %zero, %width : i32
    %first0 = arith.cmpi eq, %first, %zero : i32
    scf.if %first0 {
      proton_gpu.store scope_start 1, %mine to %s : !s
    }
    %other, %valid2 = gpu.shuffle xor %v, %zero, %width : i32
    %other0 = arith.cmpi eq, %other, %zero : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %other0 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 2, %mine to %s : !s
    }
    %old = memref.atomic_rmw addi %mine, %a[%c0] : (i32, memref<64xi32>) -> i32
    %old0 = arith.cmpi eq, %old, %zero : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %old0 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 3, %mine to %s : !s
    }
    %kept = memref.load %own[%c0] : memref<1xi32, #gpu.address_space<private>>
    %kept0 = arith.cmpi eq, %kept, %zero : i32
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    scf.if %kept0 {
      // expected-remark @+1 {{may run with part of a warp's lanes}}
      proton_gpu.store scope_start 4, %mine to %s : !s
    }
    gpu.return
  }
}
