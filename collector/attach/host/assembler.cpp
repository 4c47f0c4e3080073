// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/assembler.h"

#include <algorithm>
#include <vector>

#include "core/process/program_path.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

constexpr const char *kName = "ptxas";

std::vector<fs::path> placesOfTriton(const Environment &environment, const PythonProgram &python) {
  std::vector<fs::path> places;
  if (const auto path = environment.find("TRITON_PTXAS_PATH"); path && !path->empty())
    places.emplace_back(*path);
  for (const std::string &folder : python.path)
    places.push_back(fs::path(folder) / "triton" / "backends" / "nvidia" / "bin" / kName);
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

std::optional<fs::path> findAssembler(const Environment &environment, const PythonProgram &python,
                                      PtxOrigin origin) {
  std::vector<fs::path> places = placesOfToolkit(environment);
  const std::vector<fs::path> ofTriton = placesOfTriton(environment, python);
  places.insert(origin == PtxOrigin::Triton ? places.begin() : places.end(), ofTriton.begin(),
                ofTriton.end());
  const auto found = std::ranges::find_if(places, isProgram);
  return found == places.end() ? std::nullopt : std::optional(*found);
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
