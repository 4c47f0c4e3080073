// SPDX-License-Identifier: Apache-2.0
// The mathematical functions as they are written into device code, run on the host: they give what
// the same functions over the host's numbers give, to the bit. The errors measured there are thus
// those of the device code.
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

#include <QtTest>

#include "collector/codegen/nvidia/math/exp_log.h"
#include "collector/codegen/nvidia/math/hyperbolic.h"
#include "collector/codegen/nvidia/math/inverse_trigonometric.h"
#include "collector/codegen/nvidia/math/powers.h"
#include "tests/collector/codegen/nvidia/device_math_jit.h"
#include "tests/collector/host_arithmetic.h"
#include "tests/support/verify_result.h"

using pstudio::test::DeviceMathJit;
using pstudio::test::HostArithmetic;

namespace {

using ExpLog = pstudio::nvidia::ExpLog<HostArithmetic>;
using Hyperbolic = pstudio::nvidia::Hyperbolic<HostArithmetic>;
using InverseTrigonometric = pstudio::nvidia::InverseTrigonometric<HostArithmetic>;
using Powers = pstudio::nvidia::Powers<HostArithmetic>;
using Trigonometric = pstudio::nvidia::Trigonometric<HostArithmetic>;

struct Twin {
  const char *name;
  float (*onHost)(float);
};

const Twin kUnary[] = {
    {"__nv_expf",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).exp(x);
     }},
    {"__nv_exp2f",
     [](float x) {
       HostArithmetic m;
       return m.ex2(x);
     }},
    {"__nv_expm1f",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).expm1(x);
     }},
    {"__nv_logf",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).log(x);
     }},
    {"__nv_log2f",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).log2(x);
     }},
    {"__nv_log10f",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).log10(x);
     }},
    {"__nv_log1pf",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).log1p(x);
     }},
    {"__nv_tanhf",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).tanh(x);
     }},
    {"__nv_erff",
     [](float x) {
       HostArithmetic m;
       return ExpLog(m).erf(x);
     }},
    {"__nv_cbrtf",
     [](float x) {
       HostArithmetic m;
       return Powers(m).cbrt(x);
     }},
    {"__nv_rsqrtf",
     [](float x) {
       HostArithmetic m;
       return m.rsqrt(x);
     }},
    {"__nv_sinf",
     [](float x) {
       HostArithmetic m;
       return Trigonometric(m).sin(x);
     }},
    {"__nv_cosf",
     [](float x) {
       HostArithmetic m;
       return Trigonometric(m).cos(x);
     }},
    {"__nv_tanf",
     [](float x) {
       HostArithmetic m;
       return Trigonometric(m).tan(x);
     }},
    {"__nv_atanf",
     [](float x) {
       HostArithmetic m;
       return Trigonometric(m).atan(x);
     }},
    {"__nv_asinf",
     [](float x) {
       HostArithmetic m;
       return InverseTrigonometric(m).asin(x);
     }},
    {"__nv_acosf",
     [](float x) {
       HostArithmetic m;
       return InverseTrigonometric(m).acos(x);
     }},
    {"__nv_sinhf",
     [](float x) {
       HostArithmetic m;
       return Hyperbolic(m).sinh(x);
     }},
    {"__nv_coshf",
     [](float x) {
       HostArithmetic m;
       return Hyperbolic(m).cosh(x);
     }},
    {"__nv_asinhf",
     [](float x) {
       HostArithmetic m;
       return Hyperbolic(m).asinh(x);
     }},
    {"__nv_acoshf",
     [](float x) {
       HostArithmetic m;
       return Hyperbolic(m).acosh(x);
     }},
    {"__nv_atanhf",
     [](float x) {
       HostArithmetic m;
       return Hyperbolic(m).atanh(x);
     }},
};

bool areSame(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : std::memcmp(&a, &b, sizeof a) == 0;
}

} // namespace

class DeviceMathIrTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    std::vector<std::string> names = {"__nv_powf", "__nv_atan2f"};
    for (const Twin &twin : kUnary)
      names.push_back(twin.name);
    auto jit = DeviceMathJit::compile(names);
    VERIFY_RESULT(jit);
    m_jit = std::make_unique<DeviceMathJit>(std::move(*jit));
  }

  void deviceCodeGivesWhatTheHostGives_data() {
    QTest::addColumn<int>("function");
    for (size_t i = 0; i < std::size(kUnary); ++i)
      QTest::newRow(kUnary[i].name) << static_cast<int>(i);
  }
  void deviceCodeGivesWhatTheHostGives() {
    QFETCH(int, function);
    const Twin &twin = kUnary[function];
    const auto onDevice = m_jit->unary(twin.name);
    QVERIFY(onDevice);
    HostArithmetic m;
    for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 40009) {
      const float x = m.fromBits(static_cast<uint32_t>(bits));
      QVERIFY2(areSame(onDevice(x), twin.onHost(x)),
               qPrintable(QString("%1(%2): %3, on the host %4")
                              .arg(twin.name)
                              .arg(double{x}, 0, 'g', 10)
                              .arg(onDevice(x))
                              .arg(twin.onHost(x))));
    }
  }

  void functionsOfTwoNumbersDoToo() {
    const auto power = m_jit->binary("__nv_powf");
    const auto angle = m_jit->binary("__nv_atan2f");
    QVERIFY(power && angle);
    std::mt19937 random(7);
    HostArithmetic m;
    for (int i = 0; i < 200000; ++i) {
      const float a = m.fromBits(static_cast<uint32_t>(random()));
      const float b = i % 2 == 0 ? m.fromBits(static_cast<uint32_t>(random()))
                                 : static_cast<float>(random() % 64) - 32.0f;
      QVERIFY(areSame(power(a, b), Powers(m).pow(a, b)));
      QVERIFY(areSame(angle(a, b), Trigonometric(m).atan2(a, b)));
    }
  }

  void namesThatWeHaveNoFunctionForAreNotDefined() {
    const auto jit = DeviceMathJit::compile({"__nv_j0f"});
    QVERIFY(!jit);
    QCOMPARE(jit.error().code, pstudio::ErrorCode::Unsupported);
  }

private:
  std::unique_ptr<DeviceMathJit> m_jit;
};

QTEST_GUILESS_MAIN(DeviceMathIrTest)
#include "device_math_ir_test.moc"
