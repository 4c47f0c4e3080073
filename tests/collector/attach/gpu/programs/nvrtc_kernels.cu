// SPDX-License-Identifier: Apache-2.0
// Kernels that NVRTC compiles in the program, loaded as machine code (the default) or as PTX
// ("ptx" as argument). Prints a hash of each output.
//   nvcc -std=c++17 nvrtc_kernels.cu -o nvrtc -lnvrtc -lcuda
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <cuda.h>
#include <nvrtc.h>

namespace {

constexpr int kThreads = 128, kCtas = 64, kCount = kThreads * kCtas;

const char *const kSource = R"(
extern "C" __global__ void scaled(const float *in, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += in[(i + k * 33) % count] * (k + 1);
  out[i] = sum;
}
extern "C" __global__ void blockSums(const float *in, float *out, int) {
  __shared__ float parts[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  parts[threadIdx.x] = in[i];
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step)
      parts[threadIdx.x] += parts[threadIdx.x + step];
    __syncthreads();
  }
  out[i] = parts[0];
}
template <int kSteps, class T> __global__ void polynomial(const T *in, T *out, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = in[i], result = 0;
#pragma unroll 1
  for (int k = 0; k < kSteps; ++k)
    result = result * value + T(k);
  out[i] = result;
}
)";

void check(bool isGood, const char *call) {
  if (isGood)
    return;
  std::fprintf(stderr, "%s failed\n", call);
  std::exit(1);
}
#define CUDA(call) check((call) == CUDA_SUCCESS, #call)
#define NVRTC(call) check((call) == NVRTC_SUCCESS, #call)

uint64_t hashOf(const std::vector<float> &values) {
  uint64_t hash = 1469598103934665603u;
  for (const float value : values) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

struct Compiled {
  std::string code, polynomial;
};

Compiled compile(bool isPtx, std::vector<std::string> options) {
  nvrtcProgram program = nullptr;
  NVRTC(nvrtcCreateProgram(&program, kSource, "nvrtc_kernels_source.cu", 0, nullptr, nullptr));
  const char *const kInstance = "polynomial<7, float>";
  NVRTC(nvrtcAddNameExpression(program, kInstance));
  options.push_back(isPtx ? "-arch=compute_90" : "-arch=sm_90");
  std::vector<const char *> words;
  for (const std::string &option : options)
    words.push_back(option.c_str());
  NVRTC(nvrtcCompileProgram(program, static_cast<int>(words.size()), words.data()));
  Compiled made;
  const char *name = nullptr;
  NVRTC(nvrtcGetLoweredName(program, kInstance, &name));
  made.polynomial = name;
  size_t bytes = 0;
  NVRTC(isPtx ? nvrtcGetPTXSize(program, &bytes) : nvrtcGetCUBINSize(program, &bytes));
  made.code.resize(bytes);
  NVRTC(isPtx ? nvrtcGetPTX(program, made.code.data()) : nvrtcGetCUBIN(program, made.code.data()));
  NVRTC(nvrtcDestroyProgram(&program));
  return made;
}

void launchAll(const Compiled &made, const char *label) {
  CUmodule module = nullptr;
  CUDA(cuModuleLoadData(&module, made.code.data()));
  std::vector<float> in(kCount), out(kCount);
  for (int i = 0; i < kCount; ++i)
    in[i] = static_cast<float>(i % 97) / 7;
  CUdeviceptr source = 0, target = 0;
  CUDA(cuMemAlloc(&source, kCount * sizeof(float)));
  CUDA(cuMemAlloc(&target, kCount * sizeof(float)));
  CUDA(cuMemcpyHtoD(source, in.data(), kCount * sizeof(float)));
  const std::string kernels[] = {"scaled", "blockSums", made.polynomial};
  for (const std::string &name : kernels) {
    CUfunction function = nullptr;
    CUDA(cuModuleGetFunction(&function, module, name.c_str()));
    for (int launch = 0; launch < 3; ++launch) {
      CUDA(cuMemsetD8(target, 0xa5, kCount * sizeof(float)));
      int count = kCount;
      void *arguments[] = {&source, &target, &count};
      CUDA(cuLaunchKernel(function, kCtas, 1, 1, kThreads, 1, 1, 0, nullptr, arguments, nullptr));
      CUDA(cuMemcpyDtoH(out.data(), target, kCount * sizeof(float)));
      std::printf("%s %s %d %016llx\n", label, name.c_str(), launch,
                  static_cast<unsigned long long>(hashOf(out)));
    }
  }
  CUDA(cuMemFree(source));
  CUDA(cuMemFree(target));
  CUDA(cuModuleUnload(module));
}

} // namespace

int main(int count, char **arguments) {
  const bool isPtx = count > 1 && std::strcmp(arguments[1], "ptx") == 0;
  const Compiled plain = compile(isPtx, {}); // before the driver is used
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUDA(cuInit(0));
  CUDA(cuDeviceGet(&device, 0));
  CUDA(cuDevicePrimaryCtxRetain(&context, device));
  CUDA(cuCtxSetCurrent(context));
  launchAll(plain, "plain");
  launchAll(compile(isPtx, {"-lineinfo", "--maxrregcount=32"}), "options");
  launchAll(compile(isPtx, {"-G"}), "debug");
}
