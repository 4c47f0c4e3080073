// SPDX-License-Identifier: Apache-2.0
// Where the preloaded library and the Python package are, relative to this program.
#include <array>

#include "collector/attach/host/attach.h"
#include "core/process/program_path.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

constexpr const char *kLibrary = "libpstudio_attach.so";
constexpr const char *kPackage = "proton_studio";

/// The first folder that holds `name`; empty if none does.
template <size_t N> fs::path folderWith(const char *name, const std::array<fs::path, N> &folders) {
  std::error_code ignored;
  for (const fs::path &folder : folders)
    if (fs::exists(folder / name, ignored))
      return fs::weakly_canonical(folder, ignored);
  return {};
}

} // namespace

Result<AttachPlaces> findAttachPlaces() {
  AttachPlaces places;
  places.program = runningProgram();
  if (places.program.empty())
    return fail(ErrorCode::Unsupported, "cannot find this program", "/proc/self/exe",
                "mount /proc");
  const fs::path here = places.program.parent_path();
  // Installed, then a build folder, then the folder that this was built in.
  const fs::path library = folderWith(
      kLibrary, std::array{here / "../lib/proton-studio", here / "../collector/attach/shim",
                           here / "../lib", here, fs::path(PSTUDIO_ATTACH_BUILD_FOLDER)});
  if (library.empty())
    return fail(ErrorCode::Unsupported, std::string("cannot find ") + kLibrary, here.string(),
                "install the collector package, or build the target pstudio_attach_shim");
  places.preload = library / kLibrary;
  if (places.preload.native().find_first_of(" :") != std::string::npos)
    return fail(ErrorCode::Unsupported, "LD_PRELOAD cannot hold a path with a blank or a colon",
                places.preload.string(), "install Proton Studio in another folder");
  places.python = folderWith(kPackage, std::array{here / "../share/proton-studio/python",
                                                  here / "../../../collector/python",
                                                  fs::path(PSTUDIO_SOURCE_PYTHON)});
  return places;
}

} // namespace pstudio::attach
