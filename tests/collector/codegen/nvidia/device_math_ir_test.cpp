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
#include "collector/codegen/nvidia/math/powers.h"
#include "tests/collector/codegen/nvidia/device_math_jit.h"
#include "tests/collector/host_arithmetic.h"
#include "tests/support/verify_result.h"

using pstudio::test::DeviceMathJit;
using pstudio::test::HostArithmetic;

namespace {

using ExpLog = pstudio::nvidia::ExpLog<HostArithmetic>;
using Hyperbolic = pstudio::nvidia::Hyperbolic<HostArithmetic>;
using Powers = pstudio::nvidia::Powers<HostArithmetic>;
using Trigonometric = pstudio::nvidia::Trigonometric<HostArithmetic>;

struct Twin {
  const char *name;
  float (*onHost)(HostArithmetic &m, float x);
};

/// A member function of one number of one of these classes.
template <class Functions, float (Functions::*function)(float)>
float unary(HostArithmetic &m, float x) {
  Functions functions(m);
  return (functions.*function)(x);
}

const Twin kUnary[] = {
    {"__nv_expf", unary<ExpLog, &ExpLog::exp>},
    {"__nv_exp2f", unary<HostArithmetic, &HostArithmetic::ex2>},
    {"__nv_expm1f", unary<ExpLog, &ExpLog::expm1>},
    {"__nv_logf", unary<ExpLog, &ExpLog::log>},
    {"__nv_log2f", unary<ExpLog, &ExpLog::log2>},
    {"__nv_log10f", unary<ExpLog, &ExpLog::log10>},
    {"__nv_log1pf", unary<ExpLog, &ExpLog::log1p>},
    {"__nv_tanhf", unary<ExpLog, &ExpLog::tanh>},
    {"__nv_erff", unary<ExpLog, &ExpLog::erf>},
    {"__nv_cbrtf", unary<Powers, &Powers::cbrt>},
    {"__nv_rsqrtf", unary<HostArithmetic, &HostArithmetic::rsqrt>},
    {"__nv_sinf", unary<Trigonometric, &Trigonometric::sin>},
    {"__nv_cosf", unary<Trigonometric, &Trigonometric::cos>},
    {"__nv_tanf", unary<Trigonometric, &Trigonometric::tan>},
    {"__nv_atanf", unary<Trigonometric, &Trigonometric::atan>},
    {"__nv_asinf", unary<Trigonometric, &Trigonometric::asin>},
    {"__nv_acosf", unary<Trigonometric, &Trigonometric::acos>},
    {"__nv_sinhf", unary<Hyperbolic, &Hyperbolic::sinh>},
    {"__nv_coshf", unary<Hyperbolic, &Hyperbolic::cosh>},
    {"__nv_asinhf", unary<Hyperbolic, &Hyperbolic::asinh>},
    {"__nv_acoshf", unary<Hyperbolic, &Hyperbolic::acosh>},
    {"__nv_atanhf", unary<Hyperbolic, &Hyperbolic::atanh>},
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
      QVERIFY2(areSame(onDevice(x), twin.onHost(m, x)),
               qPrintable(QString("%1(%2): %3, on the host %4")
                              .arg(twin.name)
                              .arg(double{x}, 0, 'g', 10)
                              .arg(onDevice(x))
                              .arg(twin.onHost(m, x))));
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
