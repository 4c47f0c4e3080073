// Async tokens: memory of the device, copies, fills and launches on two streams that meet again.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @double(%data: memref<?xf32>) kernel {
      %t = gpu.thread_id x
      proton.record start "double"
      %old = memref.load %data[%t] : memref<?xf32>
      %new = arith.addf %old, %old : f32
      memref.store %new, %data[%t] : memref<?xf32>
      proton.record end "double"
      gpu.return
    }
    gpu.func @join(%a: memref<?xf32>, %b: memref<?xf32>) kernel {
      %t = gpu.thread_id x
      proton.record start "join"
      %x = memref.load %a[%t] : memref<?xf32>
      %y = memref.load %b[%t] : memref<?xf32>
      %sum = arith.addf %x, %y : f32
      memref.store %sum, %a[%t] : memref<?xf32>
      proton.record end "join"
      gpu.return
    }
  }

  func.func private @printMemrefF32(memref<*xf32>)

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %count = arith.constant 5 : index
    %seven = arith.constant 7.0 : f32
    %host = memref.alloc(%count) : memref<?xf32>
    scf.for %i = %c0 to %count step %c1 {
      %number = arith.index_cast %i : index to i32
      %real = arith.sitofp %number : i32 to f32
      memref.store %real, %host[%i] : memref<?xf32>
    }
    %s0 = gpu.wait async
    %a, %s1 = gpu.alloc async [%s0] (%count) : memref<?xf32>
    %s2 = gpu.memcpy async [%s1] %a, %host : memref<?xf32>, memref<?xf32>
    %s3 = gpu.launch_func async [%s2] @kernels::@double blocks in (%c1, %c1, %c1)
        threads in (%count, %c1, %c1) args(%a : memref<?xf32>)
    %r0 = gpu.wait async
    %b, %r1 = gpu.alloc async [%r0] (%count) : memref<?xf32>
    %r2 = gpu.memset async [%r1] %b, %seven : memref<?xf32>, f32
    %r3 = gpu.launch_func async [%r2] @kernels::@double blocks in (%c1, %c1, %c1)
        threads in (%count, %c1, %c1) args(%b : memref<?xf32>)
    %j0 = gpu.wait async [%s3, %r3]
    %j1 = gpu.launch_func async [%j0] @kernels::@join blocks in (%c1, %c1, %c1)
        threads in (%count, %c1, %c1) args(%a : memref<?xf32>, %b : memref<?xf32>)
    %j2 = gpu.memcpy async [%j1] %host, %a : memref<?xf32>, memref<?xf32>
    %j3 = gpu.dealloc async [%j2] %a : memref<?xf32>
    %j4 = gpu.dealloc async [%j3] %b : memref<?xf32>
    gpu.wait [%j4]
    %view = memref.cast %host : memref<?xf32> to memref<*xf32>
    call @printMemrefF32(%view) : (memref<*xf32>) -> ()
    return
  }
}
