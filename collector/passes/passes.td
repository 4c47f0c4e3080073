// SPDX-License-Identifier: Apache-2.0
// The passes between annotated kernels and LLVM dialect, with their options and before/after IR.
#ifndef PSTUDIO_PASSES
#define PSTUDIO_PASSES

include "mlir/Pass/PassBase.td"

def ProtonAssignOperations : Pass<"proton-assign-operations", "::mlir::gpu::GPUModuleOp"> {
  let summary = "gives scopes, events, values and asynchronous steps their ids";
  let description = [{
    Analyses the scopes, events, values and asynchronous steps of every kernel (see ScopeAnalysis) and reports what is wrong with them at
    their source locations. Each annotation that control can reach gets its `id`, and the kernel the table that
    says what the ids mean. Functions that a kernel calls may record, too: their own ids begin with 0,
    each call after which something is recorded gets `proton_gpu.id_offset`, and the kernel's table has an entry per
    operation and path of calls. Functions that no kernel reaches are warned of and left alone.

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
    return. Kernels without are left alone. How much memory a segment takes, and which warps record, is decided by
    the allocation passes.
    Calls with `proton_gpu.id_offset` get `save_context` and `restore_context` around them, and the functions that they
    reach a `segment_of_caller` and a `save_context` in front of each return. What several kernels call is copied for
    each, as "function.kernel".

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
           "::pstudio::proton_gpu::MemorySpace::Global", "where slots are while the kernel runs",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::proton_gpu::MemorySpace::Shared, "shared", "shared memory, copied at the end"),
               clEnumValN(::pstudio::proton_gpu::MemorySpace::Global, "global", "the profile buffer itself"))}]>,
    Option<"sharedIfAtMost", "shared-if-at-most", "uint32_t", "0",
           "kernels of which no warp can write more slots than this use shared memory in any case [slots]">,
    Option<"strategy", "strategy", "::pstudio::proton_gpu::Strategy",
           "::pstudio::proton_gpu::Strategy::Circular", "what a full segment does with the next record",
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
           "what the clock word of a record is",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::proton_gpu::Metric::Cycle, "cycle", "the cycle counter"),
               clEnumValN(::pstudio::proton_gpu::Metric::Time, "time", "the global timer"))}]>,
    Option<"warps", "warps", "std::string", "", "linear ids of the warps of a CTA that record, as 0,4-7; empty: all">,
    Option<"ctas", "ctas", "std::string", "", "linear ids of the CTAs that record; empty: all">];
}

include "conversion_passes.td"

