// SPDX-License-Identifier: Apache-2.0
// The headers of tests, precompiled once. Never include this file: every source includes what it
// uses, and is valid without it.
#pragma once

#include "core/standard_pch.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>
