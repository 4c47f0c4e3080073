// SPDX-License-Identifier: Apache-2.0
// The pass from records to the code of a target, with IR before and after it.
#ifndef PSTUDIO_RECORD_PASSES
#define PSTUDIO_RECORD_PASSES

include "mlir/Pass/PassBase.td"

def ConvertProtonGPUToLLVM : Pass<"convert-proton-gpu-to-llvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "lowers segments and stores for one target";
  let description = [{
    Everything else in a kernel is left as it is, so that one lowering of records serves kernels of any dialect.

    Target `cpu`: segments, stores, flush points and the end of a kernel become calls of the functions of
    runtime/cpu/intrinsics.h, which are C++ functions of the runtime; the kernel itself gains only calls and
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

    Target `nvidia`: a record is inline PTX that reads the 32-bit clock and stores both words at once. All lanes of
    the warp store the same 8 bytes to one address, or lane 0 alone. The number of written bytes is in a stack
    variable that LLVM converts to SSA values: constants in straight-line code, so that the address of a slot there is
    a register and an immediate offset. The offset is masked only if the ring may wrap. Thread 0 writes the header and
    the pairs of clocks; every warp ends its own unit, without a barrier of the CTA. In CTAs of 2 or 3 dimensions the
    warp number is taken from lane 0, so that ptxas keeps the address of the segment in uniform registers; with one
    dimension ptxas does this by itself.

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

    When a full half of a `stream` is flushed, the lanes wait until the next chunk of the unit's ring is free
    (`ld.acquire.sys` of the host's counter, with growing pauses; not at all with `dropping`), copy the slots, and one
    lane stores the unit's counter with `st.release.sys`. Slots that are not in shared memory are written to device
    memory, which the launch passes as one more argument, `!llvm.ptr {proton_gpu.staging_buffer}`.

    If any record or return of the kernel may be divergent (see proton-gpu-report-divergence), the count of slots is
    in shared memory for all its records, beside the mask of lanes that have returned: 8 bytes per warp. The active
    lanes of a record elect one, which allocates all slots of the record by one atomic addition; the lanes that return
    last finalise the unit. A record is one piece of PTX without branches:

    ```mlir
    llvm.inline_asm has_side_effects "{ ... mov.u32 %clk, %clock; activemask.b32 %active; ...
        @%elected atom.shared.add.u32 %slot, [$0], %size; ...
        @%stored st.global.v2.b32 [%at], {%tag, %clk}; ... @%more st.global.v2.b32 [%at], {2147811329, %active}; }",
        "r,l,r,r,~{memory}" %counters, %slots, %lanes, %tag : (i32, !llvm.ptr<1>, i32, i32) -> ()
    ```

    Target `amd`: the same with intrinsics of the AMDGPU back end. A warp is a wave. A value that differs between
    lanes is taken from the lowest by `readfirstlane`; single-thread fences, which emit no instructions, are around
    each read of the clock. Under divergence the count in shared memory (16 bytes a warp) is loaded and stored without
    election and atomics.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::ROCDL::ROCDLDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "target to lower for: cpu, nvidia, amd">,
    ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z; for nvidia and amd">,
    Option<"chip", "chip", "std::string", "\"gfx942\"", "processor; for amd">,
    Option<"referencePeriodNs", "reference-period", "uint32_t", "0",
           "period of the reference clock, 0: that of the processor's family [ns]; for amd">,
    Option<"scheduleBarriers", "schedule-barriers", "bool", "false",
           "no instruction is moved across a read of the clock; for amd">,
    Option<"recordLanes", "record-lanes", "::pstudio::RecordLanes", "::pstudio::RecordLanes::All",
           "lanes that store a record; for nvidia",
           [{::llvm::cl::values(
               clEnumValN(::pstudio::RecordLanes::All, "all", "all, to one address"),
               clEnumValN(::pstudio::RecordLanes::One, "one", "lane 0"))}]>];
}

#endif
