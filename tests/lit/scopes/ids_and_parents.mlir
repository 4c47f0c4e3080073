// Which operation a record belongs to, and what encloses it.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu | FileCheck %s

// Nested scopes: the parent is the innermost one around; ids follow the starts.
// CHECK-LABEL: gpu.func @nested
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "a", location = {{[^>]*}}>
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "b", parent = 0, location = {{[^>]*}}>
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "c", parent = 1, location = {{[^>]*}}>
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "d", parent = 0, location = {{[^>]*}}>]
// CHECK: scope_start 0
// CHECK: scope_start 1
gpu.module @m {
  gpu.func @nested() kernel {
    proton.record start "a"
    proton.record start "b"
    proton.record start "c"
    proton.record end "c"
    proton.record end "b"
    proton.record start "d"
    proton.record end "d"
    proton.record end "a"
    gpu.return
  }
}

// -----

// Crossing scopes are nobody's parent, but what lies around both is the parent of both.
// CHECK-LABEL: gpu.func @crossing
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "a", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "b", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "outer", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "c", parent = 2, location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "d", parent = 2, location = {{[^>]*}}>]
gpu.module @m {
  gpu.func @crossing() kernel {
    proton.record start "a"
    proton.record start "b"
    proton.record end "a"
    proton.record end "b"
    proton.record start "outer"
    proton.record start "c"
    proton.record start "d"
    proton.record end "c"
    proton.record end "d"
    proton.record end "outer"
    gpu.return
  }
}

// -----

// A name that is used again is another operation: it has a source location of its own.
// CHECK-LABEL: gpu.func @again
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "a", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "a", location = {{[^>]*}}>]
// CHECK: scope_start 0
// CHECK: scope_end 0
// CHECK: scope_start 1
// CHECK: scope_end 1
gpu.module @m {
  gpu.func @again() kernel {
    proton.record start "a"
    proton.record end "a"
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }
}

// -----

// A scope in a loop is one operation with the scope around the loop as its parent.
// CHECK-LABEL: gpu.func @in_a_loop
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "loop", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "step", parent = 0, location = {{[^>]*}}>]
gpu.module @m {
  gpu.func @in_a_loop(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "loop"
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "step"
      proton.record end "step"
    }
    proton.record end "loop"
    gpu.return
  }
}

// -----

// A scope may be handed from one iteration to the next: closed at the start of an iteration, opened at its end.
// Then the loop's other scope does not enclose it, nor the other way round.
// CHECK-LABEL: gpu.func @across_iterations
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "stage", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "body", location = {{[^>]*}}>]
// CHECK: scope_start 0
// CHECK: scf.for
// CHECK: scope_start 1
// CHECK: scope_end 0
// CHECK: scope_start 0
// CHECK: scope_end 1
// CHECK: }
// CHECK: scope_end 0
gpu.module @m {
  gpu.func @across_iterations(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "stage"
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "body"
      proton.record end "stage"
      proton.record start "stage"
      proton.record end "body"
    }
    proton.record end "stage"
    gpu.return
  }
}

// -----

// Both branches close the scope: one operation with two ends.
// CHECK-LABEL: gpu.func @closed_in_both_branches
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "a", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "then", parent = 0, location = {{[^>]*}}>]
// CHECK: scope_start 0
// CHECK: scf.if
// CHECK: scope_start 1
// CHECK: scope_end 1
// CHECK: scope_end 0
// CHECK: } else {
// CHECK: scope_end 0
gpu.module @m {
  gpu.func @closed_in_both_branches(%c: i1) kernel {
    proton.record start "a"
    scf.if %c {
      proton.record start "then"
      proton.record end "then"
      proton.record end "a"
    } else {
      proton.record end "a"
    }
    gpu.return
  }
}

// -----

// Both branches start the scope: one operation with two starts, located at the first.
// CHECK-LABEL: gpu.func @started_in_both_branches
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "a", location = {{[^>]*}}>]
// CHECK: scope_start 0
// CHECK: scope_start 0
// CHECK: scope_end 0
gpu.module @m {
  gpu.func @started_in_both_branches(%c: i1) kernel {
    cf.cond_br %c, ^then, ^else
  ^then:
    proton.record start "a"
    cf.br ^join
  ^else:
    proton.record start "a"
    cf.br ^join
  ^join:
    proton.record end "a"
    gpu.return
  }
}

// -----

