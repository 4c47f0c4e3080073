// SPDX-License-Identifier: Apache-2.0
// The interpreter of AMD's instructions: arithmetic against the host, memory, lanes, and the errors
// that it finds.
#include <QtTest>

#include <bit>
#include <random>
#include <span>

#include "core/base/little_endian.h"
#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lane_cases.h"
#include "tests/support/amd_interpreter/modifier_cases.h"
#include "tests/support/amd_interpreter/relation_cases.h"
#include "tests/support/amd_interpreter/scalar_cases.h"
#include "tests/support/amd_interpreter/snippet.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test::amdgpu;

namespace {

constexpr const char *kProcessors[] = {"gfx1100", "gfx942"};

/// Random bits, often of small numbers and of special values.
class Inputs {
public:
  explicit Inputs(uint32_t seed) : m_random(seed) {}

  uint64_t bits(LaneType type) {
    const size_t size = bytesOf(type) * 8;
    const uint64_t mask = size == 64 ? ~uint64_t(0) : (uint64_t(1) << size) - 1;
    switch (m_random() % 4) {
    case 0:
      return m_random() % 64;
    case 1:
      return isFloating(type) ? number(type) : (0 - m_random() % 64) & mask;
    case 2:
      return isFloating(type) ? number(type) : m_random() & mask;
    default:
      return m_random() & mask;
    }
  }
  uint64_t word() { return m_random(); }

private:
  /// A number of usual size.
  uint64_t number(LaneType type) {
    const double value = (double(m_random() % 20001) - 10000) / 64;
    if (type == LaneType::Half)
      return std::bit_cast<uint16_t>(_Float16(value));
    if (type == LaneType::Float)
      return std::bit_cast<uint32_t>(float(value));
    return std::bit_cast<uint64_t>(value);
  }

