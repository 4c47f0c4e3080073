#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Shows that every rule of the lint can fail, that good sources pass, and that the ratchet only turns one way.

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True

import functions
import layers
import lint
import name_rules
import ratchet
import word_rules
from source_tree import Finding, SourceTree

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n// One sentence.\n"
HEADER = LICENCE + "#pragma once\n"


def findings_of(files: dict[str, str]) -> list[Finding]:
    """What the lint says about a tree of these files; READMEs and build files are added, so that only the files count."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            for parent in target.relative_to(root).parents:
                readme = root / parent / "README.md"
                if parent != Path(".") and "no-readme" not in path and not readme.exists():
                    readme.write_text("What lives here.\n", encoding="utf-8")
            lists = target.parent / "CMakeLists.txt"
            if target.suffix == ".cpp" and "forgotten" not in path:
                before = lists.read_text(encoding="utf-8") if lists.exists() else ""
                lists.write_text(f"{before}# {target.name}\n", encoding="utf-8")
        return lint.findings_in(root)


def rules_and_lines(files: dict[str, str]) -> list[tuple[str, str, int]]:
    return [(f.rule, f.path, f.line) for f in findings_of(files)]


# (what is wrong, files, expected (rule, path, line)); each rule that exists appears here.
BAD = [
    ("core includes Qt", {"core/base/a.h": HEADER + "#include <QString>\n"}, ("layers", "core/base/a.h", 4)),
    ("core includes MLIR", {"core/base/a.h": HEADER + "#include <mlir/IR/Builders.h>\n"}, ("layers", "core/base/a.h", 4)),
    ("core includes a driver", {"core/base/a.h": HEADER + "#include <cuda.h>\n"}, ("layers", "core/base/a.h", 4)),
    ("core includes a layer above", {"core/base/a.h": HEADER + '#include "core/base/b.h"\n#include "viewer/c.h"\n',
                                     "core/base/b.h": HEADER, "viewer/c.h": HEADER}, ("layers", "core/base/a.h", 5)),
    ("the runtime includes LLVM", {"collector/runtime/cpu/a.cpp": LICENCE + '#include "llvm/IR/Module.h"\n'},
     ("layers", "collector/runtime/cpu/a.cpp", 3)),
    ("the facade includes MLIR", {"collector/collector.h": HEADER + "#include <mlir/IR/MLIRContext.h>\n"},
     ("layers", "collector/collector.h", 4)),
    ("a pass includes a driver", {"collector/passes/a.cpp": LICENCE + "#include <hip/hip_runtime_api.h>\n"},
     ("layers", "collector/passes/a.cpp", 3)),
    ("the CUDA folder includes HIP", {"collector/runtime/cuda/a.cpp": LICENCE + "#include <hip/hip_runtime_api.h>\n"},
     ("layers", "collector/runtime/cuda/a.cpp", 3)),
    ("the shared runtime of GPUs includes CUDA's", {"collector/runtime/gpu/a.cpp": LICENCE + '#include "collector/runtime/cuda/a.h"\n',
                                                    "collector/runtime/cuda/a.h": HEADER},
     ("layers", "collector/runtime/gpu/a.cpp", 3)),
    ("the HIP folder includes CUDA's", {"collector/runtime/hip/a.cpp": LICENCE + '#include "collector/runtime/cuda/a.h"\n',
                                        "collector/runtime/cuda/a.h": HEADER},
     ("layers", "collector/runtime/hip/a.cpp", 3)),
    ("the viewer includes the collector", {"viewer/paint/a.cpp": LICENCE + '#include "collector/collector.h"\n',
                                           "collector/collector.h": HEADER}, ("layers", "viewer/paint/a.cpp", 3)),
    ("geometry includes Qt", {"viewer/geometry/a.h": HEADER + "#include <QtCore/QRect>\n"},
     ("layers", "viewer/geometry/a.h", 4)),
    ("the application includes MLIR", {"app/main.cpp": LICENCE + "#include <mlir/IR/MLIRContext.h>\n"},
     ("layers", "app/main.cpp", 3)),
    ("a product file includes a test helper", {"core/base/a.h": HEADER + '#include "tests/support/b.h"\n',
                                               "tests/support/b.h": HEADER}, ("layers", "core/base/a.h", 4)),
    ("a folder of core looks up", {"core/base/a.h": HEADER + '#include "core/trace/b.h"\n', "core/trace/b.h": HEADER},
     ("folders", "core/base/a.h", 4)),
    ("a folder without a row in the law", {"collector/new/a.h": HEADER}, ("folders", "collector/new/a.h", 1)),
    ("the interface of the collector includes its implementation",
     {"collector/collector.h": HEADER + '#include "collector/session/a.h"\n', "collector/session/a.h": HEADER},
     ("folders", "collector/collector.h", 4)),
    ("core links Qt", {"core/CMakeLists.txt": "target_link_libraries(pstudio_core PUBLIC Qt6::Core)\n"},
     ("layers", "core/CMakeLists.txt", 1)),
    ("the viewer links the collector", {"viewer/CMakeLists.txt": "# fine: MLIR\ntarget_link_libraries(v pstudio::collector)\n"},
     ("layers", "viewer/CMakeLists.txt", 2)),
    ("a quoted include is relative", {"core/base/a.h": HEADER + '#include "b.h"\n', "core/base/b.h": HEADER},
     ("include-path", "core/base/a.h", 4)),
    ("a header is too long", {"core/base/a.h": HEADER + "int x;\n" * 198}, ("file-size", "core/base/a.h", 201)),
    ("a source is too long", {"core/base/a.cpp": LICENCE + "int x;\n" * 599}, ("file-size", "core/base/a.cpp", 601)),
    ("a function is too long", {"core/base/a.cpp": LICENCE + "\nvoid f() {\n" + "  g();\n" * 59 + "}\n"},
     ("function-size", "core/base/a.cpp", 4)),
    ("a Python function is too long", {"tests/lint/a.py": LICENCE.replace("//", "#") + "def f():\n" + "    g()\n" * 60},
     ("function-size", "tests/lint/a.py", 3)),
    ("no licence line", {"core/base/a.h": "#pragma once\n"}, ("licence", "core/base/a.h", 1)),
    ("no licence line in a script", {"packaging/a.sh": "#!/bin/sh\ntrue\n"}, ("licence", "packaging/a.sh", 2)),
    ("no banner", {"core/base/a.h": LICENCE.splitlines()[0] + "\n#pragma once\n"}, ("banner", "core/base/a.h", 2)),
    ("work left without a number", {"core/base/a.h": HEADER + "// TODO: finish\n"}, ("todo", "core/base/a.h", 4)),
    ("a path of one machine", {"core/base/README.md": "see /home/someone/build\n"}, ("machine-path", "core/base/README.md", 1)),
    ("a trailing blank", {"core/base/a.h": HEADER + "int x; \n"}, ("whitespace", "core/base/a.h", 4)),
    ("no newline at the end", {"core/base/a.h": HEADER + "int x;"}, ("whitespace", "core/base/a.h", 4)),
    ("no include guard", {"core/base/a.h": LICENCE}, ("pragma-once", "core/base/a.h", 1)),
    ("using namespace in a header", {"core/base/a.h": HEADER + "using namespace std;\n"}, ("using-namespace", "core/base/a.h", 4)),
    ("using enum in a namespace", {"core/base/a.cpp": LICENCE + "namespace p {\nusing enum E;\nvoid f() {\n  using enum F;\n}\n}\n"},
     ("using-enum", "core/base/a.cpp", 4)),
    ("a Qt keyword", {"viewer/a.cpp": LICENCE + "void f() {\n  emit changed();\n}\n"}, ("qt-keyword", "viewer/a.cpp", 4)),
    ("output beside text_output", {"app/cli/a.cpp": LICENCE + "void f() {\n  std::printf(\"x\");\n}\n"}, ("command-output", "app/cli/a.cpp", 4)),
    ("the output of a run at the root", {"proton-attach/report.txt": "report\n"}, ("root", "proton-attach", 1)),
    ("a function that nothing calls", {"core/base/a.h": HEADER + "struct A {\n  void forgotten(int x) const;\n};\n",
                                       "core/base/a.cpp": LICENCE + "void A::forgotten(int) const {\n}\n"},
     ("unused", "core/base/a.h", 5)),
    ("a signal that nothing is connected to", {"viewer/a.h": HEADER + "class A {\nQ_SIGNALS:\n  void zoomed(int x);\n};\n"},
     ("unconnected", "viewer/a.h", 6)),
    ("a folder without README", {"core/no-readme/a.h": HEADER}, ("readme", "core", 1)),
    ("a source that is not built", {"core/base/forgotten.cpp": LICENCE}, ("unbuilt", "core/base/forgotten.cpp", 1)),
    ("sources found by globbing", {"core/CMakeLists.txt": "\nfile(GLOB sources *.cpp)\n"}, ("glob", "core/CMakeLists.txt", 2)),
    ("a package that is not listed", {"packaging/packages.txt": "build: zlib1g-dev  # find_package(ZLIB)\n",
                                      "core/CMakeLists.txt": "find_package(ZLIB REQUIRED)\nfind_package(Boost 1.7 REQUIRED)\n"},
     ("packages", "core/CMakeLists.txt", 2)),
    ("a header-only package that is not listed", {"core/CMakeLists.txt": "find_path(DIR a/b.hpp REQUIRED)\n"},
     ("packages", "core/CMakeLists.txt", 1)),
    ("a package that nobody asks for", {"packaging/packages.txt": "# list\nbuild: zlib1g-dev  # find_package(ZLIB)\n"},
     ("packages", "packaging/packages.txt", 2)),
    ("a picture that is not there", {"core/README.md": "[there](README.md) [out](https://example.org)\n![a](b.png)\n"},
     ("link", "core/README.md", 2)),
    ("a text for users with a wrong word", {"viewer/a.cpp": LICENCE + 'auto text = tr("work in "\n               "front of it");\n'},
     ("words", "viewer/a.cpp", 3)),
    ("a comment with a wrong word", {"core/base/a.h": HEADER + "int x; ///< tells it\n"}, ("comment-word", "core/base/a.h", 4)),
    ("a name of two sources", {"core/base/a.cpp": LICENCE + "namespace p {\nnamespace {\nint f(int a) {\n}\n}\n}\n",
                               "core/base/b.cpp": LICENCE + "namespace p {\nstatic int f(int b) {\n}\n}\n"},
     ("local-name", "core/base/b.cpp", 4)),
    ("a link of a document", {"docs/status.md": "[there](README.md) [gone](gone.md)\n"}, ("link", "docs/status.md", 1)),
]


class EachRuleCanFail(unittest.TestCase):
    def test_badTreesAreReportedAtTheirLine(self) -> None:
        for what, files, expected in BAD:
            with self.subTest(what):
                self.assertIn(expected, rules_and_lines(files))

    def test_everyRuleHasABadTree(self) -> None:
        """A rule added without a bad tree fails here: its name appears in the sources but not in BAD."""
        import re
        written = {name for path in Path(lint.__file__).parent.glob("*.py") if path.name != "lint_test.py"
                   for name in re.findall(r'Finding\("([\w-]+)"', path.read_text(encoding="utf-8"))}
        self.assertEqual(written, {expected[0] for _, _, expected in BAD})


class GoodSourcesPass(unittest.TestCase):
    def test_aTreeThatObeysTheLawHasNoFindings(self) -> None:
        files = {
            "core/base/a.h": HEADER + "#include <vector>\n// TODO(#12): a numbered one is fine\n",
            "core/base/a.cpp": LICENCE.splitlines()[0] + "\n" + '#include "core/base/a.h"\n\nvoid f() {\n' + "  g();\n" * 58 + "}\n",
            "collector/ir/a.cpp": LICENCE + '#include "mlir/IR/Builders.h"\n#include "core/base/a.h"\n',
            "collector/runtime/cuda/a.cpp": LICENCE + "#include <cuda.h>\n",
            "viewer/paint/a.cpp": LICENCE + "#include <QPainter>\nvoid f() {\n  Q_EMIT x();\n}\n#include \"a.moc\"\n",
            "app/proton_opt.cpp": LICENCE + "#include <mlir/Tools/mlir-opt/MlirOptMain.h>\n",
        }
        self.assertEqual(rules_and_lines(files), [])

    def test_tablesOfDataDrivenTestsMayBeLong(self) -> None:
        table = LICENCE + "void bad_data() {\n" + "  row();\n" * 80 + "}\n"
        self.assertEqual(rules_and_lines({"tests/core/a_test.cpp": table}), [])
        self.assertEqual([rule for rule, _, _ in rules_and_lines({"core/base/a.cpp": table})], ["function-size"])

    def test_sourcesNamedByAForeachAreBuilt(self) -> None:
        lists = "foreach(t IN ITEMS one forgotten_two)\n  add(${t} SOURCES ${t}.cpp ${t}_b.cpp)\nendforeach()\n"
        files = {"tests/core/CMakeLists.txt": lists, "tests/core/forgotten_two.cpp": LICENCE,
                 "tests/core/forgotten_two_b.cpp": LICENCE}
        self.assertEqual(rules_and_lines(files), [])
        files["tests/core/forgotten_two_more.cpp"] = LICENCE
        self.assertEqual([path for _, path, _ in rules_and_lines(files)], ["tests/core/forgotten_two_more.cpp"])

    def test_includesInCommentsAreNoIncludes(self) -> None:
        self.assertEqual(rules_and_lines({"core/base/a.h": HEADER + "// #include <QString>\n"}), [])


class FolderLaw(unittest.TestCase):
    def test_everyRowUsesRowsAboveIt(self) -> None:
        for layer, rows in layers.FOLDER_LAW.items():
            above = set()
            for folder, used in rows.items():
                with self.subTest(f"{layer}/{folder}"):
                    self.assertLessEqual(used, above)
                above.add(folder)

    def test_everyRowIsAFolder(self) -> None:
        root = Path(__file__).parents[2]
        for layer, rows in layers.FOLDER_LAW.items():
            for folder in rows:
                with self.subTest(f"{layer}/{folder}"):
                    self.assertTrue(folder == layers.SOURCES or (root / layer / folder).is_dir())

    def test_aFolderBelowOneWithARowBelongsToIt(self) -> None:
        self.assertEqual(rules_and_lines({"core/analysis/overlap/findings/a.h": HEADER + '#include "core/analysis/overlap/b.h"\n',
                                          "core/analysis/overlap/b.h": HEADER}), [])


class LocalNames(unittest.TestCase):
    def names(self, text: str) -> list[str]:
        return [name.key for name in name_rules.local_names(text)]

    def test_everyKindOfNameIsFoundWithItsNamespace(self) -> None:
        source = ("namespace a::b {\nvoid shared();\nnamespace {\nconstexpr int64_t kMost = int64_t{2} << 20;\n"
                  "const char *kTexts[] = {\"a\", \"b\"};\nclass Reader final : public Base {\n  int m_x = 0;\n};\n"
                  "enum class Kind : uint8_t { One };\ntemplate <class T> T twice(const std::vector<T> &all, int n = 2) {\n"
                  "  int local = n;\n}\nint g_count = 0;\nconstexpr int kFirst = 1, kNext = f(2, 3), kLast{4};\n}\nint Reader::size() const {\n  return 1;\n}\n"
                  "static void alone(std::pair<int, int> p) {\n}\n}\n")
        self.assertEqual(self.names(source),
                         ["a::b::kMost", "a::b::kTexts", "a::b::Reader", "a::b::Kind", "a::b::twice(conststd::vector<T>&,int)",
                          "a::b::g_count", "a::b::kFirst", "a::b::kNext", "a::b::kLast", "a::b::alone(std::pair<int,int>)"])

    def test_overloadsAliasesAndSourcesCompiledAloneMayRepeat(self) -> None:
        unnamed = LICENCE + "namespace {\nnamespace fs = std::filesystem;\nusing std::min;\n%s\n}\n"
        self.assertEqual(rules_and_lines({"core/base/a.cpp": unnamed % "void f(int a) {}",
                                          "core/base/b.cpp": unnamed % "void f(long a) {}",
                                          "core/trace/c.cpp": unnamed % "void f(int a) {}",
                                          "collector/attach/shim/d.cpp": unnamed % "void f(int a) {}",
                                          "collector/attach/shim/e.cpp": unnamed % "void f(int a) {}"}), [])
        aliases = {"core/base/a.cpp": unnamed % "using Kind = A::Kind;", "core/base/b.cpp": unnamed % "struct Kind {\n};",
                   "core/base/c.cpp": unnamed % "using Kind = A::Kind;", "core/base/d.cpp": unnamed % "using Kind = B::Kind;"}
        self.assertEqual([(rule, path) for rule, path, _ in rules_and_lines(aliases)],
                         [("local-name", "core/base/b.cpp"), ("local-name", "core/base/d.cpp")])
        same = {"collector/chips/a.cpp": unnamed % "int x;", "collector/chips/b.cpp": unnamed % "int x;"}
        self.assertEqual([rule for rule, _, _ in rules_and_lines(same)], ["local-name"])
        for reason in ("pstudio_compile_alone(t b.cpp)\n", "pstudio_compiler_stages()\n"):
            reason += "sources(a.cpp b.cpp)\n"
            self.assertEqual(rules_and_lines(same | {"collector/chips/CMakeLists.txt": reason}), [])


class WordsOfTexts(unittest.TestCase):
    def words(self, files: dict[str, str]) -> list[tuple[str, int]]:
        return [(f.what.split('"')[1], f.line) for f in findings_of(files) if f.rule == "words"]

    def test_everyWordOfTheListIsFound(self) -> None:
        texts = ["It tells the size", "work behind it", "in front of it", "refused by the driver", "what of it was kept",
                 "whoever runs", "the far end", "4 turns", "not for people", "nobody read", "Somebody stopped it"]
        self.assertEqual(len(texts), len(word_rules.WORDS))
        for text in texts:
            with self.subTest(text):
                self.assertEqual(len(self.words({"app/cli/a.cpp": f'{LICENCE}auto text = "{text}";\n'})), 1)

    def test_namesCommentsIncludesAndAllowedPhrasesAreNot(self) -> None:
        source = (LICENCE + '#include "core/behind.h"\n// "behind" it\nint behind; /* "nobody" */ char c = \'"\';\n'
                  'auto a = "hidden behind other work", b = "turns on";\n')
        self.assertEqual(self.words({"viewer/a.cpp": source}), [])

    def test_rawStringsAreChecked(self) -> None:
        self.assertEqual(self.words({"viewer/a.cpp": LICENCE + 'auto t = R"x(\nnobody)x";\n'}), [("nobody", 3)])

    def test_testsAreNotChecked(self) -> None:
        self.assertEqual(self.words({"tests/viewer/a.cpp": LICENCE + 'auto t = "nobody";\n'}), [])

    def test_documentsAreCheckedWithoutTheirCode(self) -> None:
        text = "The `behind` option\n\n```\nnobody\n```\nis in\nfront of it.\n"
        with mock.patch.object(word_rules, "DOCUMENTS", ("resources/guide/",)):
            self.assertEqual(self.words({"resources/guide/a.md": text}), [("in front of", 6)])


class WordsOfComments(unittest.TestCase):
    def words(self, text: str) -> list[tuple[str, int]]:
        found = findings_of({"core/base/a.h": HEADER + text})
        return [(f.what.split('"')[1], f.line - HEADER.count("\n")) for f in found if f.rule == "comment-word"]

    def test_everyWordOfTheListIsFound(self) -> None:
        comments = {"/// Offset behind the end.": "behind", "// It asks for more.": "asks", "/* Is told\n   so. */": "told",
                    "int x; ///< Nobody reads it": "Nobody", "/// What a run gave.": "What", "//===--- How it ends": "How"}
        for comment, word in comments.items():
            with self.subTest(comment):
                self.assertEqual(self.words(comment + "\n"), [(word, 1)])

    def test_theLineIsThatOfTheWord(self) -> None:
        self.assertEqual(self.words("// One.\n// Two is behind.\n"), [("behind", 2)])

    def test_aCommentBeginsAfterTheOneBesideCode(self) -> None:
        self.assertEqual(self.words("int a; // one\n// What follows\n"), [("What", 2)])
        self.assertEqual(self.words("// one: see\n// What follows\n"), [])

    def test_namesStringsQuotesAndOtherWordsAreNot(self) -> None:
        text = ('int behind; auto a = "// nobody asks"; // task, asking, mask, `tell`, whatever\n'
                '/// Shown: "nobody\n/// told it". Time hidden behind other work.\n'
                "// A '\"' begins a text. Somewhat long. See what follows.\n"
                '#include "core/told.h"\n')
        self.assertEqual(self.words(text), [])

    def test_onlyCppIsChecked(self) -> None:
        self.assertEqual([f for f in findings_of({"core/base/a.td": LICENCE + "// behind\n"}) if f.rule == "comment-word"], [])


class FunctionLengths(unittest.TestCase):
    def lengths(self, text: str) -> list[tuple[str, int]]:
        return [(f.name, f.length) for f in functions.functions(text)]

    def test_constructorsWithBracedInitialisersAreMeasuredWhole(self) -> None:
        self.assertEqual(self.lengths("A::A(int x)\n    : m_x{x},\n      m_y{2} {\n  g();\n}\n"), [("A::A", 5)])

    def test_membersInsideClassesAndNamespacesAreFound(self) -> None:
        text = "namespace n {\nclass A final : public B {\n  Q_OBJECT\npublic:\n  int f() const override {\n    return 1;\n  }\n};\n}\n"
        self.assertEqual(self.lengths(text), [("f", 3)])

    def test_tablesAndEnumsAreNoFunctions(self) -> None:
        self.assertEqual(self.lengths("enum class E { A, B };\nconst int t[] = {\n  f(1),\n  2,\n};\nauto l = [](int) {\n};\n"), [])

    def test_bracesInStringsAndCommentsDoNotCount(self) -> None:
        self.assertEqual(self.lengths('int f() {\n  // }\n  return g("}{", R"x(}})x", \'}\') + 1\'000;\n}\nint h() {\n}\n'),
                         [("f", 4), ("h", 2)])

    def test_linesOfRawStringsAreData(self) -> None:
        self.assertEqual(self.lengths('auto f() {\n  return R"(\na {\nb\n)";\n}\nint g() {\n  return 1;\n}\n'), [("f", 3), ("g", 3)])

    def test_operatorsAndTemplatesAreFound(self) -> None:
        text = "template <class T>\nbool operator==(const A<T> &a, const A<T> &b) {\n  return true;\n}\n"
        self.assertEqual(self.lengths(text), [("operator==", 4)])


class TheRatchetTurnsOneWay(unittest.TestCase):
    OFFENCE = Finding("file-size", "core/a.h", 201, "long", "split", size=250)

    def test_whatIsRecordedPasses(self) -> None:
        verdict = ratchet.judge([self.OFFENCE], {"file-size|core/a.h|": 250})
        self.assertEqual((verdict.failures, verdict.improved), ([], []))

    def test_growthFails(self) -> None:
        self.assertEqual(ratchet.judge([self.OFFENCE], {"file-size|core/a.h|": 249}).failures, [self.OFFENCE])

    def test_shrinkingIsKept(self) -> None:
        verdict = ratchet.judge([self.OFFENCE], {"file-size|core/a.h|": 300, "readme|core|": 1})
        self.assertEqual((verdict.failures, verdict.kept), ([], {"file-size|core/a.h|": 250}))
        self.assertEqual(len(verdict.improved), 2)

    def test_whatIsWrittenIsReadBack(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ratchet.txt"
            ratchet.write(path, {"readme|core|": 1, "todo|a.h|a / b": 2})
            self.assertEqual(ratchet.read(path), {"readme|core|": 1, "todo|a.h|a / b": 2})


class TheTreeIsReadWhole(unittest.TestCase):
    def test_buildFoldersAndHiddenFoldersAreLeftOut(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path in ("core/a.h", "core/build/b.h", "core/__pycache__/c.py", "build/d.h", ".ci/run", "README.md"):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text("x\n", encoding="utf-8")
            self.assertEqual([f.path for f in SourceTree(root).files], [".ci/run", "README.md", "core/a.h"])


if __name__ == "__main__":
    unittest.main()
