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