def ProtonGPUInsertNotify : Pass<"proton-gpu-insert-notify", "::mlir::gpu::GPUModuleOp"> {
  let summary = "inserts the places where full halves of segments are handed over";
  let description = [{
    Every kernel whose segment has strategy `flush` or `stream` gets an operation of kind `profile` behind those
    in its table, and a `notify` with its id behind each `store`. `dropping` is for `stream` alone.

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
      proton_gpu.notify 1 of %s : !proton_gpu.segment<?, shared, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    Option<"dropping", "dropping", "bool", "false", "units go on where the host has not drained enough">];
}

def ProtonSampleIterations : Pass<"proton-sample-iterations", "::mlir::gpu::GPUModuleOp"> {
  let summary = "records each n-th iteration of a loop";
  let description = [{
    Makes every record of a scope that lies in a loop depend on the number of the iteration: the first one and each
    `every`-th behind it records. The loop is the innermost one of the function that contains all starts and ends of
    the scope, so that a scope is recorded whole or not at all; each entry into an inner loop counts from 0 again. A
    loop is an operation with a body (`scf.for`, `scf.while`, ...) or blocks that branch back to a block that
    dominates them. The condition part of `scf.while` belongs to the iteration that it begins. A loop that is known to
    run once may have been simplified away before; then the loop around it counts. Memory accesses are counted on over all
    entries into their loop, for they are a sample of all.

    What is in no loop of its function follows the innermost loop around the call, or around the call of the caller: a
    condition is handed over with the context. A function that is not called in any loop asks for none.

    What is in no loop at all is recorded always, and so are asynchronous operations, whose end may come in a later
    iteration, and scopes in blocks that branch to each other without a common first one.

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
  let options = [Option<"every", "every", "uint32_t", "1", "iterations from one that records to the next">];
}

def PlaceSharedFrames : Pass<"place-shared-frames", "::mlir::gpu::GPUModuleOp"> {
  let summary = "gives the workgroup buffers of calls their place in one buffer of the kernel";
  let description = [{
    `memref.alloca` in workgroup memory is a buffer that a kernel or function has for the time of one call. All threads
    of the call share it; it holds nothing when the call begins. The frame of a function has its own buffers and, for
    each of its calls, room for the callee's frame. Two of them lie in the same place if one is over before the other
    begins; where the function has no barrier in between, one is inserted.

    Where a frame begins is the sum of the offsets of the calls on the way. It is a constant in a function that all
    ways give the same place, else an argument.

    A call that not all threads of a CTA come to gets a place of its own and a warning: no barrier can separate its
    executions from each other or from anything else. The same holds for what such a function does itself. Buffers
    whose address is kept, or that asynchronous operations write to, have a place of their own for the whole call.
    Buffers without a fixed size, recursion, and functions called by value are refused.

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
  let summary = "gives shared segments their workgroup memory";
  let description = [{
    Adds one workgroup buffer of units * slots i64 to every kernel with a shared segment of `?` slots, where units
    is the number of warps of a CTA, rounded up. `slots-per-unit=0` is automatic: the largest power of two that
    fits into `bytes-free`, at most `most-slots` (256 is 2 KiB per warp: more would cost occupancy on a GPU) and at
    least 16; segments that are handed over by halves and get accesses with an address of each lane need 128 (of a warp
    of 64 lanes 256).
    `counter-bytes-per-unit` of `bytes-free` are left to the lowering, which may count records there.
    Refuses a size that does not fit. Global segments are left alone.

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
    Appends the argument `!llvm.ptr {proton_gpu.profile_buffer}` to every kernel with a segment and notes
    `proton_gpu.unit_count` and `proton_gpu.slots_per_unit` on it: the host passes an array of blocks of
    record::blockBytes(unit_count, slots_per_unit), one per CTA, zeroed. Global segments of `?` slots get
    `slots-per-unit`; 0 is automatic: 1024 slots, 8 KiB per warp; with strategy `histogram` as many as the bins of
    all operations. With `most-automatic-slots` automatic is at least that, and up to so many where a unit may write more,
    or where loops do not have a constant number of rounds. Shared segments must have been allocated before;
    those with strategy `flush` get `slots-per-unit` as what they keep in the buffer, by the same rule.

    A `gpu.launch_func` of the kernel in the same module would lack the new argument; kernels are launched by the
    collector's runtime.

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
    Mode "none", and option annotations=drop: the kernel as if it had never been annotated. An event value that is passed on through block
    arguments or loops becomes the constant 0.

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
  let summary = "says which records a warp may store in parts";
  let description = [{
    A remark at every `store` and `finalize` that some lanes of a warp may reach without the others, with a note at
    the branch that parts them (see WarpUniformity). One such place makes all records of the kernel slower on a
    GPU, and each takes a second slot where lanes are missing. Changes nothing.

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
  let summary = "warns of records that only some warps of a unit reach";
  let description = [{
    For kernels whose units stand for several warps: a unit has the records of its first warp, so what only its other
    warps do leaves no record. One warning for each module, at the first scope, event, step or value that not all
    threads of a CTA are known to reach (see CtaUniformity), with the number of the others. Changes nothing.

    ```mlir
    %tid = gpu.thread_id x
    %consumes = arith.cmpi uge, %tid, %c32 : index
    scf.if %consumes {
      proton.record start "multiply"   // warning
    ```
  }];
}

def ConvertProtonGPUToLLVM : Pass<"convert-proton-gpu-to-llvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "lowers segments and stores for one target";
  let description = [{
    Everything else in a kernel is left as it is, so that one lowering of records serves kernels of any dialect.

    Target `cpu`: segments, stores, notifies and the end of a kernel become calls of the functions of
    codegen/cpu/intrinsics.h, which are C++ functions of the runtime; the kernel itself gains only calls and
    constants. The CPU model charges nothing for these calls. The runtime stores the unit of each thread from
    `pstudio.cpu.record.begin` on.

    A record is a rendezvous of the active lanes of the warp (`pstudio.cpu.record.clock`, called in the kernel
    with the record's source location); the elected lane takes the next slots of the ring, counted in the unit
    table of the block itself, so a kernel that is stopped leaves exact counts. If some live lanes are missing, a
    scope record gets a second slot with the mask of the lanes that met.

    Before:

    ```mlir
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<1024, global, warp>
    ```

    After:

    ```mlir
    %t = llvm.call @pstudio.cpu.record.clock(%site) : (i32) -> i64
    llvm.call @pstudio.cpu.record.store(%true, %tag, %zero, %t) : (i1, i32, i64, i64) -> ()
    ```

    Target `nvidia`: a record is inline PTX that reads the 32-bit clock and stores both words at once. All lanes
    of the warp store the same 8 bytes to one address, or lane 0 alone. The bytes written so far are in a stack
    variable that LLVM turns into SSA values: constants in straight-line code, so that the address of a slot there
    is a register and an immediate offset. The offset is masked only where the ring may wrap. Thread 0 writes the
    header and the pairs of clocks; every warp ends its own unit, without a barrier of the CTA. In CTAs of 2
    or 3 dimensions the warp's number is taken from lane 0, so that ptxas keeps the address of the segment in uniform
    registers; with one dimension it sees that by itself.

    After `convert-proton-gpu-to-llvm{target=nvidia block=128,1,1}`:

    ```mlir
    %written = llvm.load %variable : !llvm.ptr -> i32
    %offset = llvm.and %written, %mask : i32
    %wide = llvm.zext %offset : i32 to i64
    %slot = llvm.getelementptr %slots[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    llvm.inline_asm has_side_effects "{ .reg .b32 %clk; mov.u32 %clk, %clock; st.global.v2.b32 [$0], {$1, %clk}; }",
        "l,r,~{memory}" %slot, %tag : (!llvm.ptr<1>, i32) -> ()
    %next = llvm.add %written, %c8 : i32
    llvm.store %next, %variable : i32, !llvm.ptr
    ```

    Where a full half of a `stream` is handed over, the lanes wait until the next chunk of the unit's ring has room
    (`ld.acquire.sys` of the host's counter, with growing pauses; not at all with `dropping`), copy the slots, and one
    lane stores the unit's counter with `st.release.sys`. Slots that are not in shared memory are written to memory of
    the device, which the launch passes as one argument more, `!llvm.ptr {proton_gpu.staging_buffer}`.

    If any record or return of the kernel may run with part of a warp (see proton-gpu-report-divergence), the
    count of slots is in shared memory for all its records, beside the mask of lanes that have returned: 8 bytes per
    warp. The lanes that are at a record elect one, which takes all slots of the record by one atomic addition; the
    lanes that return last finalise the unit. A record is one piece of PTX without branches:

    ```mlir
    llvm.inline_asm has_side_effects "{ ... mov.u32 %clk, %clock; activemask.b32 %active; ...
        @%elected atom.shared.add.u32 %slot, [$0], %size; ...
        @%stored st.global.v2.b32 [%at], {%tag, %clk}; ... @%more st.global.v2.b32 [%at], {2147811329, %active}; }",
        "r,l,r,r,~{memory}" %counters, %slots, %lanes, %tag : (i32, !llvm.ptr<1>, i32, i32) -> ()
    ```

    Target `amd`: the same with intrinsics of the AMDGPU back end. A warp is a wave. A value that lanes have of their own is
    taken from the lowest by `readfirstlane`; fences of one thread, which are no instructions, stand around each read of the clock.
    Under divergence the count in shared memory (16 bytes a warp) is loaded and stored without election and atomics.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::ROCDL::ROCDLDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "target to lower for: cpu, nvidia, amd">,
    ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z; for nvidia and amd">,
    Option<"chip", "chip", "std::string", "\"gfx942\"", "processor; for amd">,
    Option<"referencePeriodNs", "reference-period", "uint32_t", "0",
           "period of the reference clock, 0: what the processor's family has [ns]; for amd">,
    Option<"scheduleBarriers", "schedule-barriers", "bool", "false",
           "no instruction is moved across a read of the clock; for amd">,
    Option<"recordLanes", "record-lanes", "::pstudio::RecordLanes", "::pstudio::RecordLanes::All",
           "which lanes store a record; for nvidia",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::RecordLanes::All, "all", "all, to one address"),
               clEnumValN(::pstudio::RecordLanes::One, "one", "lane 0"))}]>];
}

def ProtonReportAddresses : Pass<"proton-report-addresses", "::mlir::ModuleOp"> {
  let summary = "says how addresses, and values on request, change between neighbouring threads";
  let description = [{
    Analyses the module (see AddressAnalysis) for CTAs of the given shape and leaves a remark at each memory
    access: what it touches, whether one record describes all lanes of a warp, and for x, y, z and the lanes what
    the byte address grows by from each thread to the next. `affine` is a stride that is the same for all but not
    known here; `in groups of n` says that this holds among n neighbours, from each multiple of n on. The IR is
    not changed.

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
  let summary = "calls functions of the user at points of the kernel";
  let description = [{
    Callbacks are written as in a mode string: `FUNCTION@POINT`, with points `enter`, `exit`, `iteration`, `load`, `store`,
    `atomic`, `barrier`, `after_barrier`, `async` and `matrix`. Every function has them that a kernel reaches and
    that include and exclude let through, as in the auto modes. A call is of `pstudio.callback.FUNCTION.POINT`, which is declared only; whoever links the user's
    code gives it a body that passes on what FUNCTION asks for. At an access it is told the address, the number of
    bytes and the address space, and everywhere the line. Memory that is private to a thread has no points. An access of
    which address and length are not known (inline PTX, masked transfers) is an error.

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
    ListOption<"callbacks", "callbacks", "std::string", "what to call where, as FUNCTION@POINT">,
    ListOption<"include", "include", "std::string", "globs of the functions that have points; none: all">,
    ListOption<"exclude", "exclude", "std::string", "globs of functions to leave alone; wins over include">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect"];
}

def ProtonSpecializeArguments : Pass<"proton-specialize-arguments", "::mlir::ModuleOp"> {
  let summary = "tells a kernel what its launches are known to pass";
  let description = [{
    Facts are `N:align16` (a pointer or memref is a multiple of 16), `N:div16` (an integer is), `N:one` (an integer
    is 1) and `N:off32` (a buffer of less than 2 GiB), for argument N. Alignment becomes `llvm.align`, divisibility
    `proton_gpu.divisible` and an assumption for LLVM, an integer that is 1 the constant, a small buffer
    `proton_gpu.offsets_in_32_bits`. The address analysis reads the first two. The kernel keeps its arguments. Whether a
    launch passes what was said is for the caller to see to.

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
