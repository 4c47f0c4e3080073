// SPDX-License-Identifier: Apache-2.0
// The driver finds variables by their names in the image, whether they are visible or not.
#include "collector/attach/shim/module_variables.h"

namespace pstudio::attach {

namespace {

/// A variable as the driver has it.
struct FoundVariable {
  CuDevicePointer address = 0;
  size_t bytes = 0;
};

/// "cuModuleGetGlobal(count): CUDA_ERROR_NOT_FOUND".
std::string lookUpText(const DriverApi &driver, const char *call, const std::string &name,
                       CuResult result) {
  return driver.describe((std::string(call) + "(" + name + ")").c_str(), result);
}

std::optional<FoundVariable> findInModule(const DriverApi &driver, CuModule module,
                                          const std::string &name, std::string &problem) {
  FoundVariable found;
  if (!driver.cuModuleGetGlobal_v2) {
    problem = "the driver lacks cuModuleGetGlobal";
    return std::nullopt;
  }
  const CuResult result =
      driver.cuModuleGetGlobal_v2(&found.address, &found.bytes, module, name.c_str());
  if (result == CuResult::Success)
    return found;
  problem = lookUpText(driver, "cuModuleGetGlobal", name, result);
  return std::nullopt;
}

/// Of a library, which has no managed variables among the others.
std::optional<FoundVariable> findInLibrary(const DriverApi &driver, CuLibrary library,
                                           const std::string &name) {
  FoundVariable found;
  for (const auto &find : {driver.cuLibraryGetGlobal, driver.cuLibraryGetManaged})
    if (find && find(&found.address, &found.bytes, library, name.c_str()) == CuResult::Success)
      return found;
  return std::nullopt;
}

/// The module of the original in the current context, and its library if it is of one.
struct OriginalImage {
  CuModule module = nullptr;
  CuLibrary library = nullptr;
};

OriginalImage imageOf(const DriverApi &driver, const OriginalKernel &original) {
  OriginalImage image;
  if (driver.cuFuncGetModule &&
      driver.cuFuncGetModule(&image.module, original.function) != CuResult::Success)
    image.module = nullptr;
  if (original.isLibraryKernel && driver.cuKernelGetLibrary &&
      driver.cuKernelGetLibrary(&image.library, original.handle) != CuResult::Success)
    image.library = nullptr;
  return image;
}

std::optional<FoundVariable> findInImage(const DriverApi &driver, const OriginalImage &image,
                                         const std::string &name, std::string &problem) {
  std::optional<FoundVariable> found;
  problem = "the driver does not name the module of the kernel";
  if (image.module)
    found = findInModule(driver, image.module, name, problem);
  if (!found && image.library)
    found = findInLibrary(driver, image.library, name);
  return found;
}

} // namespace

std::optional<VariableAddresses> variableAddresses(const DriverApi &driver,
                                                   const OriginalKernel &original,
                                                   const std::vector<TwinVariable> &variables,
                                                   std::string &problem) {
  VariableAddresses addresses;
  if (variables.empty())
    return addresses;
  const OriginalImage image = imageOf(driver, original);
  for (const TwinVariable &variable : variables) {
    const auto found = findInImage(driver, image, variable.name, problem);
    if (!found)
      return std::nullopt;
    if (found->bytes < variable.bytes) {
      problem = variable.name + " has " + std::to_string(found->bytes) + " bytes, its PTX " +
                std::to_string(variable.bytes);
      return std::nullopt;
    }
    addresses.push_back(found->address);
  }
  return addresses;
}

bool connectVariables(const DriverApi &driver, const std::vector<TwinVariable> &variables,
                      const VariableAddresses &addresses, CuModule twin, CuStream stream,
                      std::vector<VariableCopy> &copies, std::string &problem) {
  if (variables.empty())
    return true;
  if (!driver.cuMemcpyHtoDAsync_v2 || !driver.cuMemcpyDtoDAsync_v2) {
    problem = "the driver lacks cuMemcpyHtoDAsync or cuMemcpyDtoDAsync";
    return false;
  }
  for (size_t i = 0; i < variables.size(); ++i) {
    const TwinVariable &variable = variables[i];
    const auto found = findInModule(driver, twin, variable.symbol, problem);
    if (!found)
      return false;
    if (variable.form == VariableForm::Copied) {
      copies.push_back({found->address, addresses[i], variable.bytes});
      continue;
    }
    if (const CuResult result = driver.cuMemcpyHtoDAsync_v2(found->address, &addresses[i],
                                                            sizeof(CuDevicePointer), stream);
        result != CuResult::Success) {
      problem = lookUpText(driver, "cuMemcpyHtoDAsync", variable.symbol, result);
      return false;
    }
  }
  const CuResult result = driver.cuStreamSynchronize(stream);
  if (result != CuResult::Success)
    problem = driver.describe("cuStreamSynchronize", result);
  return result == CuResult::Success;
}

bool copyVariables(const DriverApi &driver, const std::vector<VariableCopy> &copies,
                   CuStream stream, std::string &problem) {
  for (const VariableCopy &copy : copies)
    if (const CuResult result = driver.cuMemcpyDtoDAsync_v2(copy.to, copy.from, copy.bytes, stream);
        result != CuResult::Success) {
      problem = driver.describe("cuMemcpyDtoDAsync", result);
      return false;
    }
  return true;
}

} // namespace pstudio::attach
