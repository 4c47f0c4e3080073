// IR that does not parse is answered with file:line:column and no result.
// RUN: not proton-opt %s 2>&1 | FileCheck %s

// CHECK: {{.*}}malformed.mlir:[[#@LINE+2]]:3: error: custom op 'proton.recrod' is unknown
func.func @misspelt() {
  proton.recrod start "load"
  return
}
