// What the proton_gpu dialect rejects, with the exact words.
// RUN: proton-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{slots must be a power of two of at least 4, or '?', but is 48}}
func.func private @slots_not_a_power_of_two(!proton_gpu.segment<48, global, warp>)

// -----

// expected-error @+1 {{slots must be a power of two of at least 4, or '?', but is 2}}
func.func private @slots_too_few(!proton_gpu.segment<2, shared, warp>)

// -----

// expected-error @+1 {{slots must be a power of two of at least 4, or '?', but is 0}}
func.func private @slots_zero(!proton_gpu.segment<0, shared, warp>)

// -----

// expected-error @+2 {{expected ::pstudio::proton_gpu::MemorySpace to be one of: shared, global}}
// expected-error @+1 {{failed to parse ProtonGPU_SegmentType parameter 'memorySpace' which is to be a `::pstudio::proton_gpu::MemorySpace`}}
func.func private @unknown_memory(!proton_gpu.segment<64, local, warp>)

// -----

// expected-error @+2 {{expected ::pstudio::proton_gpu::Granularity to be one of: thread, warp, warp_2, warp_4, warp_8, cta, warp_group, warp_group_2, warp_group_4, warp_group_8}}
// expected-error @+1 {{failed to parse ProtonGPU_SegmentType parameter 'granularity' which is to be a `::pstudio::proton_gpu::Granularity`}}
func.func private @unknown_granularity(!proton_gpu.segment<64, shared, lane>)

// -----

// expected-error @+1 {{an operation needs a name that is not empty}}
func.func private @operation_without_name() attributes {a = #proton_gpu.operation<kind = scope, name = "">}

// -----

// expected-error @+1 {{parent must be an operation id, 0..4095, or -1 for none, but is 4096}}
func.func private @parent_out_of_range() attributes {a = #proton_gpu.operation<kind = scope, name = "a", parent = 4096>}

// -----

func.func @counter_is_of_16_bits() {
  // expected-error @+1 {{'proton_gpu.read_counter' op gives the cycle counter or its low 32 bits: its result must be 'i32' or 'i64', but is 'i16'}}
  %t = proton_gpu.read_counter : i16
  return
}

// -----

func.func @epoch_without_the_upper_half(%s: !proton_gpu.segment<64, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store' op of an epoch has the id 0 and bits 63..32 of the clock: 'with %high : i32'}}
  proton_gpu.store clock_epoch 0, %t to %s : !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @scope_after_a_loop(%s: !proton_gpu.segment<64, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store' op takes 'after_loop' only for epochs}}
  proton_gpu.store scope_start 0 after_loop, %t to %s : !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @operation_id_too_large(%s: !proton_gpu.segment<64, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store' op has operation id 4096, but a record has room for 0..4095}}
  proton_gpu.store scope_start 4096, %t to %s : !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @operation_id_negative(%s: !proton_gpu.segment<64, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store' op has operation id -1, but a record has room for 0..4095}}
  proton_gpu.store event_end -1, %t to %s : !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @scope_with_key(%s: !proton_gpu.segment<64, global, warp>, %t: i32, %k: index) {
  // expected-error @+1 {{'proton_gpu.store' op of a scope takes no key: only events have instances}}
  proton_gpu.store scope_end 1 key %k, %t to %s : !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @segment_not_at_the_entry(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op must be in the entry block of a function}}
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
  }
  return
}

// -----

func.func @unallocated_with_buffer(%buffer: !llvm.ptr) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op with '?' slots takes no units, buffer or shared memory: these come with allocation}}
  %s = proton_gpu.segment_alloc in %buffer : !llvm.ptr -> !proton_gpu.segment<?, global, warp>
  return
}

// -----

func.func @allocated_without_units(%buffer: !llvm.ptr) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op with allocated slots needs 'units', the number of segments per CTA, of at least 1}}
  %s = proton_gpu.segment_alloc in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @global_without_buffer() {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op in global memory needs the profile buffer}}
  %s = proton_gpu.segment_alloc units 1 -> !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @global_with_shared_memory(%buffer: !llvm.ptr, %m: memref<64xi64>) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op in global memory takes no shared memory}}
  %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr staged %m : memref<64xi64> -> !proton_gpu.segment<64, global, warp>
  return
}

