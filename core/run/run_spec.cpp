// SPDX-License-Identifier: Apache-2.0
#include "core/run/run_spec.h"

namespace pstudio {

const BufferArgument *findBuffer(const RunSpec &spec, std::string_view name) {
  for (const Argument &argument : spec.arguments)
    if (argument.name == name)
      return std::get_if<BufferArgument>(&argument.value);
  for (const NamedBuffer &buffer : spec.buffers)
    if (buffer.name == name)
      return &buffer.buffer;
  return nullptr;
}

std::vector<std::string_view> bufferNames(const RunSpec &spec) {
  std::vector<std::string_view> names;
  for (const Argument &argument : spec.arguments)
    if (std::holds_alternative<BufferArgument>(argument.value))
      names.push_back(argument.name);
  for (const NamedBuffer &buffer : spec.buffers)
    names.push_back(buffer.name);
  return names;
}

} // namespace pstudio
