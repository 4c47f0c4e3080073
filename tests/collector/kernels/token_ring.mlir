// A token that goes from CTA to CTA: CTA i waits for flag i, adds its number to the token, and sets flag i + 1.
//
// "consume" of CTA i + 1 cannot end before "produce" of CTA i begins, wherever the two CTAs run: what a timeline shows of
// it tells whether the clocks of the SMs agree. The token itself is read and written by plain accesses; fences make it
// visible before the flag that announces it. CTAs start in the order of their numbers, so nobody waits for a CTA that has
// no place to run.
//
// Launch: token_ring.json (96 CTAs of 32 threads). Afterwards every flag is 1 and the token is 0 + 1 + ... + 95 = 4560;
// trail[i] is the token as CTA i passed it on.
gpu.module @kernels {
  gpu.func @token_ring(%flags: memref<97xi32>, %token: memref<1xi32>, %trail: memref<96xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %cta = gpu.block_id x
    %thread = gpu.thread_id x
    %next = arith.addi %cta, %c1 : index
    %isFirstThread = arith.cmpi eq, %thread, %c0 : index
    %isFirstCta = arith.cmpi eq, %cta, %c0 : index

    // The first CTA puts the token on its way. The others wait; reading by a read-modify-write is what no compiler may move
    // out of the loop.
    proton.record start "consume"
    scf.if %isFirstThread {
      scf.if %isFirstCta {
        memref.store %one, %flags[%c0] : memref<97xi32>
      } else {
        scf.while : () -> () {
          %seen = memref.atomic_rmw addi %zero, %flags[%cta] : (i32, memref<97xi32>) -> i32
          %isUnset = arith.cmpi eq, %seen, %zero : i32
          scf.condition(%isUnset)
        } do {
          scf.yield
        }
      }
      llvm.fence syncscope("device") acq_rel
    }
    gpu.barrier
    proton.record end "consume"

    proton.record start "produce"
    scf.if %isFirstThread {
      %received = memref.load %token[%c0] : memref<1xi32>
      %number = arith.index_cast %cta : index to i32
      %passed = arith.addi %received, %number : i32
      memref.store %passed, %token[%c0] : memref<1xi32>
      memref.store %passed, %trail[%cta] : memref<96xi32>
      llvm.fence syncscope("device") acq_rel
      %before = memref.atomic_rmw addi %one, %flags[%next] : (i32, memref<97xi32>) -> i32
    }
    gpu.barrier
    proton.record end "produce"
    gpu.return
  }
}
