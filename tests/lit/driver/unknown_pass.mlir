// The driver knows our passes and says so when it is asked for another.
// RUN: not proton-opt %s --convert-proton-to-nothing 2>&1 | FileCheck %s
// RUN: proton-opt --help | FileCheck %s --check-prefix=HELP
// CHECK: Unknown command line argument '--convert-proton-to-nothing'
// HELP-DAG: --convert-proton-gpu-to-llvm
// HELP-DAG: --convert-proton-events-to-proton-gpu
// HELP-DAG: --convert-proton-scopes-to-proton-gpu
// HELP-DAG: --convert-proton-to-proton-gpu
// HELP-DAG: --proton-assign-operations
// HELP-DAG: --proton-gpu-insert-context
// HELP-DAG: --proton-gpu-allocate-scratch
// HELP-DAG: --proton-gpu-allocate-shared-memory
// HELP-DAG: --proton-strip
