// SPDX-License-Identifier: Apache-2.0
// The proton dialect: annotations by which a user selects what a trace shows of a kernel.
#ifndef PSTUDIO_PROTON_OPS
#define PSTUDIO_PROTON_OPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Proton_Dialect : Dialect {
  let name = "proton";
  let cppNamespace = "::pstudio::proton";
  let summary = "Marks named scopes, asynchronous events and values in a kernel";
  let description = [{
    User-level, target-independent instrumentation. The operations define *what* is recorded. The pipeline
    `convert-proton-to-proton-gpu` and later passes decide where records are kept and how they are written. The
    operations do not change the kernel's result: `proton-strip` erases them. `id`, the index of the operation in the
    kernel's table, is written by `proton-assign-operations` and not by users.

    The syntax follows Triton's Proton dialect, so that annotated IR is portable. The steps of a profile in Triton's
    Proton, and the operations that perform them here:

    | step | Triton | here |
    |---|---|---|
    | init | `proton_gpu.segment_alloc`, `proton_gpu.initialize` | `proton_gpu.segment_alloc`, `proton_gpu.initialize` |
    | init of a partition or called function | `proton_gpu.init_ctx`, `restore_ctx`, `save_ctx` | `proton_gpu.segment_of_caller`, `restore_context`, `save_context` |
    | record | `proton.record`, `proton.event`; lowered to `proton_gpu.read_counter`, `circular_store` | `proton.record`, `proton.event`, `proton.value`; lowered to `proton_gpu.read_counter`, `store` or `store_group` |
    | notify: a full half of the buffer is flushed | no operation: its buffers are circular | `proton_gpu.flush_point`, for the strategies `flush` and `stream` |
    | finalize | `proton_gpu.finalize` | `proton_gpu.finalize` |
  }];
  let useDefaultAttributePrinterParser = 1;
}

def Proton_Boundary : I32EnumAttr<"Boundary", "start or end of a scope or event", [
    I32EnumAttrCase<"Start", 0, "start">, I32EnumAttrCase<"End", 1, "end">]> {
  let cppNamespace = "::pstudio::proton";
}

// The numbers of queues and steps are those of core/queues/async_site.h (asserted in proton_dialect.cpp).
def Proton_AsyncQueue : I32EnumAttr<"AsyncQueue", "queue that completes asynchronous operations", [
    I32EnumAttrCase<"CopyGroup", 0, "copy_group">, I32EnumAttrCase<"BulkGroup", 1, "bulk_group">,
    I32EnumAttrCase<"MatrixGroup", 2, "matrix_group">, I32EnumAttrCase<"Mbarrier", 3, "mbarrier">,
    I32EnumAttrCase<"NamedBarrier", 4, "named_barrier">, I32EnumAttrCase<"LoadCounter", 5, "load_counter">,
    I32EnumAttrCase<"SharedCounter", 6, "shared_counter">, I32EnumAttrCase<"ExportCounter", 7, "export_counter">,
    I32EnumAttrCase<"StoreCounter", 8, "store_counter">, I32EnumAttrCase<"TensorLoad", 9, "tensor_load">,
    I32EnumAttrCase<"TensorStore", 10, "tensor_store">]> {
  let cppNamespace = "::pstudio::proton";
}

def Proton_AsyncStep : I32EnumAttr<"AsyncStep", "step of an asynchronous queue", [
    I32EnumAttrCase<"Issue", 0, "issue">, I32EnumAttrCase<"IssueAndCommit", 1, "issue_and_commit">,
    I32EnumAttrCase<"Commit", 2, "commit">, I32EnumAttrCase<"Wait", 3, "wait">,
    I32EnumAttrCase<"Arrive", 4, "arrive">, I32EnumAttrCase<"Synchronize", 5, "synchronize">,
    I32EnumAttrCase<"Init", 6, "init">]> {
  let cppNamespace = "::pstudio::proton";
}

def Proton_Moment : I32EnumAttr<"Moment", "start or end of a step, or a step without duration", [
    I32EnumAttrCase<"Start", 0, "start">, I32EnumAttrCase<"End", 1, "end">, I32EnumAttrCase<"At", 2, "at">]> {
  let cppNamespace = "::pstudio::proton";
}

