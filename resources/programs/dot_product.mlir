// A dot product in two kernels: host code fills two vectors, copies them to the GPU, launches
// "multiply" and "sum" one after the other by async tokens, copies the result back and prints it.
//
//   proton-collect run dot_product.mlir -o dot_product.pftrace
//
// prints 7168 and leaves a trace with both launches under the lines that launch them.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // One product per thread.
    gpu.func @multiply(%a: memref<1024xf32>, %b: memref<1024xf32>, %products: memref<1024xf32>) kernel {
      %i = gpu.global_id x
      proton.record start "load"
      %x = memref.load %a[%i] : memref<1024xf32>
      %y = memref.load %b[%i] : memref<1024xf32>
      proton.record end "load"
      proton.record start "multiply"
      %product = arith.mulf %x, %y : f32
      memref.store %product, %products[%i] : memref<1024xf32>
      proton.record end "multiply"
      gpu.return
    }

    // One CTA adds all products: four per thread, then over the CTA.
    gpu.func @sum(%products: memref<1024xf32>, %result: memref<1xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      %first = arith.muli %t, %c4 : index
      proton.record start "own products"
      %mine = scf.for %j = %c0 to %c4 step %c1 iter_args(%so_far = %zero) -> f32 {
        %at = arith.addi %first, %j : index
        %product = memref.load %products[%at] : memref<1024xf32>
        %next = arith.addf %so_far, %product : f32
        scf.yield %next : f32
      }
      proton.record end "own products"
      proton.record start "all_reduce"
      %total = gpu.all_reduce add %mine uniform {} : (f32) -> (f32)
      proton.record end "all_reduce"
      memref.store %total, %result[%c0] : memref<1xf32>
      gpu.return
    }
  }

  func.func private @printF32(f32)
  func.func private @printNewline()

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %ctas = arith.constant 8 : index
    %threads = arith.constant 128 : index
    %adders = arith.constant 256 : index
    %count = arith.constant 1024 : index
    %two = arith.constant 2.0 : f32

    // a[i] = i mod 8, b[i] = 2: the products add up to 128 * (0 + 2 + ... + 14) = 7168.
    %hostA = memref.alloc() : memref<1024xf32>
    %hostB = memref.alloc() : memref<1024xf32>
    %hostResult = memref.alloc() : memref<1xf32>
    scf.for %i = %c0 to %count step %c1 {
      %rest = arith.remui %i, %c8 : index
      %number = arith.index_cast %rest : index to i32
      %value = arith.sitofp %number : i32 to f32
      memref.store %value, %hostA[%i] : memref<1024xf32>
      memref.store %two, %hostB[%i] : memref<1024xf32>
    }

    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] () : memref<1024xf32>
    %b, %t2 = gpu.alloc async [%t1] () : memref<1024xf32>
    %products, %t3 = gpu.alloc async [%t2] () : memref<1024xf32>
    %result, %t4 = gpu.alloc async [%t3] () : memref<1xf32>
    %t5 = gpu.memcpy async [%t4] %a, %hostA : memref<1024xf32>, memref<1024xf32>
    %t6 = gpu.memcpy async [%t5] %b, %hostB : memref<1024xf32>, memref<1024xf32>
    %t7 = gpu.launch_func async [%t6] @kernels::@multiply
        blocks in (%ctas, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%a : memref<1024xf32>, %b : memref<1024xf32>, %products : memref<1024xf32>)
    %t8 = gpu.launch_func async [%t7] @kernels::@sum
        blocks in (%c1, %c1, %c1) threads in (%adders, %c1, %c1)
        args(%products : memref<1024xf32>, %result : memref<1xf32>)
    %t9 = gpu.memcpy async [%t8] %hostResult, %result : memref<1xf32>, memref<1xf32>
    gpu.wait [%t9]

    %dot = memref.load %hostResult[%c0] : memref<1xf32>
    func.call @printF32(%dot) : (f32) -> ()
    func.call @printNewline() : () -> ()
    return
  }
}
