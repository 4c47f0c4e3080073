// Which records a warp may store in parts: control flow between blocks, CTAs of 128 x 1 x 1 threads.
// RUN: proton-opt %s --verify-diagnostics --proton-gpu-report-divergence="block=128,1,1"

!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  // From the branch to where its ways meet again.
  gpu.func @diamond(%uniform: i1, %mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    cf.cond_br %uniform, ^all, ^start
  ^all:
    proton_gpu.store scope_start 0, %mine to %s : !s
    cf.br ^start
  ^start:
    %x = gpu.thread_id x
    %is0 = arith.cmpi eq, %x, %c0 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    cf.cond_br %is0, ^a, ^b
  ^a:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 1, %mine to %s : !s
    cf.br ^meet(%c0 : index)
  ^b:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 2, %mine to %s : !s
    %c1 = arith.constant 1 : index
    cf.br ^meet(%c1 : index)
  ^meet(%chosen: index):
    proton_gpu.store scope_start 3, %mine to %s : !s
    %was0 = arith.cmpi eq, %chosen, %c0 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    cf.cond_br %was0, ^c, ^done
  ^c:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 4, %mine to %s : !s
    cf.br ^done
  ^done:
    proton_gpu.finalize %s : !s
    gpu.return
  }

  // Lanes that return early never come back: everything behind the branch is divergent.
  gpu.func @early_return(%n: index, %mine: i32, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    proton_gpu.store scope_start 0, %mine to %s : !s
    %x = gpu.thread_id x
    %inside = arith.cmpi ult, %x, %n : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    cf.cond_br %inside, ^work, ^leave
  ^leave:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.finalize %s : !s
    gpu.return
  ^work:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_end 0, %mine to %s : !s
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.finalize %s : !s
    gpu.return
  }

  // Lanes leave the loop at different times, with values that no branch chose.
  gpu.func @loop(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    cf.br ^body(%c0 : index)
  ^body(%i: index):
    %next = arith.addi %i, %c1 : index
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 0, %mine to %s : !s
    %more = arith.cmpi ult, %next, %x : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    cf.cond_br %more, ^body(%next : index), ^after
  ^after:
    proton_gpu.store scope_start 1, %mine to %s : !s
    %once = arith.cmpi eq, %next, %c1 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    cf.cond_br %once, ^some, ^done
  ^some:
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 2, %mine to %s : !s
    cf.br ^done
  ^done:
    proton_gpu.finalize %s : !s
    gpu.return
  }

  gpu.func @uniform_loop(%n: index, %mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    cf.br ^body(%c0 : index)
  ^body(%i: index):
    %next = arith.addi %i, %c1 : index
    proton_gpu.store scope_start 0, %mine to %s : !s
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^body(%next : index), ^after
  ^after:
    proton_gpu.finalize %s : !s
    gpu.return
  }
}
