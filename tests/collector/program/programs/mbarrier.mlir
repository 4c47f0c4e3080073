// An mbarrier in the place of a barrier: every thread stores, arrives, waits, and reads what its
// neighbour has stored.
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>

module {
  func.func private @printMemrefI32(memref<*xi32>)

  func.func @main() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %out = gpu.alloc host_shared () : memref<64xi32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c64, %ny = %c1, %nz = %c1)
               workgroup(%numbers : memref<64xi32, 3>) {
      %k0 = arith.constant 0 : index
      %k1 = arith.constant 1 : index
      %k64 = arith.constant 64 : index
      %isFirst = arith.cmpi eq, %tx, %k0 : index
      %all = nvgpu.mbarrier.create -> !barrier
      nvgpu.mbarrier.init %all[%k0], %k64, predicate = %isFirst : !barrier
      gpu.barrier
      %square = arith.muli %tx, %tx : index
      %number = arith.index_cast %square : index to i32
      memref.store %number, %numbers[%tx] : memref<64xi32, 3>
      proton.record start "wait"
      %token = nvgpu.mbarrier.arrive %all[%k0] : !barrier -> !nvgpu.mbarrier.token
      scf.while : () -> () {
        %done = nvgpu.mbarrier.test.wait %all[%k0], %token : !barrier, !nvgpu.mbarrier.token
        %true = arith.constant true
        %more = arith.xori %done, %true : i1
        scf.condition(%more)
      } do {
        scf.yield
      }
      proton.record end "wait"
      %next = arith.addi %tx, %k1 : index
      %neighbour = arith.remui %next, %k64 : index
      %read = memref.load %numbers[%neighbour] : memref<64xi32, 3>
      memref.store %read, %out[%tx] : memref<64xi32>
      gpu.terminator
    }
    %view = memref.cast %out : memref<64xi32> to memref<*xi32>
    call @printMemrefI32(%view) : (memref<*xi32>) -> ()
    return
  }
}
