// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over a corpus without libFuzzer: every file, cut at many places and with many
// flipped bits.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace {

/// Of each file.
struct Effort {
  int mutations = 400;
  size_t mostCuts = 256;
};

/// A quarter with sanitizers, where a reader of traces takes 20 times as long.
Effort effortOfThisRun() {
  const char *sanitized = std::getenv("PSTUDIO_TEST_SANITIZED");
  return sanitized != nullptr && *sanitized == '1' ? Effort{100, 64} : Effort{};
}

void run(const std::string &input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()), input.size());
}

void runCuts(const std::string &input, size_t mostCuts) {
  const size_t step = std::max<size_t>(1, input.size() / mostCuts);
  for (size_t size = 0; size < input.size(); size += step)
    run(input.substr(0, size));
}

void runMutations(const std::string &input, int mutations, std::mt19937_64 &random) {
  for (int i = 0; i < mutations && !input.empty(); ++i) {
    std::string mutated = input;
    for (uint64_t changes = 1 + random() % 6; changes > 0; --changes)
      mutated[random() % mutated.size()] ^= static_cast<char>(1 << (random() % 8));
    run(mutated);
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CORPUS_FOLDER\n", argv[0]);
    return 2;
  }
  constexpr uint64_t kSeed = 20261121;
  const Effort effort = effortOfThisRun();
  std::mt19937_64 random(kSeed);
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(argv[1]))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path &file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(stream), {}};
    run(input);
    runCuts(input, effort.mostCuts);
    runMutations(input, effort.mutations, random);
  }
  std::printf("%zu files, seed %llu: no harm\n", files.size(),
              static_cast<unsigned long long>(kSeed));
  return files.empty() ? 1 : 0;
}
