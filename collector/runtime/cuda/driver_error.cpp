// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/driver_error.h"

#include <array>

#include "collector/runtime/gpu/driver_error.h"

namespace pstudio::cuda {

namespace {

using gpu::KnownResult;

constexpr std::string_view kUpdateDriver = "update the NVIDIA driver";
constexpr std::string_view kSanitizer =
    "run the kernel without instrumentation under compute-sanitizer to find the place";

constexpr std::array kKnownResults{
    KnownResult{CuResult::OutOfMemory, false, "use smaller buffers, or end what else uses the GPU"},
    KnownResult{CuResult::Deinitialized, true, ""},
    KnownResult{CuResult::StubLibrary, false,
                "this is the toolkit's stub, made for linking; put the driver's libcuda.so.1 first "
                "in the library path"},
    KnownResult{CuResult::DeviceUnavailable, false,
                "another process has the GPU for itself (nvidia-smi shows its compute mode)"},
    KnownResult{CuResult::NoDevice, false,
                "check nvidia-smi, CUDA_VISIBLE_DEVICES, and the access to /dev/nvidia*"},
    KnownResult{CuResult::InvalidDevice, false, "nvidia-smi lists the devices"},
    KnownResult{CuResult::InvalidImage, false, ""},
    KnownResult{CuResult::NoBinaryForGpu, false, "compile for this GPU's architecture"},
    KnownResult{CuResult::EccUncorrectable, true, "the GPU's memory is faulty: see nvidia-smi -q"},
    KnownResult{CuResult::InvalidPtx, false, ""},
    KnownResult{CuResult::NvlinkUncorrectable, true, "see nvidia-smi nvlink --status"},
    KnownResult{CuResult::JitCompilerNotFound, false,
                "libnvidia-ptxjitcompiler.so.1 is missing: install the driver's compiler package"},
    KnownResult{CuResult::UnsupportedPtxVersion, false,
                "the driver is older than this PTX: update the NVIDIA driver"},
    KnownResult{CuResult::JitCompilationDisabled, false, "unset CUDA_DISABLE_PTX_JIT"},
    KnownResult{CuResult::Contained, true, "the GPU's memory is faulty: see nvidia-smi -q"},
    KnownResult{CuResult::IllegalAddress, true, kSanitizer},
    KnownResult{CuResult::LaunchOutOfResources, false,
                "use fewer threads or registers (.maxntid) or less shared memory"},
    KnownResult{CuResult::LaunchTimeout, true,
                "a GPU with a display stops long kernels: use smaller launches or another GPU"},
    KnownResult{CuResult::ContextIsDestroyed, true, ""},
    KnownResult{CuResult::Assert, true, "the driver's text contains the assertion"},
    KnownResult{CuResult::HardwareStackError, true, "the call stack overflowed: less recursion"},
    KnownResult{CuResult::IllegalInstruction, true, kSanitizer},
    KnownResult{CuResult::MisalignedAddress, true,
                "a load or store is not aligned to its size; compute-sanitizer finds the place"},
    KnownResult{CuResult::InvalidAddressSpace, true, kSanitizer},
    KnownResult{CuResult::InvalidPc, true, kSanitizer},
    KnownResult{CuResult::LaunchFailed, true, kSanitizer},
    KnownResult{CuResult::NotPermitted, false, "the system or a container forbids it"},
    KnownResult{CuResult::SystemNotReady, false,
                "services are still starting (nvidia-fabricmanager on machines with NVSwitch)"},
    KnownResult{CuResult::SystemDriverMismatch, false,
                "kernel module and libcuda.so.1 are of different versions: reboot, or install both "
                "from one package"},
    KnownResult{CuResult::CompatNotSupportedOnDevice, false, kUpdateDriver},
    KnownResult{CuResult::ExternalDevice, true, ""},
    KnownResult{CuResult::InvalidClusterSize, false, "use smaller clusters"},
    KnownResult{CuResult::Unknown, true, "dmesg may contain an Xid message with details"},
};

} // namespace

std::string describe(const DriverApi &api, CuResult result) {
  const char *name = nullptr;
  const char *text = nullptr;
  // Both functions set the pointer to null for a number that is unknown to this driver.
  api.cuGetErrorName(result, &name);
  api.cuGetErrorString(result, &text);
  return gpu::describeResult(result, name, text);
}

bool endsContext(CuResult result) {
  return gpu::endsDevice(kKnownResults, result);
}

std::string_view hintFor(CuResult result) {
  return gpu::hintFor(kKnownResults, result);
}

Error driverError(const DriverApi &api, CuResult result, std::string_view call,
                  std::string_view doing, ErrorCode code) {
  return gpu::callError(call, doing, describe(api, result), hintFor(result), code);
}

std::string versionText(unsigned version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace pstudio::cuda