  std::mt19937_64 m_random;
};

/// Source i is in v[2i] or v[2i:2i+1]; the result is in v8 or v[8:9].
std::string registerText(uint32_t index, LaneType type) {
  return bytesOf(type) == 8 ? "v[" + std::to_string(index) + ":" + std::to_string(index + 1) + "]"
                            : "v" + std::to_string(index);
}

enum class Form { Plain, Modified };

std::string textOf(const LaneCase &tested, const std::string &name, Form form) {
  std::string text =
      name + (form == Form::Modified ? "_e64 " : " ") + registerText(8, tested.result);
  const size_t count = tested.sources.size() - tested.accumulates;
  for (size_t i = 0; i < count; ++i) {
    const std::string source = registerText(uint32_t(2 * i), tested.sources[i]);
    const bool isModified = form == Form::Modified && isFloating(tested.sources[i]);
    text += ", " + (!isModified ? source : i == 0 ? "-" + source : "|" + source + "|");
  }
  return text;
}

uint64_t expectedBits(const LaneCase &tested, Form form, std::vector<uint64_t> sources) {
  const size_t count = tested.sources.size() - tested.accumulates;
  for (size_t i = 0; form == Form::Modified && i < count; ++i)
    if (isFloating(tested.sources[i]))
      sources[i] =
          i == 0 ? negated(tested.sources[i], sources[i]) : absolute(tested.sources[i], sources[i]);
  return tested.expected(sources.data());
}

/// Modifiers exist for one or two floating sources with a VOP2 or VOP1 form.
bool canBeModified(const LaneCase &tested) {
  return isFloating(tested.sources[0]) && isFloating(tested.result) &&
         tested.sources.size() - tested.accumulates <= 2 && bytesOf(tested.result) != 8 &&
         bytesOf(tested.sources[0]) != 8;
}

std::string hex(uint64_t value) {
  return QString::number(qulonglong(value), 16).toStdString();
}

/// Bits 16 to 31 after a 16-bit result: gfx9 keeps them only for three sources.
uint32_t upperHalf(const LaneCase &tested, const std::string &processor, uint64_t before) {
  const bool keeps = processor == "gfx1100" || tested.sources.size() == 3;
  return keeps ? uint32_t(before) >> 16 : 0;
}

/// Empty, or the first lane with another result.
std::string checkCase(const LaneCase &tested, const std::string &name, const char *processor,
                      Form form, Inputs &inputs) {
  const std::string text = textOf(tested, name, form);
  auto snippet = Snippet::make(text, processor);
  if (!snippet)
    return snippet.error().toString();
  Wave &wave = snippet->wave();
  const uint64_t exec = inputs.word() | 1;
  wave.setMask(kExec, exec);
  std::vector<std::vector<uint64_t>> sources(wave.lanes());
  std::vector<uint64_t> before(wave.lanes());
  for (uint32_t lane = 0; lane < wave.lanes(); ++lane) {
    for (size_t i = 0; i < tested.sources.size(); ++i) {
      const bool isLast = tested.accumulates && i + 1 == tested.sources.size();
      sources[lane].push_back(inputs.bits(tested.sources[i]));
      snippet->setWideVector(isLast ? 8 : uint32_t(2 * i), lane, sources[lane].back());
    }
    before[lane] = snippet->wideVector(8, lane);
  }
  if (const auto ran = snippet->run(); !ran)
    return ran.error().toString();
  const size_t bits = bytesOf(tested.result) * 8;
  const uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  for (uint32_t lane = 0; lane < wave.lanes(); ++lane) {
    const uint64_t found = snippet->wideVector(8, lane);
    const bool isActive = exec >> lane & 1;
    const uint64_t wanted = isActive ? expectedBits(tested, form, sources[lane]) : before[lane];
    const bool areNans = isNan(tested.result, found & mask) && isNan(tested.result, wanted & mask);
    const uint64_t compared = isActive ? mask : ~uint64_t(0);
    if (bits == 16 && isActive &&
        uint32_t(found) >> 16 != upperHalf(tested, processor, before[lane]))
      return text + " on " + processor + " writes upper half " + hex(uint32_t(found) >> 16);
    if ((found & compared) != (wanted & compared) && !(isActive && areNans)) {
      std::string message = text + " on " + processor + ", lane " + std::to_string(lane) + ": " +
                            hex(found & compared) + ", expected " + hex(wanted & compared) +
                            " from";
      for (const uint64_t source : sources[lane])
        message += " " + hex(source);
      return message;
    }
  }
  return {};
}

std::string scalarText(uint32_t index, uint32_t registers) {
  return registers == 2 ? "s[" + std::to_string(index) + ":" + std::to_string(index + 1) + "]"
                        : "s" + std::to_string(index);
}

/// Sources in s[0:1] and s[2:3], the result in s[4:5]. Empty, or the difference.
std::string checkScalarCase(const ScalarCase &tested, const char *processor, Inputs &inputs) {
  std::string text = std::string(processor) == "gfx1100" ? tested.gfx11 : tested.gfx9;
  text += tested.result ? " " + scalarText(4, tested.result) : std::string();
  for (size_t i = 0; i < tested.sources.size(); ++i)
    text +=
        (i == 0 && !tested.result ? " " : ", ") + scalarText(uint32_t(2 * i), tested.sources[i]);
  auto snippet = Snippet::make(text, processor);
  if (!snippet)
    return snippet.error().toString();
  Wave &wave = snippet->wave();
  for (int round = 0; round < 20; ++round) {
    const uint64_t a = inputs.bits(LaneType::Word64), b = inputs.bits(LaneType::Word64);
    const bool before = inputs.word() & 1;
    wave.setWide(0, a);
    wave.setWide(2, b);
    wave.scc = before;
    if (const auto ran = snippet->run(); !ran)
      return ran.error().toString();
    const ScalarResult wanted = tested.expected(a, b, before);
    const uint64_t found = tested.result == 2   ? wave.wide(4)
                           : tested.result == 1 ? wave.scalars[4]
                                                : 0;
    if (found != wanted.value || wave.scc != wanted.scc.value_or(before))
      return text + " on " + processor + " of " + hex(a) + ", " + hex(b) + ": " + hex(found) +
             ", scc " + (wave.scc ? "1" : "0") + ", expected " + hex(wanted.value);
  }
  return {};
}

/// All relations of a type in one program; the mask of relation i is in s[4 + 2 i].
std::string checkRelations(const RelationType &type, const char *processor, Inputs &inputs) {
  const std::span<const Relation> relations =
      isFloating(type.type) ? std::span<const Relation>(kFloatRelations) : kIntegerRelations;
  const uint32_t registers = std::string(processor) == "gfx942" ? 2 : 1;
  std::string text;
  for (uint32_t i = 0; i < relations.size(); ++i)
    text += std::string("v_cmp_") + relations[i].name + "_" + type.name + "_e64 " +
            scalarText(4 + 2 * i, registers) + ", " + registerText(0, type.type) + ", " +
            registerText(2, type.type) + "\n";
  auto snippet = Snippet::make(text, processor);
  if (!snippet)
    return snippet.error().toString();
  Wave &wave = snippet->wave();
  std::vector<uint32_t> orders(wave.lanes());
  for (uint32_t lane = 0; lane < wave.lanes(); ++lane) {
    const uint64_t a = inputs.bits(type.type), b = lane % 5 ? inputs.bits(type.type) : a;
    snippet->setWideVector(0, lane, a);
    snippet->setWideVector(2, lane, b);
    orders[lane] = type.order(a, b);
  }
  if (const auto ran = snippet->run(); !ran)
    return ran.error().toString();
  for (uint32_t i = 0; i < relations.size(); ++i)
    for (uint32_t lane = 0; lane < wave.lanes(); ++lane)
      if (bool(wave.mask(uint16_t(4 + 2 * i)) >> lane & 1) !=
          bool(relations[i].orders & orders[lane]))
        return std::string(relations[i].name) + " of " + type.name + " on " + processor +
               ", lane " + std::to_string(lane);
  return {};
}

uint32_t testSeed() {
  bool isGiven = false;
  const int given = qEnvironmentVariableIntValue("PSTUDIO_TEST_SEED", &isGiven);
  return isGiven ? uint32_t(given) : std::random_device()() >> 1;
}

} // namespace

