// What the proton dialect refuses, with the exact words.
// RUN: proton-opt %s --split-input-file --verify-diagnostics

func.func @empty_scope_name() {
  // expected-error @+1 {{'proton.record' op needs a name that is not empty}}
  proton.record start ""
  return
}

// -----

func.func @empty_event_name() {
  // expected-error @+1 {{'proton.allocate_event' op needs a name that is not empty}}
  %e = proton.allocate_event "" : i32
  return
}

// -----

func.func @neither_start_nor_end() {
  // expected-error @+1 {{custom op 'proton.record' expected string or keyword containing one of the following enum values for attribute 'boundary' [start, end]}}
  proton.record begin "load"
  return
}

// -----

func.func @name_is_missing() {
  // expected-error @+1 {{expected attribute value}}
  proton.record start
  return
}

// -----

func.func @event_of_another_type(%e: index) {
  // expected-error @+1 {{custom op 'proton.event' invalid kind of type specified}}
  proton.event start %e : index
  return
}

// -----

func.func @key_of_another_type(%k: i64) {
  // expected-note @-1 {{prior use here}}
  %e = proton.allocate_event "copy" : i32
  // expected-error @+1 {{use of value '%k' expects different type than prior uses: 'index' vs 'i64'}}
  proton.event start %e key %k : i32
  return
}

// -----

func.func @allocation_of_another_type() {
  // expected-error @+1 {{'proton.allocate_event' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %e = proton.allocate_event "copy" : i64
  return
}

// -----

func.func @empty_value_name(%v: i32) {
  // expected-error @+1 {{'proton.value' op needs a name that is not empty}}
  proton.value "", %v : i32
  return
}

// -----

func.func @empty_unit(%v: i32) {
  // expected-error @+1 {{'proton.value' op has a unit that is empty: leave it out}}
  proton.value "left" unit "", %v : i32
  return
}

// -----

func.func @vector(%v: vector<4xf32>) {
  // expected-error @+1 {{'proton.value' op cannot record a value of type 'vector<4xf32>': it takes integers of up to 64 bits, index, f16, bf16, f32 and f64; record one element of it}}
  proton.value "sum", %v : vector<4xf32>
  return
}

// -----

func.func @small_float(%v: f8E4M3FN) {
  // expected-error @+1 {{f64; extend it to f32}}
  proton.value "sum", %v : f8E4M3FN
  return
}

// -----

func.func @large_integer(%v: i128) {
  // expected-error @+1 {{f64; truncate it to 64 bits}}
  proton.value "sum", %v : i128
  return
}

// -----

func.func @pointer(%v: !llvm.ptr) {
  // expected-error @+1 {{f64; record a number that is computed from it}}
  proton.value "at", %v : !llvm.ptr
  return
}