// A loop of branches, with an early return that closes what is open.
// CHECK-LABEL: gpu.func @branches
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "outer", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "inner", parent = 0, location = {{[^>]*}}>]
gpu.module @m {
  gpu.func @branches(%c: i1, %d: i1) kernel {
    proton.record start "outer"
    cf.br ^loop
  ^loop:
    proton.record start "inner"
    cf.cond_br %c, ^early, ^latch
  ^latch:
    proton.record end "inner"
    cf.cond_br %d, ^loop, ^exit
  ^early:
    proton.record end "inner"
    proton.record end "outer"
    gpu.return
  ^exit:
    proton.record end "outer"
    gpu.return
  }
}

// -----

// A scope that is open on one side of a branch only encloses what is there, and nothing after it.
// CHECK-LABEL: gpu.func @open_in_one_branch
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "side", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "inside", parent = 0, location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "after", location = {{[^>]*}}>]
gpu.module @m {
  gpu.func @open_in_one_branch(%c: i1) kernel {
    scf.if %c {
      proton.record start "side"
      proton.record start "inside"
      proton.record end "inside"
      proton.record end "side"
    }
    proton.record start "after"
    proton.record end "after"
    gpu.return
  }
}

// -----

// scf.while: the condition region and the body are on the way of every iteration.
// CHECK-LABEL: gpu.func @while
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "test", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "body", location = {{[^>]*}}>]
gpu.module @m {
  gpu.func @while(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.while (%i = %c0) : (index) -> index {
      proton.record start "test"
      %more = arith.cmpi ult, %i, %n : index
      proton.record end "test"
      scf.condition(%more) %i : index
    } do {
    ^bb0(%i: index):
      proton.record start "body"
      %next = arith.addi %i, %c1 : index
      proton.record end "body"
      scf.yield %next : index
    }
    gpu.return
  }
}

// -----

// The parent of an event is the innermost scope at its allocation, wherever it starts and ends.
// CHECK-LABEL: gpu.func @event_parents
// CHECK-SAME: [#proton_gpu.operation<kind = scope, name = "outer", location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = scope, name = "inner", parent = 0, location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = event, name = "copy", parent = 1, location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = event, name = "copy", parent = 0, location = {{[^>]*}}>,
// CHECK-SAME:  #proton_gpu.operation<kind = event, name = "free", location = {{[^>]*}}>]
gpu.module @m {
  gpu.func @event_parents() kernel {
    proton.record start "outer"
    proton.record start "inner"
    %inside  = proton.allocate_event "copy" : i32
    proton.event start %inside : i32
    proton.record end "inner"
    %around = proton.allocate_event "copy" : i32
    proton.event start %around : i32
    proton.event end %around : i32
    proton.record end "outer"
    proton.event end %inside : i32
    %free = proton.allocate_event "free" : i32
    proton.event start %free : i32
    proton.event end %free : i32
    gpu.return
  }
}

// -----

// An event is followed through loop arguments, results of branches, block arguments and selections.
// CHECK-LABEL: gpu.func @event_through_arguments
// CHECK: proton_gpu.store event_start 1,
// CHECK: scf.for
// CHECK: proton_gpu.store event_end 1 key
// CHECK: proton_gpu.store event_start 1 key
// CHECK: proton_gpu.store event_end 1,
// CHECK: ^{{.*}}(%{{.*}}: i32):
// CHECK: proton_gpu.store event_start 0,
// CHECK: proton_gpu.store event_end 0,
gpu.module @m {
  gpu.func @event_through_arguments(%n: index, %c: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %other = proton.allocate_event "other" : i32
    %copy = proton.allocate_event "copy" : i32
    %picked = arith.select %c, %copy, %copy : i32
    proton.event start %picked : i32
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%e = %picked) -> (i32) {
      proton.event end %e key %i : i32
      proton.event start %e key %i : i32
      %same = scf.if %c -> (i32) {
        scf.yield %e : i32
      } else {
        scf.yield %copy : i32
      }
      scf.yield %same : i32
    }
    proton.event end %last : i32
    cf.br ^next(%other : i32)
  ^next(%arrived: i32):
    proton.event start %arrived : i32
    proton.event end %arrived : i32
    gpu.return
  }
}

// -----

// Ids start at 0 in every kernel.
// CHECK-LABEL: gpu.func @first
// CHECK: scope_start 0
// CHECK-LABEL: gpu.func @second
// CHECK: scope_start 0
gpu.module @m {
  gpu.func @first() kernel {
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }
  gpu.func @second() kernel {
    proton.record start "b"
    proton.record end "b"
    gpu.return
  }
}

// -----

// A branch that a constant condition never takes is no path.
// CHECK-LABEL: gpu.func @constant_condition
// CHECK: scope_start 0
// CHECK: scope_end 0
gpu.module @m {
  gpu.func @constant_condition() kernel {
    %true = arith.constant true
    scf.if %true {
      proton.record start "a"
    }
    proton.record end "a"
    gpu.return
  }
}
