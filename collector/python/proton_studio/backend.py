# SPDX-License-Identifier: Apache-2.0
"""Compiles instrumented kernels with Triton's own back end, for NVIDIA's and AMD's GPUs: one JSON request a line in, one JSON answer a line out.

Request: {"llir": file, "metadata": file, "cubin": file to write, "name": kernel}. "cubin" is a code object (hsaco) of an AMD GPU. Answer: {"ok": true, "cubin": file,
"registers": number or null, "triton": version}, or {"ok": false, "error": text}. Needs no GPU and writes nothing but the
cubin and temporary files below TMPDIR. Reads requests until the input ends.
"""

import os
import sys

# `python -m` puts the current folder first; only the search path of the program counts.
if __name__ == "__main__" and sys.path and os.path.realpath(sys.path[0] or ".") == os.path.realpath("."):
    del sys.path[0]

import contextlib
import inspect
import json
import traceback

from proton_studio import _cubin, _residency

# Longer messages are cut: ptxas repeats the whole kernel.
_MOST_ERROR_CHARACTERS = 8000

# Back end -> its stages from LLVM IR to machine code.
_STAGES = {"cuda": ("ptx", "cubin"), "hip": ("amdgcn", "hsaco")}

# Variables that change what Triton's back end makes. Triton stores their values with the kernel.
_VARIABLES = ("DISABLE_LLVM_OPT", "DISABLE_PTXAS_OPT", "TRITON_DISABLE_LINE_INFO")


class RequestError(Exception):
    """A request that cannot be answered; its text is the answer."""


def hashable(value):
    """The value as it was before JSON: options of Triton are hashed, so lists become tuples again."""
    return tuple(hashable(item) for item in value) if isinstance(value, list) else value


def read_metadata(path):
    """The metadata that Triton stored with a kernel, as keywords of its options."""
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    if not isinstance(stored, dict) or not isinstance(stored.get("target"), dict):
        raise RequestError(f"{path}: no metadata of a Triton kernel")
    return {key: hashable(value) for key, value in stored.items()}


def power_of_two(number):
    """The largest power of two that is not greater."""
    return 1 << (number.bit_length() - 1)


def options_of(backend, metadata):
    """The options with which the kernel was compiled. Unknown keys of the metadata are ignored by the back end."""
    given = dict(metadata)
    # Warp specialisation replaces the number of warps by that of all partitions, which the options reject unless it is a
    # power of two. The stages after the LLVM IR do not use it: the block is in the LLVM IR.
    if isinstance(given.get("num_warps"), int) and given["num_warps"] > 0:
        given["num_warps"] = power_of_two(given["num_warps"])
    return backend.parse_options(given)


def make_backend(metadata):
    """Triton's back end for the target of the kernel."""
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend as make

    target = metadata["target"]
    if target.get("backend") not in _STAGES:
        raise RequestError(f"back end {target.get('backend')!r} is not supported")
    return make(GPUTarget(target["backend"], target["arch"], target["warp_size"]))


def stages_of(backend, options, names):
    """stage(source, metadata) of Triton's compiler for each name. Each version binds what its stages need itself."""
    stages = {}
    arguments = [stages, options]
    if len(inspect.signature(backend.add_stages).parameters) > len(arguments):
        from triton.backends.compiler import Language
        arguments.append(Language.TRITON)
    backend.add_stages(*arguments)
    for name in names:
        if name not in stages:
            raise RequestError(f"this version of Triton has no stage {name!r}")
    return [stages[name] for name in names]


def prepare_llvm(text, kind):
    """What the stage that makes LLVM IR leaves in the process, and the later stages need."""
    from triton._C import libtriton

    libtriton.llvm.init_targets()  # make_ptx crashes without
    nvidia = getattr(libtriton, "nvidia", None) if kind == "cuda" else None
    # Pointers of shared memory have 32 bits where the data layout says so. The option cannot be taken back.
    if "p3:32:32" in text.split("\n@", 1)[0] and hasattr(nvidia, "set_short_ptr"):
        nvidia.set_short_ptr()


