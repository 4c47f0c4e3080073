// SPDX-License-Identifier: Apache-2.0
// Which argument sets of a trace a search matches.
#pragma once

#include <stop_token>
#include <vector>

#include "core/search/text_matcher.h"
#include "core/trace/trace.h"

namespace pstudio {

/// "key=value", as the search compares it.
std::string argumentText(const Trace &trace, const Arg &arg);

/// Whether "key=value" matches, with the key of the file or with the words that the window shows
/// for it (wordsOfRecordedArg()): "instance=7" and "iteration=7".
bool argumentMatches(const Trace &trace, const Arg &arg, const TextMatcher &matcher);

/// By ArgSetId. Each distinct pair of key and value is compared once. Incomplete if a stop was
/// requested. O(arguments).
std::vector<bool> argumentSetsMatching(const Trace &trace, const TextMatcher &matcher,
                                       const std::stop_token &stop);

} // namespace pstudio
