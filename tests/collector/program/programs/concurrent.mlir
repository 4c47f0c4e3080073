// Two kernels on two streams: each raises its flag and waits for the other's, so neither ends unless
// both run at the same time.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @first(%flags: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %none = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      proton.record start "first"
      %old = memref.atomic_rmw addi %one, %flags[%c0] : (i32, memref<4xi32>) -> i32
      scf.while : () -> () {
        %other = memref.atomic_rmw addi %none, %flags[%c1] : (i32, memref<4xi32>) -> i32
        %more = arith.cmpi eq, %other, %none : i32
        scf.condition(%more)
      } do {
        scf.yield
      }
      proton.record end "first"
      %ten = arith.constant 10 : i32
      memref.store %ten, %flags[%c2] : memref<4xi32>
      gpu.return
    }
    gpu.func @second(%flags: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %none = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      proton.record start "second"
      %old = memref.atomic_rmw addi %one, %flags[%c1] : (i32, memref<4xi32>) -> i32
      scf.while : () -> () {
        %other = memref.atomic_rmw addi %none, %flags[%c0] : (i32, memref<4xi32>) -> i32
        %more = arith.cmpi eq, %other, %none : i32
        scf.condition(%more)
      } do {
        scf.yield
      }
      proton.record end "second"
      %twenty = arith.constant 20 : i32
      memref.store %twenty, %flags[%c3] : memref<4xi32>
      gpu.return
    }
  }

  func.func private @printMemrefI32(memref<*xi32>)

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %none = arith.constant 0 : i32
    %flags = gpu.alloc host_shared () : memref<4xi32>
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %none, %flags[%i] : memref<4xi32>
    }
    %s0 = gpu.wait async
    %r0 = gpu.wait async
    %s1 = gpu.launch_func async [%s0] @kernels::@first blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%flags : memref<4xi32>)
    %r1 = gpu.launch_func async [%r0] @kernels::@second blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%flags : memref<4xi32>)
    gpu.wait [%s1, %r1]
    %view = memref.cast %flags : memref<4xi32> to memref<*xi32>
    call @printMemrefI32(%view) : (memref<*xi32>) -> ()
    return
  }
}
