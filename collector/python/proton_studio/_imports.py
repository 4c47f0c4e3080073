# SPDX-License-Identifier: Apache-2.0
"""Calls a function after the program has imported a certain module; costs a look into a dictionary for each other import."""

import sys


class ModuleWatcher:
    """An entry of sys.meta_path. It finds nothing itself: it calls the finders of the program and follows the loader that they
    return."""

    def __init__(self, actions):
        """actions: name of a module -> (hook, function that takes the module)."""
        self._actions = actions
        self._busy = set()

    def install(self):
        """Begins; modules that are imported already are treated at once."""
        sys.meta_path.insert(0, self)
        for name in self._actions:
            module = sys.modules.get(name)
            if module is not None:
                self._loaded(name, module)

    def find_spec(self, name, path=None, target=None):
        if name not in self._actions or name in self._busy:
            return None
        self._busy.add(name)
        try:
            spec = self._spec_of_program(name, path, target)
        finally:
            self._busy.discard(name)
        if spec is not None and spec.loader is not None:
            hook, _ = self._actions[name]
            hook.run(self._follow, name, spec.loader)
        return spec

    def _spec_of_program(self, name, path, target):
        for finder in list(sys.meta_path):
            if finder is self:
                continue
            if not hasattr(finder, "find_spec"):
                return None  # of an older form: Python calls the finders in their order itself, and the module is not followed
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                return spec
        return None

    def _follow(self, name, loader):
        """The loader keeps its type; only this object's exec_module is replaced, until it is called."""
        execute = loader.exec_module

        def execute_and_follow(module):
            if getattr(module, "__name__", name) != name:
                return execute(module)  # loaders of archives serve several modules
            loader.__dict__.pop("exec_module", None)
            execute(module)
            self._loaded(name, module)

        loader.__dict__["exec_module"] = execute_and_follow

    def _loaded(self, name, module):
        hook, action = self._actions[name]
        hook.run(action, module)
