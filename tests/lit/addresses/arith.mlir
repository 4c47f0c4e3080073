// What integer operations make of thread ids, CTAs of 128 x 2 x 1 threads: one value a line.
// RUN: proton-opt %s --verify-diagnostics --proton-report-addresses="block=128,2,1 values"

gpu.module @m {
  gpu.func @ids(%n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +1, z +0, lane +0; divisible by 1}}
    %y = gpu.thread_id y
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 0}}
    %z = gpu.thread_id z
    // expected-remark @+1 {{value: x +1 in groups of 32, y +0, z +0, lane +1; divisible by 1}}
    %lane = gpu.lane_id
    // expected-remark @+1 {{value: x +0 in groups of 32, y +4, z +0, lane +0; divisible by 1}}
    %warp = gpu.subgroup_id : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; divisible by 1}}
    %cta = gpu.block_id x
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %global = gpu.global_id x
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 128}}
    %dim = gpu.block_dim x
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; divisible by 1}}
    %grid = gpu.grid_dim x
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    // expected-remark @+1 {{value: x +0, y +1, z +0, lane +0; divisible by 1}}
    %tidy = nvvm.read.ptx.sreg.tid.y : i32
    // expected-remark @+1 {{value: x +1 in groups of 32, y +0, z +0, lane +1; divisible by 1}}
    %laneid = nvvm.read.ptx.sreg.laneid : i32
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; divisible by 1}}
    %ctaid = nvvm.read.ptx.sreg.ctaid.x : i32
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 128}}
    %ntid = nvvm.read.ptx.sreg.ntid.x : i32
    gpu.return
  }

  gpu.func @sums(%n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +1, z +0, lane +0; divisible by 1}}
    %y = gpu.thread_id y
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 4}}
    %c4 = arith.constant 4 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 128}}
    %c128 = arith.constant 128 : index
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %sum = arith.addi %x, %n : index
    // expected-remark @+1 {{value: x -1, y +0, z +0, lane -1; divisible by 1}}
    %difference = arith.subi %n, %x : index
    // expected-remark @+1 {{value: x +4, y +0, z +0, lane +4; divisible by 4}}
    %times4 = arith.muli %x, %c4 : index
    // The stride is the same for all threads, but only the launch knows it.
    // expected-remark @+1 {{value: x affine, y +0, z +0, lane affine; divisible by 1}}
    %timesN = arith.muli %x, %n : index
    // expected-remark @+1 {{value: x +0, y +128, z +0, lane +0; divisible by 128}}
    %row = arith.muli %y, %c128 : index
    // expected-remark @+1 {{value: x +1, y +128, z +0, lane +1; divisible by 1}}
    %linear = arith.addi %row, %x : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %square = arith.muli %x, %x : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; divisible by 9223372036854775808}}
    %none = arith.subi %x, %x : index
    gpu.return
  }

  gpu.func @divisions(%n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 4}}
    %c4 = arith.constant 4 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 5}}
    %c5 = arith.constant 5 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 32}}
    %c32 = arith.constant 32 : index
    // expected-remark @+1 {{value: x +0 in groups of 4, y +0, z +0, lane +0 in groups of 4; divisible by 1}}
    %quotient = arith.divui %x, %c4 : index
    // expected-remark @+1 {{value: x +1 in groups of 4, y +0, z +0, lane +1 in groups of 4; divisible by 1}}
    %rest = arith.remui %x, %c4 : index
    // expected-remark @+1 {{value: x +0 in groups of 32, y +0, z +0, lane +0; divisible by 1}}
    %signed = arith.divsi %x, %c32 : index
    // expected-remark @+1 {{value: x +0 in groups of 32, y +0, z +0, lane +0; divisible by 1}}
    %floor = arith.floordivsi %x, %c32 : index
    // expected-remark @+1 {{value: x +1 in groups of 32, y +0, z +0, lane +1; divisible by 1}}
    %lane = arith.remsi %x, %c32 : index
    // Groups of 5 threads are nothing that is aligned to warps.
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %by5 = arith.divui %x, %c5 : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %byN = arith.divui %x, %n : index
    // Whether n + x wraps or is negative is not known.
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %sum = arith.addi %n, %x : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %ofSum = arith.divui %sum, %c4 : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %ofSumSigned = arith.divsi %sum, %c4 : index
    // But it has no influence on quotients of multiples.
    // expected-remark @+1 {{value: x +4, y +0, z +0, lane +4; divisible by 4}}
    %times4 = arith.muli %x, %c4 : index
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %ofTimes4 = arith.divui %times4, %c4 : index
    gpu.return
  }

  gpu.func @bits(%n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 2}}
    %c2 = arith.constant 2 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 3}}
    %c3 = arith.constant 3 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 31}}
    %c31 = arith.constant 31 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 64}}
    %c64 = arith.constant 64 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 18446744073709551584}}
    %cm32 = arith.constant -32 : index
    // expected-remark @+1 {{value: x +1 in groups of 32, y +0, z +0, lane +1; divisible by 1}}
    %low = arith.andi %x, %c31 : index
    // expected-remark @+1 {{value: x +0 in groups of 32, y +0, z +0, lane +0; divisible by 32}}
    %high = arith.andi %x, %cm32 : index
    // expected-remark @+1 {{value: x +4, y +0, z +0, lane +4; divisible by 4}}
    %up = arith.shli %x, %c2 : index
    // expected-remark @+1 {{value: x affine, y +0, z +0, lane affine; divisible by 1}}
    %upN = arith.shli %x, %n : index
    // expected-remark @+1 {{value: x +0 in groups of 4, y +0, z +0, lane +0 in groups of 4; divisible by 1}}
    %down = arith.shrui %x, %c2 : index
    // expected-remark @+1 {{value: x +0 in groups of 4, y +0, z +0, lane +0 in groups of 4; divisible by 1}}
    %downSigned = arith.shrsi %x, %c2 : index
    // No bit of one is a bit of the other: a sum.
    // expected-remark @+1 {{value: x +4, y +0, z +0, lane +4; divisible by 1}}
    %or = arith.ori %up, %c3 : index
    // Neighbours are exchanged within groups of 4.
    // expected-remark @+1 {{value: x +1 in groups of 2, y +0, z +0, lane +1 in groups of 2; divisible by 1}}
    %swizzled = arith.xori %x, %c2 : index
    // expected-remark @+1 {{value: x -1 in groups of 32, y +0, z +0, lane -1; divisible by 1}}
    %mirrored = arith.xori %x, %c31 : index
    // expected-remark @+1 {{value: x +1 in groups of 64, y +0, z +0, lane +1; divisible by 1}}
    %moved = arith.xori %x, %c64 : index
    gpu.return
  }

  gpu.func @choices(%n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +1, z +0, lane +0; divisible by 1}}
    %y = gpu.thread_id y
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 0}}
    %c0 = arith.constant 0 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 5}}
    %c5 = arith.constant 5 : index
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 64}}
    %c64 = arith.constant 64 : index
    // expected-remark @+1 {{value: x +0 in groups of 64, y +0, z +0, lane +0; divisible by 1}}
    %first64 = arith.cmpi ult, %x, %c64 : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %first5 = arith.cmpi ult, %x, %c5 : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %most = arith.cmpi ugt, %x, %c64 : index
    // expected-remark @+1 {{value: x +0, y unknown, z +0, lane +0; divisible by 1}}
    %isRow0 = arith.cmpi eq, %y, %c0 : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %inside = arith.cmpi slt, %x, %n : index
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %sum = arith.addi %x, %n : index
    // expected-remark @+1 {{value: x +1 in groups of 64, y +0, z +0, lane +1; divisible by 1}}
    %halves = arith.select %first64, %x, %sum : index
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %few = arith.select %first5, %x, %sum : index
    // expected-remark @+1 {{value: x +1, y unknown, z +0, lane +1; divisible by 1}}
    %rows = arith.select %isRow0, %x, %sum : index
    gpu.return
  }

  gpu.func @casts(%i: i32) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %narrow = arith.index_cast %x : index to i32
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %byte = arith.trunci %narrow : i32 to i8
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %wide = arith.extui %narrow : i32 to i64
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %index = arith.index_castui %narrow : i32 to index
    // A sum that may wrap is no longer affine in 64 bits, unless somebody promised that it does not.
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %sum = arith.addi %narrow, %i : i32
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %extended = arith.extsi %sum : i32 to i64
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %exact = arith.addi %narrow, %i overflow<nsw> : i32
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %extendedExact = arith.extsi %exact : i32 to i64
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %extendedUnsigned = arith.extui %exact : i32 to i64
    gpu.return
  }

  gpu.func @other_dialects(%n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 4}}
    %four = index.constant 4
    // expected-remark @+1 {{value: x +4, y +0, z +0, lane +4; divisible by 4}}
    %times4 = index.mul %x, %four
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %back = index.divu %times4, %four
    // expected-remark @+1 {{value: x +0 in groups of 4, y +0, z +0, lane +0 in groups of 4; divisible by 1}}
    %tiles = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + s0 * 8)>(%x)[%n]
    // expected-remark @+1 {{value: x +1 in groups of 16, y +0, z +0, lane +1 in groups of 16; divisible by 1}}
    %column = affine.apply affine_map<(d0) -> (d0 mod 16)>(%x)
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %up = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%x)
    gpu.return
  }

  // Nothing is known of these but that they are what they are.
  gpu.func @conservative(%buffer: memref<64xindex>, %n: index) kernel {
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %x = gpu.thread_id x
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 0}}
    %c0 = arith.constant 0 : index
    // expected-remark @+1 {{value: x +1, y +0, z +0, lane +1; divisible by 1}}
    %i = arith.index_cast %x : index to i32
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 32}}
    %w = arith.constant 32 : i32
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; is 0}}
    %zero = arith.constant 0 : i32
    // expected-remark @+2 {{global load of 8 bytes, one address for a warp: x +8, y +0, z +0, lane +8; divisible by 4}}
    // expected-remark @+1 {{value: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    %table = memref.load %buffer[%x] : memref<64xindex>
    // A warp reads one address at one time; warps at different ones.
    // expected-remark @+2 {{global load of 8 bytes, one address for a warp: x +0, y +0, z +0, lane +0; divisible by 4}}
    // expected-remark @+1 {{value: x unknown, y unknown, z +0, lane +0; divisible by 1}}
    %one = memref.load %buffer[%c0] : memref<64xindex>
    // expected-remark @+2 {{value 0: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    // expected-remark @+1 {{value 1: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    %other, %valid = gpu.shuffle xor %i, %w, %w : i32
    // expected-remark @+2 {{value 0: x unknown, y unknown, z +0, lane +0; divisible by 1}}
    // expected-remark @+1 {{value 1: x unknown, y unknown, z +0, lane unknown; divisible by 1}}
    %first, %there = gpu.shuffle idx %i, %zero, %w : i32
    // expected-remark @+1 {{value: x +0, y +0, z +0, lane +0; divisible by 1}}
    %sum = gpu.all_reduce add %i uniform {} : (i32) -> i32
    // expected-remark @+1 {{value: x unknown, y +0, z +0, lane unknown; divisible by 1}}
    %most = arith.maxui %x, %n : index
    gpu.return
  }
}
