# SPDX-License-Identifier: Apache-2.0
"""Size limits: what a newcomer can read in one go. Generated files do not exist in the tree, so nothing is exempt."""

from __future__ import annotations

import ast
from pathlib import Path

from functions import Function, functions
from source_tree import Finding, SourceFile, SourceTree

# Lines a file may have, by suffix.
FILE_LIMITS = {".h": 200, ".cpp": 600, ".td": 600, ".py": 400, ".sh": 200, ".cmake": 200}
CMAKE_LISTS_LIMIT = 120
FUNCTION_LIMIT = 60


def check_files(tree: SourceTree) -> list[Finding]:
    """No file is longer than the limit of its kind."""
    findings = []
    for source in tree.files:
        limit = CMAKE_LISTS_LIMIT if Path(source.path).name == "CMakeLists.txt" else FILE_LIMITS.get(source.suffix)
        length = len(source.lines)
        if limit and length > limit:
            findings.append(Finding("file-size", source.path, limit + 1, f"{length} lines, {limit} are allowed",
                                    "split it by idea, one idea a file", size=length))
    return findings


def check_functions(tree: SourceTree) -> list[Finding]:
    """No function is longer than the limit; the tables of Qt's data-driven tests (..._data) are data."""
    findings = []
    for source in tree.files:
        for function in _functions_of(source):
            is_table = source.path.startswith("tests/") and function.name.endswith("_data")
            if function.length > FUNCTION_LIMIT and not is_table:
                what = f"{function.name} has {function.length} lines, {FUNCTION_LIMIT} are allowed"
                findings.append(Finding("function-size", source.path, function.begin, what,
                                        "give its steps names of their own", size=function.length, key=function.name))
    return findings


def _functions_of(source: SourceFile) -> list[Function]:
    if source.is_cpp:
        return functions(source.text)
    if source.suffix == ".py":
        nodes = ast.walk(ast.parse(source.text, source.path))
        return [Function(n.name, n.lineno, (n.end_lineno or n.lineno) + 1)
                for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return []


RULES = [check_files, check_functions]
