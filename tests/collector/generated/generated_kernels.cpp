// SPDX-License-Identifier: Apache-2.0
// Generated kernels from the command line (README.md).
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/collector/generated/generated_modes.h"
#include "tests/collector/generated/shrink.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr const char *kUsage =
    R"(generated_kernels run FIRST COUNT    compares kernels of COUNT seeds on the CPU target
generated_kernels export COUNT FOLDER  writes kernels for a GPU with specifications and expected values
generated_kernels show SEED FOLDER     writes the kernel of a seed
generated_kernels shrink SEED FOLDER   writes the smallest kernel that fails as the seed's does
)";

int report(const Error &error) {
  std::fprintf(stderr, "%s\n", error.toString().c_str());
  return 2;
}

const char *formOf(const GeneratedCase &made) {
  return kFormNames[static_cast<size_t>(made.form)];
}

std::filesystem::path scratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "generatedXXXXXX").string();
  return mkdtemp(name.data());
}

int runSeeds(uint64_t first, uint64_t count) {
  const std::filesystem::path folder = scratchFolder();
  uint64_t failed = 0, launches = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const auto made = makeCaseOf(seed, false, folder, "k");
    if (!made)
      return report(made.error());
    const std::vector<std::string> modes = modesOf(seed, 3);
    launches += modes.size() + 1;
    const std::string failure = checkCase(*made, modes);
    if (failure.empty())
      continue;
    ++failed;
    std::printf("seed %llu (%s): %s\n", static_cast<unsigned long long>(seed), formOf(*made),
                failure.c_str());
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  std::printf("%llu kernels from seed %llu, %llu launches: %llu kernels fail\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(launches), static_cast<unsigned long long>(failed));
  return failed == 0 ? 0 : 1;
}

int exportSeeds(uint64_t count, const std::filesystem::path &folder) {
  std::filesystem::create_directories(folder);
  for (uint64_t seed = 1; seed <= count; ++seed) {
    const std::string stem = "k" + std::to_string(seed);
    const auto made = makeCaseOf(seed, true, folder, stem);
    if (!made)
      return report(made.error());
    if (const auto written = exportCase(*made, stem); !written)
      return report(written.error());
  }
  return 0;
}

int show(const GeneratedCase &made, const std::string &stem, const std::string &failure) {
  if (const auto written = exportCase(made, stem); !written)
    return report(written.error());
  std::printf("%s.json (%s): %s\n", stem.c_str(), formOf(made),
              failure.empty() ? "equal" : failure.c_str());
  return failure.empty() ? 0 : 1;
}

int showSeed(uint64_t seed, const std::filesystem::path &folder) {
  std::filesystem::create_directories(folder);
  const std::string stem = "seed" + std::to_string(seed);
  const auto made = makeCaseOf(seed, false, folder, stem);
  return made ? show(*made, stem, checkCase(*made, modesOf(seed, 3))) : report(made.error());
}

/// The mode and the words of a failure without its numbers: a smaller kernel has other lines, lanes
/// and values.
std::string kindOfFailure(const std::string &failure) {
  std::string kind;
  for (size_t i = 0; i < failure.size(); ++i) {
    const bool isNumber = std::isdigit(static_cast<unsigned char>(failure[i])) != 0;
    while (isNumber && i + 1 < failure.size() &&
           std::isalnum(static_cast<unsigned char>(failure[i + 1])))
      ++i;
    kind += isNumber ? '#' : failure[i];
  }
  return kind.substr(0, kind.find(" at +"));
}

int shrinkSeed(uint64_t seed, const std::filesystem::path &folder) {
  std::filesystem::create_directories(folder);
  const std::string stem = "seed" + std::to_string(seed);
  const std::vector<std::string> modes = modesOf(seed, 3);
  const auto made = makeCaseOf(seed, false, folder, stem);
  if (!made)
    return report(made.error());
  const std::string failure = checkCase(*made, modes);
  if (failure.empty())
    return show(*made, stem, failure);
  const auto fails = [&](const Kernel &kernel) {
    const auto smaller = makeCase(kernel, made->form, folder, stem);
    return smaller && kindOfFailure(checkCase(*smaller, modes)) == kindOfFailure(failure);
  };
  const auto smallest = makeCase(shrink(made->kernel, fails, 2000), made->form, folder, stem);
  return smallest ? show(*smallest, stem, checkCase(*smallest, modes)) : report(smallest.error());
}

} // namespace

int main(int argc, char **argv) {
  const std::string command = argc == 4 ? argv[1] : "";
  const auto number = [&](int index) { return std::strtoull(argv[index], nullptr, 10); };
  if (command == "run")
    return runSeeds(number(2), number(3));
  if (command == "export")
    return exportSeeds(number(2), argv[3]);
  if (command == "show")
    return showSeed(number(2), argv[3]);
  if (command == "shrink")
    return shrinkSeed(number(2), argv[3]);
  std::fputs(kUsage, stderr);
  return 2;
}
