// SPDX-License-Identifier: Apache-2.0
// The passes that annotate kernels nobody has annotated, one per kind of measurement.
#ifndef PSTUDIO_AUTO_PASSES
#define PSTUDIO_AUTO_PASSES

include "mlir/Pass/PassBase.td"

// What all of them take: which functions, by name. They mark kernels and the functions that kernels reach over calls by
// name; functions on a cycle of calls, those whose address is taken, and what either calls, are left alone.
class AutoPass<string argument, list<Option> more = []> : Pass<argument> {
  let options = !listconcat([
    ListOption<"include", "include", "std::string", "globs of the functions to mark; none: all">,
    ListOption<"exclude", "exclude", "std::string", "globs of functions to leave alone; wins over include">], more);
  let dependentDialects = ["::pstudio::proton::ProtonDialect"];
}

def ProtonReportUnmarked : AutoPass<"proton-report-unmarked"> {
  let summary = "reports which functions auto modes do not record, and why";
  let description = [{
    A record says over which calls it was reached, so these must be known when the kernel is compiled. Functions that
    call themselves over any number of calls, functions whose address is taken, and all that such functions call, are
    not marked. Each of them that a kernel reaches gets a warning at the call or address that is the reason; nothing
    is changed. Annotations by hand in them are refused by proton-assign-operations.

    For this kernel the warning is "auto modes do not record the function 'f': it calls itself (f -> f)":

    ```mlir
    func.func private @f() {
      func.call @f() : () -> ()
      return
    }
    gpu.func @k() kernel {
      func.call @f() : () -> ()
      gpu.return
    }
    ```
  }];
}

def ProtonMarkFunctions : AutoPass<"proton-mark-functions"> {
  let summary = "a scope from each function's entry to its returns";
  let description = [{
    The scope starts at the entry and ends before every way out, so a function with several returns has several ends.

    Before:

    ```mlir
    gpu.func @k() kernel {
      gpu.barrier
      gpu.return
    }
    ```

    After:

    ```mlir
    gpu.func @k() kernel {
      proton.record start "function k"
      gpu.barrier
      proton.record end "function k"
      gpu.return
    }
    ```
  }];
}

