// SPDX-License-Identifier: Apache-2.0
// The proton_gpu dialect: the storage of records and the points at which they are written, independent of the target.
#ifndef PSTUDIO_PROTON_GPU_OPS
#define PSTUDIO_PROTON_GPU_OPS

include "mlir/Dialect/LLVMIR/LLVMTypes.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def ProtonGPU_Dialect : Dialect {
  let name = "proton_gpu";
  let cppNamespace = "::pstudio::proton_gpu";
  let summary = "Segments of a profile buffer and the records stored into them";
  let description = [{
    Every CTA owns one block of the profile buffer (core/record/record_layout.h). The block contains one segment per
    unit (a warp), a ring of slots of 8 bytes. A kernel is instrumented by one `segment_alloc` and one `initialize` at
    its entry, a `read_counter` and a `store` per record, and a `finalize` before every return.

    Attributes of an instrumented `gpu.func`, for the host that launches it:
      * `proton_gpu.operations`: array of `#proton_gpu.operation`; the index is the operation id in a record;
      * `proton_gpu.coverage.MODE`: i64 array, the number of access instructions (of `barriers`: of barriers) that an auto mode records and omits;
      * `proton_gpu.unit_count`, `proton_gpu.slots_per_unit`: i32, the size of a block;
      * `proton_gpu.mask_slots`: i32, the slots of a mask of lanes; only where some lanes of a warp may record without
        the others;
      * `proton_gpu.iterated_accesses`: ids of the memory accesses of which loops record each n-th iteration, "0,4-7";
      * `proton_gpu.groups`: the groups of `store_group` by number, each an array of `#proton_gpu.member`; with it every
        record starts at a multiple of two slots (core/record/group_layout.h);
      * `proton_gpu.profile_buffer`, on an argument: the buffer that the host passes;
      * `proton_gpu.staging_buffer`, on an argument: memory of an NVIDIA GPU for the slots of a stream that are not
        flushed yet, if they are not in shared memory.

    `proton_gpu.id_offset` (i32), on a call of a function that records: the offset that is added to the ids of its
    records.

    A called function that records continues in the kernel's segment: `segment_of_caller` at its entry, `save_context`
    before each call and return, `restore_context` after each call. The *context* is the state that a unit needs to
    continue recording in another function: the address of its segment, the number of written slots, and the offset of
    the ids in that function. Only the second changes while a unit runs. It belongs to the unit, not to the position
    in the text. Warps that execute different regions of a kernel (one for producers, another for consumers) therefore
    each have a separate context, which the regions of other warps do not change.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::pstudio::proton::ProtonDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

include "proton_gpu_enums.td"

//===----------------------------------------------------------------------===//
// Attributes and types
//===----------------------------------------------------------------------===//

def ProtonGPU_CallAttr : AttrDef<ProtonGPU_Dialect, "Call"> {
  let mnemonic = "call";
  let summary = "one call on the path from a kernel to an operation";
  let description = [{
    The called function, and "file:line:column" of the call, empty if it is not known.

    ```mlir
    #proton_gpu.call<function = "row_sum", location = "softmax.mlir:40:5">
    ```
  }];
  let parameters = (ins StringRefParameter<>:$function, StringRefParameter<"", "\"\"">:$location);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def ProtonGPU_OperationAttr : AttrDef<ProtonGPU_Dialect, "Operation"> {
  let mnemonic = "operation";
  let summary = "one scope, event, value, access or asynchronous step of a kernel";
  let description = [{
    The kind `profile` is work of the profile itself in the kernel: a scope around each `flush_point` that flushes slots.

    `parent` is the id of the innermost scope that always encloses this operation, -1 (not printed) if there is none;
    it may be in a caller. `location` is "file:line:column" of the start record or of the allocation, empty if it is
    not known. `path` is the list of calls from the kernel inwards, `#proton_gpu.call` each; absent in the kernel
    itself. `type` and `unit` belong to values: the type of a record's bits (i32, i64, f16, bf16, f32, f64), and the
    unit of the number. `async` belongs to steps of asynchronous queues (`#proton.async_site`), `access` to memory
    accesses (`#proton.access_site`).

    ```mlir
    #proton_gpu.operation<kind = scope, name = "load", parent = 0, location = "gemm.mlir:12:3">
    #proton_gpu.operation<kind = scope, name = "sum", location = "gemm.mlir:4:3",
                          path = [#proton_gpu.call<function = "row_sum", location = "gemm.mlir:14:5">]>
    #proton_gpu.operation<kind = value, name = "left", type = i32, unit = "rows">
    #proton_gpu.operation<kind = memory_access, name = "load", access = <kind = load, space = global, bytes = 4>>
    #proton_gpu.operation<kind = async, name = "wait", async = <queue = copy_group, step = wait, pending = 1>>
    ```
  }];
  let parameters = (ins EnumParameter<ProtonGPU_OperationKind>:$kind, StringRefParameter<>:$name,
                        DefaultValuedParameter<"int32_t", "-1">:$parent,
                        StringRefParameter<"", "\"\"">:$location,
                        OptionalParameter<"::mlir::ArrayAttr">:$path,
                        OptionalParameter<"::mlir::Type">:$type,
                        StringRefParameter<"", "\"\"">:$unit,
                        OptionalParameter<"::pstudio::proton::AsyncSiteAttr">:$async,
                        OptionalParameter<"::pstudio::proton::AccessSiteAttr">:$access);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def ProtonGPU_MemberAttr : AttrDef<ProtonGPU_Dialect, "Member"> {
  let mnemonic = "member";
  let summary = "one record of a group, without its clock";
  let description = [{
    The kind is that of a scope, an event or an epoch, whose word is bits 63..32 of the clock of the next member. `id`
    is its operation, in a called function without the offset of the call. `key` is the instance of an event if it is a
    constant; with `keyed` it is an operand of the `store_group`. Of an epoch it is that of its record.

    ```mlir
    #proton_gpu.member<kind = scope_start, id = 3>
    #proton_gpu.member<kind = event_end, id = 4, keyed = true>
    ```
  }];
  let parameters = (ins EnumParameter<ProtonGPU_RecordKind>:$kind, "uint32_t":$id,
                        DefaultValuedParameter<"uint32_t", "0">:$key, DefaultValuedParameter<"bool", "false">:$keyed);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def ProtonGPU_SegmentType : TypeDef<ProtonGPU_Dialect, "Segment"> {
  let mnemonic = "segment";
  let summary = "the ring of record slots of the executing unit";
  let description = [{
    `slots` is the capacity of one unit's ring in slots of 8 bytes, a power of two of at least 4 (the largest record
    has 3), or `?` before allocation. The memory space is that of the slots while the kernel runs: `finalize` copies
    `shared` segments to the profile buffer, `global` ones are written in place. `granularity` defines the unit.

    ```mlir
    !proton_gpu.segment<?, shared, warp>      // before allocation
    !proton_gpu.segment<256, shared, warp>    // 2 KiB of shared memory per warp
    ```
  }];
  let parameters = (ins "uint32_t":$slots, EnumParameter<ProtonGPU_MemorySpace>:$memorySpace,
                        EnumParameter<ProtonGPU_Granularity>:$granularity);
  let assemblyFormat = "`<` custom<Slots>($slots) `,` $memorySpace `,` $granularity `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The value of `slots` before allocation, spelled `?`.
    static constexpr uint32_t kUnallocated = 0;
    bool isAllocated() const { return getSlots() != kUnallocated; }
  }];
}

def ProtonGPU_IterationsType : TypeDef<ProtonGPU_Dialect, "Iterations"> {
  let mnemonic = "iterations";
  let summary = "the number of a loop's current iteration";
  let description = [{
    Created by `loop_counter`, at most two per loop; used by `enter_loop`, `next_iteration` and `is_sampled` of that
    loop. It is never passed to another function.

    ```mlir
    %c = proton_gpu.loop_counter every 4 : !proton_gpu.iterations
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

// Effects as in the proton dialect: records stay in order among themselves and with memory operations.
class ProtonGPU_Op<string mnemonic, list<Trait> traits = []>
    : Op<ProtonGPU_Dialect, mnemonic, !listconcat(traits, [MemoryEffects<[MemRead, MemWrite]>])>;

def ProtonGPU_SegmentAllocOp : ProtonGPU_Op<"segment_alloc", [AttrSizedOperandSegments]> {
  let summary = "the executing unit's segment";
  let description = [{
    Must be in the entry block of the function, before all records. Without operands it requests a segment of `?`
    slots; the allocation passes add

      * `shared`, for shared segments: memory for the slots of all units of the CTA, `units * slots` i64;
      * `units`: segments per CTA;
      * `buffer`: the profile buffer of the launch, one block per sampled CTA in order of the linear ids
        x + gridX * (y + gridY * z).

    `granularity` of the type defines the unit. If it consists of several warps, the first of them records for the
    unit. `warps` and `ctas` are the sampled ids, "0,4-7"; without them all record. With them, the first sampled warp
    of a unit records, units without one have no segment, and CTAs that are not sampled have no block. The allocation
    passes store the recording warps as `recorders`, one per unit (with granularity thread: one for the units of all
    lanes of a warp); without them unit i is warp (thread) i. `metric` is the meaning of the clock word of a record:
    the cycle counter (not printed) or the global timer.

    `strategy` defines the handling of a full segment: `circular` (not printed) overwrites the oldest slots, `first`
    drops records that do not fit completely. Both continue to count. With `flush` each half of a full segment is
    copied to a larger segment in the profile buffer (`keeps`: its slots, which allocation decides), in which the
    oldest slots are overwritten. With `stream` each half is flushed to the host through a ring of chunks in the
    profile buffer, of `keeps` slots. Both need a `flush_point` after every `store`, and segments of at least 16 slots.
    With `histogram` the slots are counters for `count`, and nothing is stored; all warps of the CTA, or the
    `recorders`, share one segment.

    Before:

    ```mlir
    gpu.func @k() kernel {
      %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    ```

    After `proton-gpu-allocate-scratch{threads-per-cta=128 slots-per-unit=512}`:

    ```mlir
    gpu.func @k(%buffer: !llvm.ptr {proton_gpu.profile_buffer}) kernel {
      %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !proton_gpu.segment<512, global, warp>
    ```
  }];
  let arguments = (ins Optional<LLVM_AnyPointer>:$buffer, Optional<AnyMemRef>:$shared,
                       OptionalAttr<I32Attr>:$units, OptionalAttr<I32Attr>:$keeps,
                       DefaultValuedAttr<ProtonGPU_Strategy, "::pstudio::proton_gpu::Strategy::Circular">:$strategy,
                       DefaultValuedAttr<ProtonGPU_Metric, "::pstudio::proton_gpu::Metric::Cycle">:$metric,
                       OptionalAttr<StrAttr>:$warps, OptionalAttr<StrAttr>:$ctas,
                       OptionalAttr<DenseI32ArrayAttr>:$recorders);
  let results = (outs ProtonGPU_SegmentType:$segment);
  let assemblyFormat = [{
    (`strategy` $strategy^)? (`keeps` $keeps^)? (`metric` $metric^)? (`warps` $warps^)? (`ctas` $ctas^)?
    (`units` $units^)? (`recorders` $recorders^)? (`in` $buffer^ `:` type($buffer))? (`staged` $shared^ `:` type($shared))?
    attr-dict `->` qualified(type($segment))
  }];
  let hasVerifier = 1;
}

def ProtonGPU_InitializeOp : ProtonGPU_Op<"initialize"> {
  let summary = "writes the header of the CTA's block";
  let description = [{
    Thread 0 of the CTA stores the fields of record_layout.h that are known at the start, among them the first
    pair of (cycle counter, global timer [ns]). Buffers start zeroed, so unit tables need no initialisation.

    ```mlir
    proton_gpu.initialize %s : !proton_gpu.segment<512, global, warp>
    ```
  }];
  let arguments = (ins ProtonGPU_SegmentType:$segment);
  let assemblyFormat = "$segment attr-dict `:` qualified(type($segment))";
}

def ProtonGPU_ReadCounterOp : ProtonGPU_Op<"read_counter"> {
  let summary = "the cycle counter or the global timer, or the low 32 bits of it";
  let description = [{
    Unit: cycles of the SM or CU that executes the warp, or with `time` nanoseconds of the device's global timer,
    which advances in steps. An `i32` is bits 31..0 and wraps at 2^32; an `i64` is the whole counter, which the
    virtual clock of the CPU target does not have. Never moved across memory operations or other records.

    ```mlir
    %t = proton_gpu.read_counter : i32
    %n = proton_gpu.read_counter time : i32
    %w = proton_gpu.read_counter : i64
    ```
  }];
  let arguments = (ins DefaultValuedAttr<ProtonGPU_Metric, "::pstudio::proton_gpu::Metric::Cycle">:$metric);
  let results = (outs AnySignlessInteger:$counter);
  let assemblyFormat = "($metric^)? attr-dict `:` type($counter)";
  let builders = [OpBuilder<(ins "::mlir::Type":$counter), [{
    build($_builder, $_state, counter, Metric::Cycle);
  }]>];
  let hasVerifier = 1;
}

def ProtonGPU_ThreadOffsets
    : Attr<CPred<"::llvm::isa<::pstudio::proton::ThreadOffsetsAttr>($_self)">, "offsets of the threads of a CTA"> {
  let storageType = "::pstudio::proton::ThreadOffsetsAttr";
  let returnType = "::pstudio::proton::ThreadOffsetsAttr";
  let convertFromStorage = "$_self";
}

def ProtonGPU_StoreOp : ProtonGPU_Op<"store", [AttrSizedOperandSegments]> {
  let summary = "appends one record to the segment";
  let description = [{
    Stores the slots of one record after the newest; a full segment overwrites the oldest slots or drops the record
    completely (`strategy` of its `segment_alloc`). The count of slots increases in any case, so that the number of
    drops is exact. `id` is the static operation id, 0..4095. Events may have the key of their instance; the record
    keeps it modulo 2^16. Divergent scope records take a second slot with the mask of the active lanes; event records
    do not, because their key field is in use. A record of kind `value` contains a user's value of 32 or 64 bits in
    further slots: that of the lowest active lane, whose number is its key.

    ```mlir
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store event_start 3 key %k, %t to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store scope_start 0, %t to %s if %sampled : !proton_gpu.segment<512, global, warp>
    proton_gpu.store value 4 with %bits : i32, %t to %s : !proton_gpu.segment<512, global, warp>
    ```

    A record of kind `clock_epoch` contains the bits 63..32 of the clock whose bits 31..0 are its counter. Its id is 0.
    With `after_loop` there may be records of loops between it and the epoch before it, or the begin of the CTA;
    without, each record between them comes less than 2^32 cycles after the one before it.

    ```mlir
    proton_gpu.store clock_epoch 0 with %high : i32, %low to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store clock_epoch 0 with %high : i32 after_loop, %low to %s : !proton_gpu.segment<512, global, warp>
    ```

    A record of kind `memory_access` has an address (i64): that of any active lane, or with `each` N those of the
    first active lane in each group of N lanes, in a slot each; with `shared` they are in shared memory. It keeps the
    mask of the lanes, like a scope's record. With the `stride` and `xors`, or the `offsets`, of the site each lane
    computes the address of the first one of its group. With `and` the record has further words (i64), a slot for each, all of the lowest
    active lane. `by` excludes the lanes for which it is false; the record then keeps its mask, and is omitted if no
    lane remains.

    ```mlir
    proton_gpu.store memory_access 5 with %address : i64, %t to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store memory_access 6 with %address : i64 each 1, %t to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store memory_access 7 with %tile : i64 and [%x, %y] by %isFirst shared, %t to %s : !proton_gpu.segment<512, global, warp>
    ```

    If `condition` is false nothing is stored or counted. Lowerings make it a predicate, not a branch.

    A function that records an event of a caller receives it as a value, which is the id in the kernel; `id` is 0:

    ```mlir
    proton_gpu.store event_end 0 of %event, %t to %s : !proton_gpu.segment<512, global, warp>
    ```
  }];
  let arguments = (ins ProtonGPU_RecordKind:$kind, I32Attr:$id, Optional<Index>:$key, I32:$counter,
                       ProtonGPU_SegmentType:$segment, Optional<I1>:$condition, Optional<I32>:$event,
                       Optional<AnyTypeOf<[I32, I64]>>:$value, Variadic<I64>:$further, Optional<I1>:$by,
                       OptionalAttr<I32Attr>:$each, OptionalAttr<I64Attr>:$stride,
                       OptionalAttr<DenseI64ArrayAttr>:$xors, OptionalAttr<ProtonGPU_ThreadOffsets>:$offsets,
                       UnitAttr:$shared, UnitAttr:$afterLoop);
  let assemblyFormat = [{
    $kind $id (`of` $event^)? (`key` $key^)? (`with` $value^ `:` type($value))? (`and` `[` $further^ `]`)?
    (`by` $by^)? (`each` $each^)? (`stride` $stride^)? (`xors` $xors^)? (`offsets` $offsets^)? (`shared` $shared^)?
    (`after_loop` $afterLoop^)? `,` $counter `to` $segment (`if` $condition^)? attr-dict `:` qualified(type($segment))
  }];
  let hasVerifier = 1;
}

def ProtonGPU_StoreGroupOp : ProtonGPU_Op<"store_group", [AttrSizedOperandSegments]> {
  let summary = "appends records of a group to the segment by one store of up to 16 bytes";
  let description = [{
    Stores a tag and the clocks of the records of a group, in order, or a part of them: `first` is the number of the
    first record whose clock is stored, 0 with the tag. The last part appends the group to the segment; the parts before
    it are `partial`, and nothing else is appended between them. The words of a part lie within 16 bytes, and start at a
    multiple of their number. A group has up to 63 records, up to 3 in a segment that may be overwritten, and up to 2 if
    any has a key that is an operand. `group` is its number in the attribute `proton_gpu.groups` of the kernel, which
    also contains the groups of called functions. `keys` are those of its keyed members, in order. A full segment, and a
    false `condition`, are treated as by `store`. `proton-gpu-group-records` makes this of stores of one unit that always
    happen together.

    ```mlir
    proton_gpu.store_group 0 at %t0, %t1, %t2 to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store_group 1 at %t3, %t4 keys %k to %s if %sampled : !proton_gpu.segment<512, global, warp>
    proton_gpu.store_group 2 at %t5, %t6, %t7 partial to %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.store_group 2 from 3 at %t8 to %s : !proton_gpu.segment<512, global, warp>
    ```
  }];
  let arguments = (ins I32Attr:$group, OptionalAttr<I32Attr>:$first, UnitAttr:$partial,
                       Variadic<I32>:$counters, Variadic<Index>:$keys,
                       ProtonGPU_SegmentType:$segment, Optional<I1>:$condition);
  let assemblyFormat = [{
    $group (`from` $first^)? `at` $counters (`keys` $keys^)? (`partial` $partial^)? `to` $segment
    (`if` $condition^)? attr-dict `:` qualified(type($segment))
  }];
  let extraClassDeclaration = [{
    /// The first word of the group that it stores, and the one after the last.
    uint32_t firstWord();
    uint32_t endWord();
  }];
  let hasVerifier = 1;
}

def ProtonGPU_CountOp : ProtonGPU_Op<"count"> {
  let summary = "counts an access of the executing unit by its address";
  let description = [{
    Adds 1 access, and the number of active lanes (with `by` those for which it is true), to a counter of operation
    `id` in a segment with the strategy `histogram`. The counter is that of the bin that contains the address of the
    lowest active lane, number (address >> `shift`) modulo `bins`, a power of two. With `shared` it is an address in
    shared memory. Counters are the slots of the segment: number id * `bins` + bin, its low word the lanes, its high
    word the accesses (access_layout.h). Without an active lane nothing is counted. In a called function `id` is like
    that of a `store`.

    ```mlir
    proton_gpu.count 5 at %address bins 64 shift 18 in %s : !proton_gpu.segment<512, global, warp>
    proton_gpu.count 6 at %address bins 64 shift 12 shared in %s : !proton_gpu.segment<512, global, warp>
    ```
  }];
  let arguments = (ins I32Attr:$id, I64:$address, I32Attr:$bins, I32Attr:$shift, UnitAttr:$shared,
                       Optional<I1>:$by, ProtonGPU_SegmentType:$segment);
  let assemblyFormat = [{
    $id `at` $address `bins` $bins `shift` $shift (`shared` $shared^)? (`by` $by^)? `in` $segment attr-dict
    `:` qualified(type($segment))
  }];
  let hasVerifier = 1;
}

def ProtonGPU_OperationIdOp : Op<ProtonGPU_Dialect, "operation_id", [Pure]> {
  let summary = "the id in the kernel of an operation in a called function";
  let description = [{
    The sum of `id` and the offsets of the calls on the path: a function that is called from several places has a
    value for each. Used when a called function passes one of its events to another function.

    ```mlir
    %event = proton_gpu.operation_id 2 : i32
    func.call @wait(%event) : (i32) -> ()
    ```
  }];
  let arguments = (ins I32Attr:$id);
  let results = (outs I32:$value);
  let assemblyFormat = "$id attr-dict `:` type($value)";
}

def ProtonGPU_LoopCounterOp : ProtonGPU_Op<"loop_counter"> {
  let summary = "counts the iterations of a loop";
  let description = [{
    Must be in the entry block of a function. `enter_loop` is placed where the loop is entered, `next_iteration` at
    the begin of each iteration, and `is_sampled` is true in the first iteration and in iterations `every`, 2 *
    `every`, ... after it. Each lane counts separately, in a register if the target has one.

    With `kept` the count begins with the kernel and there is no `enter_loop`: a loop that is entered again continues
    to count, also in a function that is called again. The lowering passes the count like the context.

    ```mlir
    %c = proton_gpu.loop_counter every 4 : !proton_gpu.iterations
    proton_gpu.enter_loop %c : !proton_gpu.iterations
    scf.for %i = %c0 to %n step %c1 {
      proton_gpu.next_iteration %c : !proton_gpu.iterations
      %p = proton_gpu.is_sampled %c : !proton_gpu.iterations -> i1
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s if %p : !proton_gpu.segment<512, global, warp>
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntPositive]>:$every, UnitAttr:$kept);
  let results = (outs ProtonGPU_IterationsType:$counter);
  let assemblyFormat = "`every` $every (`kept` $kept^)? attr-dict `:` qualified(type($counter))";
}

def ProtonGPU_EnterLoopOp : ProtonGPU_Op<"enter_loop"> {
  let summary = "restarts the count of a loop's iterations";
  let description = [{
    Placed where control enters the loop from outside, on every path: the next iteration is the first one again. See
    `loop_counter`.

    ```mlir
    proton_gpu.enter_loop %c : !proton_gpu.iterations
    ```
  }];
  let arguments = (ins ProtonGPU_IterationsType:$counter);
  let assemblyFormat = "$counter attr-dict `:` qualified(type($counter))";
}

def ProtonGPU_NextIterationOp : ProtonGPU_Op<"next_iteration"> {
  let summary = "counts one more iteration of the loop";
  let description = [{
    Placed at the begin of the loop's body, before all its records: counts one more iteration. See `loop_counter`.

    ```mlir
    proton_gpu.next_iteration %c : !proton_gpu.iterations
    ```
  }];
  let arguments = (ins ProtonGPU_IterationsType:$counter);
  let assemblyFormat = "$counter attr-dict `:` qualified(type($counter))";
}

def ProtonGPU_IsSampledOp : ProtonGPU_Op<"is_sampled"> {
  let summary = "whether the current iteration of the loop records";
  let description = [{
    True in the first iteration and in every n-th one after it, where n is the `every` of the counter. Placed in the
    body after `next_iteration`; the condition of the stores of that iteration. See `loop_counter`.

    ```mlir
    %p = proton_gpu.is_sampled %c : !proton_gpu.iterations -> i1
    ```
  }];
  let arguments = (ins ProtonGPU_IterationsType:$counter);
  let results = (outs I1:$sampled);
  let assemblyFormat = "$counter attr-dict `:` qualified(type($counter)) `->` type($sampled)";
}

def ProtonGPU_CallerIsSampledOp : ProtonGPU_Op<"caller_is_sampled"> {
  let summary = "whether the iteration that called this function records";
  let description = [{
    Must be in the entry block of a function that kernels call: the condition with this index among those that the
    `save_context` before its call passes. It is the condition of stores that are in no loop of the function itself.

    ```mlir
    func.func private @load_row(%x: f32) -> f32 {
      %p = proton_gpu.caller_is_sampled 0 -> i1
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs I1:$sampled);
  let assemblyFormat = "$index attr-dict `->` type($sampled)";
  let hasVerifier = 1;
}

def ProtonGPU_FlushPointOp : ProtonGPU_Op<"flush_point"> {
  let summary = "flushes a half of the segment if it is full";
  let description = [{
    Must follow a `store` into a segment with the strategy `flush` or `stream` directly. If that store filled a half
    of the segment, the half is flushed: copied to the unit's segment in the profile buffer (`flush`), or published to
    the host, which drains it while the kernel runs (`stream`). If the host has not drained enough, the unit waits, or
    with `dropping` drops the half, whose slots are counted. The duration is recorded as the scope `id`, of the kind
    `profile`.

    ```mlir
    proton_gpu.store scope_end 0, %t to %s : !proton_gpu.segment<256, shared, warp>
    proton_gpu.flush_point 1 of %s : !proton_gpu.segment<256, shared, warp>
    ```
  }];
  let arguments = (ins I32Attr:$id, UnitAttr:$dropping, ProtonGPU_SegmentType:$segment);
  let assemblyFormat = "$id (`dropping` $dropping^)? `of` $segment attr-dict `:` qualified(type($segment))";
  let hasVerifier = 1;
}

def ProtonGPU_SegmentOfCallerOp : ProtonGPU_Op<"segment_of_caller"> {
  let summary = "the segment that the caller records into";
  let description = [{
    Must be in the entry block of a function that kernels call. Records of the function follow those of its caller;
    its ids are added to the offset of the call. `metric` is that of the kernel's segment. The lowering of the target
    makes the context arguments of the function, and the function's count of slots a result.

    ```mlir
    func.func private @row_sum(%x: f32) -> f32 {
      %s = proton_gpu.segment_of_caller : !proton_gpu.segment<256, shared, warp>
      %t = proton_gpu.read_counter : i32
      proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<256, shared, warp>
    ```
  }];
  let arguments = (ins DefaultValuedAttr<ProtonGPU_Metric, "::pstudio::proton_gpu::Metric::Cycle">:$metric);
  let results = (outs ProtonGPU_SegmentType:$segment);
  let assemblyFormat = "(`metric` $metric^)? attr-dict `:` qualified(type($segment))";
  let hasVerifier = 1;
}

def ProtonGPU_SaveContextOp : ProtonGPU_Op<"save_context"> {
  let summary = "passes the unit's context to a callee or caller";
  let description = [{
    Must be directly before a call of a function that records, with the `offset` of the ids there, 0..4095; or
    directly before the return of such a function, with 0. If the count of slots is in a register, it is passed by
    value; if it is in memory, nothing is passed. The callee reads the `conditions` with `caller_is_sampled`, by
    number.

    ```mlir
    proton_gpu.save_context %s offset 3 if %p : !proton_gpu.segment<256, shared, warp>
    %sum = func.call @row_sum(%x) : (f32) -> f32
    proton_gpu.restore_context %s : !proton_gpu.segment<256, shared, warp>
    ```
  }];
  let arguments = (ins ProtonGPU_SegmentType:$segment, DefaultValuedAttr<I32Attr, "0">:$offset,
                       Variadic<I1>:$conditions);
  let assemblyFormat = [{
    $segment (`offset` $offset^)? (`if` $conditions^)? attr-dict `:` qualified(type($segment))
  }];
  let hasVerifier = 1;
}

def ProtonGPU_RestoreContextOp : ProtonGPU_Op<"restore_context"> {
  let summary = "continues after the records of a callee";
  let description = [{
    Must directly follow a call of a function that records, with `save_context` of the same segment before the call.

    ```mlir
    proton_gpu.save_context %s offset 3 : !proton_gpu.segment<256, shared, warp>
    %sum = func.call @row_sum(%x) : (f32) -> f32
    proton_gpu.restore_context %s : !proton_gpu.segment<256, shared, warp>
    ```
  }];
  let arguments = (ins ProtonGPU_SegmentType:$segment);
  let assemblyFormat = "$segment attr-dict `:` qualified(type($segment))";
  let hasVerifier = 1;
}

def ProtonGPU_FinalizeOp : ProtonGPU_Op<"finalize"> {
  let summary = "ends the recording of the executing threads";
  let description = [{
    Must be directly before every return. The unit is marked as final when its last lane reaches this operation; slots
    of a shared segment are then copied to the profile buffer. Thread 0 stores the second pair of (cycle counter,
    global timer [ns]): its own end, not the end of the CTA. No barrier is added, so other warps may still run.

    ```mlir
    proton_gpu.finalize %s : !proton_gpu.segment<512, global, warp>
    gpu.return
    ```
  }];
  let arguments = (ins ProtonGPU_SegmentType:$segment);
  let assemblyFormat = "$segment attr-dict `:` qualified(type($segment))";
}

#endif // PSTUDIO_PROTON_GPU_OPS
