// SPDX-License-Identifier: Apache-2.0
// The fake driver's modules, libraries, kernels and their attributes.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "tests/collector/attach/shim/fake_driver/fake_image.h"
#include "tests/collector/attach/shim/fake_driver/fake_state.h"

using namespace pstudio::test;

namespace {

std::vector<FakeKernelText> kernelsOf(const char *text) {
  std::vector<FakeKernelText> kernels;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word != "kernel")
      continue;
    FakeKernelText kernel;
    words >> kernel.name;
    while (words >> word) {
      const size_t equals = word.find('=');
      kernel.values[word.substr(0, equals)] = std::stoi(word.substr(equals + 1));
    }
    kernel.isIdle = kernel.value("idle", 0) != 0;
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::map<std::string, FakeVariable> variablesOf(const char *text) {
  std::map<std::string, FakeVariable> variables;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, name;
    if (!(words >> kind >> name) || (kind != "variable" && kind != "managed"))
      continue;
    FakeVariable &variable = variables[name];
    uint64_t value = 0;
    words >> variable.bytes >> value;
    variable.words.assign(variable.bytes / sizeof value + 1, value);
    variable.isManaged = kind == "managed";
  }
  return variables;
}

/// As a driver does that loads code while a kernel runs which waits for another device's.
void waitForLaunch(FakeDriver &driver, std::unique_lock<std::mutex> &lock) {
  if (std::exchange(driver.hasWaited, true))
    return;
  const int before = driver.launchCount();
  if (!driver.launched.wait_for(lock, std::chrono::seconds(3),
                                [&] { return driver.launchCount() > before; }))
    driver.offences.push_back("a load held up the launches of another context");
}

CuResult load(const char *call, void **out, const void *image, bool isLibrary) {
  FakeDriver &driver = fakeDriver();
  std::unique_lock lock(driver.mutex);
  driver.forbidInCapture(call);
  if (fakeThread().stack.empty() && !isLibrary)
    return kInvalidContext;
  const char *text = textOfImage(image);
  if (!text)
    return kInvalidImage;
  FakeCode *code = nullptr;
  if (driver.freeCodes.empty()) {
    code = &driver.codes.emplace_back();
  } else {
    code = driver.freeCodes.back();
    driver.freeCodes.pop_back();
  }
  *code = {isLibrary, kernelsOf(text), {}, variablesOf(text)};
  *out = code;
  if (!code->kernels.empty() && code->kernels.front().value("waits", 0) != 0)
    waitForLaunch(driver, lock);
  return kCuSuccess;
}

std::string contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

CuResult find(void **out, void *handle, const char *name, FakeEntry::Kind kind) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  FakeCode *code = static_cast<FakeCode *>(handle);
  for (FakeEntry *known : code->entries)
    if (known->kind == kind && known->text.name == name) {
      *out = known;
      return kCuSuccess;
    }
  for (const FakeKernelText &text : code->kernels)
    if (text.name == name) {
      *out = driver.newEntry(kind, text, code);
      return kCuSuccess;
    }
  return kCuNotFound;
}

CuResult findVariable(const char *call, uint64_t *address, size_t *bytes, void *handle,
                      const char *name, bool isManaged) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  driver.forbidInCapture(call);
  auto &variables = static_cast<FakeCode *>(handle)->variables;
  const auto found = variables.find(name);
  if (found == variables.end() || found->second.isManaged != isManaged)
    return kCuNotFound;
  *address = reinterpret_cast<uint64_t>(found->second.words.data());
  *bytes = found->second.bytes;
  return kCuSuccess;
}

CuResult unload(void *handle) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  driver.freeCode(static_cast<FakeCode *>(handle));
  return kCuSuccess;
}

FakeEntry *checked(void *handle, FakeEntry::Kind kind) {
  auto *entry = static_cast<FakeEntry *>(handle);
  return entry && entry->kind == kind ? entry : nullptr;
}

