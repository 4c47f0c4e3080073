// SPDX-License-Identifier: Apache-2.0
// PTX compiled by the driver, and the kernels in it.
#include <algorithm>
#include <array>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/driver_error.h"

namespace pstudio::cuda {

namespace {

constexpr std::string_view kCompiling = "compiling PTX for the GPU";

/// Logs of the driver's compiler. The options of the compile point into this object.
class JitLogs {
public:
  Result<CuModule> load(ContextState &state, const std::string &ptx);
  /// The report, without the compiler's empty lines at the end.
  std::string report() const { return text(m_report); }
  std::string errors() const { return text(m_errors); }

private:
  using Buffer = std::array<char, 64 * 1024>;
  static std::string text(const Buffer &buffer);

  Buffer m_report{};
  Buffer m_errors{};
};

std::string JitLogs::text(const Buffer &buffer) {
  std::string text(buffer.begin(), std::find(buffer.begin(), buffer.end(), '\0'));
  text.erase(text.find_last_not_of(" \n\r\t") + 1);
  return text;
}

/// An option's value travels in the pointer itself.
void *optionValue(size_t value) {
  return reinterpret_cast<void *>(value);
}

Result<CuModule> JitLogs::load(ContextState &state, const std::string &ptx) {
  std::array options{CuJitOption::InfoLogBuffer,  CuJitOption::InfoLogBufferSizeBytes,
                     CuJitOption::ErrorLogBuffer, CuJitOption::ErrorLogBufferSizeBytes,
                     CuJitOption::LogVerbose,     CuJitOption::GenerateLineInfo};
  std::array<void *, options.size()> values{m_report.data(), optionValue(m_report.size() - 1),
                                            m_errors.data(), optionValue(m_errors.size() - 1),
                                            optionValue(1),  optionValue(1)};
  const DriverApi &api = state.api();
  CuModule module = nullptr;
  const CuResult result = api.cuModuleLoadDataEx(
      &module, ptx.c_str(), static_cast<unsigned>(options.size()), options.data(), values.data());
  if (result == CuResult::Success)
    return module;
  // Errors that the PTX text does not cause are not CompileFailed.
  const bool isRunError = result == CuResult::OutOfMemory || endsContext(result);
  Error error = state.judge(result, api.cuModuleLoadDataEx.name, kCompiling,
                            isRunError ? ErrorCode::RunFailed : ErrorCode::CompileFailed);
  if (const std::string log = errors(); !log.empty())
    error.message += "\n" + log;
  return tl::unexpected<Error>(std::move(error));
}

} // namespace

Result<Module> Module::load(const Context &context, const std::string &ptx) {
  Module module;
  module.m_context = context.state();
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, module.m_context->enter(kCompiling));
  const auto logs = std::make_unique<JitLogs>();
  PSTUDIO_TRY_ASSIGN(const CuModule handle, logs->load(*module.m_context, ptx));
  module.m_handle = {module.m_context, module.m_context->api().cuModuleUnload, handle};
  module.m_log = logs->report();
  return module;
}

Result<uint64_t> Module::addressOf(const std::string &global) const {
  const std::string doing = "looking for global " + global;
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(doing));
  const DriverApi &api = m_context->api();
  CuDevicePointer address = 0;
  const CuResult result =
      api.cuModuleGetGlobal_v2(&address, nullptr, m_handle.get(), global.c_str());
  if (result == CuResult::NotFound)
    return fail(ErrorCode::InvalidInput, "the module has no global " + global);
  if (result != CuResult::Success)
    return tl::unexpected<Error>(m_context->judge(result, api.cuModuleGetGlobal_v2.name, doing));
  return address;
}

Result<void> Module::copyTo(const std::string &global, std::span<const std::byte> bytes,
                            gpu::Stream &stream) const {
  const std::string doing = "copying to global " + global;
  PSTUDIO_TRY_ASSIGN(const uint64_t address, addressOf(global));
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(doing));
  return stream.queue(doing, m_context->api().cuMemcpyAsync, CuDevicePointer(address),
                      CuDevicePointer(reinterpret_cast<uintptr_t>(bytes.data())), bytes.size(),
                      stream.handle());
}

namespace {

/// Attributes of a kernel; unknown to an old driver are those that need `orZero`.
class KernelAttributes {
public:
  KernelAttributes(ContextState &state, CuFunction kernel, std::string_view doing)
      : m_state(state), m_kernel(kernel), m_doing(doing) {}

  template <class Number> Result<void> read(CuFunctionAttribute attribute, Number &number) {
    int value = 0;
    PSTUDIO_TRY(
        m_state.call(m_doing, m_state.api().cuFuncGetAttribute, &value, attribute, m_kernel));
    number = value > 0 ? static_cast<Number>(value) : 0;
    return {};
  }
  uint32_t orZero(CuFunctionAttribute attribute) {
    int value = 0;
    const CuResult result = m_state.api().cuFuncGetAttribute(&value, attribute, m_kernel);
    return result == CuResult::Success && value > 0 ? static_cast<uint32_t>(value) : 0;
  }

private:
  ContextState &m_state;
  CuFunction m_kernel;
  std::string_view m_doing;
};

Result<KernelResources> readResources(ContextState &state, CuFunction kernel,
                                      std::string_view doing) {
  using A = CuFunctionAttribute;
  KernelAttributes attributes(state, kernel, doing);
  KernelResources resources;
  PSTUDIO_TRY(attributes.read(A::NumRegs, resources.registersPerThread));
  PSTUDIO_TRY(attributes.read(A::LocalSizeBytes, resources.localBytesPerThread));
  PSTUDIO_TRY(attributes.read(A::SharedSizeBytes, resources.staticSharedBytes));
  PSTUDIO_TRY(attributes.read(A::MaxThreadsPerBlock, resources.maxThreadsPerCta));
  if (state.device().canLaunchClusters)
    resources.requiredCluster = {attributes.orZero(A::RequiredClusterWidth),
                                 attributes.orZero(A::RequiredClusterHeight),
                                 attributes.orZero(A::RequiredClusterDepth)};
  return resources;
}

/// Size of each parameter [bytes]; nullopt if the driver is too old to report it.
std::optional<std::vector<uint64_t>> readParameters(const DriverApi &api, CuFunction kernel) {
  if (!api.cuFuncGetParamInfo.pointer)
    return std::nullopt;
  std::vector<uint64_t> sizes;
  size_t offset = 0;
  size_t size = 0;
  // CUDA_ERROR_INVALID_VALUE marks the end of the list.
  while (api.cuFuncGetParamInfo(kernel, sizes.size(), &offset, &size) == CuResult::Success)
    sizes.push_back(size);
  return sizes;
}

} // namespace

Result<Kernel> Kernel::find(const Module &module, const std::string &entry) {
  Kernel kernel;
  kernel.m_context = module.context();
  kernel.m_name = entry;
  ContextState &state = *kernel.m_context;
  const std::string doing = "looking for kernel " + entry;
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, state.enter(doing));
  const DriverApi &api = state.api();
  const CuResult result = api.cuModuleGetFunction(&kernel.m_handle, module.handle(), entry.c_str());
  if (result == CuResult::NotFound)
    return fail(ErrorCode::InvalidInput, "the module has no kernel " + entry);
  if (result != CuResult::Success)
    return tl::unexpected<Error>(state.judge(result, api.cuModuleGetFunction.name, doing));
  PSTUDIO_TRY_ASSIGN(kernel.m_resources, readResources(state, kernel.m_handle, doing));
  kernel.m_parameterBytes = readParameters(api, kernel.m_handle);
  return kernel;
}

} // namespace pstudio::cuda
