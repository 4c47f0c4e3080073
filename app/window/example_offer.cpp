// SPDX-License-Identifier: Apache-2.0
#include "app/window/example_offer.h"

#include <QCoreApplication>

#include <algorithm>

namespace pstudio {
namespace {

/// "cuda" of "cuda:sm_90a".
QString kindOf(const QString &target) {
  return target.section(QLatin1Char(':'), 0, 0);
}

QString translated(const char *text) {
  return QCoreApplication::translate("ExampleOffer", text);
}

bool isUnavailable(const QString &target, const QList<TargetAvailability> &targets) {
  const auto found =
      std::find_if(targets.begin(), targets.end(),
                   [&](const TargetAvailability &known) { return known.name == kindOf(target); });
  return found == targets.end() ? !targets.isEmpty() : !found->isAvailable;
}

} // namespace

QString hardwareOf(const QString &target) {
  const QString kind = kindOf(target);
  if (kind == QLatin1String("cpu"))
    return {};
  const QString name = kind == QLatin1String("cuda")  ? translated("NVIDIA GPU")
                       : kind == QLatin1String("hip") ? translated("AMD GPU")
                                                      : kind;
  const QString architecture = target.section(QLatin1Char(':'), 1);
  // A card has little room, and the architecture implies the vendor.
  return architecture.isEmpty() ? name : translated("%1 GPU").arg(architecture);
}

QString ExampleOffer::remark() const {
  return isMissing ? translated("no %1 here").arg(hardware) : hardware;
}

QList<ExampleOffer> offersOf(const QList<ExampleKernel> &examples,
                             const QList<TargetAvailability> &targets) {
  QList<ExampleOffer> offers;
  for (const ExampleKernel &example : examples) {
    const QString hardware = hardwareOf(example.target);
    offers << ExampleOffer{example, hardware,
                           !hardware.isEmpty() && isUnavailable(example.target, targets)};
  }
  std::stable_partition(offers.begin(), offers.end(),
                        [](const ExampleOffer &offer) { return offer.hardware.isEmpty(); });
  return offers;
}

} // namespace pstudio