CuResult attribute(int *value, int number, FakeEntry *entry) {
  const std::lock_guard lock(fakeDriver().mutex);
  if (!entry)
    return kInvalidHandle;
  const auto found = entry->attributes.find(number);
  *value = found == entry->attributes.end() ? 0 : found->second;
  return found == entry->attributes.end() ? kInvalidValue : kCuSuccess;
}

CuResult parameter(FakeEntry *entry, size_t index, size_t *offset, size_t *bytes) {
  const std::lock_guard lock(fakeDriver().mutex);
  if (!entry)
    return kInvalidHandle;
  if (index >= static_cast<size_t>(entry->text.value("parameters", 2)))
    return kInvalidValue;
  *offset = 8 * index;
  *bytes = 8;
  return kCuSuccess;
}

CuResult nameOf(const char **name, FakeEntry *entry) {
  const std::lock_guard lock(fakeDriver().mutex);
  if (!entry)
    return kInvalidHandle;
  *name = entry->text.name.c_str();
  return kCuSuccess;
}

/// The driver's rules. A kernel with "hints=0" takes no hint, one with "most" no more dynamic
/// shared memory than that.
CuResult answerToAttribute(const FakeEntry &entry, int number, int value) {
  const bool isRight = [&] {
    switch (number) {
    case 8: // dynamic shared memory
      return value >= 0 && value + entry.attributes.at(1) <= kSharedBytesOfCta &&
             value <= entry.text.value("most", kSharedBytesOfCta);
    case 9: // carve-out
      return value >= -1 && value <= 100;
    case 11: // required clusters
    case 12:
    case 13:
      return value >= 0;
    case 14: // clusters of more than 8 CTAs
      return value == 0 || value == 1;
    case 15: // scheduling of clusters
      return value >= 0 && value <= 2;
    default: // only the compiler determines these
      return false;
    }
  }();
  if (!isRight)
    return kInvalidValue;
  if (number >= 11 && number <= 13 && entry.text.value("cluster", 0) != 0)
    return kNotPermitted; // the code has them
  const bool isHint = number == 9 || number == 15;
  return isHint && entry.text.value("hints", 1) == 0 ? kNotSupported : kCuSuccess;
}

constexpr auto kFunction = FakeEntry::Kind::Function;
constexpr auto kLibraryKernel = FakeEntry::Kind::LibraryKernel;

} // namespace

