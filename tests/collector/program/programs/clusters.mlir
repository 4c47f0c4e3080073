// A launch with clusters: the cluster of each CTA, counted by its threads. For GPUs that have clusters.
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @clusters(%out: memref<8xi32>, %add: i32) kernel {
    %cluster = gpu.cluster_id x
    %block = gpu.block_id x
    proton.record start "cluster"
    %number = arith.index_cast %cluster : index to i32
    %value = arith.addi %number, %add : i32
    memref.store %value, %out[%block] : memref<8xi32>
    proton.record end "cluster"
    gpu.return
  }
}

func.func private @printMemrefI32(memref<*xi32>)

func.func @main() {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : index
  %add = arith.constant 16 : i32
  %out = memref.alloc() : memref<8xi32>
  %view = memref.cast %out : memref<8xi32> to memref<*xi32>
  gpu.host_register %view : memref<*xi32>
  gpu.launch_func @kernels::@clusters clusters in (%two, %one, %one) blocks in (%eight, %one, %one)
      threads in (%one, %one, %one) args(%out : memref<8xi32>, %add : i32)
  call @printMemrefI32(%view) : (memref<*xi32>) -> ()
  return
}
}
