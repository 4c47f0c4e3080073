// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/launch_memory.h"

#include <algorithm>

namespace pstudio {

namespace {

memory::Buffer bufferOf(const std::string &name, const HostBuffer &own, uint64_t address) {
  memory::Buffer buffer;
  buffer.name = name;
  buffer.base = address;
  buffer.dtype = dtypeName(own.dtype());
  buffer.elementBytes = static_cast<uint32_t>(dtypeSize(own.dtype()).value);
  buffer.shape.assign(own.shape().begin(), own.shape().end());
  return buffer;
}

uint64_t bytesOf(const memory::Buffer &buffer) {
  uint64_t bytes = buffer.elementBytes;
  for (const int64_t extent : buffer.shape)
    bytes *= static_cast<uint64_t>(extent);
  return bytes;
}

/// The tensor of a map: with its shape if its rows follow one another, as bytes else.
memory::Buffer tensorOf(const std::string &name, const memory::TensorMap &map, DType dtype) {
  memory::Buffer buffer{.name = name, .base = map.base};
  uint64_t dense = map.elementBytes, bytes = map.elementBytes;
  bool isDense = true;
  for (size_t d = 0; d < map.extents.size(); ++d) {
    const uint64_t stride = d == 0 ? map.elementBytes : map.strideBytes[d - 1];
    isDense = isDense && stride == dense;
    dense *= map.extents[d];
    bytes += (map.extents[d] - 1) * stride;
    buffer.shape.insert(buffer.shape.begin(), static_cast<int64_t>(map.extents[d]));
  }
  if (isDense) {
    buffer.dtype = dtypeName(dtype);
    buffer.elementBytes = map.elementBytes;
  } else {
    buffer.shape = {static_cast<int64_t>(bytes)};
  }
  return buffer;
}

/// A map that a program made, and its tensor unless that is known under another name.
void addMapInMemory(const std::string &name, uint32_t parameter, const DeviceTensorMap &given,
                    record::LaunchMemory &memory) {
  memory::TensorMap map = tensorMapOf(given.layout, parameter, given.base);
  const auto holdsTensor = [&](const memory::Buffer &buffer) {
    return buffer.space == memory::AccessSpace::Global && map.base - buffer.base < bytesOf(buffer);
  };
  if (std::ranges::none_of(memory.buffers, holdsTensor))
    memory.buffers.push_back(tensorOf("tensor of " + name, map, given.layout.dtype));
  memory.tensorMaps.push_back(std::move(map));
}

} // namespace

void addArgumentBuffers(BoundArguments &arguments, std::span<const uint64_t> words,
                        std::vector<memory::Buffer> &buffers) {
  for (size_t i = 0; i < std::min(arguments.count(), words.size()); ++i) {
    if (const HostBuffer *own = arguments.buffer(i))
      buffers.push_back(bufferOf(arguments.name(i), *own, words[i]));
    else if (const uint64_t bytes = arguments.reachableBytes(i); bytes > 0)
      buffers.push_back(
          {.name = arguments.name(i), .base = words[i], .shape = {static_cast<int64_t>(bytes)}});
  }
}

void addTensorMaps(BoundArguments &arguments, std::span<const uint64_t> addresses,
                   record::LaunchMemory &memory) {
  std::vector<bool> isArgument(addresses.size(), false);
  for (size_t i = 0; i < arguments.count(); ++i) {
    if (arguments.buffer(i) != nullptr)
      isArgument[arguments.bufferNumber(i)] = true;
    if (const BoundTensorMap *map = arguments.tensorMap(i))
      memory.tensorMaps.push_back(
          tensorMapOf(map->layout, arguments.parameter(i), addresses[map->buffer]));
    if (const DeviceTensorMap *map = arguments.tensorMapAt(i))
      addMapInMemory(arguments.name(i), arguments.parameter(i), *map, memory);
  }
  for (size_t number = 0; number < addresses.size(); ++number)
    if (!isArgument[number])
      memory.buffers.push_back(
          bufferOf(arguments.bufferName(number), arguments.bufferAt(number), addresses[number]));
}

memory::TensorMap tensorMapOf(const TensorMapLayout &layout, uint32_t argument, uint64_t address) {
  memory::TensorMap map;
  map.argument = argument;
  map.base = address;
  map.elementBytes = static_cast<uint32_t>(dtypeSize(layout.dtype).value);
  map.extents = layout.extents;
  map.strideBytes = layout.strideBytes;
  map.box = layout.box;
  map.elementStrides = layout.elementStrides;
  map.isInterleaved = layout.interleave != TensorInterleave::None;
  return map;
}

} // namespace pstudio
