// SPDX-License-Identifier: Apache-2.0
#include "core/run/run_spec_fields.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/run/tensor_map_fields.h"

namespace pstudio {

std::span<const RunSpecObject> runSpecObjects() {
  static const auto map = fieldNames<TensorMapArgument>();
  static const std::vector<RunSpecObject> objects = {
      {"",
       {"$schema", "kernel", "target", "grid", "block", "cluster", "dynamic_shared_bytes", "launch",
        "arguments", "buffers", "checks", "warmup", "repeat", "instrumentation", "callbacks",
        "activity", "pc_samples", "counters", "time_limit_s"},
       {"kernel", "grid", "block", "arguments"}},
      {"kernel", {"file", "function"}, {"file", "function"}},
      {"launch", {"cooperative", "programmatic"}, {}},
      {"argument", {"name", "buffer", "scalar", "tensor_map"}, {"name"}},
      {"named_buffer", {"name", "dtype", "shape", "init"}, {"name", "dtype", "shape"}},
      {"tensor_map", {map.begin(), map.end()}, {"buffer", "box"}},
      {"buffer", {"dtype", "shape", "init"}, {"dtype", "shape"}},
      {"scalar", {"dtype", "value"}, {"dtype", "value"}},
      {"random_init", {"random"}, {"random"}},
      {"random", {"seed", "low", "high"}, {"seed"}},
      {"file", {"file"}, {"file"}},
      {"callbacks", {"file", "buffer", "output"}, {"file"}},
      {"check", {"output", "reference", "max_error", "rows"}, {"output", "reference", "max_error"}},
      {"operation", {"operation", "inputs"}, {"operation", "inputs"}},
  };
  return objects;
}

const RunSpecObject &runSpecObject(std::string_view schemaName) {
  const auto objects = runSpecObjects();
  const auto found = std::ranges::find(objects, schemaName, &RunSpecObject::schemaName);
  PSTUDIO_CHECK(found != objects.end());
  return *found;
}

} // namespace pstudio
