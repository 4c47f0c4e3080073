# SPDX-License-Identifier: Apache-2.0
"""Stands in for the package that attached Python programs load."""
