// SPDX-License-Identifier: Apache-2.0
// Exists so that the precompiled header has a target of its own that depends on no generated code.
