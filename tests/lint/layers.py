# SPDX-License-Identifier: Apache-2.0
"""The layer law: which folder may include, and link, what. The table below is the law; the rest reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from source_tree import LAYERS, Finding, SourceTree

# Name of a foreign world -> pattern of its include paths.
WORLDS = {
    "Qt": re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*|q[a-z]+\.h)$"),
    "MLIR": re.compile(r"^(mlir|mlir-c)/"),
    "LLVM": re.compile(r"^(llvm|llvm-c)/"),
    "CUDA": re.compile(r"^(cuda\w*\.h|cupti\w*\.h|nvrtc\.h|nvJitLink\.h|cuda/.*|generated_cuda.*|nvtx3/.*)$"),
    "HIP": re.compile(r"^(hip/.*|hsa/.*|roctracer/.*|rocprofiler.*|amd_comgr.*)$"),
    "the CUDA runtime": re.compile(r"^collector/(runtime/cuda|activity/cupti)/"),
    "the HIP runtime": re.compile(r"^collector/(runtime|activity)/hip/"),
    "core": re.compile(r"^core/"),
    "collector": re.compile(r"^collector/"),
    "the collector outside of attached programs": re.compile(r"^collector/(?!attach/(protocol|shim)/)"),
    "viewer": re.compile(r"^viewer/"),
    "app": re.compile(r"^app/"),
    "tests": re.compile(r"^tests/"),
}
VENDORS = {"CUDA", "HIP"}
OUTSIDE_OF_ATTACHED = "the collector outside of attached programs"
DRIVER_FOLDERS = {"the CUDA runtime", "the HIP runtime"}
COMPILER = {"MLIR", "LLVM"}


@dataclass(frozen=True)
class Place:
    """What files below `path` may not include, and the sentence that says what to do instead."""

    path: str
    forbidden: frozenset[str]
    do: str


def place(path: str, forbidden: set[str], do: str) -> Place:
    return Place(path, frozenset(forbidden | {"tests"}), do)


# The longest matching path decides. app/proton_opt.cpp is the pass driver and only that.
LAW = [
    place("core/", {"Qt", "collector", "viewer", "app"} | COMPILER | VENDORS,
          "core is plain C++; move what needs it up a layer"),
    place("collector/", {"Qt", "viewer", "app"} | COMPILER | VENDORS,
          "only ir, passes, codegen, foreign and program/host see MLIR and LLVM, only runtime/<vendor> and activity/<vendor> see drivers"),
    place("collector/ir/", {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core and MLIR only"),
    place("collector/mlir_pch.", {"Qt", "viewer", "app"} | VENDORS, "it is precompiled for the compiler part alone"),
    place("collector/analysis/", {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core and MLIR only"),
    place("collector/passes/", {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core and MLIR only"),
    place("collector/codegen/", {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core and MLIR only"),
    place("collector/foreign/", {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core and MLIR only"),
    place("collector/program/host/", {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core and MLIR only"),
    place("collector/runtime/gpu/", {"Qt", "viewer", "app"} | COMPILER | VENDORS | DRIVER_FOLDERS,
          "what the drivers share includes core and no driver"),
    place("collector/runtime/cuda/", {"Qt", "viewer", "app", "HIP", "the HIP runtime"} | COMPILER, "a driver folder sees core and its own driver"),
    place("collector/runtime/hip/", {"Qt", "viewer", "app", "CUDA", "the CUDA runtime"} | COMPILER, "a driver folder sees core and its own driver"),
    place("collector/attach/protocol/", {"Qt", "core", "viewer", "app", OUTSIDE_OF_ATTACHED} | COMPILER | VENDORS,
          "both ends include it, so it sees the C++ library only"),
    place("collector/attach/shim/", {"Qt", "core", "viewer", "app", OUTSIDE_OF_ATTACHED} | COMPILER | VENDORS,
          "it is loaded into programs: it sees collector/attach/protocol and the C++ library only"),
    place("collector/activity/cupti/", {"Qt", "viewer", "app", "HIP"} | COMPILER, "a driver folder sees core and its own driver"),
    place("collector/activity/hip/", {"Qt", "viewer", "app", "CUDA"} | COMPILER, "a driver folder sees core and its own driver"),
    place("viewer/", {"collector", "app"} | COMPILER | VENDORS, "the viewer shows a Trace and knows nothing of how it was made"),
    place("viewer/geometry/", {"Qt", "collector", "app"} | COMPILER | VENDORS,
          "geometry is plain C++, so that it is tested without a window; draw in viewer/paint"),
    place("app/", COMPILER | VENDORS, "reach the compiler and the drivers through collector/collector.h"),
    place("app/proton_opt.cpp", {"Qt", "viewer"} | VENDORS, "the pass driver sees the collector and MLIR only"),
]

# Folder of core -> the folders of core that it may use beside itself (core/README.md shows the same table). The longest
# folder that holds a file decides; an entry of a folder allows the folders in it.
CORE_LAW = {
    "base": set(),
    "access": {"base"},
    "trace": {"base", "access"},
    "review": {"base", "trace"},
    "queues": {"base"},
    "clocks": {"base", "trace"},
    "record": {"base", "access", "trace", "queues", "clocks"},
    "capture": {"base", "access", "trace", "queues", "clocks", "record"},
    "analysis": {"base", "access", "trace", "queues"},
    "formats/import": {"base", "trace"},
    "formats/pftrace": {"base", "access", "trace", "review", "formats/import"},
    "formats/chrome_json": {"base", "trace", "formats/import"},
    "formats/triton": {"base", "trace", "clocks", "record"},
    "formats/trace_file": {"base", "trace", "review", "record", "capture", "formats"},
    "formats/rocprof": {"base", "trace"},
    "search": {"base", "access", "trace"},
    "query": {"base", "access", "trace", "analysis", "statistics"},
    "statistics": {"base", "trace", "analysis"},
    "calltree": {"base", "trace", "statistics"},
    "compare": {"base", "trace", "analysis", "calltree"},
    "ptx": {"base"},
    "run": {"base", "record"},
    "worker": {"base", "trace", "record", "capture", "formats/pftrace", "run"},
    "remote": {"base", "trace", "record", "capture", "formats/pftrace", "run", "worker"},
}

# Layer -> what its CMakeLists.txt files may not link or look for.
LINK_LAW = {
    "core": re.compile(r"\bQt6|\bMLIR\b|\bLLVM\b|pstudio_(collector|viewer|app|mlir)|pstudio::(collector|viewer|app)"),
    "collector": re.compile(r"\bQt6|pstudio_(viewer|app)|pstudio::(viewer|app)"),
    "viewer": re.compile(r"\bMLIR\b|\bLLVM\b|pstudio_(collector|app|mlir)|pstudio::(collector|app)"),
}


def check_includes(tree: SourceTree) -> list[Finding]:
    """Every #include of the four layers obeys the law."""
    findings = []
    for source in tree.cpp(*LAYERS) + [f for f in tree.files if f.suffix == ".td" and f.path.startswith(LAYERS)]:
        law = max((p for p in LAW if source.path.startswith(p.path)), key=lambda p: len(p.path))
        for line, included, _ in source.includes():
            for world in sorted(law.forbidden):
                if WORLDS[world].match(included):
                    what = f"{law.path.rstrip('/')} may not include {world} ({included})"
                    findings.append(Finding("layers", source.path, line, what, law.do, key=included))
    return findings