class AmdInterpreterTest : public QObject {
  Q_OBJECT

private:
  static std::string failureOf(const char *text, const char *processor) {
    auto snippet = Snippet::make(text, processor);
    if (!snippet)
      return snippet.error().toString();
    const auto ran = snippet->run();
    return ran ? "no failure" : ran.error().message;
  }

private Q_SLOTS:
  void vectorArithmeticEqualsThatOfTheHost() {
    const uint32_t seed = testSeed();
    Inputs inputs(seed);
    size_t checked = 0;
    for (const LaneCase &tested : laneCases())
      for (const char *processor : kProcessors) {
        const std::string &name = std::string(processor) == "gfx1100" ? tested.gfx11 : tested.gfx9;
        if (name.empty())
          continue;
        for (const Form form : {Form::Plain, Form::Modified}) {
          if (form == Form::Modified && !canBeModified(tested))
            continue;
          const std::string wrong = checkCase(tested, name, processor, form, inputs);
          QVERIFY2(wrong.empty(),
                   (wrong + " (PSTUDIO_TEST_SEED=" + std::to_string(seed) + ")").c_str());
          ++checked;
        }
      }
    QVERIFY(checked > 200);
  }

  void scalarArithmeticEqualsThatOfTheHost() {
    const uint32_t seed = testSeed();
    Inputs inputs(seed);
    for (const ScalarCase &tested : scalarCases())
      for (const char *processor : kProcessors) {
        const std::string wrong = checkScalarCase(tested, processor, inputs);
        QVERIFY2(wrong.empty(),
                 (wrong + " (PSTUDIO_TEST_SEED=" + std::to_string(seed) + ")").c_str());
      }
  }

  void everyRelationOfEveryTypeIsThatOfTheHost() {
    const uint32_t seed = testSeed();
    Inputs inputs(seed);
    for (const RelationType &type : kRelationTypes)
      for (const char *processor : kProcessors) {
        const std::string wrong = checkRelations(type, processor, inputs);
        QVERIFY2(wrong.empty(),
                 (wrong + " (PSTUDIO_TEST_SEED=" + std::to_string(seed) + ")").c_str());
      }
  }

