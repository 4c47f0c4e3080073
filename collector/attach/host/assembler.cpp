// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/assembler.h"

#include <set>
#include <system_error>

#include "core/process/program_path.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

constexpr const char *kName = "ptxas";

std::vector<fs::path> placesOfTriton(const PythonProgram &python) {
  std::vector<fs::path> places;
  for (const std::string &folder : python.path)
    places.push_back(fs::path(folder) / "triton" / "backends" / "nvidia" / "bin" / kName);
  return places;
}

/// NVIDIA's Python packages of CUDA 13, and of CUDA 12.
std::vector<fs::path> placesOfPackages(const PythonProgram &python) {
  std::vector<fs::path> places;
  for (const std::string &folder : python.path)
    for (const char *package : {"cu13", "cuda_nvcc"})
      places.push_back(fs::path(folder) / "nvidia" / package / "bin" / kName);
  return places;
}

std::vector<fs::path> placesOfToolkit(const Environment &environment) {
  std::vector<fs::path> places;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const auto folder = environment.find(variable); folder && !folder->empty())
      places.push_back(fs::path(*folder) / "bin" / kName);
  places.push_back(fs::path("/usr/local/cuda/bin") / kName);
  if (std::optional<fs::path> found = findOnPath(kName))
    places.push_back(*std::move(found));
  return places;
}

} // namespace

std::vector<fs::path> findAssemblers(const Environment &environment, const PythonProgram &python,
                                     PtxOrigin origin) {
  std::vector<fs::path> places = placesOfToolkit(environment);
  const auto add = [&places](const std::vector<fs::path> &others, bool areFirst) {
    places.insert(areFirst ? places.begin() : places.end(), others.begin(), others.end());
  };
  add(placesOfTriton(python), origin == PtxOrigin::Triton);
  add(placesOfPackages(python), origin == PtxOrigin::Xla);
  if (const auto path = environment.find("TRITON_PTXAS_PATH"); path && !path->empty())
    add({fs::path(*path)}, true);
  std::vector<fs::path> found;
  std::set<fs::path> files;
  for (const fs::path &place : places) {
    std::error_code error;
    if (isProgram(place) && files.insert(fs::canonical(place, error)).second)
      found.push_back(place);
  }
  return found;
}

std::optional<fs::path> findAssembler(const Environment &environment, const PythonProgram &python,
                                      PtxOrigin origin) {
  const std::vector<fs::path> found = findAssemblers(environment, python, origin);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::string targetOf(std::string_view ptx) {
  constexpr std::string_view kTarget = "\n.target ";
  const size_t at = ptx.find(kTarget);
  if (at == std::string_view::npos)
    return {};
  const std::string_view rest = ptx.substr(at + kTarget.size());
  return std::string(rest.substr(0, rest.find_first_of(", \t\r\n")));
}

} // namespace pstudio::attach
