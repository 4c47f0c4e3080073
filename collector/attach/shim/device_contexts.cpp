// SPDX-License-Identifier: Apache-2.0
// Contexts by the driver's number, twins by the server's.
#include "collector/attach/shim/device_contexts.h"

#include <sys/mman.h>
#include <sys/stat.h>

namespace pstudio::attach {

namespace {

/// The bytes of a file in memory, for the duration of a call.
class MappedCode {
public:
  explicit MappedCode(const OwnedFile &file) {
    struct stat facts {};
    if (!file || fstat(file.get(), &facts) != 0 || facts.st_size <= 0)
      return;
    m_size = static_cast<size_t>(facts.st_size);
    void *data = mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    m_data = data == MAP_FAILED ? nullptr : data;
  }
  ~MappedCode() {
    if (m_data)
      munmap(m_data, m_size);
  }
  MappedCode(const MappedCode &) = delete;
  MappedCode &operator=(const MappedCode &) = delete;

  const void *data() const { return m_data; }

private:
  void *m_data = nullptr;
  size_t m_size = 0;
};

} // namespace

CuResult DeviceContexts::open(DeviceContext &context, std::string &problem) {
  if (const CuResult result = m_driver.cuCtxGetDevice(&context.device)) {
    problem = m_driver.describe("cuCtxGetDevice", result);
    return result;
  }
  const CuResult result = m_driver.cuStreamCreate(&context.stream, kCuStreamNonBlocking);
  if (result != kCuSuccess)
    problem = m_driver.describe("cuStreamCreate", result);
  return result;
}

DeviceContext *DeviceContexts::current(std::string &problem) {
  DeviceContext found;
  const CuResult result = m_driver.cuCtxGetCurrent(&found.handle);
  if (result != kCuSuccess || !found.handle) {
    problem = m_driver.describe("cuCtxGetCurrent", result);
    return nullptr;
  }
  if (!m_driver.cuCtxGetId || m_driver.cuCtxGetId(found.handle, &found.id) != kCuSuccess)
    found.id = reinterpret_cast<uint64_t>(found.handle);
  const std::lock_guard lock(m_mutex);
  for (DeviceContext &known : m_contexts)
    if (known.id == found.id && !known.isGone)
      return &known;
  if (open(found, problem) != kCuSuccess)
    return nullptr;
  return &m_contexts.emplace_back(std::move(found));
}

std::optional<LoadedTwin> DeviceContexts::twin(DeviceContext &context, const Twin &twin,
                                               const OwnedFile &code, std::string &problem) {
  const std::lock_guard lock(m_mutex);
  if (const auto known = context.twins.find(twin.twin); known != context.twins.end())
    return known->second;
  const MappedCode image(code);
  if (!image.data()) {
    problem = "the server sent no code";
    return std::nullopt;
  }
  LoadedTwin loaded;
  if (const CuResult result = m_driver.cuModuleLoadData(&loaded.module, image.data())) {
    problem = m_driver.describe("cuModuleLoadData", result);
    return std::nullopt;
  }
  if (const CuResult result =
          m_driver.cuModuleGetFunction(&loaded.function, loaded.module, twin.entry.c_str())) {
    problem = m_driver.describe("cuModuleGetFunction", result);
    m_driver.cuModuleUnload(loaded.module);
    return std::nullopt;
  }
  return context.twins.emplace(twin.twin, loaded).first->second;
}

DeviceContext *DeviceContexts::find(CuContext handle) {
  const std::lock_guard lock(m_mutex);
  for (DeviceContext &known : m_contexts)
    if (known.handle == handle && !known.isGone)
      return &known;
  return nullptr;
}

std::deque<DeviceContext *> DeviceContexts::ofDevice(CuDevice device) {
  const std::lock_guard lock(m_mutex);
  std::deque<DeviceContext *> found;
  for (DeviceContext &known : m_contexts)
    if (known.device == device && !known.isGone)
      found.push_back(&known);
  return found;
}

void DeviceContexts::forget(DeviceContext &context) {
  const std::lock_guard lock(m_mutex);
  context.isGone = true;
  context.twins.clear();
}

} // namespace pstudio::attach