  void modifiersHaveAnEffectOrFail() {
    for (const ModifierCase &tested : modifierCases()) {
      auto snippet = Snippet::make(tested.text, tested.processor);
      VERIFY_RESULT(snippet);
      for (uint32_t lane = 0; lane < snippet->wave().lanes(); ++lane) {
        snippet->vector(0, lane) = tested.v0 + tested.step * lane;
        snippet->vector(1, lane) = tested.v1;
        snippet->vector(2, lane) = tested.v2;
      }
      snippet->wave().setMask(kExec, tested.exec);
      const auto ran = snippet->run();
      const std::string found = ran ? hex(snippet->vector(3, tested.lane)) : ran.error().message;
      const std::string wanted = tested.failure.empty() ? hex(tested.expected) : tested.failure;
      QVERIFY2(ran ? found == wanted : !tested.failure.empty() && found.starts_with(wanted),
               (tested.text + " on " + tested.processor + ": " + found + ", expected " + wanted)
                   .c_str());
    }
  }

  void atomicOperationsReturnTheOldValue() {
    struct Row {
      const char *gfx11;
      const char *gfx9;
      uint32_t next;
    };
    // The memory contains 10; the source is 0xfffffffd, which is -3.
    for (const Row &row : {Row{"add_rtn_u32", "add_rtn_u32", 7},
                           {"sub_rtn_u32", "sub_rtn_u32", 13},
                           {"min_rtn_i32", "min_rtn_i32", 0xfffffffd},
                           {"max_rtn_i32", "max_rtn_i32", 10},
                           {"min_rtn_u32", "min_rtn_u32", 10},
                           {"max_rtn_u32", "max_rtn_u32", 0xfffffffd},
                           {"and_rtn_b32", "and_rtn_b32", 8},
                           {"or_rtn_b32", "or_rtn_b32", 0xffffffff},
                           {"xor_rtn_b32", "xor_rtn_b32", 0xfffffff7},
                           {"inc_rtn_u32", "inc_rtn_u32", 11},
                           {"dec_rtn_u32", "dec_rtn_u32", 9},
                           {"storexchg_rtn_b32", "wrxchg_rtn_b32", 0xfffffffd}})
      for (const char *processor : kProcessors) {
        const bool isNew = std::string(processor) == "gfx1100";
        auto snippet = Snippet::make("v_mov_b32 v0, 16\nv_mov_b32 v1, -3\nds_" +
                                         std::string(isNew ? row.gfx11 : row.gfx9) +
                                         " v2, v0, v1 offset:4\ns_waitcnt lgkmcnt(0)",
                                     processor);
        VERIFY_RESULT(snippet);
        snippet->wave().setMask(kExec, 4);
        storeLittle<uint32_t>(snippet->cta().lds.data() + 20, 10);
        VERIFY_RESULT(snippet->run());
        QCOMPARE(snippet->vector(2, 2), uint32_t{10});
        QVERIFY2(loadLittle<uint32_t>(snippet->cta().lds.data() + 20) == row.next, row.gfx11);
      }
  }

