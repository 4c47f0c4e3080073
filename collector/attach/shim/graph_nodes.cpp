// SPDX-License-Identifier: Apache-2.0
// Nodes, their arguments and attributes, from the driver.
#include "collector/attach/shim/graph_nodes.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/launch_choice.h"

namespace pstudio::attach {

namespace {

/// Of the driver's copy of a list `extra`. False if it contains an unknown key.
bool copyBuffer(void *const *extra, NodeArguments &arguments) {
  const char *buffer = nullptr;
  size_t bytes = 0;
  for (; *extra != kCuLaunchParamEnd; extra += 2) {
    if (extra[0] == kCuLaunchParamBufferPointer)
      buffer = static_cast<const char *>(extra[1]);
    else if (extra[0] == kCuLaunchParamBufferSize)
      bytes = *static_cast<const size_t *>(extra[1]);
    else
      return false;
  }
  arguments.isBuffer = true;
  if (buffer)
    arguments.bytes.assign(buffer, buffer + bytes);
  return buffer || bytes == 0;
}

/// False where the driver does not know the sizes.
bool copyList(const DriverApi &driver, const GraphNode &node, void *const *parameters,
              NodeArguments &arguments) {
  const auto &describe =
      node.handle.isLibraryKernel ? driver.cuKernelGetParamInfo : driver.cuFuncGetParamInfo;
  if (!describe)
    return false;
  size_t offset = 0, bytes = 0;
  while (describe(node.function(), arguments.offsets.size(), &offset, &bytes) ==
         CuResult::Success) {
    const size_t index = arguments.offsets.size();
    if (!parameters || !parameters[index])
      return false;
    arguments.offsets.push_back(offset);
    arguments.bytes.resize(std::max(arguments.bytes.size(), offset + bytes));
    std::memcpy(arguments.bytes.data() + offset, parameters[index], bytes);
  }
  return true;
}

void copyArguments(const DriverApi &driver, const CuKernelNodeParams &given, GraphNode &node) {
  node.arguments = {};
  const bool isCopied = !given.parameters && given.extra
                            ? copyBuffer(given.extra, node.arguments)
                            : copyList(driver, node, given.parameters, node.arguments);
  node.reason = isCopied && driver.cuGraphExecKernelNodeSetParams_v2 ? "" : "graph.driver";
}

void copyAttributes(const DriverApi &driver, GraphNode &node) {
  if (!driver.cuGraphKernelNodeGetAttribute)
    return;
  CuLaunchAttribute attribute;
  attribute.id = kCuLaunchAttributeCooperative;
  if (driver.cuGraphKernelNodeGetAttribute(node.node, attribute.id, &attribute.value) ==
          CuResult::Success &&
      attribute.value.flag != 0)
    node.attributes.push_back(attribute);
  attribute = {};
  attribute.id = kCuLaunchAttributeClusterDimension;
  if (driver.cuGraphKernelNodeGetAttribute(node.node, attribute.id, &attribute.value) ==
          CuResult::Success &&
      attribute.value.clusterDimension[0] != 0)
    node.attributes.push_back(attribute);
}

void addKernelNode(Attachment &attachment, CuGraphNode handle, GraphContents &contents) {
  const DriverApi &driver = attachment.driver;
  GraphNode node;
  node.node = handle;
  node.path = attachment.capturedPaths.find(handle);
  node.reason = "graph.driver";
  CuKernelNodeParams given;
  if (driver.cuGraphKernelNodeGetParams_v2 &&
      driver.cuGraphKernelNodeGetParams_v2(handle, &given) == CuResult::Success) {
    changeNode(attachment, node, given, false);
    copyAttributes(driver, node);
  }
  contents.nodes.push_back(std::move(node));
}

std::vector<CuGraphNode> nodesOf(const DriverApi &driver, CuGraph graph) {
  size_t count = 0;
  if (driver.cuGraphGetNodes(graph, nullptr, &count) != CuResult::Success || count == 0)
    return {};
  std::vector<CuGraphNode> nodes(count);
  if (driver.cuGraphGetNodes(graph, nodes.data(), &count) != CuResult::Success)
    return {};
  nodes.resize(std::min(count, nodes.size()));
  return nodes;
}

/// False where the driver does not describe them.
bool readDependencies(const DriverApi &driver,
                      const std::unordered_map<CuGraphNode, uint32_t> &places,
                      StructureNode &node) {
  const auto &read = driver.cuGraphNodeGetDependencies_v2;
  size_t count = 0;
  if (!read || read(node.node, nullptr, nullptr, &count) != CuResult::Success)
    return false;
  std::vector<CuGraphNode> dependencies(count);
  std::vector<CuGraphEdgeData> edges(count); // without them the driver rejects edges that have data
  if (count > 0 && read(node.node, dependencies.data(), edges.data(), &count) != CuResult::Success)
    return false;
  dependencies.resize(std::min(count, dependencies.size()));
  for (const CuGraphNode dependency : dependencies) {
    const auto place = places.find(dependency);
    if (place == places.end())
      return false;
    node.dependencies.push_back(place->second);
  }
  return true;
}

void addNodes(Attachment &attachment, CuGraph graph, GraphStructure &structure,
              GraphContents &contents) {
  const DriverApi &driver = attachment.driver;
  const std::vector<CuGraphNode> nodes = nodesOf(driver, graph);
  std::unordered_map<CuGraphNode, uint32_t> places;
  for (const CuGraphNode node : nodes)
    places.emplace(node, static_cast<uint32_t>(places.size()));
  for (const CuGraphNode handle : nodes) {
    StructureNode &node = structure.nodes.emplace_back();
    node.node = handle;
    CuGraph child = nullptr;
    if (driver.cuGraphNodeGetType(handle, &node.type) != CuResult::Success ||
        !readDependencies(driver, places, node))
      structure.isKnown = false;
    if (node.type == kCuGraphNodeKernel) {
      node.kernel = static_cast<uint32_t>(contents.nodes.size());
      addKernelNode(attachment, handle, contents);
    } else if (node.type == kCuGraphNodeConditional) {
      contents.hasConditional = true;
    } else if (node.type == kCuGraphNodeGraph && driver.cuGraphChildGraphNodeGetGraph &&
               driver.cuGraphChildGraphNodeGetGraph(handle, &child) == CuResult::Success) {
      node.child.resize(1);
      addNodes(attachment, child, node.child[0], contents);
    }
  }
}

} // namespace

GraphContents contentsOf(Attachment &attachment, CuGraph graph) {
  GraphContents contents;
  if (attachment.driver.cuGraphGetNodes && attachment.driver.cuGraphNodeGetType)
    addNodes(attachment, graph, contents.structure, contents);
  return contents;
}

void changeNode(Attachment &attachment, GraphNode &node, const CuKernelNodeParams &given,
                bool isOld) {
  node.given = CuKernelNodeParams();
  std::memcpy(static_cast<void *>(&node.given), &given,
              isOld ? offsetof(CuKernelNodeParams, kernel) : sizeof given);
  node.given.parameters = node.given.extra = nullptr;
  node.handle = findKernel(attachment, node.function());
  copyArguments(attachment.driver, given, node);
}

// Its name in the executable graph stays, and so does whether it is switched on.
void replaceNode(GraphNode &node, GraphNode &&given) {
  const bool isGone = !node.node;
  given.node = node.node;
  given.isEnabled = node.isEnabled;
  node = std::move(given);
  if (isGone)
    node.reason = "graph.updated";
}

NodeCall::NodeCall(const GraphNode &node, CuStream stream)
    : m_node(node), m_bytes(node.arguments.bytes), m_byteCount(m_bytes.size()),
      m_attributes(node.attributes) {
  const CuKernelNodeParams &given = node.given;
  m_config = {{given.grid[0], given.grid[1], given.grid[2]},
              {given.block[0], given.block[1], given.block[2]},
              given.dynamicSharedBytes,
              stream,
              m_attributes.data(),
              static_cast<unsigned>(m_attributes.size())};
  call.function = node.function();
  call.grid = {given.grid[0], given.grid[1], given.grid[2]};
  call.block = {given.block[0], given.block[1], given.block[2]};
  call.dynamicSharedBytes = given.dynamicSharedBytes;
  call.stream = stream;
  call.config = &m_config;
  for (const CuLaunchAttribute &attribute : m_attributes)
    call.isCooperative = call.isCooperative || attribute.id == kCuLaunchAttributeCooperative;
  if (node.arguments.isBuffer) {
    void *const keys[] = {kCuLaunchParamBufferPointer, m_bytes.data(), kCuLaunchParamBufferSize,
                          &m_byteCount, kCuLaunchParamEnd};
    std::copy(std::begin(keys), std::end(keys), m_keys);
    call.extra = m_keys;
    return;
  }
  for (const size_t offset : node.arguments.offsets)
    m_pointers.push_back(m_bytes.data() + offset);
  call.parameters = m_pointers.empty() ? nullptr : m_pointers.data();
}

CuKernelNodeParams NodeCall::withArguments(void **parameters, void **extra) const {
  CuKernelNodeParams given = m_node.given;
  given.parameters = parameters;
  given.extra = parameters ? nullptr : extra;
  return given;
}

CuKernelNodeParams NodeCall::of(CuFunction function, void **parameters, void **extra) const {
  CuKernelNodeParams given = withArguments(parameters, extra);
  given.function = function;
  given.kernel = given.context = nullptr;
  return given;
}

} // namespace pstudio::attach
