# SPDX-License-Identifier: Apache-2.0
"""The Python part of proton-collect attach: hooks of Triton and Inductor, and Triton's back end for instrumented kernels."""
