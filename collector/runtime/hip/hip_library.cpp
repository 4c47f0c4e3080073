// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/hip_library.h"

#include <algorithm>
#include <cstring>

#include "collector/runtime/hip/device_access.h"
#include "collector/runtime/hip/hip_api.h"
#include "collector/runtime/hip/hip_error.h"
#include "core/base/little_endian.h"

namespace pstudio::hip {
namespace {

// Size of the property buffer [bytes]. Much larger than the known layouts, so that a HIP version
// with a longer structure does not write past its end.
constexpr size_t kPropertyRoom = 8192;

std::string newerRuntime(unsigned version) {
  return "HIP " + std::to_string(version / 10'000) + " or newer has it";
}

/// "gfx" and lower-case hexadecimal digits, optionally followed by ":feature" parts.
bool isArchitecture(std::string_view name) {
  const std::string_view chip = name.substr(0, name.find(':'));
  return chip.size() > 5 && chip.starts_with("gfx") &&
         chip.find_first_not_of("0123456789abcdef", 3) == std::string_view::npos;
}

/// Only hipDeviceProp_t contains the architecture, and its layout depends on the version. The name
/// is accepted only if the structure's memory size equals `memoryBytes`, the result of another
/// call.
Result<std::string> architectureOf(const HipApi &api, int index, uint64_t memoryBytes) {
  const bool isNew = api.hipGetDevicePropertiesR0600.pointer;
  const auto &function = isNew ? api.hipGetDevicePropertiesR0600 : api.hipGetDeviceProperties;
  const HipPropertyLayout &layout = isNew ? kHipProperties6 : kHipProperties5;
  const std::string doing = "asking what device " + std::to_string(index) + " is";
  if (!function.pointer)
    return fail(ErrorCode::Unsupported, doing + ": the library has no hipGetDeviceProperties");
  std::vector<std::byte> bytes(kPropertyRoom);
  if (const HipResult r = function(bytes.data(), index); r != HipResult::Success)
    return tl::unexpected<Error>(hipError(api, r, function.name, doing));
  std::string name(reinterpret_cast<const char *>(bytes.data()) + layout.architectureName,
                   kHipArchitectureNameBytes);
  name.erase(std::min(name.find('\0'), name.size()));
  if (loadLittle<uint64_t>(bytes.data() + layout.memoryBytes) != memoryBytes ||
      !isArchitecture(name))
    return fail(ErrorCode::Unsupported,
                doing + ": " + function.name + " gives a structure that is not known here", "",
                "PSTUDIO_HIP may name the library of another ROCm version (5, 6 or 7)");
  return name;
}

Result<DeviceInfo> describeDevice(const HipApi &api, int index) {
  using A = HipDeviceAttribute;
  DeviceInfo info;
  info.index = static_cast<uint32_t>(index);
  gpu::DeviceReader read(api.hipDeviceGetAttribute, index);
  read.describe(api.hipDeviceGetName, api.hipDeviceTotalMem, info);
  info.maxSharedBytesPerCta = read(A::MaxSharedMemoryPerBlock);
  info.referenceClockKhz = read.orZero(A::WallClockRate); // older libraries lack this attribute
  if (read.failedCall())
    return tl::unexpected<Error>(hipError(api, read.result(), read.failedCall(),
                                          "asking about device " + std::to_string(index)));
  PSTUDIO_TRY_ASSIGN(info.architecture, architectureOf(api, index, info.memoryBytes));
  if (info.name.empty()) // containers often lack the table of names
    info.name = info.architecture.substr(0, info.architecture.find(':'));
  return info;
}

} // namespace

std::string versionProblem(uint32_t version) {
  if (majorOf(version) < kOldestMajor)
    return "HIP " + versionText(version) + " is too old: 5.0 or newer is needed";
  if (majorOf(version) > kNewestMajor)
    return "HIP " + versionText(version) +
           " is newer than this program, which supports the structures of HIP 5, 6 and 7";
  return {};
}

Library::Library() : m_api(std::make_unique<HipApi>()) {}
Library::~Library() = default;

Result<std::shared_ptr<const Library>> Library::load(const std::string &path) {
  PSTUDIO_TRY_ASSIGN(OpenedLibrary handle, openLibrary(path));
  const std::shared_ptr<Library> library(new Library);
  HipApi &api = *library->m_api;
  library->m_path = path;
  PSTUDIO_TRY(resolveAll(handle.get(), path, api, newerRuntime));
  int version = 0;
  // hipRuntimeGetVersion starts threads: the library must not be unloaded from here on.
  static_cast<void>(handle.release());
  if (const HipResult r = api.hipRuntimeGetVersion(&version); r != HipResult::Success)
    version = 0; // HIP 6 fails here without a device; hipInit reports the reason in devices()
  library->m_version = static_cast<uint32_t>(std::max(version, 0));
  if (version > 0)
    if (std::string problem = versionProblem(library->m_version); !problem.empty())
      return fail(ErrorCode::Unsupported, path + ": " + problem);
  return std::shared_ptr<const Library>(library);
}

Result<std::shared_ptr<const Library>> Library::open(const Environment &environment) {
  return openFirst(libraryCandidates(environment), load, "the HIP runtime",
                   "it comes with ROCm (Debian: libamdhip64-5) or a Python wheel of it; "
                   "PSTUDIO_HIP may name the file libamdhip64.so or its folder");
}

Result<std::vector<DeviceInfo>> Library::devices() const {
  const auto none = [&](std::string what) {
    return tl::unexpected<Error>(
        noDeviceError(what, accessProblems(processEnvironment(), "/dev", m_path)));
  };
  int count = 0;
  HipResult result = m_api->hipInit(0);
  if (result == HipResult::Success)
    result = m_api->hipGetDeviceCount(&count);
  if (result != HipResult::Success)
    return none("HIP shows no GPU (" + describe(*m_api, result) + ")");
  if (count <= 0)
    return none("HIP shows no GPU");
  std::vector<DeviceInfo> devices;
  for (int index = 0; index < count; ++index) {
    PSTUDIO_TRY_ASSIGN(DeviceInfo info, describeDevice(*m_api, index));
    devices.push_back(std::move(info));
  }
  return devices;
}

} // namespace pstudio::hip
