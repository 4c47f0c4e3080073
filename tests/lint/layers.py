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
    "core but the settings of attached programs": re.compile(r"^core/(?!base/fields\.h$|attach/attach_settings\.h$)"),
    "collector": re.compile(r"^collector/"),
    "the collector outside of attached programs": re.compile(r"^collector/(?!attach/(protocol|shim)/|vendor/)"),
    "viewer": re.compile(r"^viewer/"),
    "app": re.compile(r"^app/"),
    "tests": re.compile(r"^tests/"),
}
VENDORS = {"CUDA", "HIP"}
OUTSIDE_OF_ATTACHED = {"the collector outside of attached programs", "core but the settings of attached programs"}
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


# The folders that see MLIR and LLVM.
COMPILER_PART = [f"collector/{name}" for name in (
    "ir/", "mlir_pch.", "analysis/", "classification/", "diagnostics/", "passes/", "records/", "pipeline/", "codegen/", "foreign/",
    "program/host/")]

# The longest matching path decides. app/proton_opt.cpp is the pass driver and only that.
LAW = [
    place("core/", {"Qt", "collector", "viewer", "app"} | COMPILER | VENDORS,
          "core is plain C++; move what needs it up a layer"),
    place("collector/", {"Qt", "viewer", "app"} | COMPILER | VENDORS,
          "only COMPILER_PART of tests/lint/layers.py sees MLIR and LLVM, only runtime/<vendor> and activity/<vendor> see drivers"),
    *(place(path, {"Qt", "viewer", "app"} | VENDORS, "the compiler part of the collector sees core, MLIR and LLVM only")
      for path in COMPILER_PART),
    place("collector/runtime/gpu/", {"Qt", "viewer", "app"} | COMPILER | VENDORS | DRIVER_FOLDERS,
          "what the drivers share includes core and no driver"),
    place("collector/runtime/cuda/", {"Qt", "viewer", "app", "HIP", "the HIP runtime"} | COMPILER, "a driver folder sees core and its own driver"),
    place("collector/runtime/hip/", {"Qt", "viewer", "app", "CUDA", "the CUDA runtime"} | COMPILER, "a driver folder sees core and its own driver"),
    place("collector/attach/protocol/", {"Qt", "viewer", "app"} | OUTSIDE_OF_ATTACHED | COMPILER | VENDORS,
          "both ends include it, so it sees core/attach/attach_settings.h and the C++ library only"),
    place("collector/attach/shim/", {"Qt", "viewer", "app"} | OUTSIDE_OF_ATTACHED | COMPILER | VENDORS,
          "it is loaded into programs: it sees collector/attach/protocol, collector/vendor, core/attach/attach_settings.h and the C++ library only"),
    place("collector/vendor/", {"Qt", "core", "viewer", "app"} | COMPILER | VENDORS,
          "the library of attach includes it, so it sees the C++ library only"),
    place("collector/activity/cupti/", {"Qt", "viewer", "app", "HIP"} | COMPILER, "a driver folder sees core and its own driver"),
    place("collector/activity/hip/", {"Qt", "viewer", "app", "CUDA"} | COMPILER, "a driver folder sees core and its own driver"),
    place("viewer/", {"collector", "app"} | COMPILER | VENDORS, "the viewer shows a Trace and knows nothing of how it was made"),
    place("viewer/geometry/", {"Qt", "collector", "app"} | COMPILER | VENDORS,
          "geometry is plain C++, so that it is tested without a window; draw in viewer/paint"),
    place("app/", COMPILER | VENDORS, "reach the compiler and the drivers through collector/collector.h"),
    place("app/proton_opt.cpp", {"Qt", "viewer"} | VENDORS, "the pass driver sees the collector and MLIR only"),
]

