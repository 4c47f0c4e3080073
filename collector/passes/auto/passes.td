// SPDX-License-Identifier: Apache-2.0
// The passes that annotate kernels automatically, one per kind of measurement.
#ifndef PSTUDIO_AUTO_PASSES
#define PSTUDIO_AUTO_PASSES

include "mlir/Pass/PassBase.td"

// Options of all auto passes: functions by name. They mark kernels and the functions that kernels reach over calls by
// name. They do not mark functions on a cycle of calls, functions whose address is taken, and their callees.
class AutoPass<string argument, list<Option> more = []> : Pass<argument> {
  let options = !listconcat([
    ListOption<"include", "include", "std::string", "globs of the functions to mark; none: all">,
    ListOption<"exclude", "exclude", "std::string", "globs of functions not to mark; wins over include">], more);
  let dependentDialects = ["::pstudio::proton::ProtonDialect"];
}

def ProtonReportUnmarked : AutoPass<"proton-report-unmarked"> {
  let summary = "reports the functions that auto modes do not record, and the reason";
  let description = [{
    A record contains its call path, so the calls must be known at compile time. Functions that call themselves over
    any number of calls, functions whose address is taken, and their callees are not marked. Each of them that a
    kernel reaches gets a warning at the call or address that is the reason; the IR is not changed.
    proton-assign-operations rejects annotations in the source of such functions.

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
    The scope starts at the entry and ends before every exit, so a function with several returns has several ends.

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
  let summary = "a scope from the entry of each loop to its exit";
  let description = [{
    Structured loops (every implementation of LoopLikeOpInterface: `scf.for`, `scf.while`, `scf.forall`, `affine.for`,
    ...) are placed between two records. In unstructured control flow every natural loop gets a start on each entry
    edge and an end on each exit edge; an edge is split if neither of its blocks belongs to it alone. A cycle with
    several entry blocks is not a natural loop and is not marked.

    The name contains the loop's counter if the source names it ("for k"), otherwise the location ("while
    softmax.mlir:31"). A loop inside one of the same name gets a number.

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

def ProtonMarkBarriers : AutoPass<"proton-mark-barriers", [
    Option<"warpBarriers", "warp-barriers", "bool", "false", "barriers of a warp, too">]> {
  let summary = "a scope around each wait at a barrier";
  let description = [{
    Barriers of the CTA and of clusters, blocking waits at an mbarrier, and tcgen05.alloc: every operation that
    OperationClassifier classifies as a barrier, in dialects, intrinsics and inline PTX. Arriving without waiting, and
    polling, are not barriers. A barrier of a warp (bar.warp.sync) is marked with `warp-barriers` only: its wait is no
    more than the reconvergence of the lanes. `proton_gpu.coverage.barriers` of the kernel has the number of barriers
    that are marked, and that are not.

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
    Option<"bins", "bins", "uint32_t", "0", "bins that accesses are counted in, "
    "a power of two; 0: they are recorded">,
    Option<"largestBuffer", "largest-buffer", "uint64_t", "0",
           "size of the largest buffer argument, if the IR does not contain the size [bytes]; 0: 4 GiB">,
    Option<"join", "join", "bool", "false",
           "an access at a constant distance from another one of its run is implied by the record of that one">,
    Option<"chip", "chip", "std::string", "", "the AMD GPU that the kernel is for, such as gfx942; empty: an NVIDIA GPU "
           "or the CPU target">]> {
  let summary = "records, or counts, the addresses of each load, store and atomic operation";
  let description = [{
    Inserts a `proton.access` before every access of global and shared memory that the address analysis supports
    (collector/analysis/access_operands.h). If the analysis proves a constant stride between the lanes of a warp, the
    site has that stride, and a record contains the address of one lane, or of one lane per group if the stride holds
    within groups. Otherwise a record contains the addresses of all lanes. Unsupported accesses, such as one of unknown
    width, are omitted with a warning.

    The space of a generic pointer is that of what it refers to (collector/analysis/pointer_spaces.h): casts, address
    arithmetic, selections, block arguments, calls and stack variables are followed. Private memory is not recorded,
    constant memory is omitted with a warning. If only the running kernel determines the space, as for a pointer that
    is loaded, the access has two records: one of the lanes whose address is in shared memory, one of those whose
    address is in global memory.

    Bulk and tensor copies of Hopper get a `proton.access`, too, in every form (`bulk_copies.h`): with the address in
    shared memory, and the coordinates of the tile, or the address and the bytes. A tensor map must be an argument of
    the kernel.

    `block` is the number of threads of a CTA, `lanes-per-warp` that of a warp.

    With `bins` accesses are counted instead. The bins of a site cover the buffer that contains all its addresses: a
    kernel's argument or allocation with a static shape, found through views and calls. For other sites a buffer of
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

    With `join` a run of loads, or of stores, has one record for all accesses whose addresses differ by constants: the
    first one implies the others. Operations of a run follow each other with nothing but arithmetic in between that
    uses none of their results. With `%j` = `%i` + 128 and a load of %A[%j] behind that of %A[%i]:

    ```mlir
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    proton.access <kind = load, space = global, bytes = 4, stride = 4, distance = 512> "load A"
    %x = memref.load %A[%i] : memref<1024xf32>
    %y = memref.load %A[%j] : memref<1024xf32>
    ```

    An access of a pointer that was loaded, after the pass:

    ```mlir
    %isShared = llvm.call_intrinsic "llvm.nvvm.isspacep.shared"(%p) : (!llvm.ptr) -> i1
    proton.access <kind = load, space = shared, bytes = 4> "load shared" at %inShared by %isShared
    %isGlobal = llvm.call_intrinsic "llvm.nvvm.isspacep.global"(%p) : (!llvm.ptr) -> i1
    proton.access <kind = load, space = global, bytes = 4> "load global" at %address by %isGlobal
    %x = llvm.load %p : !llvm.ptr -> f32
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
    kind and space in one block that do not depend on each other's loaded values, with only arithmetic between them
    that needs none of the loaded values. Four pending loads are therefore one scope, and a load whose address another
    load returns starts a second scope.

    A load is only issued at its position. On a GPU its scope is the time of the issue; the wait comes at the first
    use of the value.

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
    ListOption<"exclude", "exclude", "std::string", "globs of functions not to mark; wins over include">,
    Option<"chip", "chip", "std::string", "", "the AMD GPU that the kernels are for, as in gfx942; empty: none">];
  let summary = "a record at each step of an asynchronous queue";
  let description = [{
    Finds the steps of `cp.async` (nvgpu.device_async_copy), bulk copies by commit and wait, `wgmma`, tcgen05, mbarriers and
    named barriers (`gpu.barrier` is barrier 0), in dialects, intrinsics and inline assembly, and inserts
    `proton.async` around them: issues, commits, waits, arrivals, initialisations. The kernel counts nothing; the
    decoder replays the queues' rules.

    Consecutive issues for one queue with only arithmetic between them are one step, and so is a loop of only such
    issues. A commit after them belongs to the step, and so do the copies after the `expect_tx` of their bytes. A wait
    that retries is one wait. Barriers of `nvgpu` have the number of their allocation and a slot; others are
    identified by their address in shared memory.

    For an AMD GPU (`chip`) the queues are its counters: vmcnt, lgkmcnt, expcnt and, from gfx10 on, vscnt. All waits
    for them in the text (`s_waitcnt`, decoded for the family) are recorded, and so are direct loads to LDS. Other
    operations that a counter counts are recorded if the kernel waits for that counter. Waits that compilers add to
    plain loads and stores are not recorded.

    If only some lanes execute a step, the whole warp records it, before the `scf.if` or branch that guards it, if
    that guards nothing else. If a predicate may be false for all lanes of a warp, the lanes vote, and the record
    depends on the result.

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
    `vector.contract`, `vector.outerproduct`, `nvgpu.mma.sync`, `nvgpu.warpgroup.mma`, `nvvm.mma.sync`,
    `nvvm.wmma.mma`, `gpu.subgroup_mma_compute`, and the equivalent intrinsics and inline PTX. A scope covers a run in
    one block with only arithmetic between the operations. `ldmatrix` and `stmatrix` are loads and stores
    (proton-mark-access-runs).

    Asynchronous `wgmma` continues after the instruction: a scope covers the issue of a group, another one each wait.
    proton-mark-async records the time from issue to completion.

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
  let summary = "erases the annotations of functions that are not selected";
  let description = [{
    A function that `include` does not match, or that `exclude` matches, records nothing, its annotations included.

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
