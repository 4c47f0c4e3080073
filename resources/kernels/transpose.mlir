// Y = X transposed, 512x512 f32, three times: what one warp's 32 lanes do to memory decides how fast it is.
//
// A CTA of 256 threads (32x8) moves one 32x32 tile. A warp is one row of threads: its lanes have neighbouring x.
//
//   transpose_naive     reads rows, writes columns. The 32 floats that a warp stores lie in 32 different rows of Y:
//                       32 separate pieces of memory instead of one of 128 bytes.
//   transpose_padded    goes through shared memory: rows in, columns out, so that both sides move whole rows of global
//                       memory. The tile has 33 columns, of which 32 are used.
//   transpose_swizzled  as padded, but nothing is wasted: element (row, column) of the tile lies at column
//                       (column xor row).
//
// Shared memory has 32 banks: neighbouring floats lie in neighbouring banks, the float 32 places further in the same
// one. Lanes that read different addresses of one bank are served one after the other. A column of a tile without
// padding is one bank; here is the bank of each element of its upper left corner:
//
//     32 columns                     33 columns (padded)            column xor row (swizzled)
//     row 0:  0  1  2  3             row 0:  0  1  2  3             row 0:  0  1  2  3
//     row 1:  0  1  2  3             row 1:  1  2  3  4             row 1:  1  0  3  2
//     row 2:  0  1  2  3             row 2:  2  3  4  5             row 2:  2  3  0  1
//     row 3:  0  1  2  3             row 3:  3  4  5  6             row 3:  3  2  1  0
//     a column: 32 lanes, 1 bank     a column: 32 banks             a column: 32 banks
//
// In the timeline, compare "read X, write Y" of the first with the whole of the others, and the lengths of the kernels.
// A load only starts where it stands; it is waited for where its value is first used. That is why a load and the store
// of its value share a scope. Nobody waits for a store, unless there are more under way than the hardware takes: the 32
// pieces of each store of transpose_naive are. The CPU target's model knows neither rows of global memory nor banks:
// there the three differ by their instructions alone, and the first one wins.
//
// Launch: transpose_naive.json, transpose_padded.json, transpose_swizzled.json (16x16 CTAs of 32x8 threads).
!matrix = memref<512x512xf32>
!padded = memref<32x33xf32, #gpu.address_space<workgroup>>
!tile = memref<32x32xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @transpose_naive(%X: !matrix, %Y: !matrix) kernel {
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %firstColumn = arith.muli %ctaX, %c32 : index
    %firstRow = arith.muli %ctaY, %c32 : index
    %column = arith.addi %firstColumn, %x : index
    %row0 = arith.addi %firstRow, %y : index
    %row1 = arith.addi %row0, %c8 : index
    %row2 = arith.addi %row1, %c8 : index
    %row3 = arith.addi %row2, %c8 : index

    // The 4 loads are on their way together: one latency for all.
    proton.record start "read X, write Y"
    %v0 = memref.load %X[%row0, %column] : !matrix
    %v1 = memref.load %X[%row1, %column] : !matrix
    %v2 = memref.load %X[%row2, %column] : !matrix
    %v3 = memref.load %X[%row3, %column] : !matrix
    // Lane x writes to row firstColumn + x: neighbouring lanes are 2048 bytes apart.
    memref.store %v0, %Y[%column, %row0] : !matrix
    memref.store %v1, %Y[%column, %row1] : !matrix
    memref.store %v2, %Y[%column, %row2] : !matrix
    memref.store %v3, %Y[%column, %row3] : !matrix
    proton.record end "read X, write Y"
    gpu.return
  }

  gpu.func @transpose_padded(%X: !matrix, %Y: !matrix) workgroup(%tile: !padded) kernel {
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %y0 = gpu.thread_id y
    %y1 = arith.addi %y0, %c8 : index
    %y2 = arith.addi %y1, %c8 : index
    %y3 = arith.addi %y2, %c8 : index
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %firstColumn = arith.muli %ctaX, %c32 : index
    %firstRow = arith.muli %ctaY, %c32 : index

    proton.record start "read X, write tile"
    %column = arith.addi %firstColumn, %x : index
    %row0 = arith.addi %firstRow, %y0 : index
    %row1 = arith.addi %firstRow, %y1 : index
    %row2 = arith.addi %firstRow, %y2 : index
    %row3 = arith.addi %firstRow, %y3 : index
    %v0 = memref.load %X[%row0, %column] : !matrix
    %v1 = memref.load %X[%row1, %column] : !matrix
    %v2 = memref.load %X[%row2, %column] : !matrix
    %v3 = memref.load %X[%row3, %column] : !matrix
    memref.store %v0, %tile[%y0, %x] : !padded
    memref.store %v1, %tile[%y1, %x] : !padded
    memref.store %v2, %tile[%y2, %x] : !padded
    memref.store %v3, %tile[%y3, %x] : !padded
    proton.record end "read X, write tile"

    proton.record start "barrier"
    gpu.barrier
    proton.record end "barrier"

    // Lane x reads row x of the tile: banks (x * 33 + y) mod 32, all different. It writes next to its neighbours.
    proton.record start "read tile, write Y"
    %toColumn = arith.addi %firstRow, %x : index
    %toRow0 = arith.addi %firstColumn, %y0 : index
    %toRow1 = arith.addi %firstColumn, %y1 : index
    %toRow2 = arith.addi %firstColumn, %y2 : index
    %toRow3 = arith.addi %firstColumn, %y3 : index
    %w0 = memref.load %tile[%x, %y0] : !padded
    %w1 = memref.load %tile[%x, %y1] : !padded
    %w2 = memref.load %tile[%x, %y2] : !padded
    %w3 = memref.load %tile[%x, %y3] : !padded
    memref.store %w0, %Y[%toRow0, %toColumn] : !matrix
    memref.store %w1, %Y[%toRow1, %toColumn] : !matrix
    memref.store %w2, %Y[%toRow2, %toColumn] : !matrix
    memref.store %w3, %Y[%toRow3, %toColumn] : !matrix
    proton.record end "read tile, write Y"
    gpu.return
  }

  gpu.func @transpose_swizzled(%X: !matrix, %Y: !matrix) workgroup(%tile: !tile) kernel {
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %y0 = gpu.thread_id y
    %y1 = arith.addi %y0, %c8 : index
    %y2 = arith.addi %y1, %c8 : index
    %y3 = arith.addi %y2, %c8 : index
    %ctaX = gpu.block_id x
    %ctaY = gpu.block_id y
    %firstColumn = arith.muli %ctaX, %c32 : index
    %firstRow = arith.muli %ctaY, %c32 : index
    // Where element (y, x) lies, and also where element (x, y) does: xor does not mind the order.
    %s0 = arith.xori %x, %y0 : index
    %s1 = arith.xori %x, %y1 : index
    %s2 = arith.xori %x, %y2 : index
    %s3 = arith.xori %x, %y3 : index

    proton.record start "read X, write tile"
    %column = arith.addi %firstColumn, %x : index
    %row0 = arith.addi %firstRow, %y0 : index
    %row1 = arith.addi %firstRow, %y1 : index
    %row2 = arith.addi %firstRow, %y2 : index
    %row3 = arith.addi %firstRow, %y3 : index
    %v0 = memref.load %X[%row0, %column] : !matrix
    %v1 = memref.load %X[%row1, %column] : !matrix
    %v2 = memref.load %X[%row2, %column] : !matrix
    %v3 = memref.load %X[%row3, %column] : !matrix
    memref.store %v0, %tile[%y0, %s0] : !tile
    memref.store %v1, %tile[%y1, %s1] : !tile
    memref.store %v2, %tile[%y2, %s2] : !tile
    memref.store %v3, %tile[%y3, %s3] : !tile
    proton.record end "read X, write tile"

    proton.record start "barrier"
    gpu.barrier
    proton.record end "barrier"

    // Lane x reads row x at column (y xor x): 32 different columns, 32 banks.
    proton.record start "read tile, write Y"
    %toColumn = arith.addi %firstRow, %x : index
    %toRow0 = arith.addi %firstColumn, %y0 : index
    %toRow1 = arith.addi %firstColumn, %y1 : index
    %toRow2 = arith.addi %firstColumn, %y2 : index
    %toRow3 = arith.addi %firstColumn, %y3 : index
    %w0 = memref.load %tile[%x, %s0] : !tile
    %w1 = memref.load %tile[%x, %s1] : !tile
    %w2 = memref.load %tile[%x, %s2] : !tile
    %w3 = memref.load %tile[%x, %s3] : !tile
    memref.store %w0, %Y[%toRow0, %toColumn] : !matrix
    memref.store %w1, %Y[%toRow1, %toColumn] : !matrix
    memref.store %w2, %Y[%toRow2, %toColumn] : !matrix
    memref.store %w3, %Y[%toRow3, %toColumn] : !matrix
    proton.record end "read tile, write Y"
    gpu.return
  }
}
