# SPDX-License-Identifier: Apache-2.0
"""Kernels that XLA compiles for JAX: a product with softmax, a prefix sum, a reduction, element-wise code, two functions whose kernels
have the same name and other code, and, if JAX has it, a Pallas kernel. Prints a hash of each output."""

import hashlib

import jax
import jax.numpy as jnp
import numpy as np


def show(name, values):
    print(name, hashlib.sha256(np.asarray(values).tobytes()).hexdigest()[:16], flush=True)


@jax.jit
def attention_weights(left, right):
    return jax.nn.softmax(left @ right, axis=-1)


@jax.jit
def prefix_sums(values):
    return jnp.cumsum(values, axis=1)


@jax.jit
def row_norms(values):
    return jnp.sqrt(jnp.sum(values * values, axis=1))


@jax.jit
def clamped(values):
    return jnp.where(values > 3, jnp.tanh(values), values * 0.25)


# Of the same shape as clamped(), so that XLA gives the kernel the same name.
@jax.jit
def scaled(values):
    return jnp.where(values > 2, jnp.exp(-values), values + 1.5)


@jax.jit
def row_maxima(values):
    return jnp.max(jnp.abs(values - 1), axis=1)


def pallas_kernel():
    """A doubling kernel with its call; None if Pallas is missing or does not support the device."""
    try:
        from jax.experimental import pallas as pl
    except ImportError:
        return None

    def double(source, target):
        target[...] = source[...] * 2 + 1

    @jax.jit
    def doubled(values):
        return pl.pallas_call(double, out_shape=jax.ShapeDtypeStruct(values.shape, values.dtype), grid=(values.shape[0] // 64,),
                              in_specs=[pl.BlockSpec((64, 256), lambda row: (row, 0))],
                              out_specs=pl.BlockSpec((64, 256), lambda row: (row, 0)))(values)

    return doubled


def main():
    matrix = jnp.asarray((np.arange(512 * 256, dtype=np.float32).reshape(512, 256) % 17) / 3)
    square = matrix[:256]
    for _ in range(2):
        show("attention_weights", attention_weights(matrix, square))
        show("prefix_sums", prefix_sums(matrix))
        show("row_norms", row_norms(matrix))
        show("clamped", clamped(matrix))
        show("scaled", scaled(matrix))
        show("row_maxima", row_maxima(matrix))
    doubled = pallas_kernel()
    if doubled is None:
        return
    try:
        show("doubled", doubled(matrix))
    except Exception as error:  # Pallas supports some devices only
        print("doubled:", type(error).__name__)


if __name__ == "__main__":
    main()