// -----

func.func @shared_without_memory(%buffer: !llvm.ptr) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op in shared memory needs the memory of its slots}}
  %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, shared, warp>
  return
}

// -----

func.func @shared_memory_of_the_wrong_size(%m: memref<64xi64>) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op needs shared memory of units * slots 64-bit words, 'memref<128xi64, ...>', but has 'memref<64xi64>'}}
  %s = proton_gpu.segment_alloc units 2 staged %m : memref<64xi64> -> !proton_gpu.segment<64, shared, warp>
  return
}

// -----

gpu.module @kernels {
  gpu.func @flush_of_global_segment() kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op with strategy 'flush' must be in shared memory: it moves full shared segments to global memory}}
    %s = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @halves_too_small(%buffer: !llvm.ptr) workgroup(%m: memref<8xi64, #gpu.address_space<workgroup>>) kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op with strategy 'flush' needs at least 16 slots, but has 8}}
    %s = proton_gpu.segment_alloc strategy flush keeps 64 units 1 in %buffer : !llvm.ptr staged %m : memref<8xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<8, shared, warp>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @keeps_without_flush(%buffer: !llvm.ptr) kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op takes 'keeps' only with strategy 'flush' or 'stream'}}
    %s = proton_gpu.segment_alloc keeps 64 units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<16, global, warp>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @keeps_less(%buffer: !llvm.ptr) workgroup(%m: memref<32xi64, #gpu.address_space<workgroup>>) kernel {
    // expected-error @+1 {{'proton_gpu.segment_alloc' op keeps 16 slots, which is no power of two of at least the slots of the segment}}
    %s = proton_gpu.segment_alloc strategy flush keeps 16 units 1 in %buffer : !llvm.ptr staged %m : memref<32xi64, #gpu.address_space<workgroup>> -> !proton_gpu.segment<32, shared, warp>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @flush_point_of_a_ring() kernel {
    %s = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
    // expected-error @+1 {{'proton_gpu.flush_point' op needs a segment with the strategy 'flush' or 'stream', but its strategy is 'circular'}}
    proton_gpu.flush_point 0 of %s : !proton_gpu.segment<?, global, warp>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @flush_never_drops() kernel {
    %s = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, shared, warp>
    // expected-error @+1 {{'proton_gpu.flush_point' op drops only with the strategy 'stream': 'flush' never waits}}
    proton_gpu.flush_point 0 dropping of %s : !proton_gpu.segment<?, shared, warp>
    gpu.return
  }
}

// -----

func.func @flush_point_id_too_large(%s: !proton_gpu.segment<64, shared, warp>) {
  // expected-error @+1 {{'proton_gpu.flush_point' op has operation id 4096, but a record has room for 0..4095}}
  proton_gpu.flush_point 4096 of %s : !proton_gpu.segment<64, shared, warp>
  return
}

// -----

func.func @coarse_unit_without_recorders(%buffer: !llvm.ptr) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op with granularity 'cta' needs 'recorders', the warp that records for each unit}}
  %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, cta>
  return
}

// -----

func.func @recorders_of_other_units(%buffer: !llvm.ptr) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op has 3 recorders for 2 units}}
  %s = proton_gpu.segment_alloc units 2 recorders [0, 2, 4] in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp_2>
  return
}

// -----

func.func @recorders_out_of_order(%buffer: !llvm.ptr) {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op needs recorders in ascending order}}
  %s = proton_gpu.segment_alloc units 2 recorders [2, 0] in %buffer : !llvm.ptr -> !proton_gpu.segment<64, global, warp_2>
  return
}

// -----

