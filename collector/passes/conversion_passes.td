// SPDX-License-Identifier: Apache-2.0
// The passes that turn one kind of annotation each into counter reads and stores. Part of passes.td.
#ifndef PSTUDIO_CONVERSION_PASSES
#define PSTUDIO_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertProtonScopesToProtonGPU
    : Pass<"convert-proton-scopes-to-proton-gpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "converts starts and ends of scopes into counter reads and stores";
  let description = [{
    Runs after `proton-assign-operations` and `proton-gpu-insert-context`. A record without an id, which is
    unreachable, is erased.

    Before:

    ```mlir
    proton.record start "all" {id = 0 : i32}
    gpu.barrier
    proton.record end "all" {id = 0 : i32}
    ```

    After:

    ```mlir
    %t0 = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t0 to %s : !proton_gpu.segment<?, global, warp>
    gpu.barrier
    %t1 = proton_gpu.read_counter : i32
    proton_gpu.store scope_end 0, %t1 to %s : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
}

def ConvertProtonEventsToProtonGPU
    : Pass<"convert-proton-events-to-proton-gpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "converts starts and ends of asynchronous operations into counter reads and stores";
  let description = [{
    Like `convert-proton-scopes-to-proton-gpu`. The value of an allocation becomes the constant id. Steps of queues
    (`proton.async`) become records of events, too: a start, or a step without duration, becomes `event_start`.

    Before:

    ```mlir
    %copy = proton.allocate_event "copy A" {id = 1 : i32} : i32
    proton.event start %copy key %k {id = 1 : i32} : i32
    ```

    After:

    ```mlir
    %t = proton_gpu.read_counter : i32
    proton_gpu.store event_start 1 key %k, %t to %s : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::pstudio::proton_gpu::ProtonGPUDialect"];
}

def ConvertProtonValuesToProtonGPU
    : Pass<"convert-proton-values-to-proton-gpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "converts values into counter reads and stores of their bits";
  let description = [{
    Like `convert-proton-scopes-to-proton-gpu`. The value becomes 32 or 64 bits, as its type in the table of
    operations requires: integers are extended, other numbers keep their bits.

    Before:

    ```mlir
    proton.value "sum", %sum {id = 1 : i32} : f32
    ```

    After:

    ```mlir
    %bits = arith.bitcast %sum : f32 to i32
    %t = proton_gpu.read_counter : i32
    proton_gpu.store value 1 with %bits : i32, %t to %s : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::pstudio::proton_gpu::ProtonGPUDialect"];
}

def ConvertProtonAccessesToProtonGPU
    : Pass<"convert-proton-accesses-to-proton-gpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "converts memory accesses into counter reads and stores of their addresses";
  let description = [{
    Like `convert-proton-scopes-to-proton-gpu`. If the site has a stride, the address of one lane, or of one in each
    group, is stored, otherwise those of all active lanes. A counted access becomes a `count`; up to 8 of a block are
    grouped at the position of the last.

    Before:

    ```mlir
    proton.access <kind = load, space = shared, bytes = 4> "load tile" at %address {id = 1 : i32}
    ```

    After:

    ```mlir
    %t = proton_gpu.read_counter : i32
    proton_gpu.store memory_access 1 with %address : i64 each 1 shared, %t to %s : !proton_gpu.segment<?, global, warp>
    ```

    After, with `counted = <bins = 64, shift = 6>`:

    ```mlir
    proton_gpu.count 1 at %address bins 64 shift 6 shared in %s : !proton_gpu.segment<?, global, warp>
    ```
  }];
  let dependentDialects = ["::pstudio::proton_gpu::ProtonGPUDialect"];
}

#endif // PSTUDIO_CONVERSION_PASSES
