// Groups that a kernel does not have, or that lanes would store apart.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --convert-proton-gpu-to-llvm="target=nvidia block=64,1,1"

gpu.module @m {
  gpu.func @number(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel attributes {proton_gpu.groups = []} {
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t0 = proton_gpu.read_counter : i32
    %t1 = proton_gpu.read_counter : i32
    // expected-error @+1 {{is of group 3, which the kernel does not have in 'proton_gpu.groups'}}
    proton_gpu.store_group 3 at %t0, %t1 to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @records(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel attributes {proton_gpu.groups = [
      [#proton_gpu.member<kind = scope_start, id = 0>]]} {
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t0 = proton_gpu.read_counter : i32
    %t1 = proton_gpu.read_counter : i32
    // expected-error @+1 {{does not have the records and keys of group 0}}
    proton_gpu.store_group 0 at %t0, %t1 to %s : !proton_gpu.segment<64, global, warp>
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @apart(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel attributes {proton_gpu.groups = [
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>]]} {
    %c7 = arith.constant 7 : index
    // expected-error @+1 {{has records in groups, but some lanes of a warp may record without the others}}
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %c7 : index
    scf.if %p {
      %t0 = proton_gpu.read_counter : i32
      %t1 = proton_gpu.read_counter : i32
      proton_gpu.store_group 0 at %t0, %t1 to %s : !proton_gpu.segment<64, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<64, global, warp>
    gpu.return
  }
}

// -----

// Four slots cannot hold the two groups of the loop: what follows a tag could no longer be told from tags.
gpu.module @m {
  gpu.func @overwritten(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel attributes {proton_gpu.groups = [
      [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>,
       #proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>]]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // expected-error @+1 {{may be overwritten, so that its groups have at most 3 records}}
    %s = proton_gpu.segment_alloc units 2 in %buffer : !llvm.ptr -> !proton_gpu.segment<4, global, warp>
    scf.for %i = %c0 to %c2 step %c1 {
      %t0 = proton_gpu.read_counter : i32
      %t1 = proton_gpu.read_counter : i32
      %t2 = proton_gpu.read_counter : i32
      proton_gpu.store_group 0 at %t0, %t1, %t2 partial to %s : !proton_gpu.segment<4, global, warp>
      %t3 = proton_gpu.read_counter : i32
      proton_gpu.store_group 0 from 3 at %t3 to %s : !proton_gpu.segment<4, global, warp>
    }
    proton_gpu.finalize %s : !proton_gpu.segment<4, global, warp>
    gpu.return
  }
}
