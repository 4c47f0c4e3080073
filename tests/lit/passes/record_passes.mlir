// Each step from annotations to stores by itself.
// RUN: proton-opt %s --proton-assign-operations | FileCheck %s --check-prefix=IDS --implicit-check-not=proton_gpu.segment_alloc
// RUN: proton-opt %s --proton-assign-operations --proton-gpu-insert-context | FileCheck %s --check-prefix=CONTEXT --implicit-check-not=proton_gpu.store
// RUN: proton-opt %s --proton-assign-operations --proton-gpu-insert-context --convert-proton-scopes-to-proton-gpu | FileCheck %s --check-prefix=SCOPES --implicit-check-not=proton.record
// RUN: proton-opt %s --proton-assign-operations --proton-gpu-insert-context --convert-proton-events-to-proton-gpu | FileCheck %s --check-prefix=EVENTS --implicit-check-not=proton.event --implicit-check-not=proton.allocate

// IDS: proton_gpu.operations = [#proton_gpu.operation<kind = scope, name = "all"{{.*}}>, #proton_gpu.operation<kind = event, name = "copy", parent = 0{{.*}}>]
// IDS-NEXT: proton.record start "all" {id = 0 : i32}
// IDS-NEXT: %[[COPY:.*]] = proton.allocate_event "copy" {id = 1 : i32} : i32
// IDS-NEXT: proton.event start %[[COPY]] {id = 1 : i32} : i32
// IDS-NEXT: proton.event end %[[COPY]] {id = 1 : i32} : i32
// IDS-NEXT: proton.record end "all" {id = 0 : i32}
// IDS-LABEL: gpu.func @plain() kernel {

// CONTEXT-LABEL: gpu.func @k
// CONTEXT-NEXT: %[[S:.*]] = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
// CONTEXT-NEXT: proton_gpu.initialize %[[S]]
// CONTEXT-NEXT: proton.record start "all"
// CONTEXT: proton.record end "all"
// CONTEXT-NEXT: proton_gpu.finalize %[[S]]
// CONTEXT-NEXT: gpu.return
// CONTEXT-LABEL: gpu.func @plain
// CONTEXT-NEXT: gpu.return

// SCOPES: %[[S:.*]] = proton_gpu.segment_alloc
// SCOPES: %[[T:.*]] = proton_gpu.read_counter : i32
// SCOPES-NEXT: proton_gpu.store scope_start 0, %[[T]] to %[[S]]
// SCOPES: proton.event start
// SCOPES-NEXT: proton.event end
// SCOPES: proton_gpu.store scope_end 0

// EVENTS: proton.record start "all"
// EVENTS: proton_gpu.store event_start 1
// EVENTS: proton_gpu.store event_end 1
// EVENTS: proton.record end "all"
gpu.module @m {
  gpu.func @k() kernel {
    proton.record start "all"
    %copy = proton.allocate_event "copy" : i32
    proton.event start %copy : i32
    proton.event end %copy : i32
    proton.record end "all"
    gpu.return
  }
  gpu.func @plain() kernel {
    gpu.return
  }
}
