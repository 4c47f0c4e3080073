// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/modifier_cases.h"

namespace pstudio::test::amdgpu {
namespace {

constexpr const char *kIntegerClamp = "clamp of an integer result is not supported";
constexpr const char *kPending = "a register is used before the wait";

using ModifierCases = std::vector<ModifierCase>;

/// v0 of lane i is 100 + i.
void addLaneRow(ModifierCases &cases, const char *processor, const std::string &text, uint32_t lane,
                uint32_t expected, uint64_t exec = ~uint64_t(0)) {
  ModifierCase added{text, processor, 100, 0, 0, expected};
  added.step = 1;
  added.lane = lane;
  added.exec = exec;
  cases.push_back(added);
}

void addFailure(ModifierCases &cases, const char *processor, const std::string &text,
                const std::string &failure) {
  cases.push_back({text, processor, 0, 0, 0, 0, failure});
}

void addSwizzles(ModifierCases &cases) {
  const auto row = [&](const std::string &pattern, uint32_t lane, uint32_t from) {
    for (const char *processor : {"gfx1100", "gfx942"})
      addLaneRow(cases, processor,
                 "ds_swizzle_b32 v3, v0 offset:swizzle(" + pattern + ")\ns_waitcnt lgkmcnt(0)",
                 lane, 100 + from);
  };
  row("SWAP,16", 5, 21);
  row("REVERSE,8", 1, 6);
  row("BROADCAST,4,1", 6, 5);
  row("QUAD_PERM,3,1,2,0", 7, 4);
  row("BITMASK_PERM,\"10i01\"", 0, 21);
  row("BITMASK_PERM,\"ppi0p\"", 11, 13);
}

void addDppRows(ModifierCases &cases) {
  const std::string eight = "v_mov_b32_dpp v3, v0 dpp8:[1,0,3,2,5,4,7,6]";
  const std::string quad =
      "v_mov_b32_dpp v3, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1";
  for (const std::string &text : {eight, quad}) {
    addLaneRow(cases, "gfx1100", text, 4, 105);
    addLaneRow(cases, "gfx1100", text, 4, 0, ~uint64_t(32));
    addLaneRow(cases, "gfx1100", text + " fi:1", 4, 105, ~uint64_t(32));
  }
  for (const char *name : {"wave_shl:1", "wave_rol:1", "wave_ror:1"})
    addFailure(cases, "gfx942",
               std::string("v_mov_b32_dpp v3, v0 ") + name + " row_mask:0xf bank_mask:0xf",
               std::string("modifier ") + name + " is not supported");
}

void addClamps(ModifierCases &cases) {
  const auto row = [&](const char *processor, const char *text, uint32_t a, uint32_t b,
                       uint32_t expected) {
    cases.push_back({text, processor, a, b, 0, expected});
  };
  row("gfx942", "v_add_u32_e64 v3, v0, v1 clamp", 0xfffffffe, 3, 0xffffffff);
  row("gfx942", "v_add_u32_e64 v3, v0, v1", 0xfffffffe, 3, 1);
  row("gfx942", "v_sub_u32_e64 v3, v0, v1 clamp", 1, 2, 0);
  row("gfx942", "v_subrev_u32_e64 v3, v0, v1 clamp", 1, 2, 1);
  row("gfx942", "v_add_u16_e64 v3, v0, v1 clamp", 0xfffe, 3, 0xffff);
  row("gfx1100", "v_add_nc_i32 v3, v0, v1 clamp", 0x7fffffff, 1, 0x7fffffff);
  row("gfx1100", "v_sub_nc_i32 v3, v0, v1 clamp", 0x80000000, 1, 0x80000000);
  row("gfx1100", "v_pk_add_u16 v3, v0, v1 clamp", 0xffff0001, 0x00020002, 0xffff0003);
  row("gfx942", "v_pk_sub_i16 v3, v0, v1 clamp", 0x80000001, 0x00010002, 0x8000ffff);
  row("gfx942", "v_pk_mad_u16 v3, v0, v1, v2 clamp", 0x01000003, 0x01000005, 0xffff000f);
  addFailure(cases, "gfx942", "v_mad_u32_u24 v3, v0, v1, v2 clamp", kIntegerClamp);
  addFailure(cases, "gfx1100", "v_wmma_i32_16x16x16_iu8 v[16:23], v[0:3], v[4:7], v[16:23] clamp",
             kIntegerClamp);
}

void addElements(ModifierCases &cases) {
  const uint32_t zeros = 0, minusZeros = 0x80008000;
  for (const char *processor : {"gfx1100", "gfx942"}) {
    cases.push_back({"v_pk_min_f16 v3, v0, v1", processor, zeros, minusZeros, 0, minusZeros});
    cases.push_back({"v_pk_min_f16 v3, v0, v1", processor, minusZeros, zeros, 0, minusZeros});
    cases.push_back({"v_pk_max_f16 v3, v0, v1", processor, zeros, minusZeros, 0, zeros});
    cases.push_back({"v_pk_max_f16 v3, v0, v1", processor, minusZeros, zeros, 0, zeros});
    // 1 * 2 + 1 * 2 + 1.
    cases.push_back({"v_dot2_f32_f16 v3, v0, v1, v2", processor, 0x3c003c00, 0x40004000, 0x3f800000,
                     0x40a00000});
    for (const char *modifier : {"neg_lo:[1,0,0]", "neg_hi:[0,1,0]"})
      addFailure(cases, processor, std::string("v_dot2_f32_f16 v3, v0, v1, v2 ") + modifier,
                 "modifiers of the elements of a dot product");
  }
  cases.push_back({"v_dot4_i32_i8 v3, v0, v1, v2", "gfx942", 0x01ff0203, 0x01010101, 7, 12});
  std::string text;
  for (int i = 0; i < 16; ++i)
    text += "v_mov_b32 v" + std::to_string(i) + ", 0\n";
  const std::string halves = "16x16x16_f16 v[16:23], v[0:7], v[8:15], ";
  cases.push_back({text + "v_wmma_f16_" + halves + "1.0\nv_and_b32 v3, 0xffff, v16", "gfx1100", 0,
                   0, 0, 0x3c00});
  addFailure(cases, "gfx1100", "v_wmma_bf16_16x16x16_bf16 v[16:23], v[0:7], v[8:15], 1.0",
             "a constant of type bf16 is not supported");
  addFailure(cases, "gfx1100", "v_wmma_f32_" + halves + "v[16:23] neg_lo:[1,0,0]",
             "neg_lo and neg_hi of a matrix product are not supported");
}

void addMemoryRows(ModifierCases &cases) {
  // A buffer of 16 bytes; the scalar offset of 16 is out of it.
  cases.push_back({"s_mov_b32 s4, 0x1000\ns_mov_b32 s5, 0\ns_mov_b32 s6, 16\ns_mov_b32 s7, 0\n"
                   "s_mov_b32 s8, 16\nbuffer_load_dword v3, off, s[4:7], s8\ns_waitcnt vmcnt(0)",
                   "gfx942"});
  addFailure(cases, "gfx942", "s_memtime vcc\ns_cbranch_vccz 0", kPending);
  addFailure(cases, "gfx942", "s_memtime vcc\nv_div_fmas_f32 v3, v0, v1, v2", kPending);
}

} // namespace

std::vector<ModifierCase> modifierCases() {
  ModifierCases cases;
  addSwizzles(cases);
  addDppRows(cases);
  addClamps(cases);
  addElements(cases);
  addMemoryRows(cases);
  return cases;
}

} // namespace pstudio::test::amdgpu
