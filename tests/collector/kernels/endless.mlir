// Waits for a flag that nobody sets.
//
// The flag is read by an atomic read-modify-write, which no compiler may drop or move out of the loop. Three scopes are
// closed before the wait begins, and "wait for the flag" never is. A time limit must end the launch.
gpu.module @kernels {
  gpu.func @endless(%flag: memref<1xi32>, %progress: memref<64xi32>) kernel {
    %thread = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32

    proton.record start "first"
    memref.store %one, %progress[%thread] : memref<64xi32>
    proton.record end "first"
    proton.record start "second"
    memref.store %two, %progress[%thread] : memref<64xi32>
    proton.record end "second"
    proton.record start "third"
    memref.store %three, %progress[%thread] : memref<64xi32>
    proton.record end "third"

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
}
