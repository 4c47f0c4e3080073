// What host code takes from libraries: printing, mathematics, copies of strided memory, vectors.
func.func private @printMemrefF32(memref<*xf32>)
func.func private @printI64(i64)
func.func private @printF32(f32)
func.func private @printNewline()
func.func private @printComma()

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %number = arith.constant -42 : i64
  call @printI64(%number) : (i64) -> ()
  call @printComma() : () -> ()
  %two = arith.constant 2.0 : f32
  %root = math.sqrt %two : f32
  %power = math.powf %root, %two : f32
  call @printF32(%power) : (f32) -> ()
  call @printNewline() : () -> ()
  %matrix = memref.alloc() : memref<2x3xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %row = arith.muli %i, %c3 : index
      %at = arith.addi %row, %j : index
      %int = arith.index_cast %at : index to i32
      %real = arith.sitofp %int : i32 to f32
      memref.store %real, %matrix[%i, %j] : memref<2x3xf32>
    }
  }
  %column = memref.subview %matrix[0, 1] [2, 1] [1, 1]
      : memref<2x3xf32> to memref<2xf32, strided<[3], offset: 1>>
  %copy = memref.alloc() : memref<2xf32>
  memref.copy %column, %copy : memref<2xf32, strided<[3], offset: 1>> to memref<2xf32>
  %matrixView = memref.cast %matrix : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%matrixView) : (memref<*xf32>) -> ()
  %copyView = memref.cast %copy : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%copyView) : (memref<*xf32>) -> ()
  %scalar = memref.alloc() : memref<f32>
  memref.store %power, %scalar[] : memref<f32>
  %scalarView = memref.cast %scalar : memref<f32> to memref<*xf32>
  call @printMemrefF32(%scalarView) : (memref<*xf32>) -> ()
  %padding = arith.constant 0.0 : f32
  %vector = vector.transfer_read %copy[%c0], %padding : memref<2xf32>, vector<2xf32>
  vector.print %vector : vector<2xf32>
  %ok = arith.constant 0 : i32
  return %ok : i32
}