def _core_folder(path: str) -> str:
    """The entry of CORE_LAW that a path below core/ belongs to, or its first folder."""
    parts = path.split("/")[1:-1]
    for length in range(len(parts), 0, -1):
        if (folder := "/".join(parts[:length])) in CORE_LAW:
            return folder
    return parts[0] if parts else ""


def check_core_folders(tree: SourceTree) -> list[Finding]:
    """The folders of core use each other in one direction only; a folder that is not in the table uses what it likes."""
    findings = []
    for source in tree.cpp("core"):
        folder = _core_folder(source.path)
        if folder not in CORE_LAW:
            continue
        allowed = CORE_LAW[folder] | {folder}
        for line, included, _ in source.includes():
            if not included.startswith("core/"):
                continue
            used = _core_folder(included)
            if used and not any(used == name or used.startswith(name + "/") for name in allowed):
                findings.append(Finding("core-folders", source.path, line, f"core/{folder} may not use core/{used}",
                                        "move what both need further down; core/README.md has the order", key=included))
    return findings


def check_quoted_paths(tree: SourceTree) -> list[Finding]:
    """A quoted include is a path from the repository root that exists, or a generated file."""
    findings = []
    for source in tree.cpp():
        for line, included, quoted in source.includes():
            if not quoted or included.endswith((".moc", ".inc")) or tree.exists(included):
                continue
            # MLIR headers are customarily quoted; they are judged by the layer rule.
            if WORLDS["MLIR"].match(included) or WORLDS["LLVM"].match(included):
                continue
            if re.match(r"^(core|collector|viewer|app|tests)/.*\.h$", included) and _is_generated(tree, included):
                continue
            findings.append(Finding("include-path", source.path, line, f'"{included}" is no path from the repository root',
                                    "write the whole path, or <...> for a library", key=included))
    return findings


def _is_generated(tree: SourceTree, included: str) -> bool:
    """Whether some CMakeLists.txt of that folder names the file (configure_file, tablegen)."""
    folder, _, name = included.rpartition("/")
    return any(f.path == f"{folder}/CMakeLists.txt" and name in f.text for f in tree.files)


def check_links(tree: SourceTree) -> list[Finding]:
    """The build files obey the same law as the includes."""
    findings = []
    for source in tree.files:
        layer = source.path.split("/", 1)[0]
        if layer not in LINK_LAW or not source.path.endswith("CMakeLists.txt"):
            continue
        for number, line in enumerate(source.lines, 1):
            code = line.split("#", 1)[0]
            if match := LINK_LAW[layer].search(code):
                findings.append(Finding("layers", source.path, number, f"{layer} may not link {match[0]}",
                                        "a layer links only the layers below it", key=match[0]))
    return findings


RULES = [check_includes, check_core_folders, check_quoted_paths, check_links]
