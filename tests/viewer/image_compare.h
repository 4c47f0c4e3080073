// SPDX-License-Identifier: Apache-2.0
// Compares pictures with baselines; PSTUDIO_UPDATE_GOLDENS=1 writes the baselines instead.
#pragma once

#include <QImage>
#include <QString>

class QWidget;

namespace pstudio::test {

/// Permitted deviation of a picture from its baseline.
struct ImageTolerance {
  int channel = 8;      ///< permitted difference of a colour channel, 0 to 255
  double share = 0.002; ///< permitted share of pixels that differ by more
};

/// Share of pixels that differ by more than `tolerance.channel` in any channel; 1 if the sizes
/// differ.
double differingShare(const QImage &a, const QImage &b, const ImageTolerance &tolerance);

/// Fails the running test if `actual` deviates from tests/viewer/baseline/<name>.png, or if that
/// file is missing. It then writes <name>-actual, -expected and -diff.png below the build folder.
void compareWithBaseline(const QString &name, const QImage &actual,
                         const ImageTolerance &tolerance = {});

/// The same for the upper left part of `widget` at twice the scale, <name>-x2.png. It is only a
/// part, to keep the repository small.
void compareAtTwiceTheScale(const QString &name, QWidget &widget);

} // namespace pstudio::test
