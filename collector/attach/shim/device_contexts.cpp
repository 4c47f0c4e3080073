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

DeviceContext *DeviceContexts::findById(uint64_t id) {
  const std::lock_guard lock(m_mutex);
  for (DeviceContext &known : m_contexts)
    if (known.id == id && !known.isGone)
      return &known;
  return nullptr;
}

DeviceContext *DeviceContexts::add(CuContext handle, uint64_t id, std::string &problem) {
  CuDevice device = 0;
  if (const CuResult result = m_driver.cuCtxGetDevice(&device); result != CuResult::Success) {
    problem = m_driver.describe("cuCtxGetDevice", result);
    return nullptr;
  }
  const std::lock_guard lock(m_mutex);
  for (DeviceContext &known : m_contexts)
    if (known.id == id && !known.isGone)
      return &known; // by another thread, meanwhile
  DeviceContext &made = m_contexts.emplace_back();
  made.handle = handle;
  made.id = id;
  made.device = device;
  return &made;
}

bool DeviceContexts::openStream(DeviceContext &context, std::string &problem) {
  if (context.stream.load())
    return true;
  const std::lock_guard loading(context.loading);
  if (context.stream.load())
    return true;
  CuStream stream = nullptr;
  if (const CuResult result = m_driver.cuStreamCreate(&stream, gpu::kStreamNonBlocking);
      result != CuResult::Success) {
    problem = m_driver.describe("cuStreamCreate", result);
    return false;
  }
  context.stream.store(stream);
  return true;
}

DeviceContext *DeviceContexts::current(std::string &problem) {
  CuContext handle = nullptr;
  const CuResult result = m_driver.cuCtxGetCurrent(&handle);
  if (result != CuResult::Success || !handle) {
    problem = m_driver.describe("cuCtxGetCurrent", result);
    return nullptr;
  }
  uint64_t id = 0;
  if (const CuResult failure = m_driver.cuCtxGetId(handle, &id); failure != CuResult::Success) {
    problem = m_driver.describe("cuCtxGetId", failure);
    return nullptr;
  }
  DeviceContext *context = findById(id);
  if (!context)
    context = add(handle, id, problem);
  return context && openStream(*context, problem) ? context : nullptr;
}

std::optional<LoadedTwin> DeviceContexts::findTwin(const DeviceContext &context,
                                                   const TwinKey &key) {
  const std::lock_guard lock(m_mutex);
  const auto known = context.twins.find(key);
  return known == context.twins.end() ? std::nullopt : std::optional(known->second);
}

std::optional<LoadedTwin> DeviceContexts::load(const Twin &twin, const OwnedFile &code,
                                               std::string &problem) {
  const MappedCode image(code);
  if (!image.data()) {
    problem = "the server sent no code";
    return std::nullopt;
  }
  LoadedTwin loaded;
  if (const CuResult result = m_driver.cuModuleLoadData(&loaded.module, image.data());
      result != CuResult::Success) {
    problem = m_driver.describe("cuModuleLoadData", result);
    return std::nullopt;
  }
  if (const CuResult result =
          m_driver.cuModuleGetFunction(&loaded.function, loaded.module, twin.entry.c_str());
      result != CuResult::Success) {
    problem = m_driver.describe("cuModuleGetFunction", result);
    m_driver.cuModuleUnload(loaded.module);
    return std::nullopt;
  }
  return loaded;
}

std::optional<LoadedTwin> DeviceContexts::twin(DeviceContext &context, const Twin &twin,
                                               const VariableAddresses &addresses,
                                               const OwnedFile &code, std::string &problem) {
  const TwinKey key(twin.twin, addresses);
  if (auto known = findTwin(context, key))
    return known;
  const std::lock_guard loading(context.loading);
  if (auto known = findTwin(context, key))
    return known; // by another thread, meanwhile
  std::optional<LoadedTwin> loaded = load(twin, code, problem);
  if (loaded && !connectVariables(m_driver, twin.variables, addresses, loaded->module,
                                  context.stream, loaded->copies, problem)) {
    m_driver.cuModuleUnload(loaded->module);
    return std::nullopt;
  }
  const std::lock_guard lock(m_mutex);
  if (loaded)
    context.twins.emplace(key, *loaded);
  return loaded;
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
