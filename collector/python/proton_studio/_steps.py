# SPDX-License-Identifier: Apache-2.0
"""Follows the steps of torch.profiler: the N of ProfilerStep#N, which counts from 0."""

from proton_studio import _library
from proton_studio._hook import Hook, replace_method

_hook = Hook("steps of torch.profiler")


def watch_profiler(module):
    """start() begins step 0, step() the next one, stop() ends the last one. The profiler's own methods run first, except at the end."""
    replace_method(module.profile, "start", _then_note)
    replace_method(module.profile, "step", _then_note)
    replace_method(module.profile, "stop", _note_end)


def _then_note(original):
    def followed(self, *args, **kwargs):
        result = original(self, *args, **kwargs)
        _hook.run(_note, self)
        return result

    return followed


def _note(profiler):
    number = getattr(profiler, "step_num", None)
    _library.step(number if isinstance(number, int) else None)


def _note_end(original):
    def followed(self, *args, **kwargs):
        _hook.run(_library.step, None)
        return original(self, *args, **kwargs)

    return followed