def Proton_AsyncSiteAttr : AttrDef<Proton_Dialect, "AsyncSite"> {
  let mnemonic = "async_site";
  let summary = "a step that a memory operation or barrier of the kernel performs on an asynchronous queue";
  let description = [{
    `queue` completes the operations: groups of copies, bulk copies or warpgroup products complete in order for each
    unit; an `mbarrier` or a `named_barrier` completes phase by phase across units; the others are counters of an AMD
    GPU, and accesses to tensor memory, of which each wait is for all. `step` is the action. `pending` is the number of groups that a wait in order leaves pending. `barrier` is the
    number of an mbarrier's allocation in the kernel, from 1, or 0 if only its address is known. `count` is the number
    of instructions of an issue of a counter. `matrix` is for an issue on an mbarrier: its operations are matrix
    operations, else copies.

    ```mlir
    #proton.async_site<queue = copy_group, step = wait, pending = 1>
    #proton.async_site<queue = mbarrier, step = arrive, barrier = 2>
    #proton.async_site<queue = load_counter, step = issue, count = 4>
    #proton.async_site<queue = mbarrier, step = issue, matrix = true>
    ```
  }];
  let parameters = (ins EnumParameter<Proton_AsyncQueue>:$queue, EnumParameter<Proton_AsyncStep>:$step,
                        DefaultValuedParameter<"uint32_t", "0">:$pending,
                        DefaultValuedParameter<"uint32_t", "0">:$barrier,
                        DefaultValuedParameter<"uint32_t", "1">:$count,
                        DefaultValuedParameter<"bool", "false">:$matrix);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True if the step has a duration: it has a start and an end.
    bool hasEnd() const;
    /// True if records of the step need a key.
    bool hasKey() const;
  }];
}

// The numbers are those of core/access/access.h (asserted in proton_dialect.cpp).
def Proton_AccessKind : I32EnumAttr<"AccessKind", "kind of a memory access", [
    I32EnumAttrCase<"Load", 0, "load">, I32EnumAttrCase<"Store", 1, "store">, I32EnumAttrCase<"Atomic", 2, "atomic">,
    I32EnumAttrCase<"BulkLoad", 3, "bulk_load">, I32EnumAttrCase<"BulkStore", 4, "bulk_store">]> {
  let cppNamespace = "::pstudio::proton";
}

def Proton_AccessSpace : I32EnumAttr<"AccessSpace", "memory space of an access", [
    I32EnumAttrCase<"Global", 0, "global">, I32EnumAttrCase<"Shared", 1, "shared">]> {
  let cppNamespace = "::pstudio::proton";
}

def Proton_CountedAttr : AttrDef<Proton_Dialect, "Counted"> {
  let mnemonic = "counted";
  let summary = "accesses are counted by address, not recorded";
  let description = [{
    Bin b of an access counts the accesses that begin in a region of 2^`shift` bytes whose number, the address divided
    by the size, is b modulo `bins`, a power of two. `buffer` is the kernel's argument or allocation that contains all
    its addresses, empty if it is not known.

    ```mlir
    #proton.counted<bins = 256, shift = 18, buffer = "A">
    ```
  }];
  let parameters = (ins "uint32_t":$bins, "uint32_t":$shift, StringRefParameter<"", "\"\"">:$buffer);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Proton_OffsetRule : I32EnumAttr<"OffsetRule", "combination of the entries of a thread's bits", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Xor", 1, "xor">]> {
  let cppNamespace = "::pstudio::proton";
}

