// SPDX-License-Identifier: Apache-2.0
// The headers of tests that link Qt's widgets, precompiled once. Never include this file: every
// source includes what it uses, and is valid without it.
#pragma once

#include "tests/support/test_pch.h"

#include <QtWidgets/QtWidgets>
