// An assertion that holds for the first four threads of five.
module {
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%nx = %c5, %ny = %c1, %nz = %c1) {
      %four = arith.constant 4 : index
      %small = arith.cmpi ult, %tx, %four : index
      proton.record start "check"
      cf.assert %small, "a thread is too far"
      proton.record end "check"
      gpu.terminator
    }
    return
  }
}
