// SPDX-License-Identifier: Apache-2.0
#include "app/documents/pass_report_id.h"

#include "core/run/pass_report.h"
#include "core/trace/trace.h"

namespace pstudio {

std::string passReportIdOf(const Trace &trace) {
  std::string id;
  for (const Launch &launch : trace.launches())
    for (const Arg &arg : trace.args(launch.args))
      if (trace.string(arg.key) == kPassReportFact)
        id = trace.string(arg.stringValue);
  return id;
}

} // namespace pstudio
