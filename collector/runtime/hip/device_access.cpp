// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/device_access.h"

#include <array>
#include <fcntl.h>
#include <grp.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace pstudio::hip {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kChoosesFirst = "ROCR_VISIBLE_DEVICES";
// All of these choose from what the first one left.
constexpr std::array kChooseThen{"HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES",
                                 "GPU_DEVICE_ORDINAL"};

bool mayUse(const fs::path &file) {
  return ::faccessat(AT_FDCWD, file.c_str(), R_OK | W_OK, AT_EACCESS) == 0;
}

/// Name of the group that owns the file, or its number.
std::string groupOf(const fs::path &file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0)
    return "render";
  std::array<char, 1024> buffer{};
  struct group entry {};
  struct group *found = nullptr;
  if (::getgrgid_r(status.st_gid, &entry, buffer.data(), buffer.size(), &found) == 0 && found)
    return found->gr_name;
  return std::to_string(status.st_gid);
}

AccessProblem noRights(const fs::path &file) {
  const std::string group = groupOf(file);
  return {"there are no rights to " + file.string() + ", which group " + group + " has",
          "join the groups that ROCm needs and log in again: sudo usermod -aG render,video $USER; "
          "in a container add --group-add " +
              group};
}

std::vector<fs::path> renderNodes(const fs::path &folder) {
  std::vector<fs::path> nodes;
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with("renderD"))
      nodes.push_back(entry.path());
  return nodes;
}

std::optional<AccessProblem> fileProblem(const fs::path &devices) {
  std::error_code ignored;
  const fs::path kfd = devices / "kfd";
  if (!fs::exists(kfd, ignored))
    return AccessProblem{
        "there is no " + kfd.string(),
        "ROCm needs an AMD GPU and the kernel driver amdgpu (sudo modprobe amdgpu; dmesg shows why "
        "it did not start); in a container add --device=/dev/kfd --device=/dev/dri"};
  if (!mayUse(kfd))
    return noRights(kfd);
  const std::vector<fs::path> nodes = renderNodes(devices / "dri");
  if (nodes.empty())
    return AccessProblem{"there is no " + (devices / "dri").string() + "/renderD*",
                         "in a container add --device=/dev/dri"};
  for (const fs::path &node : nodes)
    if (mayUse(node))
      return std::nullopt;
  return noRights(nodes.front());
}

/// Below a folder of Python packages.
std::optional<AccessProblem> wheelProblem(const fs::path &devices, const fs::path &library) {
  std::error_code ignored;
  const std::string path = library.string();
  const bool isWheel = path.find("/site-packages/") != std::string::npos ||
                       path.find("/dist-packages/") != std::string::npos;
  if (!isWheel || fs::exists(devices / "kfd", ignored))
    return std::nullopt;
  return AccessProblem{"the HIP runtime is a Python wheel's (" + path +
                           "), which has everything but the kernel driver",
                       "install the driver amdgpu: the distribution's kernel has it "
                       "(sudo modprobe amdgpu), or AMD's package amdgpu-dkms"};
}

std::optional<AccessProblem> variableProblem(const Environment &environment) {
  std::string set;
  std::string remedy;
  bool isSecond = false;
  const auto add = [&](const std::string &name) {
    const auto value = environment(name.c_str());
    if (!value)
      return false;
    set += (set.empty() ? "" : ", ") + name + "=" + *value;
    remedy += " -u " + name;
    return true;
  };
  const bool isFirst = add(std::string(kChoosesFirst));
  for (const char *name : kChooseThen)
    isSecond = add(name) || isSecond;
  if (set.empty())
    return std::nullopt;
  std::string what = set + " may hide all devices";
  if (isFirst && isSecond)
    what += ": ROCR_VISIBLE_DEVICES chooses first, and the others count what it left from 0";
  return AccessProblem{what, "try without: env" + remedy + " proton-collect targets"};
}

} // namespace

std::vector<AccessProblem> accessProblems(const Environment &environment, const fs::path &devices,
                                          const fs::path &library) {
  std::vector<AccessProblem> problems;
  if (auto problem = fileProblem(devices))
    problems.push_back(*std::move(problem));
  if (auto problem = wheelProblem(devices, library))
    problems.push_back(*std::move(problem));
  if (auto problem = variableProblem(environment))
    problems.push_back(*std::move(problem));
  return problems;
}

Error noDeviceError(const std::string &what, const std::vector<AccessProblem> &problems) {
  std::string message = what;
  for (const AccessProblem &problem : problems)
    message += (&problem == problems.data() ? ": " : "; ") + problem.what;
  return {ErrorCode::Unsupported, std::move(message), "",
          problems.empty()
              ? "rocminfo lists the devices that ROCm finds; dmesg shows the messages of amdgpu"
              : problems.front().remedy};
}

} // namespace pstudio::hip
