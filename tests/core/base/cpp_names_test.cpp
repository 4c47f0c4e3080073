// SPDX-License-Identifier: Apache-2.0
// Demangled names, and names that would take gigabytes.
#include <QTest>

#include "core/base/cpp_names.h"

using namespace pstudio;

namespace {

/// f<A<int, int>, A<that, that>, A<that, that>, ...>: each parameter is twice as long as the one
/// before it.
std::string doubling(int levels) {
  constexpr const char *kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string name = "_Z1fI1AIiiE";
  for (int i = 0; i < levels; ++i) {
    const std::string last = std::string("S") + kDigits[i + 1] + "_";
    name += "S0_I" + last + last + "E";
  }
  return name + "Evv";
}

} // namespace

class CppNamesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void mangledNamesAreThoseOfTheSource() {
    QCOMPARE(demangled("_ZN2at12_GLOBAL__N_13barEi"),
             std::string("at::(anonymous namespace)::bar(int)"));
    for (const char *name : {"", "softmax_k", "_Z", "_Zz", "i", "_Z3foo\x01"})
      QCOMPARE(demangled(name), std::string(name));
  }

  void briefNamesAreWithoutResultAndParameters() {
    QCOMPARE(briefName("softmax_k"), std::string("softmax_k"));
    QCOMPARE(briefName("_Z3fooIfEvPT_i"), std::string("foo<float>"));
    QCOMPARE(briefName("_ZN2at12_GLOBAL__N_13barEi"), std::string("at::bar"));
  }

  void longBriefNamesKeepTheirEnds() {
    QCOMPARE(briefName("a_long_name_of_a_kernel", 10), std::string("a_lon...el"));
    QCOMPARE(briefName("_Z3fooIfEvPT_i", 10), std::string("foo<float>"));
  }

  void namesThatGrowExponentiallyStayMangled() {
    QVERIFY(demangled(doubling(4)).starts_with("void f<A<int, int>, A<A<int, int>"));
    QVERIFY(demangled(doubling(4), SIZE_MAX) == demangled(doubling(4)));
    QCOMPARE(demangled(doubling(4), 3), doubling(4));
    QCOMPARE(demangled(doubling(30)), doubling(30)); // 36 GB otherwise
  }
};

QTEST_GUILESS_MAIN(CppNamesTest)
#include "cpp_names_test.moc"
