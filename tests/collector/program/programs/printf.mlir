// A kernel prints integers of several widths, a float and a percent sign; lanes in order.
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @greet(%scale: f32, %big: i64) kernel {
    %id = gpu.thread_id x
    %small = arith.constant -2 : i8
    %number = arith.index_cast %id : index to i32
    %float = arith.sitofp %number : i32 to f32
    %scaled = arith.mulf %float, %scale : f32
    proton.record start "greet"
    gpu.printf "lane %lld says %d, %.2f, %llx: 100%%\n" %id, %small, %scaled, %big : index, i8, f32, i64
    proton.record end "greet"
    gpu.return
  }
}

func.func @main() {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %scale = arith.constant 1.5 : f32
  %big = arith.constant 81985529216486895 : i64
  gpu.launch_func @kernels::@greet blocks in (%one, %one, %one) threads in (%three, %one, %one)
      args(%scale : f32, %big : i64)
  return
}
}
