// SPDX-License-Identifier: Apache-2.0
// The passes between annotated kernels and LLVM dialect, with their options and IR before and after each pass.
#ifndef PSTUDIO_PASSES
#define PSTUDIO_PASSES

include "mlir/Pass/PassBase.td"

def ProtonAssignOperations : Pass<"proton-assign-operations", "::mlir::gpu::GPUModuleOp"> {
  let summary = "assigns ids to scopes, events, values and asynchronous steps";
  let description = [{
    Analyses the scopes, events, values and asynchronous steps of every kernel (see ScopeAnalysis) and reports errors
    at their source locations. Each reachable annotation gets its `id`, and the kernel the table of operations, whose
    index is the id. Functions that a kernel calls may record, too: their ids begin with 0, each call that leads to
    records gets `proton_gpu.id_offset`, and the kernel's table has an entry per operation and call path. Functions
    that no kernel reaches lead to a warning and are not changed.

    Before:

    ```mlir
    gpu.func @k() kernel {
      proton.record start "all"
      gpu.barrier
      proton.record end "all"
      gpu.return
    }
    ```

    After:

    ```mlir
    gpu.func @k() kernel attributes {proton_gpu.operations =
        [#proton_gpu.operation<kind = scope, name = "all", location = "k.mlir:2:3">]} {
      proton.record start "all" {id = 0 : i32}
      gpu.barrier
      proton.record end "all" {id = 0 : i32}
      gpu.return
    }
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
}

def ProtonGPUInsertContext : Pass<"proton-gpu-insert-context", "::mlir::gpu::GPUModuleOp"> {
  let summary = "inserts the segment, initialize and finalize";
  let description = [{
    Every kernel with a table of operations gets a segment and `initialize` at its entry and `finalize` before each
    return. Kernels without a table are not changed. The allocation passes decide the size of a segment and the
    recording warps.

    Calls with `proton_gpu.id_offset` get `save_context` and `restore_context` around them, and the functions that
    they reach get a `segment_of_caller` and a `save_context` before each return. A function that several kernels call
    is copied for each, as "function.kernel".

    Before:

    ```mlir
    gpu.func @k() kernel attributes {proton_gpu.operations = [...]} {
      gpu.barrier
      gpu.return
    }
    ```

    After:

    ```mlir
    gpu.func @k() kernel attributes {proton_gpu.operations = [...]} {
      %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
      proton_gpu.initialize %s : !proton_gpu.segment<?, global, warp>
      gpu.barrier
      proton_gpu.finalize %s : !proton_gpu.segment<?, global, warp>
      gpu.return
    }
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    Option<"bufferType", "buffer-type", "::pstudio::proton_gpu::MemorySpace",
           "::pstudio::proton_gpu::MemorySpace::Global", "memory of the slots while the kernel runs",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::proton_gpu::MemorySpace::Shared, "shared", "shared memory, copied at the end"),
               clEnumValN(::pstudio::proton_gpu::MemorySpace::Global, "global", "the profile buffer itself"))}]>,
    Option<"sharedIfAtMost", "shared-if-at-most", "uint32_t", "0",
           "kernels in which no warp can write more slots than this always use shared memory [slots]">,
    ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z; empty: one thread">,
    Option<"lanesPerWarp", "lanes-per-warp", "uint32_t", "32", "threads of a warp">,
    Option<"strategy", "strategy", "::pstudio::proton_gpu::Strategy",
           "::pstudio::proton_gpu::Strategy::Circular", "handling of records when a segment is full",
           "::pstudio::strategyValues()">,
    Option<"granularity", "granularity", "::pstudio::proton_gpu::Granularity",
           "::pstudio::proton_gpu::Granularity::Warp", "the unit that owns a segment",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::proton_gpu::Granularity::Thread, "thread", "a lane"),
               clEnumValN(::pstudio::proton_gpu::Granularity::Warp, "warp", "a warp"),
               clEnumValN(::pstudio::proton_gpu::Granularity::Warp2, "warp_2", "2 warps"),
               clEnumValN(::pstudio::proton_gpu::Granularity::Warp4, "warp_4", "4 warps"),
               clEnumValN(::pstudio::proton_gpu::Granularity::Warp8, "warp_8", "8 warps"),
               clEnumValN(::pstudio::proton_gpu::Granularity::Cta, "cta", "a CTA"),
               clEnumValN(::pstudio::proton_gpu::Granularity::WarpGroup, "warp_group", "4 warps"),
               clEnumValN(::pstudio::proton_gpu::Granularity::WarpGroup2, "warp_group_2", "2 warp groups"),
               clEnumValN(::pstudio::proton_gpu::Granularity::WarpGroup4, "warp_group_4", "4 warp groups"),
               clEnumValN(::pstudio::proton_gpu::Granularity::WarpGroup8, "warp_group_8", "8 warp groups"))}]>,
    Option<"metric", "metric", "::pstudio::proton_gpu::Metric", "::pstudio::proton_gpu::Metric::Cycle",
           "meaning of the clock word of a record",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::proton_gpu::Metric::Cycle, "cycle", "the cycle counter"),
               clEnumValN(::pstudio::proton_gpu::Metric::Time, "time", "the global timer"))}]>,
    Option<"warps", "warps", "std::string", "", "linear ids of the warps of a CTA that record, as 0,4-7; empty: all">,
    Option<"ctas", "ctas", "std::string", "", "linear ids of the CTAs that record; empty: all">];
}

