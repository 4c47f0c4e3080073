// SPDX-License-Identifier: Apache-2.0
// The passes that add stores to an instrumented kernel or join them. Part of passes.td.
#ifndef PSTUDIO_STORE_PASSES
#define PSTUDIO_STORE_PASSES

include "mlir/Pass/PassBase.td"

def ProtonGPUInsertClockEpochs : Pass<"proton-gpu-insert-clock-epochs", "::mlir::gpu::GPUModuleOp"> {
  let summary = "stores the upper half of the clock where the lower half may have wrapped unseen";
  let description = [{
    A record contains bits 31..0 of the clock. The whole counter follows from the record before it, if they are less
    than 2^32 cycles apart (2.3 s at 1.9 GHz). Before a record that may come later than that, because a loop, a barrier,
    a wait that other threads end, or a call of a function with one of these precedes it, the pass inserts a `store` of
    a `clock_epoch`, and the record reads the clock together with it. With the strategies `flush` and `stream` a flush
    may lie between the two, so the record reads the clock after it.

    Records in loops get none, because an epoch costs time in each iteration. One is inserted before a loop with
    records, and one with `after_loop` before the next record after it, or before `finalize`. A function that is called
    in loops is treated as the body of a loop.

    Not with strategy `histogram`, and not in a kernel whose segment is in shared memory because it holds all of its
    records (`shared-slots`), if it would not hold them with the epochs.

    Before:

    ```mlir
    scf.for %i = %c0 to %n step %c1 { ... }
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t to %s : !proton_gpu.segment<?, global, warp>
    ```

    After:

    ```mlir
    scf.for %i = %c0 to %n step %c1 { ... }
    %clock = proton_gpu.read_counter : i64
    %low = llvm.trunc %clock : i64 to i32
    %upper = llvm.lshr %clock, %c32 : i64
    %high = llvm.trunc %upper : i64 to i32
    proton_gpu.store clock_epoch 0 with %high : i32, %low to %s : !proton_gpu.segment<?, global, warp>
    proton_gpu.store scope_end 0, %low to %s : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect", "::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"sharedSlots", "shared-slots", "uint32_t", "0",
           "the segments of kernels that use shared memory because they write no more slots [slots]; 0: none do">];
}

def ProtonGPUGroupRecords : Pass<"proton-gpu-group-records", "::mlir::gpu::GPUModuleOp"> {
  let summary = "stores records that always happen together at once";
  let description = [{
    Finds runs of scopes and events of one block that a unit makes either all or not at all, and replaces the stores
    of each run by a `store_group` for each 16 bytes: up to 63 records, 3 where the segment may be overwritten, 2 if any
    has a key that is not constant. The kernel gets the table `proton_gpu.groups`. Where the counters are read does not change.

    A run pauses, so that what there is of it is stored: before a barrier, or a wait of an mbarrier, because a kernel
    that hangs there must show that it came (not with `across-waits`); and before a loop or a call without records,
    which may take long and need registers. A run ends (the name of the reason in brackets): if it is full (`full`);
    where it would pause, if it has keys that are not constant (`wait`, `loop`, `call`); at any other call (`call`),
    loop (`loop`) and branch with records (`branch`); at assembly that branches or exits (`assembly`); before `finalize`
    (`return`); at a value or at an event of a caller (`kind`); at a record with another condition (`condition`); with
    its block (`block`). Waits for groups of copies and products always end, and neither pause nor end a run.

    A kernel keeps a store for each record: with a strategy other than `circular` and `first` (`strategy`); if it
    records memory accesses (`accesses`); if some lanes of a warp may record without the others, except with
    granularity `thread` (`lanes`); if no two records always happen together (`runs`); in shared memory, if more records
    would be in pairs than in larger groups (`pairs`); if a function that is not inlined records and groups would save
    less than half of the stores (`calls`); if its records would take over an eighth more slots (`slots`), all weighed
    by loops; or if its segment would no longer hold all, in shared memory that was chosen for that (`shared`).

    `proton_gpu.grouping` on the kernel is a dictionary: `none` with the reason of a kernel, or the number of
    `records` that could be in groups, of `groups`, and of runs by the reason why they end.

    Before:

    ```mlir
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t0 to %s : !proton_gpu.segment<?, global, warp>
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 1, %t1 to %s : !proton_gpu.segment<?, global, warp>
    ```

    After:

    ```mlir
    %t0 = proton_gpu.read_counter : i32
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store_group 0 at %t0, %t1 to %s : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
  let options = [
    ListOption<"block", "block", "uint32_t", "threads of a CTA in x, y and z">,
    Option<"lanesPerWarp", "lanes-per-warp", "uint32_t", "32", "lanes of a warp">,
    Option<"sharedSlots", "shared-slots", "uint32_t", "0",
           "the segments of kernels that use shared memory because they write no more slots; 0: none do">,
    Option<"leastSlots", "least-slots", "uint32_t", "0", "the least slots that a segment may get; 0: not known">,
    Option<"acrossWaits", "across-waits", "bool", "false", "groups do not pause at waits that may not end">];
}

#endif // PSTUDIO_STORE_PASSES
