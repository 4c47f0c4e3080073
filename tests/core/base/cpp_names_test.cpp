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

/// f(A<int, int, int>, B<that, that, that>, C<that, that, that>, ...).
std::string tripling(int levels) {
  constexpr const char *kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string name = "_Z1f1AIiiiE";
  for (int i = 1; i <= levels; ++i) {
    const std::string last = std::string("S") + kDigits[2 * i - 2] + "_";
    name += std::string("1") + static_cast<char>('A' + i) + "I" + last + last + last + "E";
  }
  return name;
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
    QVERIFY(demangled(doubling(4), NameGrowth::Any) == demangled(doubling(4)));
    QVERIFY(demangled(doubling(8)) == demangled(doubling(8), NameGrowth::Any)); // 24 references
    QVERIFY(demangled(doubling(9), NameGrowth::Any).starts_with("void f<A<int, int>"));
    QCOMPARE(demangled(doubling(9)), doubling(9));
    QCOMPARE(demangled(doubling(30)), doubling(30)); // 36 GB otherwise
  }

  void threeReferencesForEachTemplateStayMangled() {
    QVERIFY(demangled(tripling(4)).starts_with("f(A<int, int, int>, B<A<int, int, int>"));
    QVERIFY(demangled(tripling(6)).size() > 16 << 10);
    QVERIFY(demangled(tripling(8), NameGrowth::Any).size() > 64 << 10); // 24 references
    for (const int levels : {8, 9, 13}) // 13: 600 MB otherwise
      QCOMPARE(demangled(tripling(levels)), tripling(levels));
  }

  void expansionsOfPacksStayMangledIfTheyAreNested() {
    const std::string pack = "_Z1fIJ" + std::string(300, 'i') + "EEv";
    QVERIFY(demangled(pack + "DpT_").ends_with(", int)"));
    const std::string nested = pack + "DpPFvT_DpPFvT_DpT_EE"; // 27 million parameters
    QCOMPARE(demangled(nested), nested);
    const std::string computed = pack + "DTcl1gspcl1gT_spT_EEE";
    QCOMPARE(demangled(computed), computed);
  }

  void longNamesStayMangled() {
    const std::string most = "_Z1f" + std::string(1020, 'i'), longer = most + 'i';
    QVERIFY(demangled(most).starts_with("f(int, int"));
    QCOMPARE(demangled(longer), longer);
  }
};

QTEST_GUILESS_MAIN(CppNamesTest)
#include "cpp_names_test.moc"
