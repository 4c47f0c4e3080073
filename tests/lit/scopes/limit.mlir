// A record can name 4096 operations: as many are accepted, one more is rejected at the one that is too much.
// RUN: %python %S/../Inputs/many_scopes.py 4096 | proton-opt --convert-proton-to-proton-gpu | FileCheck %s
// RUN: %python %S/../Inputs/many_scopes.py 4097 | not proton-opt --convert-proton-to-proton-gpu 2>&1 | FileCheck %s --check-prefix=TOO-MANY

// CHECK: proton_gpu.store scope_end 4095,
// CHECK-NOT: proton_gpu.store scope_end
// TOO-MANY: :8195:5: error: the function has 4097 scopes, events, values, accesses and asynchronous steps, but a record can name only 4096
