// SPDX-License-Identifier: Apache-2.0
// The mathematical functions of the NVIDIA target against double precision, on the host: how far
// off they are, and what they make of special values.
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include <QtTest>

#include "collector/codegen/nvidia/math/exp_log.h"
#include "collector/codegen/nvidia/math/hyperbolic.h"
#include "collector/codegen/nvidia/math/powers.h"
#include "tests/collector/host_arithmetic.h"

using pstudio::test::HostArithmetic;

namespace {

using ExpLog = pstudio::nvidia::ExpLog<HostArithmetic>;
using Hyperbolic = pstudio::nvidia::Hyperbolic<HostArithmetic>;
using Powers = pstudio::nvidia::Powers<HostArithmetic>;
using Trigonometric = pstudio::nvidia::Trigonometric<HostArithmetic>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// |value - exact| in units in the last place of `exact` as a float, denormal ones included.
double ulps(float value, double exact) {
  if (std::isnan(exact) || std::isnan(value))
    return std::isnan(exact) && std::isnan(value) ? 0.0 : HUGE_VAL;
  const auto rounded = static_cast<float>(exact);
  if (std::isinf(rounded) || std::isinf(value))
    return rounded == value || std::fabs(exact) > 0x1.fffffefp127 ? 0.0 : HUGE_VAL;
  const int exponent = std::max(exact == 0.0 ? -126 : std::ilogb(exact), -126);
  return std::fabs(value - exact) / std::ldexp(1.0, exponent - 23);
}

struct Function {
  const char *name;
  std::function<float(HostArithmetic &, float)> ours;
  std::function<double(double)> exact;
  float low, high;   ///< range of samples, both signs of exponent
  double bound;      ///< [units in the last place], as README.md says
  int chipError = 0; ///< largest error of the chip's approximation in it [units in the last place]
};

const std::vector<Function> &functions() {
  using M = HostArithmetic;
  static const std::vector<Function> all = {
      {"exp", [](M &m, float x) { return ExpLog(m).exp(x); }, [](double x) { return std::exp(x); },
       -120, 100, 5, 2},
      {"expm1", [](M &m, float x) { return ExpLog(m).expm1(x); },
       [](double x) { return std::expm1(x); }, -120, 100, 2},
      {"log", [](M &m, float x) { return ExpLog(m).log(x); }, [](double x) { return std::log(x); },
       0, kInfinity, 1},
      {"log2", [](M &m, float x) { return ExpLog(m).log2(x); },
       [](double x) { return std::log2(x); }, 0, kInfinity, 2},
      {"log10", [](M &m, float x) { return ExpLog(m).log10(x); },
       [](double x) { return std::log10(x); }, 0, kInfinity, 2},
      {"log1p", [](M &m, float x) { return ExpLog(m).log1p(x); },
       [](double x) { return std::log1p(x); }, -1, kInfinity, 2},
      {"tanh", [](M &m, float x) { return ExpLog(m).tanh(x); },
       [](double x) { return std::tanh(x); }, -20, 20, 3, 2},
      {"erf", [](M &m, float x) { return ExpLog(m).erf(x); }, [](double x) { return std::erf(x); },
       -5, 5, 2, 2},
      {"cbrt", [](M &m, float x) { return Powers(m).cbrt(x); },
       [](double x) { return std::cbrt(x); }, -kInfinity, kInfinity, 1, 2},
      {"sin", [](M &m, float x) { return Trigonometric(m).sin(x); },
       [](double x) { return std::sin(x); }, -kInfinity, kInfinity, 2},
      {"cos", [](M &m, float x) { return Trigonometric(m).cos(x); },
       [](double x) { return std::cos(x); }, -kInfinity, kInfinity, 2},
      {"tan", [](M &m, float x) { return Trigonometric(m).tan(x); },
       [](double x) { return std::tan(x); }, -kInfinity, kInfinity, 4},
      {"atan", [](M &m, float x) { return Trigonometric(m).atan(x); },
       [](double x) { return std::atan(x); }, -kInfinity, kInfinity, 2},
      {"asin", [](M &m, float x) { return Trigonometric(m).asin(x); },
       [](double x) { return std::asin(x); }, -1, 1, 3},
      {"acos", [](M &m, float x) { return Trigonometric(m).acos(x); },
       [](double x) { return std::acos(x); }, -1, 1, 2},
      {"sinh", [](M &m, float x) { return Hyperbolic(m).sinh(x); },
       [](double x) { return std::sinh(x); }, -100, 100, 6, 2},
      {"cosh", [](M &m, float x) { return Hyperbolic(m).cosh(x); },
       [](double x) { return std::cosh(x); }, -100, 100, 4, 2},
      {"asinh", [](M &m, float x) { return Hyperbolic(m).asinh(x); },
       [](double x) { return std::asinh(x); }, -kInfinity, kInfinity, 2},
      {"acosh", [](M &m, float x) { return Hyperbolic(m).acosh(x); },
       [](double x) { return std::acosh(x); }, 1, kInfinity, 2},
      {"atanh", [](M &m, float x) { return Hyperbolic(m).atanh(x); },
       [](double x) { return std::atanh(x); }, -1, 1, 3},
  };
  return all;
}

/// Calls `visit` for samples of [low, high]: spread evenly over the numbers of a float, over the
/// range, and around 1.
void forSamples(float low, float high, const std::function<void(float)> &visit) {
  std::mt19937 random(1);
  const auto offer = [&](float x) {
    if (x >= low && x <= high)
      visit(x);
  };
  HostArithmetic m;
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 15013)
    offer(m.fromBits(static_cast<uint32_t>(bits)));
  std::uniform_real_distribution<float> moderate(std::max(low, -200.0f), std::min(high, 200.0f));
  std::uniform_real_distribution<float> nearOne(0.25f, 4.0f);
  for (int i = 0; i < 300000; ++i) {
    offer(moderate(random));
    offer(nearOne(random));
    offer(-nearOne(random));
  }
}

} // namespace

class DeviceMathTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void errorsStayWithinTheirBounds_data() {
    QTest::addColumn<int>("function");
    for (size_t i = 0; i < functions().size(); ++i)
      QTest::newRow(functions()[i].name) << static_cast<int>(i);
  }
  void errorsStayWithinTheirBounds() {
    QFETCH(int, function);
    const Function &f = functions()[static_cast<size_t>(function)];
    double worst = 0.0;
    float where = 0.0f;
    std::vector<int> chipErrors = {0};
    if (f.chipError != 0)
      chipErrors = {-f.chipError, 0, f.chipError};
    for (const int chipError : chipErrors) {
      HostArithmetic m(chipError);
      forSamples(f.low, f.high, [&](float x) {
        const double error = ulps(f.ours(m, x), f.exact(x));
        if (!(error <= worst)) {
          worst = error;
          where = x;
        }
      });
    }
    qInfo("%s: at most %.3f units in the last place, at %a", f.name, worst, double{where});
    QVERIFY2(worst <= f.bound, qPrintable(QString::number(worst)));
  }

  void powersAreRoundedNearlyCorrectly() {
    HostArithmetic m;
    std::mt19937 random(2);
    std::uniform_real_distribution<double> exponent(-126, 128), target(-155, 130);
    double worst = 0.0;
    for (int i = 0; i < 2000000; ++i) {
      const auto x = static_cast<float>(std::exp2(exponent(random)));
      const auto y = static_cast<float>(target(random) / std::log2(double{x}));
      if (!std::isfinite(y))
        continue;
      worst = std::max(worst, ulps(Powers(m).pow(x, y), std::pow(double{x}, double{y})));
    }
    qInfo("pow: at most %.3f units in the last place", worst);
    QVERIFY(worst <= 1.0);
  }

  void powersOfSpecialValuesFollowC() {
    HostArithmetic m;
    const float values[] = {0.0f,       -0.0f, 1.0f,   -1.0f,      2.0f,      -2.0f,
                            3.0f,       -3.0f, 0.5f,   -0.5f,      kInfinity, -kInfinity,
                            kNan,       1.5f,  -1.5f,  0x1p24f,    -0x1p24f,  0x1p-149f,
                            -0x1p-149f, 1e30f, -1e30f, 16777215.0f};
    for (const float x : values)
      for (const float y : values) {
        const float ours = Powers(m).pow(x, y);
        const float expected = std::pow(x, y);
        QVERIFY2(std::isnan(expected) ? std::isnan(ours)
                                      : ulps(ours, std::pow(double{x}, double{y})) <= 1.0 &&
                                            std::signbit(ours) == std::signbit(expected),
                 qPrintable(QString("pow(%1, %2) = %3").arg(x).arg(y).arg(ours)));
      }
  }

  void anglesOfPointsFollowC() {
    HostArithmetic m;
    std::mt19937 random(3);
    double worst = 0.0;
    const auto check = [&](float y, float x) {
      const float ours = Trigonometric(m).atan2(y, x);
      const double exact = std::atan2(double{y}, double{x});
      worst = std::max(worst, ulps(ours, exact));
      QVERIFY2(ulps(ours, exact) <= 3.0 &&
                   (std::isnan(ours) || std::signbit(ours) == std::signbit(exact)),
               qPrintable(QString("atan2(%1, %2) = %3").arg(y).arg(x).arg(ours)));
    };
    const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, kInfinity, -kInfinity, kNan, 1e-30f, -3e30f};
    for (const float y : values)
      for (const float x : values)
        check(y, x);
    std::uniform_real_distribution<float> any(-10.0f, 10.0f);
    for (int i = 0; i < 300000; ++i)
      check(any(random), any(random));
    qInfo("atan2: at most %.3f units in the last place", worst);
  }

  void specialValuesFollowC() {
    HostArithmetic m;
    const float values[] = {0.0f,      -0.0f,      kInfinity,       -kInfinity,       kNan,
                            0x1p-149f, -0x1p-149f, 0x1.fffffep127f, -0x1.fffffep127f, -1.0f,
                            -2.0f};
    for (const Function &f : functions())
      for (const float x : values) {
        const float ours = f.ours(m, x);
        const double exact = f.exact(x);
        QVERIFY2(
            ulps(ours, exact) <= f.bound &&
                (std::isnan(ours) || std::signbit(ours) == std::signbit(exact)),
            qPrintable(QString("%1(%2) = %3, not %4").arg(f.name).arg(x).arg(ours).arg(exact)));
      }
  }
};

QTEST_GUILESS_MAIN(DeviceMathTest)
#include "device_math_test.moc"
