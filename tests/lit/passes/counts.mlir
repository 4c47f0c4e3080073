// Accesses that are counted: from the mark to the counters of each target.
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 bins=64 largest-buffer=1048576" | FileCheck %s --check-prefix=MARK
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 bins=64" --proton-assign-operations --proton-gpu-insert-context="strategy=histogram granularity=cta" --convert-proton-accesses-to-proton-gpu | FileCheck %s --check-prefix=COUNT
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 bins=64" --proton-assign-operations --proton-gpu-insert-context="strategy=histogram granularity=cta" --convert-proton-accesses-to-proton-gpu --proton-gpu-allocate-scratch="threads-per-cta=64" | FileCheck %s --check-prefix=ALLOC
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 bins=64" --proton-assign-operations --proton-gpu-insert-context="strategy=histogram granularity=cta" --convert-proton-accesses-to-proton-gpu --proton-gpu-allocate-scratch="threads-per-cta=64" --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1" | FileCheck %s --check-prefix=NVIDIA --implicit-check-not="proton_gpu.count"
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 bins=64 lanes-per-warp=64" --proton-assign-operations --proton-gpu-insert-context="strategy=histogram granularity=cta" --convert-proton-accesses-to-proton-gpu --proton-gpu-allocate-scratch="threads-per-cta=64 lanes-per-warp=64" --convert-proton-gpu-to-llvm="target=amd chip=gfx942 block=64,1,1" | FileCheck %s --check-prefix=AMD --implicit-check-not="proton_gpu.count"
// RUN: proton-opt %s --split-input-file --proton-mark-memory="block=64,1,1 bins=64" --proton-assign-operations --proton-gpu-insert-context="strategy=histogram granularity=cta" --convert-proton-accesses-to-proton-gpu --proton-gpu-allocate-scratch="threads-per-cta=64" --convert-proton-gpu-to-llvm="target=cpu" | FileCheck %s --check-prefix=CPU --implicit-check-not="proton_gpu.count"

// A buffer of a known size has bins of its own size; of another one the largest buffer is assumed, 4 GiB if nobody says
// more. Both counts stand together, and nothing reads a clock.
// MARK-LABEL: gpu.func @own
// MARK: counted = <bins = 64, shift = 8>> "load global"
// MARK: counted = <bins = 64, shift = 14>> "store global"
// COUNT-LABEL: gpu.func @own
// COUNT: proton_gpu.segment_alloc strategy histogram -> !proton_gpu.segment<?, global, cta>
// COUNT-NOT: read_counter
// COUNT: memref.load
// COUNT: proton_gpu.count 0 at %{{.*}} bins 64 shift 8 in
// COUNT-NEXT: proton_gpu.count 1 at %{{.*}} bins 64 shift 26 in
// COUNT-NEXT: memref.store
// Two operations of 64 bins; one segment for the CTA.
// ALLOC-LABEL: gpu.func @own
// ALLOC-SAME: proton_gpu.slots_per_unit = 128 : i32, proton_gpu.unit_count = 1 : i32
// NVIDIA-LABEL: gpu.func @own
// NVIDIA: @!$0 bra DONE;{{.*}}red.relaxed.gpu.global.add.u64{{.*}}red.relaxed.gpu.global.add.u64{{.*}}DONE:
// NVIDIA-NOT: activemask
// NVIDIA: st.global.v2.b32
// AMD-LABEL: gpu.func @own
// AMD: scf.if
// AMD: llvm.atomicrmw add %{{.*}} syncscope("agent") monotonic
// AMD: llvm.atomicrmw add %{{.*}} syncscope("agent") monotonic
// CPU-LABEL: gpu.func @own
// CPU: llvm.call @pstudio.cpu.record.address
// CPU: llvm.call @pstudio.cpu.record.clock
// CPU: llvm.call @pstudio.cpu.count.access
gpu.module @m {
  gpu.func @own(%A: memref<4096xf32>, %B: memref<?xf32>) kernel {
    %x = gpu.thread_id x
    %v = memref.load %A[%x] : memref<4096xf32>
    memref.store %v, %B[%x] : memref<?xf32>
    gpu.return
  }
}

// -----

// Lanes that part: those that are there elect one, and count themselves.
// NVIDIA-LABEL: gpu.func @parting
// NVIDIA: activemask.b32{{.*}}popc.b32
// NVIDIA: red.relaxed.gpu.global.add.u64
// AMD-LABEL: gpu.func @parting
// AMD: rocdl.ballot
// AMD: llvm.intr.ctpop
// AMD: llvm.atomicrmw add
gpu.module @m {
  gpu.func @parting(%A: memref<4096xf32>, %n: index) kernel {
    %x = gpu.thread_id x
    %p = arith.cmpi ult, %x, %n : index
    scf.if %p {
      %v = memref.load %A[%x] : memref<4096xf32>
      memref.store %v, %A[%x] : memref<4096xf32>
    }
    gpu.return
  }
}

// -----

// A buffer is followed through the calls of a function; where they differ it is not known. An id in a function is known
// when it runs.
// MARK-LABEL: func.func private @once
// MARK: counted = <bins = 64, shift = 8>>
// MARK-LABEL: func.func private @twice
// MARK: counted = <bins = 64, shift = 14>>
// NVIDIA-LABEL: func.func private @twice
// NVIDIA: llvm.lshr %arg{{[0-9]+}}
// NVIDIA: red.relaxed.gpu.global.add.u64
gpu.module @m {
  func.func private @once(%M: memref<?xf32>, %x: index) {
    %v = memref.load %M[%x] : memref<?xf32>
    return
  }
  func.func private @twice(%M: memref<?xf32>, %x: index) {
    %v = memref.load %M[%x] : memref<?xf32>
    return
  }
  gpu.func @calls(%A: memref<4096xf32>, %B: memref<1024xf32>) kernel {
    %x = gpu.thread_id x
    %a = memref.cast %A : memref<4096xf32> to memref<?xf32>
    %b = memref.cast %B : memref<1024xf32> to memref<?xf32>
    func.call @once(%a, %x) : (memref<?xf32>, index) -> ()
    func.call @twice(%a, %x) : (memref<?xf32>, index) -> ()
    func.call @twice(%b, %x) : (memref<?xf32>, index) -> ()
    gpu.return
  }
}