def Proton_ThreadOffsetsAttr : AttrDef<Proton_Dialect, "ThreadOffsets"> {
  let mnemonic = "thread_offsets";
  let summary = "the part of an address that depends on the thread alone";
  let description = [{
    Thread t of a CTA, x fastest, has an offset in bytes: `start`, combined by `rule` with the entry of `bits` for each
    bit that is set in t. A sum is modulo 2^64; a bit without an entry adds nothing. The addresses of two lanes of a
    warp differ by the difference of their offsets.

    ```mlir
    #proton.thread_offsets<rule = xor, bits = [16, 32, 64, 144, 288, 576]>
    ```
  }];
  let parameters = (ins EnumParameter<Proton_OffsetRule>:$rule, DefaultValuedParameter<"int64_t", "0">:$start,
                        "::mlir::DenseI64ArrayAttr":$bits);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Proton_AccessSiteAttr : AttrDef<Proton_Dialect, "AccessSite"> {
  let mnemonic = "access_site";
  let summary = "the static facts of a memory access";
  let description = [{
    `bytes` is the number of contiguous bytes that each lane accesses from its address on. `stride` is the distance in
    bytes from each lane's address to that of the next lane, if it is known. One recorded address then determines
    those of all lanes. With `group`, a power of two, it determines those of a group of so many lanes; groups begin at
    multiples of `group`. Without a stride the addresses of all lanes are recorded, unless `xors` determines them, as
    in swizzled tiles: for each bit of the lane number, `xors` contains the address bits in which lanes differ whose
    numbers differ in that bit. A `stride` in addition to `xors` is that of the bits above. `offsets`
    (`#proton.thread_offsets`), which exclude stride and xors, determine the addresses, too. With `counted`
    (`#proton.counted`) accesses are counted instead of recorded.

    With `distance` the access is implied: it happens with that of the nearest `proton.access` before it without a
    `distance`, at that one's address in each lane plus `distance` bytes, and is not recorded.

    For bulk accesses `bytes` is the number of bytes that an engine of the chip copies, or 1 if each record contains
    it. A copy of a tile of a tensor contains the number of the kernel argument that is its `tensor_map`, which
    determines the bytes.

    ```mlir
    #proton.access_site<kind = load, space = global, bytes = 4, stride = 4>
    #proton.access_site<kind = load, space = global, bytes = 4, counted = <bins = 64, shift = 18>>
    #proton.access_site<kind = load, space = shared, bytes = 16, stride = 16, group = 8>
    #proton.access_site<kind = load, space = shared, bytes = 4, stride = 128, xors = [4, 8, 16, 32, 64]>
    #proton.access_site<kind = load, space = shared, bytes = 16, stride = 16, group = 8, distance = 512>
    #proton.access_site<kind = atomic, space = shared, bytes = 4>
    #proton.access_site<kind = load, space = shared, bytes = 16, offsets = <rule = sum, bits = [16, 32, 64, 272, 544]>>
    #proton.access_site<kind = bulk_load, space = global, bytes = 1, tensor_map = 0>
    ```
  }];
  let parameters = (ins EnumParameter<Proton_AccessKind>:$kind, EnumParameter<Proton_AccessSpace>:$space,
                        "uint32_t":$bytes, OptionalParameter<"std::optional<int64_t>">:$stride,
                        DefaultValuedParameter<"uint32_t", "0">:$group,
                        OptionalParameter<"::mlir::DenseI64ArrayAttr">:$xors,
                        OptionalParameter<"::pstudio::proton::ThreadOffsetsAttr">:$offsets,
                        OptionalParameter<"std::optional<uint32_t>">:$tensor_map,
                        OptionalParameter<"::pstudio::proton::CountedAttr">:$counted,
                        OptionalParameter<"std::optional<int64_t>">:$distance);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True if an engine of the chip makes the access: then one elected lane records it.
    bool isBulk() const { return getKind() == AccessKind::BulkLoad || getKind() == AccessKind::BulkStore; }
    /// Number of lanes that one address describes: 1 without a stride, 0 for all of a warp and for bulk accesses.
    uint32_t lanesPerAddress() const {
      return getStride() ? getGroup() : getXors() || getOffsets() || isBulk() ? 0 : 1;
    }
  }];
}

// Reading and writing the default resource keeps records in order among themselves and relative to every memory
// operation, and keeps CSE and dead-code elimination away.
class Proton_Op<string mnemonic, list<Trait> traits = []> : Op<Proton_Dialect, mnemonic, traits>;

