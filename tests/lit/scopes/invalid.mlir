// What is wrong with scopes and events is said at the record, with notes at the others, once per name.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --convert-proton-to-proton-gpu

gpu.module @m {
  gpu.func @not_closed() kernel {
    // expected-error @+1 {{scope 'load' is started without being closed}}
    proton.record start "load"
    // expected-note @+1 {{the function may be left here with the scope open}}
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @not_closed_on_one_path(%c: i1) kernel {
    // expected-error @+1 {{scope 'load' is started without being closed}}
    proton.record start "load"
    cf.cond_br %c, ^early, ^late
  ^early:
    // expected-note @+1 {{the function may be left here with the scope open}}
    gpu.return
  ^late:
    proton.record end "load"
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @closed_in_one_branch(%c: i1) kernel {
    // expected-error @+1 {{scope 'load' is started without being closed}}
    proton.record start "load"
    scf.if %c {
      proton.record end "load"
    }
    // expected-note @+1 {{the function may be left here with the scope open}}
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @not_opened() kernel {
    // expected-error @+1 {{scope 'load' is closed without being opened}}
    proton.record end "load"
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @not_opened_in_a_loop(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      // expected-error @+1 {{scope 'load' is closed without being opened}}
      proton.record end "load"
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @opened_on_one_path(%c: i1) kernel {
    scf.if %c {
      // expected-note @+1 {{opened on some paths only}}
      proton.record start "load"
    }
    // expected-error @+1 {{scope 'load' is closed without being opened on every path to here}}
    proton.record end "load"
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @started_twice() kernel {
    // expected-note @+1 {{it is still open from here}}
    proton.record start "load"
    // expected-error @+1 {{scope 'load' is started again before it is closed}}
    proton.record start "load"
    proton.record end "load"
    proton.record end "load"
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @started_in_every_iteration(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      // expected-error @+2 {{scope 'load' is started again before it is closed}}
      // expected-note @+1 {{an earlier iteration may have left it open}}
      proton.record start "load"
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @closed_twice() kernel {
    proton.record start "load"
    // expected-note @+1 {{already closed here}}
    proton.record end "load"
    // expected-error @+1 {{scope 'load' is closed twice}}
    proton.record end "load"
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @closed_before_it_is_started(%c: i1) kernel {
    // expected-error @+1 {{scope 'load' is closed before it is started}}
    proton.record end "load"
    scf.if %c {
      // expected-note @+1 {{started here, only after its end}}
      proton.record start "load"
    }
    gpu.return
  }
}

// -----

// Every wrong name gets its own error; right ones get none.
gpu.module @m {
  gpu.func @two_wrong_names() kernel {
    // expected-error @+1 {{scope 'a' is closed without being opened}}
    proton.record end "a"
    // expected-error @+1 {{scope 'b' is started without being closed}}
    proton.record start "b"
    proton.record start "right"
    proton.record end "right"
    // expected-note @+1 {{the function may be left here with the scope open}}
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @never_reached() kernel {
    cf.br ^exit
  ^dead:
    // expected-warning @+1 {{scope 'load': this record is never reached and records nothing}}
    proton.record start "load"
    cf.br ^exit
  ^exit:
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @order_not_known() kernel {
    // expected-note @+1 {{the enclosing operation is here}}
    affine.parallel (%i) = (0) to (4) {
      // expected-error @+1 {{'proton.record' op cannot be used inside 'affine.parallel': the order in which its body runs is not known}}
      proton.record start "load"
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @event_never_ended() kernel {
    // expected-note @+1 {{allocated here}}
    %e = proton.allocate_event "copy" : i32
    // expected-error @+1 {{event 'copy' is started but never ended}}
    proton.event start %e : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @event_never_started() kernel {
    // expected-note @+1 {{allocated here}}
    %e = proton.allocate_event "copy" : i32
    // expected-error @+1 {{event 'copy' is ended but never started}}
    proton.event end %e : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @event_without_records() kernel {
    // expected-warning @+1 {{event 'copy' is never started or ended}}
    %e = proton.allocate_event "copy" : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @one_of_two_events(%c: i1) kernel {
    // expected-note @+1 {{it may be event 'A'}}
    %a = proton.allocate_event "A" : i32
    // expected-note @+1 {{it may be event 'B'}}
    %b = proton.allocate_event "B" : i32
    %either = arith.select %c, %a, %b : i32
    // expected-error @+1 {{the event of this record must come from one proton.allocate_event on every path}}
    proton.event start %either : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-note @+1 {{it may be this value, which is not an allocation}}
  gpu.func @event_from_outside(%e: i32) kernel {
    // expected-error @+1 {{the event of this record must come from one proton.allocate_event on every path}}
    proton.event start %e : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-warning @+1 {{the function 'device_function' is called by no kernel: what it records is left out}}
  gpu.func @device_function() {
    proton.record start "load"
    proton.record end "load"
    gpu.return
  }
}