def ProtonMarkLoops : AutoPass<"proton-mark-loops"> {
  let summary = "a scope from entering each loop to leaving it";
  let description = [{
    Structured loops (whatever implements LoopLikeOpInterface: `scf.for`, `scf.while`, `scf.forall`, `affine.for`, ...)
    are put between two records. In unstructured control flow every natural loop gets a start on each edge that enters
    it and an end on each edge that leaves it; an edge is split if neither of its ends belongs to it alone. A cycle that
    can be entered at several blocks is no natural loop and is left alone.

    The name says the loop's counter where the source names it ("for k"), else the place ("while softmax.mlir:31").
    A loop inside one of the same name gets a number.

    Before:

    ```mlir
    scf.for %k = %c0 to %n step %c1 {
      ...
    }
    ```

    After:

    ```mlir
    proton.record start "for k"
    scf.for %k = %c0 to %n step %c1 {
      ...
    }
    proton.record end "for k"
    ```
  }];
  let dependentDialects = ["::pstudio::proton::ProtonDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def ProtonMarkBarriers : AutoPass<"proton-mark-barriers"> {
  let summary = "a scope around each wait at a barrier";
  let description = [{
    Barriers of the CTA, of warps and of clusters, and blocking waits at an mbarrier: what OperationClassifier calls a
    barrier, whether it is an operation of a dialect, an intrinsic or inline PTX. Arriving without waiting is no barrier,
    and neither is polling.

    Before:

    ```mlir
    gpu.barrier
    ```

    After:

    ```mlir
    proton.record start "barrier gemm.mlir:40"
    gpu.barrier
    proton.record end "barrier gemm.mlir:40"
    ```
  }];
}

def ProtonMarkMemory : AutoPass<"proton-mark-memory", [
    ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z">,
    Option<"lanesPerWarp", "lanes-per-warp", "uint32_t", "32", "threads of a warp">,
    Option<"bins", "bins", "uint32_t", "0", "bins that accesses are counted in, a power of two; 0: they are recorded">,
    Option<"largestBuffer", "largest-buffer", "uint64_t", "0",
           "size of the largest buffer that the kernel may be given, where its IR does not say it [bytes]; 0: 4 GiB">]> {
  let summary = "records, or counts, the addresses of each load, store and atomic operation";
  let description = [{
    A `proton.access` stands in front of every access of global and shared memory that the address analysis knows
    (collector/analysis/access_operands.h). Where it tells that the lanes of a warp lie a constant stride apart, the site has
    that stride and a record the address of one lane, or of one in each group of lanes where the stride holds within
    groups; else it has those of all. Accesses of pointers without an address
    space count as global. What cannot be told, such as an access of unknown width, is left out with a warning.

    Bulk and tensor copies of Hopper have one, too, in whatever form (`bulk_copies.h`): with the place in shared memory,
    and the coordinates of the tile, or the address and the bytes. A tensor map must be an argument of the kernel.

    `block` are the threads of a CTA, `lanes-per-warp` those of a warp.

    With `bins` accesses are counted instead. The bins of a site cover the buffer that all its addresses lie in: a
    kernel's argument or allocation with a static shape, followed through views and calls. Of others a buffer of
    `largest-buffer` bytes is assumed.

    Before:

    ```mlir
    %x = memref.load %A[%i] : memref<1024xf32>
    ```

    After `proton-mark-memory{block=128,1,1}`, where %i is the number of the thread:

    ```mlir
    %pointer = memref.extract_aligned_pointer_as_index %A : memref<1024xf32> -> index
    %offset = arith.muli %i, %c4 : index
    %sum = arith.addi %pointer, %offset : index
    %address = arith.index_cast %sum : index to i64
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    %x = memref.load %A[%i] : memref<1024xf32>
    ```

    A copy of a tile, after the pass:

    ```mlir
    proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load mapA" at %tile, %column, %row by %isFirst
    nvgpu.tma.async.load %mapA[%x, %y], %barrier[%c0] to %a, predicate = %isFirst : ...
    ```

    After `proton-mark-memory{block=128,1,1 bins=64}` the access is

    ```mlir
    proton.access <kind = load, space = global, bytes = 4, stride = 4, counted = <bins = 64, shift = 6, buffer = "A">>
        "load A" at %address
    ```
  }];
  let dependentDialects = ["::pstudio::proton::ProtonDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def ProtonMarkAccessRuns : AutoPass<"proton-mark-access-runs"> {
  let summary = "a scope around each run of loads, stores or atomic operations";
  let description = [{
    Accesses of global, shared and generic memory; private memory is registers. A scope covers a run: accesses of one
    kind and space in one block with nothing between them but arithmetic that needs none of the loaded values, none of
    them needing what another one loads. So four loads that are under way together are one scope, and a load that waits
    for the address from another load is two.

    A load only starts where it stands. On a GPU its scope is the time to issue it; the wait comes where the value is first
    used.

    Before:

    ```mlir
    %a = memref.load %A[%i] : memref<64xf32>
    %b = memref.load %B[%i] : memref<64xf32>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %C[%i] : memref<64xf32>
    ```

    After:

    ```mlir
    proton.record start "load global add.mlir:1-2"
    %a = memref.load %A[%i] : memref<64xf32>
    %b = memref.load %B[%i] : memref<64xf32>
    proton.record end "load global add.mlir:1-2"
    %sum = arith.addf %a, %b : f32
    proton.record start "store global add.mlir:4"
    memref.store %sum, %C[%i] : memref<64xf32>
    proton.record end "store global add.mlir:4"
    ```
  }];
}

def ProtonMarkAsync : AutoPass<"proton-mark-async"> {
  let options = [
    ListOption<"include", "include", "std::string", "globs of the functions to mark; none: all">,
    ListOption<"exclude", "exclude", "std::string", "globs of functions to leave alone; wins over include">,
    Option<"chip", "chip", "std::string", "", "the AMD GPU that the kernels are for, as in gfx942; empty: none">];
  let summary = "a record wherever a queue of asynchronous operations is told something";
  let description = [{
    Finds what a kernel does with `cp.async` (nvgpu.device_async_copy), bulk copies by commit and wait, `wgmma`, mbarriers
    and named barriers (`gpu.barrier` is barrier 0), in dialects, intrinsics and inline assembly, and puts `proton.async`
    around it: issues, commits, waits, arrivals, initialisations. Nothing is counted in the kernel; who reads the records replays
    the queues' rules.

    Operations that issue for one queue with nothing but arithmetic in between are one step, and so are loops of nothing
    else; a commit behind them belongs to it, and so do the copies behind an announcement of their bytes. A wait that
    retries is one wait. Barriers of `nvgpu` have the number of their allocation and a slot; others are told by their
    address in shared memory.

    For an AMD GPU (`chip`) the queues are its counters: vmcnt, lgkmcnt, expcnt and, from gfx10 on, vscnt. Waits for them
    (`s_waitcnt`, decoded for the family) are recorded wherever they are written; loads that go to LDS by themselves, too;
    other operations that a counter counts where the kernel waits for that counter. Waits that compilers add to plain
    loads and stores are not seen.

    The whole warp records what some of its lanes do, in front of the `scf.if` or branch that lets them, if that guards
    nothing else. Where a predicate may hold in no lane of a warp, that is asked, and the record depends on it.

    Before:

    ```mlir
    %copy = nvgpu.device_async_copy %A[%i], %tile[%j], 4 : ...
    %group = nvgpu.device_async_create_group %copy
    nvgpu.device_async_wait %group {numGroups = 1 : i32}
    gpu.barrier
    ```

    After:

    ```mlir
    %c0 = arith.constant 0 : index
    proton.async start <queue = copy_group, step = issue_and_commit> "cp.async k.mlir:1-2"
    %copy = nvgpu.device_async_copy %A[%i], %tile[%j], 4 : ...
    %group = nvgpu.device_async_create_group %copy
    proton.async end <queue = copy_group, step = issue_and_commit> "cp.async k.mlir:1-2"
    proton.async start <queue = copy_group, step = wait, pending = 1> "wait cp.async k.mlir:3"
    nvgpu.device_async_wait %group {numGroups = 1 : i32}
    proton.async end <queue = copy_group, step = wait, pending = 1> "wait cp.async k.mlir:3"
    proton.async start <queue = named_barrier, step = synchronize> "wait barrier k.mlir:4" key %c0
    gpu.barrier
    proton.async end <queue = named_barrier, step = synchronize> "wait barrier k.mlir:4" key %c0
    ```
  }];
  let dependentDialects = ["::pstudio::proton::ProtonDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect"];
}

def ProtonMarkMatrix : AutoPass<"proton-mark-matrix"> {
  let summary = "a scope around each run of matrix operations, and around waits for those of a warp group";
  let description = [{
    `vector.contract`, `vector.outerproduct`, `nvgpu.mma.sync`, `nvgpu.warpgroup.mma`, `nvvm.mma.sync`, `nvvm.wmma.mma`,
    `gpu.subgroup_mma_compute`, and what intrinsics and inline PTX say of that kind. A scope covers a run in one block with
    nothing but arithmetic in between. `ldmatrix` and `stmatrix` are loads and stores (proton-mark-access-runs).

    `wgmma` in its asynchronous form goes on behind the instruction: a scope covers what it takes to issue a group, another
    one each wait. What was hidden behind other work is told by proton-mark-async.

    Before:

    ```mlir
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : ...
    ```

    After:

    ```mlir
    proton.record start "mma.sync gemm.mlir:61"
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : ...
    proton.record end "mma.sync gemm.mlir:61"
    ```
  }];
  let dependentDialects = ["::pstudio::proton::ProtonDialect"];
}

def ProtonSelectFunctions : Pass<"proton-select-functions"> {
  let summary = "erases the annotations of functions that are not asked for";
  let description = [{
    A function that `include` does not name, or that `exclude` names, records nothing, its annotations included.

    Before `proton-select-functions{exclude=quiet}`:

    ```mlir
    gpu.func @quiet() kernel {
      proton.record start "all"
      gpu.barrier
      proton.record end "all"
      gpu.return
    }
    ```

    After:

    ```mlir
    gpu.func @quiet() kernel {
      gpu.barrier
      gpu.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    ListOption<"include", "include", "std::string", "globs of the functions that record; none: all">,
    ListOption<"exclude", "exclude", "std::string", "globs of functions that do not; wins over include">];
}

#endif // PSTUDIO_AUTO_PASSES
