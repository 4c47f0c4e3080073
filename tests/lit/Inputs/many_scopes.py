# SPDX-License-Identifier: Apache-2.0
# Prints a kernel with as many scopes as the argument says.
import sys

print("gpu.module @m {\n  gpu.func @many() kernel {")
for i in range(int(sys.argv[1])):
    print(f'    proton.record start "s{i}"\n    proton.record end "s{i}"')
print("    gpu.return\n  }\n}")