include "conversion_passes.td"

def ProtonGPUInsertFlushPoints : Pass<"proton-gpu-insert-flush-points", "::mlir::gpu::GPUModuleOp"> {
  let summary = "inserts the points at which full halves of segments are flushed";
  let description = [{
    Every kernel whose segment has strategy `flush` or `stream` gets an operation of kind `profile` at the end of its
    table, and a `flush_point` with its id after each `store`. `dropping` applies to `stream` only.

    Before:

    ```mlir
    gpu.func @k() kernel attributes {proton_gpu.operations = [#proton_gpu.operation<kind = scope, name = "all">]} {
      %s = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, shared, warp>
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<?, shared, warp>
    ```

    After:

    ```mlir
    gpu.func @k() kernel attributes {proton_gpu.operations = [#proton_gpu.operation<kind = scope, name = "all">,
        #proton_gpu.operation<kind = profile, name = "profile flush">]} {
      %s = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, shared, warp>
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<?, shared, warp>
      proton_gpu.flush_point 1 of %s : !proton_gpu.segment<?, shared, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    Option<"dropping", "dropping", "bool", "false", "units drop a half if the host has not drained enough">];
}

def ProtonSampleIterations : Pass<"proton-sample-iterations", "::mlir::gpu::GPUModuleOp"> {
  let summary = "records each n-th iteration of a loop";
  let description = [{
    Makes every record of a scope in a loop depend on the number of the iteration: the first one and each `every`-th
    after it records. The loop is the innermost one of the function that contains all starts and ends of the scope, so
    that a scope is recorded completely or not at all; each entry into an inner loop restarts the count. A loop is an
    operation with a body (`scf.for`, `scf.while`, ...) or blocks that branch back to a block that dominates them. The
    condition part of `scf.while` belongs to the iteration that it begins. A loop with a single iteration may have
    been simplified away before; then the loop around it counts. The count of memory accesses continues over all
    entries into their loop, because they are a sample of all accesses.

    Records outside any loop of their function follow the innermost loop around the call, or around the call of the
    caller: the context contains a condition. A function that is not called in any loop reads no condition.

    Always recorded are: records outside all loops; asynchronous operations, whose end may come in a later iteration;
    and scopes in blocks that branch to each other without a common entry block.

    Before:

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<?, global, warp>
    ```

    After `proton-sample-iterations{every=4}`:

    ```mlir
    %c = proton_gpu.loop_counter every 4 : !proton_gpu.iterations
    proton_gpu.enter_loop %c : !proton_gpu.iterations
    scf.for %i = %c0 to %n step %c1 {
      proton_gpu.next_iteration %c : !proton_gpu.iterations
      %p = proton_gpu.is_sampled %c : !proton_gpu.iterations -> i1
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s if %p : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [Option<"every", "every", "uint32_t", "1", "distance of recorded iterations">];
}

include "store_passes.td"

def PlaceSharedFrames : Pass<"place-shared-frames", "::mlir::gpu::GPUModuleOp"> {
  let summary = "places the workgroup buffers of calls in one buffer of the kernel";
  let description = [{
    `memref.alloca` in workgroup memory is a buffer that a kernel or function has for the time of one call. All
    threads of the call share it; its contents are undefined when the call begins. The frame of a function contains
    its own buffers and, for each of its calls, space for the callee's frame. Two of them overlap if one is dead
    before the other is live; if the function has no barrier in between, one is inserted.

    The start of a frame is the sum of the offsets of the calls on the path. It is a constant if it is equal on all
    paths, otherwise an argument.

    A call that not all threads of a CTA reach gets a separate place and a warning, because no barrier can separate
    its executions from each other or from other code. The same applies to the calls of such a function. Buffers whose
    address escapes, or that asynchronous operations write to, have a separate place for the whole call. Buffers
    without a fixed size, recursion, and functions called by value are rejected.

    Before:

    ```mlir
    func.func private @sum(%x: f32) -> f32 {
      %partial = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
      ...
    }
    func.func private @largest(%x: f32) -> f32 {
      %partial = memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
      ...
    }
    gpu.func @k(%x: f32) kernel {
      %a = func.call @sum(%x) : (f32) -> f32
      %b = func.call @largest(%x) : (f32) -> f32
      gpu.return
    }
    ```

    After:

    ```mlir
    memref.global "private" @shared_frame.k : memref<32xi8, #gpu.address_space<workgroup>> {alignment = 16 : i64}
    func.func private @sum(%x: f32) -> f32 {
      %frame = memref.get_global @shared_frame.k : memref<32xi8, #gpu.address_space<workgroup>>
      %c0 = arith.constant 0 : index
      %partial = memref.view %frame[%c0][] : memref<32xi8, #gpu.address_space<workgroup>>
          to memref<4xf32, #gpu.address_space<workgroup>>
      ...
    }
    gpu.func @k(%x: f32) kernel {
      %a = func.call @sum(%x) : (f32) -> f32
      gpu.barrier
      %b = func.call @largest(%x) : (f32) -> f32
      gpu.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::gpu::GPUDialect"];
}

def ProtonGPUAllocateSharedMemory
    : Pass<"proton-gpu-allocate-shared-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "allocates workgroup memory for shared segments";
  let description = [{
    Adds one workgroup buffer of units * slots i64 to every kernel with a shared segment of `?` slots, where units is
    the number of warps of a CTA, rounded up. `slots-per-unit=0` is automatic: the largest power of two that fits into
    `bytes-free`, at most `most-slots` (256 is 2 KiB per warp: more would reduce occupancy on a GPU) and at least 16.
    Segments with a double buffer that record one address per lane need 128 slots (with warps of 64 lanes 256).
    `counter-bytes-per-unit` of `bytes-free` are left to the lowering, which may count records there. Rejects a size
    that does not fit. Global segments are not changed.

    Before:

    ```mlir
    gpu.func @k() kernel {
      %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, shared, warp>
    ```

    After `proton-gpu-allocate-shared-memory{threads-per-cta=64 bytes-free=4096}`:

    ```mlir
    gpu.func @k() workgroup(%m : memref<512xi64, #gpu.address_space<workgroup>>) kernel {
      %s = proton_gpu.segment_alloc units 2 staged %m : memref<512xi64, #gpu.address_space<workgroup>>
          -> !proton_gpu.segment<256, shared, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    Option<"threadsPerCta", "threads-per-cta", "uint32_t", "1", "threads of a CTA">,
    Option<"lanesPerWarp", "lanes-per-warp", "uint32_t", "32", "threads of a warp">,
    Option<"slotsPerUnit", "slots-per-unit", "uint32_t", "0", "capacity of a segment [slots]; 0: automatic">,
    Option<"mostSlots", "most-slots", "uint32_t", "256", "largest automatic capacity of a segment [slots]">,
    Option<"bytesFree", "bytes-free", "uint64_t", "0", "shared memory that segments may take [bytes]">,
    Option<"counterBytesPerUnit", "counter-bytes-per-unit", "uint32_t", "0",
           "shared memory that the target's lowering may take [bytes per unit]">];
}

def ProtonGPUAllocateScratch : Pass<"proton-gpu-allocate-scratch", "::mlir::gpu::GPUModuleOp"> {
  let summary = "adds the profile buffer argument and sizes global segments";
  let description = [{
    Appends the argument `!llvm.ptr {proton_gpu.profile_buffer}` to every kernel with a segment and sets its attributes
    `proton_gpu.unit_count` and `proton_gpu.slots_per_unit`: the host passes an array of zeroed blocks of
    record::blockBytes(unit_count, slots_per_unit), one per CTA. Global segments of `?` slots get `slots-per-unit`; 0 is
    automatic: 1024 slots, 8 KiB per warp; with strategy `histogram` the number of bins of all operations. With strategy
    `circular` a kernel whose units write fewer, as far as its loops are known, gets twice what they write, at least 32
    slots. With `most-automatic-slots` the automatic capacity grows up to this limit if a unit may write more slots, or if
    loops have no constant trip count. Shared segments must have been allocated before; those with strategy `flush` get `slots-per-unit`
    as the capacity of their ring in the buffer, by the same rule.

    A `gpu.launch_func` of the kernel in the same module would lack the new argument; the collector's runtime launches
    kernels.

    Before:

    ```mlir
    gpu.func @k(%a: memref<64xf32>) kernel {
      %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    ```

    After `proton-gpu-allocate-scratch{threads-per-cta=128}`:

    ```mlir
    gpu.func @k(%a: memref<64xf32>, %buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel
        attributes {proton_gpu.unit_count = 4 : i32, proton_gpu.slots_per_unit = 1024 : i32} {
      %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<1024, global, warp>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    Option<"threadsPerCta", "threads-per-cta", "uint32_t", "1", "threads of a CTA">,
    Option<"lanesPerWarp", "lanes-per-warp", "uint32_t", "32", "threads of a warp">,
    Option<"slotsPerUnit", "slots-per-unit", "uint32_t", "0", "capacity of a segment in global memory [slots]; 0: automatic">,
    Option<"mostAutomaticSlots", "most-automatic-slots", "uint32_t", "0",
           "largest automatic capacity; 0: that of `slots-per-unit` 0 [slots]">];
}

def ProtonStrip : Pass<"proton-strip"> {
  let summary = "erases scopes, events and values";
  let description = [{
    Mode "none", and option annotations=drop: the kernel without annotations. An event value that is passed through
    block arguments or loops becomes the constant 0.

    Before:

    ```mlir
    proton.record start "all"
    gpu.barrier
    proton.record end "all"
    ```

    After:

    ```mlir
    gpu.barrier
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ProtonGPUReportDivergence : Pass<"proton-gpu-report-divergence", "::mlir::gpu::GPUModuleOp"> {
  let summary = "reports the records that a warp may store while diverged";
  let description = [{
    A remark at every `store` and `finalize` that some lanes of a warp may reach without the others, with a note at
    the divergent branch (see WarpUniformity). One such operation makes all records of the kernel slower on a GPU, and
    a record takes a second slot if lanes are inactive. The IR is not changed.

    ```mlir
    %tid = gpu.thread_id x
    %some = arith.cmpi ult, %tid, %c8 : index
    scf.if %some {                                                // note: lanes of a warp may take different ways here
      proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<256, global, warp>   // remark
    ```
  }];
  let options = [ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z">];
}

def ProtonReportUnits : Pass<"proton-report-units", "::mlir::gpu::GPUModuleOp"> {
  let summary = "warns about records that only some warps of a unit reach";
  let description = [{
    For kernels whose units consist of several warps: the first warp records for the unit, so code that only other
    warps execute leaves no record. One warning for each module, at the first scope, event, step or value that not all
    threads of a CTA are known to reach (see CtaUniformity), with the number of further ones. The IR is not changed.

    ```mlir
    %tid = gpu.thread_id x
    %consumes = arith.cmpi uge, %tid, %c32 : index
    scf.if %consumes {
      proton.record start "multiply"   // warning
    ```
  }];
}

def ProtonReportAddresses : Pass<"proton-report-addresses", "::mlir::ModuleOp"> {
  let summary = "reports the change of addresses, and on request of values, between neighbouring threads";
  let description = [{
    Analyses the module (see AddressAnalysis) for CTAs of the given shape and adds a remark at each memory access: the
    accessed bytes, whether one record describes all lanes of a warp, and for x, y, z and the lanes the increment of
    the byte address from each thread to the next. `affine` is an unknown stride that is the same for all; `in groups
    of n` means that the stride holds among n neighbours, from each multiple of n on. The IR is not changed.

    ```mlir
    %tid = gpu.thread_id x
    %v = memref.load %a[%tid] : memref<1024xf32>
    // remark: global load of 4 bytes, one address for a warp: x +4, y +0, z +0, lane +4; divisible by 4
    ```
  }];
  let options = [
    ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z">,
    Option<"values", "values", "bool", "false", "a remark for the result of each integer operation, too">];
}

def ProtonInsertCallbacks : Pass<"proton-insert-callbacks"> {
  let summary = "inserts calls of the user's functions at points of the kernel";
  let description = [{
    Callbacks are written as in a mode string: `FUNCTION@POINT`, with points `enter`, `exit`, `iteration`, `load`,
    `store`, `atomic`, `barrier`, `after_barrier`, `async` and `matrix`. Points exist in every function that a kernel
    reaches and that include and exclude select, as in the auto modes. A call is of `pstudio.callback.FUNCTION.POINT`,
    which is only declared; the code that links the user's code gives it a body that passes the parameters of
    FUNCTION. At an access its arguments are the address, the number of bytes and the address space, and at every
    point the line. Memory that is private to a thread has no points. An access of unknown address or length (inline
    PTX, masked transfers) is an error.

    Before, with `callbacks=count@load`:

    ```mlir
    %v = memref.load %a[%i] : memref<64xf32>
    ```

    After:

    ```mlir
    llvm.call @pstudio.callback.count.load(%address, %c4, %c1, %c12) : (i64, i32, i32, i32) -> ()
    %v = memref.load %a[%i] : memref<64xf32>
    ```
  }];
  let options = [
    ListOption<"callbacks", "callbacks", "std::string", "functions and their points, as FUNCTION@POINT">,
    ListOption<"include", "include", "std::string", "globs of the functions that have points; none: all">,
    ListOption<"exclude", "exclude", "std::string", "globs of functions without points; wins over include">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect"];
}

def ProtonSpecializeArguments : Pass<"proton-specialize-arguments", "::mlir::ModuleOp"> {
  let summary = "adds facts about the arguments of a kernel's launches";
  let description = [{
    Facts are `N:align16` (a pointer or memref is a multiple of 16), `N:div16` (an integer is), `N:one` (an integer is
    equal to 1) and `N:off32` (a buffer of less than 2 GiB), for argument N. Alignment becomes `llvm.align`, divisibility
    `proton_gpu.divisible` and an assumption for LLVM, an integer that is 1 the constant, a small buffer
    `proton_gpu.offsets_in_32_bits`. The address analysis reads the first two. The kernel keeps its arguments. The caller
    ensures that a launch passes arguments that satisfy the facts.

    Before, with `kernel=k facts=0:align16,1:div16,2:one`:

    ```mlir
    gpu.func @k(%a: memref<64xf32>, %n: i32, %s: i32) kernel {
      %m = arith.muli %n, %s : i32
    ```

    After:

    ```mlir
    gpu.func @k(%a: memref<64xf32> {llvm.align = 16 : i64}, %n: i32 {proton_gpu.divisible = 16 : i64},
                %s: i32 {proton_gpu.equals = 1 : i64}) kernel {
      %rest = arith.andi %n, %c15 : i32
      %is_multiple = arith.cmpi eq, %rest, %c0 : i32
      "llvm.intr.assume"(%is_multiple) : (i1) -> ()
      %m = arith.muli %n, %c1 : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    Option<"kernel", "kernel", "std::string", "", "name of the kernel">,
    Option<"facts", "facts", "std::string", "", "facts, separated by commas">];
}

#endif // PSTUDIO_PASSES