# Folder -> the folders of its layer that it may use beside itself. A row uses rows above it only, so there are no cycles. Each
# folder with sources has a row, or is below one that has. Headers directly in collector/ are its interface; sources there (SOURCES) implement it.
SOURCES = "/*.cpp"
FOLDER_LAW = {
    "core": {
        "": set(),
        "base": set(),
        "process": {"base"},
        "compression": {"base"},
        "table": {"base"},
        "access": {"base"},
        "trace": {"base", "access"},
        "review": {"base", "trace"},
        "queues": {"base"},
        "clocks": {"base", "trace"},
        "record": {"base", "access", "trace", "queues", "clocks"},
        "capture": {"base", "access", "trace", "queues", "clocks", "record"},
        "analysis/memory": {"base", "access", "trace"},
        "analysis/overlap": {"base", "access", "trace", "queues"},
        "analysis/path": {"base", "trace", "analysis/overlap"},
        "formats/import": {"base", "trace"},
        "formats/pftrace": {"base", "compression", "access", "trace", "review", "formats/import"},
        "formats/chrome_json": {"base", "trace", "formats/import"},
        "formats/triton": {"base", "trace", "clocks", "record"},
        "formats/sqlite": {"base", "trace"},
        "formats/activity": {"base", "trace"},
        "formats/nsight": {"base", "trace", "formats/sqlite", "formats/activity"},
        "formats/rocprof": {"base", "trace", "formats/import", "formats/sqlite", "formats/activity"},
        "formats/xplane": {"base", "trace", "formats/import"},
        "formats/trace_file": {"base", "compression", "trace", "review", "record", "capture", "formats/import", "formats/pftrace", "formats/chrome_json",
                               "formats/triton", "formats/xplane", "formats/sqlite", "formats/nsight", "formats/rocprof"},
        "search": {"base", "access", "trace"},
        "statistics": {"base", "table", "trace", "analysis/overlap"},
        "query": {"base", "table", "access", "trace", "analysis/memory", "analysis/overlap", "statistics"},
        "calltree": {"base", "compression", "trace", "statistics"},
        "summary": {"base", "table", "access", "trace", "analysis/memory", "analysis/overlap", "statistics"},
        "compare": {"base", "table", "trace", "analysis/overlap", "analysis/path", "calltree", "summary"},
        "ptx": {"base"},
        "image": {"base", "ptx"},
        "run": {"base", "ptx", "record"},
        "source": {"base", "access", "trace", "analysis/memory", "run", "search", "statistics"},
        "worker": {"base", "process", "trace", "record", "capture", "formats/pftrace", "run"},
        "remote": {"base", "process", "trace", "record", "capture", "formats/pftrace", "run", "worker"},
        "attach": {"base", "process", "run", "worker", "remote"},
    },
    "collector": {
        "callbacks": set(),
        "chips": set(),
        "diagnostics": set(),
        "ir": set(),
        "analysis": {"ir"},
        "classification": {"chips", "ir", "analysis"},
        "passes": {"callbacks", "ir", "analysis", "classification"},
        "passes/auto": {"chips", "ir", "analysis", "classification", "passes"},
        "vendor": set(),
        "runtime": {"vendor"},
        "runtime/cpu": {"runtime"},
        "runtime/gpu": {"runtime", "vendor"},
        "runtime/cuda": {"runtime", "runtime/gpu", "vendor"},
        "runtime/hip": {"runtime", "runtime/gpu", "vendor"},
        "streaming": {"runtime/gpu"},
        "activity": set(),
        "activity/cupti": {"activity", "runtime", "vendor"},
        "activity/hip": {"activity", "runtime", "vendor"},
        "records": {"ir", "analysis", "classification", "passes"},
        "records/cpu": {"runtime/cpu", "records"},
        "records/nvidia": {"ir", "analysis", "passes", "records"},
        "records/amd": {"chips", "classification", "passes", "records"},
        "pipeline": {"callbacks", "ir", "passes", "passes/auto", "records"},
        "foreign/text": set(),
        "foreign/ptx": set(),
        "foreign": {"diagnostics", "ir", "foreign/text"},
        "codegen/llvm": set(),
        "codegen/stages": {"callbacks", "codegen/llvm", "runtime/cpu"},
        "codegen/cpu": {"analysis", "codegen/llvm", "codegen/stages", "runtime/cpu"},
        "codegen/nvidia/math": {"codegen/llvm", "codegen/stages"},
        "codegen/nvidia": {"analysis", "codegen/llvm", "codegen/nvidia/math", "codegen/stages"},
        "codegen/amd": {"analysis", "chips", "codegen/llvm", "codegen/stages", "runtime"},
        "codegen": {"analysis", "codegen/llvm", "codegen/stages", "diagnostics", "foreign", "foreign/ptx", "foreign/text", "ir", "passes",
                    "pipeline"},
        "codegen/to_cpu": {"analysis", "codegen", "codegen/cpu", "diagnostics", "foreign", "foreign/ptx", "passes", "pipeline", "records/cpu",
                           "runtime/cpu"},
        "codegen/to_nvidia": {"analysis", "codegen", "codegen/nvidia", "diagnostics", "foreign", "foreign/ptx", "foreign/text", "passes",
                              "pipeline", "records/nvidia"},
        "codegen/to_amd": {"analysis", "chips", "codegen", "codegen/amd", "diagnostics", "foreign", "foreign/text", "passes", "pipeline", "records/amd"},
        "cache": {"codegen/llvm", "codegen/nvidia", "pipeline", "runtime/cpu"},
        "calibration": {"codegen", "codegen/nvidia", "codegen/to_nvidia", "runtime/cuda", "streaming"},
        "": {"cache"},
        "toolkit": set(),
        "session": {"", "codegen", "streaming"},
        "session/compile": {"", "cache", "callbacks", "codegen", "codegen/llvm", "passes", "session"},
        "session/launch": {"", "codegen", "pipeline", "session", "session/compile", "toolkit"},
        "session/targets": {"", "activity", "activity/cupti", "activity/hip", "cache", "calibration", "callbacks", "codegen", "codegen/amd",
                            "codegen/cpu", "codegen/nvidia", "codegen/to_amd", "codegen/to_cpu", "codegen/to_nvidia", "runtime",
                            "runtime/cpu", "runtime/cuda", "runtime/gpu", "runtime/hip", "session", "session/compile",
                            "session/launch", "streaming", "toolkit"},
        "session/live": {"", "session", "session/compile", "session/launch"},
        "session/run": {"", "chips", "codegen", "codegen/llvm", "codegen/to_nvidia", "foreign/ptx", "session", "session/compile", "session/launch",
                        "session/targets", "toolkit"},
        "program/host": {"analysis", "codegen/cpu", "codegen/stages", "diagnostics", "ir"},
        "program": {"", "codegen", "codegen/llvm", "program/host", "runtime/cuda", "session", "session/compile", "session/launch",
                    "session/targets"},
        SOURCES: {"", "activity/cupti", "codegen", "codegen/llvm", "program", "runtime/cuda", "session", "session/live", "session/run",
                  "session/targets"},
        "attach/protocol": set(),
        "attach/shim": {"attach/protocol", "vendor"},
        "attach/host": {"activity", "attach/protocol", "cache", "chips", "codegen/llvm"},
        "bench": {"", "calibration", "codegen/nvidia", "runtime/cuda", "session/compile", "session/launch", "session/targets",
                  "streaming"},
    },
    "viewer": {
        "": set(),
        "geometry": set(),
        "geometry/ir": {"geometry"},
        "geometry/timeline": {"geometry"},
        "geometry/calltree": {"geometry", "geometry/timeline"},
        "geometry/compare": {"geometry", "geometry/timeline"},
        "geometry/heat": {"geometry", "geometry/timeline"},
        "geometry/overlap": {"geometry", "geometry/timeline"},
        "paint": {"geometry"},
        "charts": {"geometry", "geometry/heat", "geometry/overlap", "paint"},
        "export": {"charts", "geometry", "geometry/heat", "geometry/overlap", "geometry/timeline", "paint"},
        "models": {"geometry", "geometry/heat", "geometry/overlap", "geometry/timeline"},
        "widgets": {"charts", "geometry", "geometry/heat", "models", "paint"},
        "widgets/timeline": {"geometry", "geometry/heat", "geometry/overlap", "geometry/timeline", "models", "paint", "widgets"},
        "widgets/calltree": {"geometry/calltree", "models", "paint", "widgets", "widgets/timeline"},
        "widgets/compare": {"geometry", "geometry/compare", "geometry/timeline", "models", "paint", "widgets", "widgets/timeline"},
        "widgets/overlap": {"charts", "geometry", "geometry/overlap", "geometry/timeline", "models", "paint", "widgets",
                            "widgets/timeline"},
        "widgets/heat": {"charts", "geometry", "geometry/heat", "models", "paint", "widgets", "widgets/overlap", "widgets/timeline"},
        "widgets/passes": {"geometry", "geometry/ir", "models", "paint", "widgets"},
        "widgets/query": {"models", "paint", "widgets"},
        "widgets/review": {"geometry", "geometry/timeline", "models", "paint", "widgets", "widgets/timeline"},
        "widgets/search": {"geometry", "geometry/timeline", "models", "paint", "widgets"},
        "widgets/source": {"geometry", "geometry/ir", "models", "paint", "widgets"},
        "widgets/statistics": {"charts", "geometry", "geometry/overlap", "geometry/timeline", "models", "paint", "widgets"},
    },
    "app": {
        "worker": set(),
        "remote": {"worker"},
        "cli": {"worker", "remote"},
        "settings": set(),
        "documents": {"settings"},
        "run": {"settings", "documents"},
        "report": {"settings", "documents"},
        "dialogs": {"settings", "run"},
        "panels": {"settings", "documents", "run", "dialogs"},
        "window": {"settings", "documents", "run", "dialogs", "panels"},
        "start": {"settings", "documents", "report", "window"},
        "": {"start"},
    },
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


def _folder(path: str) -> str:
    """The row of FOLDER_LAW for a file of a layer: the longest folder with a row that contains it; for a source directly in a layer
    SOURCES if it is a row; its folder if there is no row."""
    layer, _, rest = path.partition("/")
    own = folder = rest.rpartition("/")[0]
    while folder and folder not in FOLDER_LAW[layer]:
        folder = folder.rpartition("/")[0]
    if own and not folder:
        return own
    return SOURCES if not folder and path.endswith(".cpp") and SOURCES in FOLDER_LAW[layer] else folder


def check_folders(tree: SourceTree) -> list[Finding]:
    """Each folder of the four layers has a row, and its files include those of folders that the row names."""
    findings = []
    for source in tree.cpp(*FOLDER_LAW):
        layer = source.path.split("/", 1)[0]
        folder = _folder(source.path)
        if folder not in FOLDER_LAW[layer]:
            findings.append(Finding("folders", source.path, 1, f"{layer}/{folder} has no row in the law of includes",
                                    "add a row to FOLDER_LAW of tests/lint/layers.py", key=folder))
            continue
        allowed = FOLDER_LAW[layer][folder] | {folder}
        for line, included, _ in source.includes():
            if included.startswith(layer + "/") and _folder(included) not in allowed:
                findings.append(Finding("folders", source.path, line, f"{layer}/{folder} may not use {layer}/{_folder(included)}",
                                        "move what both need to a folder above both in FOLDER_LAW of tests/lint/layers.py", key=included))
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


RULES = [check_includes, check_folders, check_quoted_paths, check_links]
