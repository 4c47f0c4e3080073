// SPDX-License-Identifier: Apache-2.0
// Measures the host time of a launch in an attached program that records no warps. The driver and
// the CUPTI of the measurement do no work.
//
// usage: attach_launch_bench [LAUNCHES]
#include <algorithm>
#include <cstdio>

#include "tests/collector/attach/shim/attached_run.h"

using namespace pstudio::test;

namespace {

/// The shortest of five runs [ns]: other programs can lengthen a run, but not shorten it.
template <class Run> double shortest(Run run) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i)
    best = std::min(best, run().output.trimmed().toDouble());
  return best;
}

QStringList commands(const AttachedRun &attached, const QString &count, const QStringList &before) {
  const QString image =
      attached.image(QStringLiteral("idle"), fakeImage("kernel add parameters=1 idle=1\n",
                                                       pstudio::attach::ImageKind::Cubin));
  return QStringList{"v2", "open", "module", "m", image, "function", "f", "m", "add"} + before +
         QStringList{"measure", "f", count};
}

} // namespace

int main(int count, char **arguments) {
  const QString launches = QString::fromLatin1(count > 1 ? arguments[1] : "1000000");
  const QString victim = QStringLiteral("victim");
  ServerScript script;
  script.choices["add"] = {{1000000000, 1000000000, 1}};
  ServerScript events;
  events.welcome.settings.callPath = pstudio::attach::CallPath::Scopes;
  ServerScript activity;
  activity.welcome.settings.activity = pstudio::attach::DeviceActivity::On;
  AttachedRun listing, choosing(script), noting(events), recording(activity);
  recording.offerCupti();
  const QStringList plain = commands(listing, launches, {});
  const double without = shortest([&] { return listing.runWithout(victim, plain, false); });
  std::printf("not preloaded                      %6.1f ns a launch\n", without);
  const auto show = [without](const char *what, double with) {
    std::printf("%-34s %6.1f ns a launch, %+.1f\n", what, with, with - without);
  };
  show("preloaded, no server", shortest([&] { return listing.runWithout(victim, plain); }));
  show("no launch of the kernel is chosen", shortest([&] { return listing.run(victim, plain); }));
  show("a later launch is chosen",
       shortest([&] { return choosing.run(victim, commands(choosing, launches, {})); }));
  show("while another stream is captured", shortest([&] {
         return listing.run(victim,
                            commands(listing, launches, {"stream", "capture", "1", "swapstream"}));
       }));
  show("each launch is an event",
       shortest([&] { return noting.run(victim, commands(noting, launches, {})); }));
  show("and belongs to its activities",
       shortest([&] { return recording.run(victim, commands(recording, launches, {})); }));
}
