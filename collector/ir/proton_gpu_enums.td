// SPDX-License-Identifier: Apache-2.0
// Enumerations of proton_gpu. The numbers are those of core/record/record_layout.h (asserted in proton_gpu_dialect.cpp).
#ifndef PSTUDIO_PROTON_GPU_ENUMS
#define PSTUDIO_PROTON_GPU_ENUMS

include "mlir/IR/EnumAttr.td"

class ProtonGPU_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::pstudio::proton_gpu";
}

def ProtonGPU_MemorySpace : ProtonGPU_Enum<"MemorySpace", "memory of the slots while the kernel runs", [
    I32EnumAttrCase<"Shared", 1, "shared">, I32EnumAttrCase<"Global", 2, "global">]>;

def ProtonGPU_Granularity : ProtonGPU_Enum<"Granularity", "the unit that owns a segment", [
    I32EnumAttrCase<"Thread", 0, "thread">,
    I32EnumAttrCase<"Warp", 1, "warp">,
    I32EnumAttrCase<"Warp2", 2, "warp_2">,
    I32EnumAttrCase<"Warp4", 3, "warp_4">,
    I32EnumAttrCase<"Warp8", 4, "warp_8">,
    I32EnumAttrCase<"Cta", 5, "cta">,
    I32EnumAttrCase<"WarpGroup", 6, "warp_group">,
    I32EnumAttrCase<"WarpGroup2", 7, "warp_group_2">,
    I32EnumAttrCase<"WarpGroup4", 8, "warp_group_4">,
    I32EnumAttrCase<"WarpGroup8", 9, "warp_group_8">]>;

def ProtonGPU_RecordKind : ProtonGPU_Enum<"RecordKind", "kind of a record", [
    I32EnumAttrCase<"ScopeStart", 1, "scope_start">,
    I32EnumAttrCase<"ScopeEnd", 2, "scope_end">,
    I32EnumAttrCase<"EventStart", 3, "event_start">,
    I32EnumAttrCase<"EventEnd", 4, "event_end">,
    I32EnumAttrCase<"Value", 5, "value">,
    I32EnumAttrCase<"MemoryAccess", 6, "memory_access">,
    I32EnumAttrCase<"ClockEpoch", 7, "clock_epoch">]>;

def ProtonGPU_Strategy : ProtonGPU_Enum<"Strategy", "handling of records when a segment is full", [
    I32EnumAttrCase<"Circular", 0, "circular">, I32EnumAttrCase<"First", 1, "first">,
    I32EnumAttrCase<"Flush", 2, "flush">, I32EnumAttrCase<"Stream", 3, "stream">,
    I32EnumAttrCase<"Histogram", 4, "histogram">]>;

def ProtonGPU_Metric : ProtonGPU_Enum<"Metric", "meaning of the clock word of a record", [
    I32EnumAttrCase<"Cycle", 0, "cycle">, I32EnumAttrCase<"Time", 1, "time">]>;

def ProtonGPU_OperationKind : ProtonGPU_Enum<"OperationKind", "kind of a static operation", [
    I32EnumAttrCase<"Scope", 0, "scope">, I32EnumAttrCase<"Event", 1, "event">,
    I32EnumAttrCase<"Value", 2, "value">, I32EnumAttrCase<"MemoryAccess", 3, "memory_access">,
    I32EnumAttrCase<"Profile", 4, "profile">,
    I32EnumAttrCase<"Async", 5, "async">]>;

#endif // PSTUDIO_PROTON_GPU_ENUMS
