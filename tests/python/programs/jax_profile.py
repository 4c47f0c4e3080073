# SPDX-License-Identifier: Apache-2.0
"""Writes a profile of a few small JAX steps into a folder: jax.xplane.pb and jax.trace.json.gz.

usage: jax_profile.py FOLDER
"""

import pathlib
import shutil
import sys
import tempfile

import jax
import jax.numpy as jnp

STEPS = 3


@jax.jit
def step(values, weights):
    return jnp.tanh(values @ weights) * 0.5 + jnp.sum(values, axis=1, keepdims=True)


def record(folder):
    values, weights = jnp.ones((256, 256)), jnp.ones((256, 256))
    step(values, weights).block_until_ready()  # compiled before the recording, which stays small
    # Python's own calls are not traced: they make most of the size.
    options = None
    if hasattr(jax.profiler, "ProfileOptions"):
        options = jax.profiler.ProfileOptions()
        options.python_tracer_level = 0
    jax.profiler.start_trace(folder, **({"profiler_options": options} if options is not None else {}))
    for number in range(STEPS):
        with jax.profiler.StepTraceAnnotation("train", step_num=number):
            values = step(values, weights)
        values.block_until_ready()
    jax.profiler.stop_trace()


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        record(folder)
        for suffix in (".xplane.pb", ".trace.json.gz"):
            found = sorted(pathlib.Path(folder).rglob("*" + suffix))
            if not found:
                print(f"the profiler wrote no {suffix}", flush=True)
                continue
            target = out / ("jax" + suffix)
            shutil.copyfile(found[0], target)
            print(target, target.stat().st_size, "bytes", flush=True)


if __name__ == "__main__":
    main()
