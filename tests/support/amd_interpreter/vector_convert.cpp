// SPDX-License-Identifier: Apache-2.0
// Conversions between the types of lanes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

/// Truncated and saturated; 0 for NaN.
template <class To> To saturated(double value) {
  constexpr double kLow = double(std::numeric_limits<To>::min());
  constexpr double kHigh = double(std::numeric_limits<To>::max());
  if (value != value)
    return 0;
  const double whole = std::trunc(value);
  return whole <= kLow    ? std::numeric_limits<To>::min()
         : whole >= kHigh ? std::numeric_limits<To>::max()
                          : To(whole);
}

template <int kByte> constexpr Execute byteToFloat() {
  return lanewise([](uint32_t a) { return float(a >> (8 * kByte) & 0xff); });
}

/// Rounded toward zero.
Half halfTowardZero(float value) {
  const Half nearest = Half(value);
  if (std::isnan(value) || std::isinf(value) || std::fabs(float(nearest)) <= std::fabs(value))
    return nearest;
  return std::bit_cast<Half>(uint16_t(std::bit_cast<uint16_t>(nearest) - 1));
}

uint32_t packed(Half a, Half b) {
  return std::bit_cast<uint16_t>(a) | uint32_t(std::bit_cast<uint16_t>(b)) << 16;
}

/// Round to nearest even of value * scale, saturated; for v_cvt_pknorm.
template <class To> uint16_t normalized(float value, double scale) {
  const double limited =
      value != value ? 0.0 : std::fmin(std::fmax(value, scale < 40000 ? -1 : 0), 1);
  return static_cast<uint16_t>(static_cast<To>(std::nearbyint(limited * scale)));
}

void addToIntegers(InstructionTable &table) {
  table["v_cvt_i32_f32"] = lanewise([](float a) { return saturated<int32_t>(a); });
  table["v_cvt_u32_f32"] = lanewise([](float a) { return saturated<uint32_t>(a); });
  table["v_cvt_i32_f64"] = lanewise([](double a) { return saturated<int32_t>(a); });
  table["v_cvt_u32_f64"] = lanewise([](double a) { return saturated<uint32_t>(a); });
  table["v_cvt_i16_f16"] = lanewise([](Half a) { return saturated<int16_t>(double(a)); });
  table["v_cvt_u16_f16"] = lanewise([](Half a) { return saturated<uint16_t>(double(a)); });
  for (const char *name : {"v_cvt_rpi_i32_f32", "v_cvt_nearest_i32_f32"})
    table[name] = lanewise([](float a) { return saturated<int32_t>(std::floor(a + 0.5)); });
  for (const char *name : {"v_cvt_flr_i32_f32", "v_cvt_floor_i32_f32"})
    table[name] = lanewise([](float a) { return saturated<int32_t>(std::floor(double(a))); });
  table["v_cvt_i32_i16"] = lanewise([](int16_t a) { return int32_t(a); });
  table["v_cvt_u32_u16"] = lanewise([](uint16_t a) { return uint32_t(a); });
}

} // namespace

void addConversions(InstructionTable &table) {
  addToIntegers(table);
  table["v_cvt_f32_i32"] = lanewise([](int32_t a) { return float(a); });
  table["v_cvt_f32_u32"] = lanewise([](uint32_t a) { return float(a); });
  table["v_cvt_f64_i32"] = lanewise([](int32_t a) { return double(a); });
  table["v_cvt_f64_u32"] = lanewise([](uint32_t a) { return double(a); });
  table["v_cvt_f64_f32"] = lanewise([](float a) { return double(a); });
  table["v_cvt_f32_f64"] = lanewise([](double a) { return float(a); });
  table["v_cvt_f32_f16"] = lanewise([](Half a) { return float(a); });
  table["v_cvt_f16_f32"] = lanewise([](float a) { return Half(a); });
  table["v_cvt_f16_u16"] = lanewise([](uint16_t a) { return Half(float(a)); });
  table["v_cvt_f16_i16"] = lanewise([](int16_t a) { return Half(float(a)); });
  table["v_cvt_f32_ubyte0"] = byteToFloat<0>();
  table["v_cvt_f32_ubyte1"] = byteToFloat<1>();
  table["v_cvt_f32_ubyte2"] = byteToFloat<2>();
  table["v_cvt_f32_ubyte3"] = byteToFloat<3>();
  for (const char *name : {"v_cvt_pkrtz_f16_f32", "v_cvt_pk_rtz_f16_f32"})
    table[name] =
        lanewise([](float a, float b) { return packed(halfTowardZero(a), halfTowardZero(b)); });
  for (const char *name : {"v_cvt_pknorm_i16_f32", "v_cvt_pk_norm_i16_f32"})
    table[name] = lanewise([](float a, float b) {
      return normalized<int32_t>(a, 32767) | uint32_t(normalized<int32_t>(b, 32767)) << 16;
    });
  for (const char *name : {"v_cvt_pknorm_u16_f32", "v_cvt_pk_norm_u16_f32"})
    table[name] = lanewise([](float a, float b) {
      return normalized<int32_t>(a, 65535) | uint32_t(normalized<int32_t>(b, 65535)) << 16;
    });
  table["v_cvt_pk_u16_u32"] = lanewise(
      [](uint32_t a, uint32_t b) { return std::min(a, 0xffffu) | std::min(b, 0xffffu) << 16; });
}

} // namespace pstudio::test::amdgpu