  void comparisonsWriteTheMaskOfTheActiveLanes() {
    for (const char *processor : kProcessors) {
      const bool isWide = std::string(processor) == "gfx942";
      auto snippet = Snippet::make(isWide ? "v_cmp_lt_i32_e64 s[4:5], v0, v2\n"
                                            "v_cmp_gt_f32_e32 vcc, v0, v2"
                                          : "v_cmp_lt_i32_e64 s4, v0, v2\n"
                                            "v_cmp_gt_f32_e32 vcc_lo, v0, v2",
                                   processor);
      VERIFY_RESULT(snippet);
      Wave &wave = snippet->wave();
      wave.setMask(kExec, 0xffff'0fff'ffff'00ff);
      Inputs inputs(7);
      uint64_t less = 0, greater = 0;
      for (uint32_t lane = 0; lane < wave.lanes(); ++lane) {
        const auto a = uint32_t(inputs.bits(LaneType::Float));
        const auto b = uint32_t(inputs.bits(LaneType::Float));
        snippet->vector(0, lane) = a;
        snippet->vector(2, lane) = b;
        less |= uint64_t(int32_t(a) < int32_t(b)) << lane;
        greater |= uint64_t(std::bit_cast<float>(a) > std::bit_cast<float>(b)) << lane;
      }
      VERIFY_RESULT(snippet->run());
      QCOMPARE(wave.mask(4), less & wave.exec());
      QCOMPARE(wave.mask(kVcc), greater & wave.exec());
    }
  }

  void aDivisionIsRoundedAsThatOfTheHost() {
    for (const char *processor : kProcessors) {
      const std::string vcc = std::string(processor) == "gfx942" ? "vcc" : "vcc_lo";
      // The sequence of LLVM's code generator for an IEEE division of v0 by v1.
      auto snippet = Snippet::make("v_div_scale_f32 v2, " + vcc +
                                       ", v1, v1, v0\n"
                                       "v_rcp_f32 v3, v2\n"
                                       "v_fma_f32 v4, -v2, v3, 1.0\n"
                                       "v_fmac_f32 v3, v4, v3\n"
                                       "v_div_scale_f32 v4, " +
                                       vcc +
                                       ", v0, v1, v0\n"
                                       "v_mul_f32 v5, v4, v3\n"
                                       "v_fma_f32 v6, -v2, v5, v4\n"
                                       "v_fmac_f32 v5, v6, v3\n"
                                       "v_fma_f32 v2, -v2, v5, v4\n"
                                       "v_div_fmas_f32 v2, v2, v3, v5\n"
                                       "v_div_fixup_f32 v8, v2, v1, v0",
                                   processor);
      VERIFY_RESULT(snippet);
      const uint32_t seed = testSeed();
      Inputs inputs(seed);
      for (uint32_t lane = 0; lane < snippet->wave().lanes(); ++lane) {
        snippet->vector(0, lane) = uint32_t(inputs.bits(LaneType::Float));
        snippet->vector(1, lane) = uint32_t(inputs.bits(LaneType::Float));
      }
      VERIFY_RESULT(snippet->run());
      for (uint32_t lane = 0; lane < snippet->wave().lanes(); ++lane) {
        const float wanted = std::bit_cast<float>(snippet->vector(0, lane)) /
                             std::bit_cast<float>(snippet->vector(1, lane));
        const float found = std::bit_cast<float>(snippet->vector(8, lane));
        QVERIFY2(found == wanted || (found != found && wanted != wanted),
                 qPrintable(QString("%1 / %2: %3, expected %4 (PSTUDIO_TEST_SEED=%5)")
                                .arg(snippet->vector(0, lane), 0, 16)
                                .arg(snippet->vector(1, lane), 0, 16)
                                .arg(snippet->vector(8, lane), 0, 16)
                                .arg(std::bit_cast<uint32_t>(wanted), 0, 16)
                                .arg(seed)));
      }
    }
  }

  void scalarSumsCarry() {
    auto snippet = Snippet::make("s_add_u32 s4, s0, s2\ns_addc_u32 s5, s1, s3\n"
                                 "s_sub_u32 s6, s0, s2\ns_subb_u32 s7, s1, s3\n"
                                 "s_mul_hi_u32 s8, s0, s2\ns_bfe_i32 s9, s0, 0x80004\n"
                                 "s_lshl_b64 s[10:11], s[0:1], 7\ns_bcnt1_i32_b64 s12, s[0:1]",
                                 "gfx942");
    VERIFY_RESULT(snippet);
    Wave &wave = snippet->wave();
    Inputs inputs(5);
    const uint64_t a = inputs.word(), b = inputs.word();
    wave.setWide(0, a);
    wave.setWide(2, b);
    VERIFY_RESULT(snippet->run());
    QCOMPARE(wave.wide(4), a + b);
    QCOMPARE(wave.wide(6), a - b);
    QCOMPARE(wave.scalars[8], uint32_t((a & 0xffffffff) * (b & 0xffffffff) >> 32));
    QCOMPARE(wave.scalars[9], uint32_t(int32_t(int8_t(a >> 4))));
    QCOMPARE(wave.wide(10), a << 7);
    QCOMPARE(wave.scalars[12], uint32_t(std::popcount(a)));
  }

  void lanesArePermuted() {
    auto snippet = Snippet::make("v_mov_b32_dpp v1, v0 row_ror:3 row_mask:0xf bank_mask:0xf\n"
                                 "v_mov_b32_dpp v2, v0 quad_perm:[3,2,1,0] row_mask:0xf "
                                 "bank_mask:0xf\n"
                                 "v_permlanex16_b32 v3, v0, s0, s1\n"
                                 "ds_bpermute_b32 v4, v5, v0\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "v_readlane_b32 s4, v0, 5",
                                 "gfx1100");
    VERIFY_RESULT(snippet);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      snippet->vector(0, lane) = 100 + lane;
      snippet->vector(5, lane) = 4 * ((lane * 7 + 3) % 32);
    }
    snippet->wave().scalars[0] = 0x76543210;
    snippet->wave().scalars[1] = 0xfedcba98;
    VERIFY_RESULT(snippet->run());
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t row = lane & ~15u;
      QCOMPARE(snippet->vector(1, lane), 100 + row + ((lane + 13) & 15));
      QCOMPARE(snippet->vector(2, lane), 100 + (lane ^ 3));
      QCOMPARE(snippet->vector(3, lane), 100 + (lane ^ 16));
      QCOMPARE(snippet->vector(4, lane), 100 + (lane * 7 + 3) % 32);
    }
    QCOMPARE(snippet->wave().scalars[4], uint32_t{105});
  }

  void bytesOfSdwaOperandsAreSelected() {
    auto snippet = Snippet::make("v_add_u32_sdwa v1, v0, v2 dst_sel:WORD_1 "
                                 "dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:WORD_0",
                                 "gfx942");
    VERIFY_RESULT(snippet);
    snippet->vector(0, 3) = 0x11aa3344;
    snippet->vector(1, 3) = 0xdead1234;
    snippet->vector(2, 3) = 0x77770005;
    VERIFY_RESULT(snippet->run());
    QCOMPARE(snippet->vector(1, 3), uint32_t{0x00af1234});
  }

  void bothInstructionsOfAPairReadBeforeEitherWrites() {
    auto snippet = Snippet::make("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0", "gfx1100");
    VERIFY_RESULT(snippet);
    snippet->vector(0, 9) = 1;
    snippet->vector(1, 9) = 2;
    VERIFY_RESULT(snippet->run());
    QCOMPARE(snippet->vector(0, 9), uint32_t{2});
    QCOMPARE(snippet->vector(1, 9), uint32_t{1});
  }

  void matrixProductsOfWmmaAreThoseOfTheHost() {
    auto snippet =
        Snippet::make("v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], v[16:23]", "gfx1100");
    VERIFY_RESULT(snippet);
    Inputs inputs(3);
    // Lane l has row or column l % 16, two k in each register.
    std::array<std::array<int, 16>, 16> a{}, b{};
    for (uint32_t line = 0; line < 16; ++line)
      for (uint32_t k = 0; k < 16; ++k) {
        a[line][k] = int(inputs.word() % 17) - 8;
        b[line][k] = int(inputs.word() % 17) - 8;
      }
    const auto pack = [](int low, int high) {
      return std::bit_cast<uint16_t>(_Float16(low)) |
             uint32_t(std::bit_cast<uint16_t>(_Float16(high))) << 16;
    };
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t i = 0; i < 8; ++i) {
        snippet->vector(i, lane) = pack(a[lane % 16][2 * i], a[lane % 16][2 * i + 1]);
        snippet->vector(8 + i, lane) = pack(b[lane % 16][2 * i], b[lane % 16][2 * i + 1]);
        snippet->vector(16 + i, lane) = std::bit_cast<uint32_t>(100.0f);
      }
    VERIFY_RESULT(snippet->run());
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t i = 0; i < 8; ++i) {
        int sum = 100;
        for (uint32_t k = 0; k < 16; ++k)
          sum += a[2 * i + lane / 16][k] * b[lane % 16][k];
        QCOMPARE(std::bit_cast<float>(snippet->vector(16 + i, lane)), float(sum));
      }
  }

  void matrixProductsOfMfmaAreThoseOfTheHost() {
    auto snippet = Snippet::make("v_mfma_f32_32x32x2_f32 v[16:31], v0, v1, 0\n"
                                 "v_mfma_f32_16x16x4_f32 a[0:3], v0, v1, 1.0",
                                 "gfx942");
    VERIFY_RESULT(snippet);
    Inputs inputs(4);
    for (uint32_t lane = 0; lane < 64; ++lane)
      for (const uint32_t operand : {0u, 1u})
        snippet->vector(operand, lane) =
            std::bit_cast<uint32_t>(float(int(inputs.word() % 99) - 49));
    VERIFY_RESULT(snippet->run());
    // Lane l has row or column l % extent of k = l / extent.
    const auto factor = [&](uint32_t operand, uint32_t extent, uint32_t line, uint32_t k) {
      return std::bit_cast<float>(snippet->vector(operand, line + extent * k));
    };
    for (uint32_t lane = 0; lane < 64; ++lane) {
      for (uint32_t i = 0; i < 16; ++i) {
        const uint32_t row = 8 * (i / 4) + 4 * (lane / 32) + i % 4;
        const float sum = factor(0, 32, row, 0) * factor(1, 32, lane % 32, 0) +
                          factor(0, 32, row, 1) * factor(1, 32, lane % 32, 1);
        QCOMPARE(std::bit_cast<float>(snippet->vector(16 + i, lane)), sum);
      }
      for (uint32_t i = 0; i < 4; ++i) {
        float sum = 1;
        for (uint32_t k = 0; k < 4; ++k)
          sum += factor(0, 16, 4 * (lane / 16) + i, k) * factor(1, 16, lane % 16, k);
        QCOMPARE(std::bit_cast<float>(snippet->wave().accumulators[i * 64 + lane]), sum);
      }
    }
  }

  void aRegisterThatIsUsedBeforeItsWaitIsAnError() {
    const std::string lds =
        failureOf("v_mov_b32 v0, 0\nds_load_b32 v1, v0\nv_mov_b32 v2, v1", "gfx1100");
    QVERIFY2(lds.starts_with("a register is used before the wait") &&
                 lds.find("v_mov_b32_e32 v2, v1") != lds.npos,
             lds.c_str());
    QCOMPARE(failureOf("v_mov_b32 v0, 0\nds_load_b32 v1, v0\ns_waitcnt lgkmcnt(0)\n"
                       "v_mov_b32 v2, v1",
                       "gfx1100"),
             std::string("no failure"));
    // Two loads complete in order: one may be pending when the first is used.
    const char *ordered = "v_mov_b32 v0, 0\nds_read_b32 v1, v0\nds_read_b32 v2, v0\n"
                          "s_waitcnt lgkmcnt(1)\nv_mov_b32 v3, %1";
    QCOMPARE(failureOf(qPrintable(QString(ordered).arg("v1")), "gfx942"),
             std::string("no failure"));
    QVERIFY(failureOf(qPrintable(QString(ordered).arg("v2")), "gfx942").starts_with("a register"));
    // The clock of gfx9 is a scalar load, which has no order.
    QVERIFY(failureOf("s_memtime s[0:1]\ns_memtime s[2:3]\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s4, s0",
                      "gfx942")
                .starts_with("a register"));
    // A store is counted apart on gfx11.
    QCOMPARE(
        failureOf("v_mov_b32 v0, 0\nscratch_store_b32 v0, v0, off\nscratch_load_b32 v1, v0, off\n"
                  "s_waitcnt vmcnt(0)\nv_mov_b32 v2, v1",
                  "gfx1100"),
        std::string("no failure"));
  }

  void anAccessOutsideOfTheAllocationsIsAnError() {
    QCOMPARE(failureOf("v_mov_b32 v0, 0x1000\nds_load_b32 v1, v0", "gfx1100"),
             std::string("lane 0 accesses 4 bytes at 0x1000 of LDS, outside of its allocations: "
                         "ds_load_b32 v1, v0"));
    QVERIFY(
        failureOf("v_mov_b32 v0, 16\nv_mov_b32 v1, 0\nglobal_load_dword v2, v[0:1], off", "gfx942")
            .starts_with("lane 0 accesses 4 bytes at 0x10 of global memory"));
  }

  void anUnknownInstructionFailsByItsName() {
    for (const char *processor : kProcessors)
      QCOMPARE(failureOf("v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11]", processor),
               std::string("instruction v_mqsad_u32_u8 is not supported by the interpreter: "
                           "v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11]"));
  }
};

QTEST_GUILESS_MAIN(AmdInterpreterTest)
#include "amd_interpreter_test.moc"
