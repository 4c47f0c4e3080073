// Two modules with a kernel of the same name each, launched in turns, and a third launch of the
// first: four numbers go through both.
module attributes {gpu.container_module} {
  gpu.module @first {
    gpu.func @step(%data: memref<?xi32>) kernel {
      %t = gpu.thread_id x
      proton.record start "add"
      %old = memref.load %data[%t] : memref<?xi32>
      %one = arith.constant 1 : i32
      %new = arith.addi %old, %one : i32
      memref.store %new, %data[%t] : memref<?xi32>
      proton.record end "add"
      gpu.return
    }
  }
  gpu.module @second {
    gpu.func @step(%data: memref<?xi32>, %factor: i32) kernel {
      %t = gpu.thread_id x
      proton.record start "multiply"
      %old = memref.load %data[%t] : memref<?xi32>
      %new = arith.muli %old, %factor : i32
      memref.store %new, %data[%t] : memref<?xi32>
      proton.record end "multiply"
      gpu.return
    }
  }

  func.func private @printMemrefI32(memref<*xi32>)

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %four = arith.constant 4 : index
    %factor = arith.constant 10 : i32
    %data = memref.alloc(%four) : memref<?xi32>
    scf.for %i = %c0 to %four step %c1 {
      %number = arith.index_cast %i : index to i32
      memref.store %number, %data[%i] : memref<?xi32>
    }
    %view = memref.cast %data : memref<?xi32> to memref<*xi32>
    gpu.host_register %view : memref<*xi32>
    gpu.launch_func @first::@step blocks in (%c1, %c1, %c1) threads in (%four, %c1, %c1)
        args(%data : memref<?xi32>)
    gpu.launch_func @second::@step blocks in (%c1, %c1, %c1) threads in (%four, %c1, %c1)
        args(%data : memref<?xi32>, %factor : i32)
    gpu.launch_func @first::@step blocks in (%c1, %c1, %c1) threads in (%four, %c1, %c1)
        args(%data : memref<?xi32>)
    call @printMemrefI32(%view) : (memref<*xi32>) -> ()
    gpu.host_unregister %view : memref<*xi32>
    memref.dealloc %data : memref<?xi32>
    return
  }
}