FAKE_EXPORT CuResult cuModuleLoad(void **module, const char *path) {
  return load("cuModuleLoad", module, contents(path).c_str(), false);
}
FAKE_EXPORT CuResult cuModuleLoadData(void **module, const void *image) {
  return load("cuModuleLoadData", module, image, false);
}
FAKE_EXPORT CuResult cuModuleLoadDataEx(void **module, const void *image, unsigned, void *,
                                        void **) {
  return load("cuModuleLoadDataEx", module, image, false);
}
FAKE_EXPORT CuResult cuModuleLoadFatBinary(void **module, const void *image) {
  return load("cuModuleLoadFatBinary", module, image, false);
}
FAKE_EXPORT CuResult cuModuleUnload(void *module) {
  return unload(module);
}
FAKE_EXPORT CuResult cuModuleGetFunction(void **function, void *module, const char *name) {
  return find(function, module, name, kFunction);
}
/// cuModuleGetFunction under a name that the shim has no hook for.
FAKE_EXPORT CuResult fakeFindFunction(void **function, void *module, const char *name) {
  return find(function, module, name, kFunction);
}
/// cuModuleUnload, likewise.
FAKE_EXPORT CuResult fakeUnload(void *module) {
  return unload(module);
}
FAKE_EXPORT CuResult cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, void *module,
                                          const char *name) {
  return findVariable("cuModuleGetGlobal", address, bytes, module, name, false);
}
FAKE_EXPORT CuResult cuLibraryGetGlobal(uint64_t *address, size_t *bytes, void *library,
                                        const char *name) {
  return findVariable("cuLibraryGetGlobal", address, bytes, library, name, false);
}
FAKE_EXPORT CuResult cuLibraryGetManaged(uint64_t *address, size_t *bytes, void *library,
                                         const char *name) {
  return findVariable("cuLibraryGetManaged", address, bytes, library, name, true);
}
FAKE_EXPORT CuResult cuLibraryLoadData(void **library, const void *code, void *, void **, unsigned,
                                       void *, void **, unsigned) {
  return load("cuLibraryLoadData", library, code, true);
}
FAKE_EXPORT CuResult cuLibraryLoadFromFile(void **library, const char *path, void *, void **,
                                           unsigned, void *, void **, unsigned) {
  return load("cuLibraryLoadFromFile", library, contents(path).c_str(), true);
}
FAKE_EXPORT CuResult cuLibraryUnload(void *library) {
  return unload(library);
}
FAKE_EXPORT CuResult cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  return find(kernel, library, name, kLibraryKernel);
}
FAKE_EXPORT CuResult cuLibraryGetModule(void **module, void *library) {
  *module = library; // one context is enough for it
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuKernelGetFunction(void **function, void *kernel) {
  FakeEntry *entry = checked(kernel, kLibraryKernel);
  return entry ? find(function, entry->code, entry->text.name.c_str(), kFunction) : kInvalidHandle;
}
FAKE_EXPORT CuResult cuKernelGetLibrary(void **library, void *kernel) {
  FakeEntry *entry = checked(kernel, kLibraryKernel);
  *library = entry ? entry->code : nullptr;
  return entry ? kCuSuccess : kInvalidHandle;
}
// With FAKE_OWN_MODULES a handle that no other function returns, as of a library whose module the
// program did not request.
FAKE_EXPORT CuResult cuFuncGetModule(void **module, void *function) {
  FakeEntry *entry = checked(function, kFunction);
  *module = entry ? entry->code : nullptr;
  if (entry && std::getenv("FAKE_OWN_MODULES"))
    *module = reinterpret_cast<char *>(entry->code) + 1;
  return entry ? kCuSuccess : kInvalidHandle;
}
FAKE_EXPORT CuResult cuFuncGetName(const char **name, void *function) {
  return nameOf(name, checked(function, kFunction));
}
FAKE_EXPORT CuResult cuKernelGetName(const char **name, void *kernel) {
  return nameOf(name, checked(kernel, kLibraryKernel));
}
FAKE_EXPORT CuResult cuFuncGetParamInfo(void *function, size_t index, size_t *offset,
                                        size_t *bytes) {
  return parameter(checked(function, kFunction), index, offset, bytes);
}
FAKE_EXPORT CuResult cuKernelGetParamInfo(void *kernel, size_t index, size_t *offset,
                                          size_t *bytes) {
  return parameter(checked(kernel, kLibraryKernel), index, offset, bytes);
}
FAKE_EXPORT CuResult cuFuncGetAttribute(int *value, CuFunctionAttribute number, void *function) {
  return attribute(value, static_cast<int>(number), checked(function, kFunction));
}
FAKE_EXPORT CuResult cuKernelGetAttribute(int *value, CuFunctionAttribute number, void *kernel,
                                          int) {
  return attribute(value, static_cast<int>(number), checked(kernel, kLibraryKernel));
}
FAKE_EXPORT CuResult cuFuncSetAttribute(void *function, CuFunctionAttribute attribute, int value) {
  const int number = static_cast<int>(attribute);
  const std::lock_guard lock(fakeDriver().mutex);
  FakeEntry *entry = checked(function, kFunction);
  if (!entry)
    return kInvalidHandle;
  const CuResult answer = answerToAttribute(*entry, number, value);
  if (answer == kCuSuccess)
    entry->attributes[number] = value;
  return answer;
}
FAKE_EXPORT CuResult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, void *function, int,
                                                                 size_t) {
  FakeEntry *entry = checked(function, kFunction);
  if (!entry)
    return kInvalidHandle;
  *count = entry->text.value("ctas", 8);
  return kCuSuccess;
}
