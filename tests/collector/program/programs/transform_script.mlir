// A transform script of the program's author: it tiles the product on the host and unrolls nothing
// else; what is left of linalg becomes loops, on the host and in the kernel.
module attributes {transform.with_named_sequence} {
  func.func private @printMemrefF32(memref<*xf32>)

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %half = arith.constant 0.5 : f32
    %zero = arith.constant 0.0 : f32
    %left = memref.alloc() : memref<4x2xf32>
    %right = memref.alloc() : memref<2x4xf32>
    %product = memref.alloc() : memref<4x4xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c2 step %c1 {
        %sum = arith.addi %i, %j : index
        %number = arith.index_cast %sum : index to i32
        %real = arith.sitofp %number : i32 to f32
        memref.store %real, %left[%i, %j] : memref<4x2xf32>
        memref.store %real, %right[%j, %i] : memref<2x4xf32>
      }
    }
    linalg.fill ins(%zero : f32) outs(%product : memref<4x4xf32>)
    linalg.matmul ins(%left, %right : memref<4x2xf32>, memref<2x4xf32>)
                  outs(%product : memref<4x4xf32>)
    %view = memref.cast %product : memref<4x4xf32> to memref<*xf32>
    call @printMemrefF32(%view) : (memref<*xf32>) -> ()

    %shared = gpu.alloc host_shared () : memref<2x3xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
      proton.record start "fill"
      linalg.fill ins(%half : f32) outs(%shared : memref<2x3xf32>)
      proton.record end "fill"
      gpu.terminator
    }
    %filled = memref.cast %shared : memref<2x3xf32> to memref<*xf32>
    call @printMemrefF32(%filled) : (memref<*xf32>) -> ()
    return
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %product tile_sizes [2, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
