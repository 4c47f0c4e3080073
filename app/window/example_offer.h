// SPDX-License-Identifier: Apache-2.0
// The examples in the order in which they are offered, and what each needs to run.
#pragma once

#include <QList>
#include <QString>

#include "app/settings/resource_locator.h"
#include "app/run/target_query.h"

namespace pstudio {

/// An example and whether this machine can run it as it is.
struct ExampleOffer {
  ExampleKernel example;
  /// What its target needs beside the CPU, for people: "sm_90a GPU"; empty for the CPU
  /// model.
  QString hardware;
  bool isMissing = false; ///< the target is known to be unavailable on this machine

  /// `hardware` as a remark: "no sm_90a GPU here" where it is missing.
  QString remark() const;
};

/// What a target of a specification needs beside the CPU; empty for the CPU model.
QString hardwareOf(const QString &target);

/// First the examples of the CPU model, which run on every machine, then those that need a GPU;
/// each part keeps the order of `examples`. The order does not depend on `targets`, which arrive
/// later than the window: nothing moves below the pointer.
/// \param targets  what the worker has answered so far; while it is empty nothing counts as
/// missing.
QList<ExampleOffer> offersOf(const QList<ExampleKernel> &examples,
                             const QList<TargetAvailability> &targets);

} // namespace pstudio
