// What the proton dialect rejects, with the exact words.
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
  // expected-error @+1 {{'proton.value' op has an empty unit: omit it}}
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

// -----

func.func @step_that_the_queue_does_not_know() {
  // expected-error @+1 {{the queue 'named_barrier' has no step 'commit'}}
  proton.async at <queue = named_barrier, step = commit> "commit"
  return
}

// -----

func.func @pending_of_a_barrier(%key: index) {
  // expected-error @+1 {{only a wait in order leaves operations 'pending'}}
  proton.async start <queue = mbarrier, step = wait, pending = 1> "wait" key %key
  return
}

// -----

func.func @allocation_of_a_group() {
  // expected-error @+1 {{only an mbarrier has the number of its allocation, 'barrier'}}
  proton.async at <queue = copy_group, step = commit, barrier = 1> "commit"
  return
}

// -----

func.func @number_that_no_record_can_name(%key: index) {
  // expected-error @+1 {{'pending' and 'barrier' are at most 65535}}
  proton.async at <queue = mbarrier, step = arrive, barrier = 65536> "arrive" key %key
  return
}

// -----

func.func @instructions_of_a_group() {
  // expected-error @+1 {{only an issue of a counter has a 'count' of instructions}}
  proton.async start <queue = copy_group, step = issue, count = 2> "copy"
  return
}

// -----

func.func @matrix_operations_of_a_group() {
  // expected-error @+1 {{only an issue on an mbarrier is of 'matrix' operations}}
  proton.async start <queue = copy_group, step = issue, matrix = true> "copy"
  return
}

// -----

func.func @issue_of_no_instruction() {
  // expected-error @+1 {{'count' is 1 to 65535}}
  proton.async start <queue = load_counter, step = issue, count = 0> "load"
  return
}

// -----

func.func @wait_at_one_place() {
  // expected-error @+1 {{'proton.async' op of the step 'wait' is a 'start' or an 'end'}}
  proton.async at <queue = copy_group, step = wait> "wait"
  return
}

// -----

func.func @commit_with_an_end() {
  // expected-error @+1 {{'proton.async' op of the step 'commit' is recorded 'at' one point}}
  proton.async start <queue = copy_group, step = commit> "commit"
  return
}

// -----

func.func @barrier_without_a_key() {
  // expected-error @+1 {{'proton.async' op of the queue 'mbarrier' needs a key: which barrier it is}}
  proton.async at <queue = mbarrier, step = arrive> "arrive"
  return
}

// -----

func.func @group_with_a_key(%key: index) {
  // expected-error @+1 {{'proton.async' op of the queue 'copy_group' takes no key}}
  proton.async at <queue = copy_group, step = commit> "commit" key %key
  return
}

// -----

func.func @words_of_lanes(%a: i64) {
  // expected-error @+1 {{'proton.access' op has an address in each lane: further words are for bulk accesses}}
  proton.access <kind = load, space = global, bytes = 4> "load" at %a, %a
  return
}

// -----

func.func @tile_of_six_dimensions(%a: i64) {
  // expected-error @+1 {{'proton.access' op of a tensor has 1 to 5 coordinates, not 6}}
  proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load" at %a, %a, %a, %a, %a, %a, %a
  return
}

// -----

func.func @piece_without_a_source(%a: i64) {
  // expected-error @+1 {{'proton.access' op of a bulk copy without a tensor map has an address in shared memory, one in global memory, and perhaps a number of bytes}}
  proton.access <kind = bulk_load, space = global, bytes = 64> "load" at %a
  return
}

// -----

func.func @bulk_with_a_stride(%a: i64) {
  // expected-error @+1 {{a bulk access is of global memory and has neither stride, xors nor offsets}}
  proton.access <kind = bulk_store, space = global, bytes = 64, stride = 4> "store" at %a, %a
  return
}

// -----

func.func @xors_of_six_bits(%a: i64) {
  // expected-error @+1 {{'xors' has an entry for each of the 5 bits of a lane's number and excludes 'group'}}
  proton.access <kind = load, space = shared, bytes = 4, xors = [1, 2, 4, 8, 16, 32]> "load" at %a
  return
}

// -----

func.func @offsets_with_a_stride(%a: i64) {
  // expected-error @+1 {{'offsets' exclude a stride and xors}}
  proton.access <kind = load, space = shared, bytes = 4, stride = 4, offsets = <rule = sum, bits = [4]>> "load" at %a
  return
}

// -----

func.func @offsets_of_eleven_bits(%a: i64) {
  // expected-error @+2 {{a thread's number has at most 10 bits}}
  // expected-error @+1 {{failed to parse Proton_AccessSiteAttr parameter 'offsets'}}
  proton.access <kind = load, space = shared, bytes = 4, offsets = <rule = xor, bits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]>> "load" at %a
  return
}

// -----

func.func @stride_in_the_bits_of_xors(%a: i64) {
  // expected-error @+1 {{a stride with 'xors' is a multiple of the range of their bits}}
  proton.access <kind = load, space = shared, bytes = 4, stride = 64, xors = [4, 8, 16, 32, 64]> "load" at %a
  return
}

// -----

func.func @map_of_lanes(%a: i64) {
  // expected-error @+1 {{a tensor map requires a bulk access of 'bytes = 1': the map defines the bytes}}
  proton.access <kind = load, space = global, bytes = 1, tensor_map = 0> "load" at %a
  return
}

// -----

func.func @implied_by_nothing() {
  // expected-error @+1 {{'proton.access' op with a 'distance' must follow the access that implies it}}
  proton.access <kind = load, space = global, bytes = 4, distance = 4> "load"
  return
}

// -----

func.func @implied_by_another_form(%a: i64) {
  proton.access <kind = load, space = global, bytes = 4, stride = 4> "load" at %a
  proton.access <kind = load, space = global, bytes = 4, stride = 4, distance = 64> "load"
  // expected-error @+1 {{'proton.access' op with a 'distance' needs kind, space, stride, group, xors and offsets of the access that implies it, which is neither bulk nor counted}}
  proton.access <kind = load, space = global, bytes = 4, stride = 8, distance = 4> "load"
  return
}

// -----

func.func @implied_with_an_address(%a: i64) {
  proton.access <kind = load, space = global, bytes = 4> "load" at %a
  // expected-error @+1 {{'proton.access' op with a 'distance' takes address and lanes of the access before it}}
  proton.access <kind = load, space = global, bytes = 4, distance = 4> "load" at %a
  return
}

// -----

func.func @without_an_address() {
  // expected-error @+1 {{'proton.access' op needs an address, or a site with a 'distance'}}
  proton.access <kind = load, space = global, bytes = 4> "load"
  return
}
