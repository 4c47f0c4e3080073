// SPDX-License-Identifier: Apache-2.0
// The examples in the order in which they are offered, with the hardware that each requires.
#pragma once

#include <QList>
#include <QString>

#include "app/run/target_query.h"
#include "app/settings/resource_locator.h"

namespace pstudio {

/// An example, and whether this machine can run it without changes.
struct ExampleOffer {
  ExampleKernel example;
  /// The hardware that its target requires, as a text: "sm_90a GPU"; empty for the CPU model.
  QString hardware;
  bool isMissing = false; ///< the worker does not report the target as available

  /// `hardware` as a remark: "no sm_90a GPU here" where it is missing.
  QString remark() const;
};

/// The hardware that a target of a specification requires; empty for the CPU model.
QString hardwareOf(const QString &target);

/// First the examples of the CPU model, which run on every machine, then those that need a GPU;
/// each part keeps the order of `examples`. The order does not depend on `targets`, which arrive
/// later than the window: nothing moves below the pointer.
/// \param targets  the worker's answers so far; while they are empty, no example is missing.
QList<ExampleOffer> offersOf(const QList<ExampleKernel> &examples,
                             const QList<TargetAvailability> &targets);

} // namespace pstudio
