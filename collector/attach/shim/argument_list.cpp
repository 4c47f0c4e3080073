// SPDX-License-Identifier: Apache-2.0
// Lists of pointers, and packed buffers, with 8 bytes more.
#include "collector/attach/shim/argument_list.h"

#include <cstring>

namespace pstudio::attach {

void ArgumentList::pass(const LaunchCall &call) {
  m_parameters = call.parameters;
  m_extra = call.extra;
}

bool ArgumentList::lengthen(const LaunchCall &call, uint32_t count, std::optional<size_t> offset,
                            CuDevicePointer records) {
  m_records = records;
  if (!call.parameters && call.extra)
    return lengthenBuffer(call.extra, offset, call.endOfExtra);
  if (!call.parameters && count > 0)
    return false;
  m_pointers.assign(call.parameters, call.parameters + count);
  m_pointers.push_back(&m_records);
  m_parameters = m_pointers.data();
  return true;
}

// Pairs of a key and its value up to the end key; the buffer's size is given by its address.
bool ArgumentList::lengthenBuffer(void **extra, std::optional<size_t> place, void *end) {
  const void *buffer = nullptr;
  size_t bytes = 0;
  for (; *extra != end; extra += 2) {
    if (extra[0] == kCuLaunchParamBufferPointer)
      buffer = extra[1];
    else if (extra[0] == kCuLaunchParamBufferSize)
      bytes = *static_cast<const size_t *>(extra[1]);
    else
      return false;
  }
  const size_t offset = place.value_or((bytes + 7) / 8 * 8);
  if (bytes > offset || (bytes > 0 && !buffer))
    return false;
  m_bytes.resize(offset + sizeof m_records);
  if (bytes > 0)
    std::memcpy(m_bytes.data(), buffer, bytes);
  std::memcpy(m_bytes.data() + offset, &m_records, sizeof m_records);
  m_byteCount = m_bytes.size();
  m_keys = {kCuLaunchParamBufferPointer, m_bytes.data(), kCuLaunchParamBufferSize, &m_byteCount,
            end};
  m_extra = m_keys.data();
  return true;
}

std::optional<ParameterLayout> parametersOf(const DriverApi &driver, CuFunction function,
                                            bool isLibraryKernel) {
  const auto &describe = isLibraryKernel ? driver.cuKernelGetParamInfo : driver.cuFuncGetParamInfo;
  if (!describe)
    return std::nullopt;
  ParameterLayout layout;
  size_t offset = 0, bytes = 0;
  while (describe(function, layout.count, &offset, &bytes) == CuResult::Success) {
    ++layout.count;
    layout.lastOffset = offset;
    layout.lastBytes = bytes;
  }
  return layout;
}

} // namespace pstudio::attach
