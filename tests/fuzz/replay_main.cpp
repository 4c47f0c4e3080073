// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over a corpus without libFuzzer: every file, cut at many places and with many
// flipped bits.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace {

constexpr int kMutations = 400;
constexpr size_t kMaxCuts = 256;

void run(const std::string &input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()), input.size());
}

void runCuts(const std::string &input) {
  const size_t step = std::max<size_t>(1, input.size() / kMaxCuts);
  for (size_t size = 0; size < input.size(); size += step)
    run(input.substr(0, size));
}

void runMutations(const std::string &input, std::mt19937_64 &random) {
  for (int i = 0; i < kMutations && !input.empty(); ++i) {
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
  std::mt19937_64 random(kSeed);
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(argv[1]))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path &file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(stream), {}};
    run(input);
    runCuts(input);
    runMutations(input, random);
  }
  std::printf("%zu files, seed %llu: no harm\n", files.size(),
              static_cast<unsigned long long>(kSeed));
  return files.empty() ? 1 : 0;
}
