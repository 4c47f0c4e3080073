// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_hip/code_object_writer.h"

#include <cstring>

#include <nlohmann/json.hpp>

namespace pstudio::test {
namespace {

using Json = nlohmann::json;

template <class T> void put(std::string &bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

std::string noteOf(const std::string &description) {
  std::string note(12, '\0');
  put<uint32_t>(note, 0, 7); // "AMDGPU" and its zero
  put<uint32_t>(note, 4, static_cast<uint32_t>(description.size()));
  put<uint32_t>(note, 8, 32);
  note += std::string("AMDGPU\0\0", 8) + description;
  note.resize((note.size() + 3) / 4 * 4);
  return note;
}

} // namespace

hip::KernelLayout layoutWith(const std::string &entry, const std::vector<uint32_t> &argumentBytes) {
  hip::KernelLayout layout;
  layout.entry = entry;
  layout.target = "amdgcn-amd-amdhsa--gfx942";
  layout.lanesPerWave = 64;
  layout.maxThreadsPerCta = 1024;
  layout.vectorRegisters = 24;
  layout.scalarRegisters = 32;
  uint32_t at = 0;
  const auto add = [&](uint32_t bytes, const std::string &kind) {
    at = (at + bytes - 1) / bytes * bytes;
    layout.arguments.push_back({at, bytes, kind});
    at += bytes;
  };
  for (const uint32_t bytes : argumentBytes)
    add(bytes, bytes == 8 ? "global_buffer" : "by_value");
  at = (at + 7) / 8 * 8;
  for (const char *axis : {"x", "y", "z"})
    add(4, std::string("hidden_block_count_") + axis);
  for (const char *axis : {"x", "y", "z"})
    add(2, std::string("hidden_group_size_") + axis);
  layout.argumentBytes = at + 232; // what version 5 keeps free for hidden arguments
  return layout;
}

std::string codeObjectOf(const hip::KernelLayout &layout) {
  Json arguments = Json::array();
  for (const hip::KernelArgument &argument : layout.arguments)
    arguments.push_back(
        {{".offset", argument.offset}, {".size", argument.bytes}, {".value_kind", argument.kind}});
  const Json kernel{{".name", layout.entry},
                    {".symbol", layout.entry + ".kd"},
                    {".args", arguments},
                    {".kernarg_segment_size", layout.argumentBytes},
                    {".group_segment_fixed_size", layout.ldsBytes},
                    {".private_segment_fixed_size", layout.scratchBytes},
                    {".wavefront_size", layout.lanesPerWave},
                    {".max_flat_workgroup_size", layout.maxThreadsPerCta},
                    {".vgpr_count", layout.vectorRegisters},
                    {".sgpr_count", layout.scalarRegisters},
                    {".vgpr_spill_count", layout.spilledRegisters},
                    {".sgpr_spill_count", 0u}};
  const Json document{{"amdhsa.version", {1, 2}},
                      {"amdhsa.target", layout.target},
                      {"amdhsa.kernels", Json::array({kernel})}};
  const std::vector<uint8_t> packed = Json::to_msgpack(document);
  const std::string note = noteOf(std::string(packed.begin(), packed.end()));

  std::string file(64 + 56, '\0');
  std::memcpy(file.data(),
              "\x7f"
              "ELF\x02\x01\x01",
              7);
  put<uint16_t>(file, 16, 3);   // a shared object
  put<uint16_t>(file, 18, 224); // AMDGPU
  put<uint64_t>(file, 32, 64);  // program headers
  put<uint16_t>(file, 54, 56);
  put<uint16_t>(file, 56, 1);
  put<uint32_t>(file, 64, 4); // of notes
  put<uint64_t>(file, 64 + 8, file.size());
  put<uint64_t>(file, 64 + 32, note.size());
  return file + note;
}

} // namespace pstudio::test
