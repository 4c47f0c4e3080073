// SPDX-License-Identifier: Apache-2.0
// Qt's headers of the window and those of core/standard_pch.h, precompiled once. Never include this
// file: every source includes what it uses, and is valid without it.
#pragma once

#include "core/standard_pch.h"

#include <QtWidgets/QtWidgets>
