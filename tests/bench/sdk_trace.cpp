// SPDX-License-Identifier: Apache-2.0
// Writes packets and events one by one.
#include "tests/bench/sdk_trace.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace pstudio::bench {
namespace {

std::FILE *openOrExit(const char *path) {
  std::FILE *const file = std::fopen(path, "w");
  if (file == nullptr) {
    std::perror(path);
    std::exit(1);
  }
  return file;
}

void writeOperator(std::FILE *file, uint64_t number, double time, std::mt19937_64 &random) {
  static constexpr const char *kInputs[] = {
      R"("Input type": ["float", "float"], "Input Dims": [[128, 64], [64]])",
      R"("Input type": ["float", "", "Scalar"], "Input Dims": [[32, 128, 256], [], []])",
      R"("Input type": ["c10::Half"], "Input Dims": [[256, 128]])"};
  std::fprintf(
      file,
      "  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op_%u\", \"pid\": 4242, "
      "\"tid\": %u,\n    \"ts\": %.3f, \"dur\": %.3f,\n    \"args\": {\n      \"External id\": "
      "%lu,\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"1\"], %s, \"Ev "
      "Idx\": %lu\n    }\n  }",
      static_cast<unsigned>(random() % 60), 4242 + static_cast<unsigned>(random() % 2), time,
      8 + static_cast<double>(random() % 30'000) / 1000, number, kInputs[random() % 3], number);
}

void writeLaunch(std::FILE *file, uint64_t number, double time, std::mt19937_64 &random) {
  std::fprintf(file,
               ",\n  {\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": "
               "\"cudaLaunchKernel\", \"pid\": 4242, \"tid\": 4242,\n    \"ts\": %.3f, \"dur\": "
               "%.3f,\n    \"args\": {\n      \"External id\": %lu, \"cbid\": 211, "
               "\"correlation\": %lu\n    }\n  },\n",
               time + 2, 3.5, number, number);
  std::fprintf(
      file,
      "  {\n    \"ph\": \"s\", \"id\": %lu, \"pid\": 4242, \"tid\": 4242, \"ts\": %.3f,\n   "
      " \"cat\": \"ac2g\", \"name\": \"ac2g\"\n  },\n",
      number, time + 2);
  std::fprintf(
      file,
      "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void "
      "at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
      "at::detail::Array<char*, %u> >(int)\", \"pid\": 0, \"tid\": 7,\n    \"ts\": %.3f, "
      "\"dur\": %.3f,\n    \"args\": {\n      \"External id\": %lu, \"queued\": 0, "
      "\"device\": 0, \"context\": 1, \"stream\": 7, \"correlation\": %lu, \"registers per "
      "thread\": 32, \"shared memory\": 0, \"blocks per SM\": %.6f, \"warps per SM\": "
      "%.6f, \"grid\": [%u, 1, 1], \"block\": [256, 1, 1], \"est. achieved occupancy "
      "%%\": %u\n    }\n  },\n",
      static_cast<unsigned>(random() % 40), time + 6, static_cast<double>(random() % 20'000) / 1000,
      number, number, static_cast<double>(random() % 9'000'000) / 1e6,
      static_cast<double>(random() % 30'000'000) / 1e6, static_cast<unsigned>(random() % 400),
      static_cast<unsigned>(random() % 100));
  std::fprintf(file,
               "  {\n    \"ph\": \"f\", \"id\": %lu, \"pid\": 0, \"tid\": 7, \"ts\": %.3f,\n    "
               "\"cat\": \"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"\n  }",
               number, time + 6);
}

// Perfetto's messages, by hand, as only few fields are needed.

void addVarint(std::string &message, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    message += static_cast<char>(value | 0x80);
  message += static_cast<char>(value);
}

void addNumber(std::string &message, uint32_t field, uint64_t value) {
  addVarint(message, field << 3);
  addVarint(message, value);
}

void addBytes(std::string &message, uint32_t field, const std::string &bytes) {
  addVarint(message, field << 3 | 2);
  addVarint(message, bytes.size());
  message += bytes;
}

constexpr uint32_t kNames = 300;

/// The first packet of a sequence: interned texts and the thread's track.
std::string sequenceStart(uint32_t sequence) {
  std::string interned;
  for (uint32_t i = 1; i <= kNames; ++i) {
    std::string entry;
    addNumber(entry, 1, i);
    addBytes(entry, 2, "scope_" + std::to_string(i));
    addBytes(interned, 2, entry); // event_names
  }
  std::string category;
  addNumber(category, 1, 1);
  addBytes(category, 2, "cuda");
  addBytes(interned, 1, category); // event_categories
  std::string thread, descriptor, packet;
  addNumber(thread, 1, 1000);            // pid
  addNumber(thread, 2, 1000 + sequence); // tid
  addNumber(descriptor, 1, sequence);    // uuid
  addBytes(descriptor, 4, thread);
  addNumber(packet, 10, sequence);
  addNumber(packet, 13, 1); // incremental state is cleared
  addBytes(packet, 12, interned);
  addBytes(packet, 60, descriptor);
  return packet;
}

std::string eventPacket(uint32_t sequence, uint64_t time, bool isBegin, uint32_t name) {
  std::string event, packet;
  addNumber(event, 9, isBegin ? 1 : 2);
  addNumber(event, 11, sequence); // track_uuid
  if (isBegin) {
    addNumber(event, 3, 1);
    addNumber(event, 10, name);
  }
  addNumber(packet, 8, time);
  addNumber(packet, 10, sequence);
  addNumber(packet, 13, 2); // needs incremental state
  addBytes(packet, 11, event);
  return packet;
}

} // namespace

void writePyTorchJson(uint64_t slices, const char *path) {
  std::FILE *const file = openOrExit(path);
  std::mt19937_64 random(1);
  std::fputs("{\n  \"schemaVersion\": 1,\n  \"traceEvents\": [\n", file);
  double time = 1234567890.0;
  for (uint64_t made = 0; made < slices; time += 40) {
    if (made > 0)
      std::fputs(",\n", file);
    writeOperator(file, made, time, random);
    const bool isLaunch = random() % 5 < 3;
    if (isLaunch)
      writeLaunch(file, made, time, random);
    made += isLaunch ? 3 : 1;
  }
  std::fputs("\n  ],\n  \"baseTimeNanoseconds\": 1700000000000000000\n}\n", file);
  std::fclose(file);
}

void writeSdkPftrace(uint64_t slices, const char *path) {
  constexpr uint32_t kThreads = 32;
  constexpr uint64_t kBurst = 1000; // slices of one thread after the other, as buffers are full
  std::FILE *const file = openOrExit(path);
  std::mt19937_64 random(1);
  const auto write = [file](const std::string &packet) {
    std::string framed;
    addBytes(framed, 1, packet);
    std::fwrite(framed.data(), 1, framed.size(), file);
  };
  for (uint32_t sequence = 1; sequence <= kThreads; ++sequence)
    write(sequenceStart(sequence));
  uint64_t begin = 1'000'000'000, latest = begin;
  for (uint64_t made = 0, burst = 0; made < slices; ++burst) {
    const auto sequence = static_cast<uint32_t>(1 + burst % kThreads);
    uint64_t time = begin;
    for (const uint64_t end = made + kBurst; made < std::min(end, slices);) {
      const uint64_t depth = std::min<uint64_t>(1 + random() % 4, slices - made);
      for (uint64_t i = 0; i < depth; ++i)
        write(eventPacket(sequence, time += 100 + random() % 400, true,
                          static_cast<uint32_t>(1 + random() % kNames)));
      for (uint64_t i = 0; i < depth; ++i)
        write(eventPacket(sequence, time += 100 + random() % 400, false, 0));
      made += depth;
    }
    latest = std::max(latest, time);
    begin = burst % kThreads == kThreads - 1 ? latest : begin;
  }
  std::fclose(file);
}

} // namespace pstudio::bench