def Proton_RecordOp : Proton_Op<"record", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "start or end of a named synchronous scope";
  let description = [{
    A scope is the time of one warp between the start and the end record of the same name. On every path through the
    function starts and ends of a name must alternate, and the scope must be closed when the function returns; scopes
    of different names may nest or cross. A name may be used again after its end: that is another operation with the
    same name.

    Example:

    ```mlir
    proton.record start "load"
    %x = memref.load %a[%i] : memref<64xf32>
    proton.record end "load"
    ```

    After `convert-proton-to-proton-gpu`:

    ```mlir
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t0 to %segment : !proton_gpu.segment<?, global, warp>
    %x = memref.load %a[%i] : memref<64xf32>
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t1 to %segment : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let arguments = (ins Proton_Boundary:$boundary, StrAttr:$name, OptionalAttr<I32Attr>:$id);
  let assemblyFormat = "$boundary $name attr-dict";
  let hasVerifier = 1;
}

def Proton_AllocateEventOp : Proton_Op<"allocate_event", [MemoryEffects<[MemWrite]>]> {
  let summary = "identifies one asynchronous operation of the kernel";
  let description = [{
    Names an asynchronous operation (a copy, a matrix instruction). The result identifies that static operation;
    nothing is recorded here. Two allocations are two operations, also with equal names. The innermost scope that is
    open here is the parent of the event.

    Example:

    ```mlir
    %copy = proton.allocate_event "copy A" : i32
    ```

    After `convert-proton-to-proton-gpu` the result is the constant operation id.
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<I32Attr>:$id);
  let results = (outs I32:$event);
  let assemblyFormat = "$name attr-dict `:` type($event)";
  let hasVerifier = 1;
}

def Proton_EventOp : Proton_Op<"event", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "start (issue) or end (observed completion) of an asynchronous operation";
  let description = [{
    Start and end need not be on the same path, in the same iteration or on the same warp. `key` distinguishes
    instances that are in flight together (pipeline stage, barrier phase, iteration). The record keeps it modulo 2^16,
    and a start is paired with the next end of the same event and key.

    Example:

    ```mlir
    %copy = proton.allocate_event "copy A" : i32
    proton.event start %copy key %k : i32
    %token = nvgpu.device_async_create_group
    nvgpu.device_async_wait %token
    proton.event end %copy key %k : i32
    ```

    After `convert-proton-to-proton-gpu`, the start:

    ```mlir
    %t = proton_gpu.read_counter : i32
    proton_gpu.store event_start 1 key %k, %t to %segment : !proton_gpu.segment<?, global, warp>
    ```

    `event` must come from one `proton.allocate_event`; it may pass through block arguments, `scf` iteration arguments
    and results as long as only one allocation can reach it. A function may take events as arguments from callers that
    allocated or received them: one function may start an event and another one end it.
  }];
  let arguments = (ins Proton_Boundary:$boundary, I32:$event, Optional<Index>:$key, OptionalAttr<I32Attr>:$id);
  let assemblyFormat = "$boundary $event (`key` $key^)? attr-dict `:` type($event)";
}

def Proton_AsyncOp : Proton_Op<"async", [AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a step of an asynchronous queue, with the operands of the instruction";
  let description = [{
    Records that a warp issues, closes a group, waits, arrives or initialises. It does not record the completion of
    operations: the decoder replays the rules of the queue. The auto mode `async` inserts these operations around or
    before the instructions.

    `issue`, `issue_and_commit`, `wait` and `synchronize` have a `start` and an `end`; `commit`, `arrive` and `init`
    are recorded `at` one point. Operations of one function with equal site and name are one operation of its table.
    The key of an mbarrier is its slot * 2 + the parity of a wait (slot: the index within `barrier`, or, if that is 0,
    its address in shared memory / 8), that of a named barrier its number; the other queues have none. If `condition`
    is false nothing is recorded; it must be uniform over all lanes of a warp that execute the operation.

    Example:

    ```mlir
    proton.async start <queue = mbarrier, step = wait, barrier = 1> "wait full" key %slotAndParity
    nvgpu.mbarrier.try_wait.parity %full[%slot], %parity, %ticks : !barriers
    proton.async end <queue = mbarrier, step = wait, barrier = 1> "wait full" key %slotAndParity
    proton.async at <queue = copy_group, step = commit> "commit"
    ```

    After `convert-proton-to-proton-gpu`, the first:

    ```mlir
    %t = proton_gpu.read_counter : i32
    proton_gpu.store event_start 0 key %slotAndParity, %t to %segment : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let arguments = (ins Proton_Moment:$moment, Proton_AsyncSiteAttr:$site, StrAttr:$name, Optional<Index>:$key,
                       Optional<I1>:$condition, OptionalAttr<I32Attr>:$id);
  let assemblyFormat = "$moment $site $name (`key` $key^)? (`if` $condition^)? attr-dict";
  let hasVerifier = 1;
}

def Proton_AccessOp : Proton_Op<"access", [MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "a memory access of a warp: the addresses of its lanes";
  let description = [{
    Records the addresses that the lanes of a warp are about to access, and the mask of active lanes. The auto mode
    `memory` inserts one before every access. `address` is that of the executing lane [bytes]: a device address in
    global memory, an address within the CTA's window in shared memory.

    If the site has a `stride` a record takes 2 slots; with a `group` one slot and one for each group; otherwise one
    slot and one for each active lane.

    A bulk access is between global memory, which the site describes, and shared memory, and has several words: the
    address in shared memory; then, with a `tensor_map`, the coordinates of the tile, the fastest dimension first,
    otherwise the address in global memory, and the number of bytes if the site does not contain it. The record
    contains the words of the elected lane, the lowest one that makes the access.

    `by` is true for the lanes that make the access. The record contains their mask, with `by` always, in one more
    slot. If no lane makes the access, nothing is recorded. A site with groups has no `by`.

    Example:

    ```mlir
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    %x = memref.load %A[%i] : memref<1024xf32>
    ```

    After `convert-proton-to-proton-gpu`, the first:

    ```mlir
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 0 with %address : i64, %t to %segment : !proton_gpu.segment<?, global, warp>
    ```

    A site with a `distance` has no address: the nearest `proton.access` before it in the block that has one records
    it, too. Its lanes are those of that access.

    ```mlir
    proton.access <kind = load, space = global, bytes = 4, stride = 4> "load A" at %address
    proton.access <kind = load, space = global, bytes = 4, stride = 4, distance = 512> "load A"
    %x = memref.load %A[%i] : memref<1024xf32>
    %y = memref.load %A[%j] : memref<1024xf32>    // %j = %i + 128
    ```

    A copy of a tile:

    ```mlir
    proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load A" at %tile, %column, %row by %isFirstLane
    nvgpu.tma.async.load %A[%column, %row], %barrier[%c0] to %tile, predicate = %isFirstLane : ...
    ```

    ```mlir
    proton_gpu.store memory_access 0 with %tile : i64 and [%column, %row] by %isFirstLane, %t to %segment : ...
    ```
  }];
  let arguments = (ins Proton_AccessSiteAttr:$site, StrAttr:$name, Optional<I64>:$address, Variadic<I64>:$further,
                       Optional<I1>:$by, OptionalAttr<I32Attr>:$id);
  let assemblyFormat = "$site $name (`at` $address^)? (`,` $further^)? (`by` $by^)? attr-dict";
  let hasVerifier = 1;
}

def Proton_ValueOp : Proton_Op<"value", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a number of the kernel over time";
  let description = [{
    Records a number of the user's choice: a partial sum, the depth of a queue, the remaining iterations. In a trace
    it is a counter below the warp that recorded it; each value lasts until the next value of the same name. Values of
    one name and `unit` are one counter, wherever in the kernel they are recorded.

    One unit records one value: that of its lowest active lane (of several warps, the lowest active lane of the first
    sampled warp). With granularity `thread`, every lane records its own. To record another lane's value, or one of
    all lanes, compute it (`gpu.shuffle`, `gpu.subgroup_reduce`) and record the result.

    Signless integers are shown as signed; those of fewer than 32 bits are extended to 32 bits (i1 becomes 0 or 1). A
    record takes 2 slots, and 3 for types wider than 32 bits and for `index`.

    Example:

    ```mlir
    proton.value "partial sum", %sum : f32
    proton.value "left" unit "rows", %n : i32
    ```

    After `convert-proton-to-proton-gpu`, the first:

    ```mlir
    %bits = arith.bitcast %sum : f32 to i32
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 0 with %bits : i32, %t to %segment : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<StrAttr>:$unit, AnyType:$value, OptionalAttr<I32Attr>:$id);
  let assemblyFormat = "$name (`unit` $unit^)? `,` $value attr-dict `:` type($value)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The type of the records: i32, i64, f16, bf16, f32 or f64; null if the value cannot be recorded.
    ::mlir::Type getRecordedType();
  }];
}

#endif // PSTUDIO_PROTON_OPS