func.func @no_sampled_ctas() {
  // expected-error @+1 {{'proton_gpu.segment_alloc' op samples no CTAs: leave the attribute out to sample all}}
  %s = proton_gpu.segment_alloc ctas "" -> !proton_gpu.segment<?, global, warp>
  return
}

// -----

func.func @value_is_missing(%s: !proton_gpu.segment<16, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store' op of a value needs the value: 'with %bits : i32'}}
  proton_gpu.store value 0, %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @value_of_a_scope(%s: !proton_gpu.segment<16, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store' op of a scope or event takes no value: only kind 'value' does}}
  proton_gpu.store scope_start 0 with %t : i32, %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @key_of_a_value(%s: !proton_gpu.segment<16, global, warp>, %t: i32, %k: index) {
  // expected-error @+1 {{'proton_gpu.store' op of a value takes no key: it is the lane whose value is recorded}}
  proton_gpu.store value 0 key %k with %t : i32, %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

// expected-error @+1 {{a value needs its type: i32, i64, f16, bf16, f32 or f64}}
func.func private @value_without_type() attributes {o = #proton_gpu.operation<kind = value, name = "v">}

// -----

// expected-error @+1 {{only operations of kind 'value' have a type or a unit}}
func.func private @unit_of_a_scope() attributes {o = #proton_gpu.operation<kind = scope, name = "s", unit = "rows">}

// -----

func.func @lanes_left_out_of_a_value(%s: !proton_gpu.segment<16, global, warp>, %t: i32, %by: i1) {
  // expected-error @+1 {{'proton_gpu.store' op takes 'by' only for accesses}}
  proton_gpu.store value 0 with %t : i32 by %by, %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @words_of_each_lane(%s: !proton_gpu.segment<16, global, warp>, %t: i32, %a: i64) {
  // expected-error @+1 {{'proton_gpu.store' op takes 'and' only for accesses that one lane encodes}}
  proton_gpu.store memory_access 0 with %a : i64 and [%a] each 1, %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @too_many_words(%s: !proton_gpu.segment<16, global, warp>, %t: i32, %a: i64) {
  // expected-error @+1 {{'proton_gpu.store' op encodes at most 6 words}}
  proton_gpu.store memory_access 0 with %a : i64 and [%a, %a, %a, %a, %a, %a], %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @too_many_records(%s: !proton_gpu.segment<16, global, warp>, %t: i32) {
  // expected-error @+1 {{'proton_gpu.store_group' op stores 4 records, but one store has 1 to 3}}
  proton_gpu.store_group 0 at %t, %t, %t, %t to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @too_many_records_with_keys(%s: !proton_gpu.segment<16, global, warp>, %t: i32, %k: index) {
  // expected-error @+1 {{'proton_gpu.store_group' op stores 3 records, but one store has 1 to 2}}
  proton_gpu.store_group 0 at %t, %t, %t keys %k to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @more_keys_than_records(%s: !proton_gpu.segment<16, global, warp>, %t: i32, %k: index) {
  // expected-error @+1 {{'proton_gpu.store_group' op has more keys than records}}
  proton_gpu.store_group 0 at %t keys %k, %k to %s : !proton_gpu.segment<16, global, warp>
  return
}

// -----

func.func @group_of_halves(%t: i32) {
  %s = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, shared, warp>
  // expected-error @+1 {{'proton_gpu.store_group' op stores nothing in a segment with the strategy 'flush'}}
  proton_gpu.store_group 0 at %t to %s : !proton_gpu.segment<?, shared, warp>
  return
}

// -----

// expected-error @+1 {{a group has no record of kind 'value'}}
func.func private @group_of_values() attributes {m = #proton_gpu.member<kind = value, id = 0>}

// -----

// expected-error @+1 {{only an event has a key of 16 bits}}
func.func private @key_of_a_scope() attributes {m = #proton_gpu.member<kind = scope_start, id = 0, key = 3>}

// -----

// expected-error @+1 {{operation id 4096 is not 0..4095}}
func.func private @member_without_operation() attributes {m = #proton_gpu.member<kind = scope_start, id = 4096>}