@contextlib.contextmanager
def variables_of(metadata):
    """The environment variables with which the kernel was compiled."""
    before = {name: os.environ.get(name) for name in _VARIABLES}
    try:
        for name in _VARIABLES:
            if isinstance(metadata.get(name), str):
                os.environ[name] = metadata[name]
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def original_cubin(metadata_path):
    """The code of the original, which Triton keeps beside its metadata; empty if it is not there."""
    try:
        with open(os.path.splitext(metadata_path)[0] + ".cubin", "rb") as file:
            return file.read()
    except OSError:
        return b""


def resident_as(original, ptx, cubin, metadata, assemble):
    """The cubin, or one with fewer registers of which as many CTAs fit a multiprocessor as of the original and that spills
    nothing."""
    name = metadata.get("name")
    counts = _cubin.registers(original, name), _cubin.registers(cubin, name)
    threads = _residency.threads_of(ptx)
    if None in counts or not threads:
        return cubin
    most = _residency.bound(*counts, threads, metadata.get("shared") or 0, metadata["target"]["arch"])
    bounded = _residency.with_bound(ptx, most) if most else None
    if not bounded:
        return cubin
    try:
        smaller = assemble(bounded, dict(metadata))
    except Exception:  # pylint: disable=broad-except; the kernel without a bound is there
        return cubin
    spills = _cubin.frame_bytes(smaller, name) != _cubin.frame_bytes(cubin, name)
    return cubin if spills or (_cubin.registers(smaller, name) or most + 1) > most else smaller


def compile_llir(text, metadata, original=b""):
    """(name of the kernel, machine code) of instrumented LLVM IR, with the options of the original."""
    backend = make_backend(metadata)
    results = dict(metadata)  # the stages write into it
    kind = metadata["target"]["backend"]
    with variables_of(metadata):
        prepare_llvm(text, kind)
        make_text, assemble = stages_of(backend, options_of(backend, metadata), _STAGES[kind])
        assembly = make_text(text, results)
        code = assemble(assembly, results)
        if kind == "cuda":
            code = resident_as(original, assembly, code, results, assemble)
    return results.get("name"), code


def write_file(path, content):
    """Writes a whole file or none."""
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
    os.replace(part, path)


def answer_request(request):
    """The answer to one request."""
    for key in ("llir", "metadata", "cubin", "name"):
        if not isinstance(request, dict) or not isinstance(request.get(key), str):
            raise RequestError(f"the request has no text {key!r}")
    with open(request["llir"], encoding="utf-8") as file:
        text = file.read()
    import triton

    name, cubin = compile_llir(text, read_metadata(request["metadata"]), original_cubin(request["metadata"]))
    if name != request["name"]:
        raise RequestError(f"the kernel is {name!r}, not {request['name']!r}")
    write_file(request["cubin"], cubin)
    return {"ok": True, "cubin": request["cubin"], "registers": _cubin.registers(cubin, name),
            "triton": getattr(triton, "__version__", "unknown")}


def explain(error):
    """The text of an answer that reports an error."""
    if isinstance(error, RequestError):
        text = str(error)
    else:
        text = "".join(traceback.format_exception_only(type(error), error)).strip()
    return text if len(text) <= _MOST_ERROR_CHARACTERS else text[:_MOST_ERROR_CHARACTERS] + " ..."


def answer_line(line):
    """The answer to a line of input, as a line."""
    try:
        answer = answer_request(json.loads(line))
    except Exception as error:  # any failure costs this kernel only
        answer = {"ok": False, "error": explain(error)}
    return json.dumps(answer) + "\n"


def main():
    # Libraries, and Triton when it fails, print to standard output; only answers go there.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers, os.fdopen(os.dup(0), encoding="utf-8", errors="replace") as requests:
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        for line in requests:
            if line.strip():
                answers.write(answer_line(line))
                answers.flush()


if __name__ == "__main__":
    main()
