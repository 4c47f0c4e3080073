# SPDX-License-Identifier: Apache-2.0
"""The names of Triton's profiler in proton_studio.proton: what they note in an attached program, and that else they do nothing."""

import json
import unittest

import fake_triton
from attached_program import AttachedTestCase

IMPORT = "from proton_studio import proton\n"
ABSENCE = "proton_studio: nothing is recorded; run the program with: proton-collect attach -- python PROGRAM\n"
ALL = IMPORT + """
import threading
session = proton.start("profile", hook="triton")
print(session is None)
@proton.scope("decorated")
def decorated(depth):
    return decorated(depth - 1) + 1 if depth else 0
@proton.profile
def profiled(x):
    return x + 1
@proton.profile(name="named")
def failing():
    raise KeyError("mine")
with proton.scope("outer", {"items": 7, "rate (inc)": 0.5}):
    with proton.cpu_timed_scope("timed"):
        print(decorated(1))
    print(proton.enter_scope("entered", metrics={"bytes": 8}) > 0, proton.exit_scope() > 0)
    print(proton.enter_scope("launch", triton_op=True) > 0, proton.exit_scope(triton_op=True, metrics={"flops": 1.0}) > 0)
with proton.state("outer state"):
    with proton.metadata_state():
        pass
print(profiled(1))
try:
    failing()
except KeyError as error:
    print(error)
print(proton.exit_scope())
proton.exit_state()
proton.deactivate(session)
proton.activate()
proton.finalize()
proton.finalize()
"""


class ProtonNames(AttachedTestCase):
    def test_all_names_note_what_they_stand_for(self):
        outcome = self.run_program(ALL)
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "False\n1\nTrue True\nTrue True\n2\n'mine'\n-1\n")
        noted = ["\t".join(call) for call in outcome.calls if call[0] != "flush"]
        timed = [line for line in noted if "cpu_time" in line]
        self.assertRegex("".join(timed), r"^metric\t2\tcpu_time \(ns\)\tint \d+\texclusive$")
        self.assertEqual([line for line in noted if line not in timed], [
            "session-start\t65536\tprofile\t1", "enter\touter\t1", "metric\t1\titems\tint 7", "metric\t1\trate\tdouble 0.5", "enter\ttimed\t2",
            "enter\tdecorated\t3", "enter\tdecorated\t4", "exit\t4", "exit\t3", "exit\t2", "enter\tentered\t5", "metric\t5\tbytes\tint 8",
            "exit\t5", "operation\tlaunch\t6", "metric\t6\tflops\tdouble 1", "operation-exit\t6", "exit\t1", "state\touter state\t-",
            "state\t__proton_launch_metadata\t-", "state\touter state\t-", "state\t-\t-", "session-start\t65537\tproton\t1",
            "session\t65537\t3\t-", "session-start\t65538\tnamed\t1", "session\t65538\t3\t-", "session\t65536\t3\t-", "session\t65536\t2\t-",
            "session\t65537\t2\t-", "session\t65538\t2\t-", "session\t65536\t4\t-", "session\t65537\t4\t-", "session\t65538\t4\t-"])

    def test_in_a_program_that_is_not_attached_they_do_nothing(self):
        for options in ({"PSTUDIO_ATTACH": ""}, {"preload": False}):
            outcome = self.run_program(ALL, **options)
            self.assertEqual((outcome.code, outcome.errors), (0, ABSENCE))
            self.assertEqual(outcome.output, "True\n1\nFalse False\nFalse False\n2\n'mine'\n-1\n")
            self.assertEqual(outcome.calls, [])

    def test_scopes_count_without_a_session(self):
        outcome = self.run_program(IMPORT + "with proton.scope('alone'):\n    pass\n")
        self.assertEqual(outcome.named("enter"), [["alone", "1"]])

    def test_the_data_of_a_session_is_the_tree_that_the_server_sends(self):
        tree = [{"frame": {"name": "ROOT", "type": "function"}, "metrics": {"count": 0}, "children": [
            {"frame": {"name": "add", "type": "function"}, "metrics": {"count": 300, "time (ns)": 1.5}, "children": []}]}, {"CUDA": {}}]
        file = self.write("tree.json", json.dumps(tree))
        outcome = self.run_program(IMPORT + """
import json
first, second = proton.start("one"), proton.start("two")
trees = [proton.get_data(), proton.get_data(first), proton.data.get(), proton.data.get(second, phase=1)]
print(json.dumps(trees[0]), all(tree == trees[0] for tree in trees))
print(proton.data.is_phase_complete(), proton.data.advance_phase(), proton.data.is_phase_complete(), proton.data.is_phase_flushed(0, 1))
proton.data.clear()
proton.data.clear(second, phase=1, clear_up_to_phase=True)
print(proton.data.get(None), proton.data.advance_phase(None), proton.data.is_phase_complete(None))
print(proton.data.get_msgpack().hex())
""", PSTUDIO_STUB_TREE=str(file))
        self.assert_ran(outcome)
        lines = outcome.output.splitlines()
        self.assertEqual(lines[:3], [json.dumps(tree) + " True", "False 1 True False", "None None False"])
        self.assertEqual(outcome.named("tree"), [
            ["65537", "4294967295", "60000"], ["65536", "4294967295", "60000"], ["65536", "0", "60000"], ["65537", "1", "60000"],
            ["65536", "0", "60000"]])
        self.assertEqual((outcome.named("advance"), outcome.named("clear")),
                         ([["65536"]], [["65536", "0"], ["65537", "0"]]))
        # [{frame: {name: ROOT, type: function}, metrics: {count: 0}, children: [{...
        self.assertTrue(lines[3].startswith("92" "83" "a5" + b"frame".hex() + "82" "a4" + b"name".hex() + "a4" + b"ROOT".hex()), lines[3])
        self.assertIn("a5" + b"count".hex() + "cf000000000000012c" "a9" + b"time (ns)".hex() + "cb3ff8000000000000", lines[3])

    def test_without_a_server_a_session_or_attach_the_tree_is_empty(self):
        empty = '[{"frame": {"name": "ROOT", "type": "function"}, "metrics": {}, "children": []}, {}]\n'
        show = "import json\nprint(json.dumps(proton.get_data()))\n"
        for options in ({"PSTUDIO_ATTACH": ""}, {"preload": False}):
            outcome = self.run_program(IMPORT + "session = proton.start('s')\nprint(proton.data.get(session))\nproton.data.clear()\n" + show, **options)
            self.assertEqual((outcome.output, outcome.errors), ("None\n" + empty, ABSENCE))
        self.assertEqual(self.run_program(IMPORT + "proton.start('s')\n" + show).output, empty)
        outcome = self.run_program(IMPORT + show)
        self.assertEqual((outcome.output, outcome.named("tree")), (empty, []))

    def test_one_name_is_one_session_of_both_backends(self):
        outcome = self.run_program(IMPORT + """
one = proton.start("both", backend="cupti")
proton.deactivate(one)
print(proton.start("both", backend="instrumentation", mode="functions") == one)
proton.finalize()
print(proton.start("both") == one)
class Default:
    def __str__(self):
        return "default:metric_type=METRIC_TYPE.CYCLE:buffer_size=0"
proton.start("mode", backend="instrumentation", mode=Default())
""")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "True\nFalse\n")
        noted = ["\t".join(call) for call in outcome.calls if call[0] != "flush"]
        self.assertEqual(noted, ["session-start\t65536\tboth\t1", "session\t65536\t3\t-", "session\t65536\t2\t-",
                                 "instrument\t*\tfunctions\t1", "session\t65536\t4\t-", "restore\t1",
                                 "session-start\t65537\tboth\t1", "session-start\t65538\tmode\t1", "instrument\t*\t-\t2"])

    def test_an_exception_leaves_the_scope_and_passes(self):
        outcome = self.run_program(IMPORT + "try:\n    with proton.scope('s'):\n        1 / 0\nexcept ZeroDivisionError:\n    print('on')\n")
        self.assertEqual((outcome.output, outcome.named("exit")), ("on\n", [["1"]]))

    def test_one_scope_object_serves_several_threads(self):
        outcome = self.run_program(IMPORT + """
import threading
shared = proton.scope("shared")
first, second = threading.Event(), threading.Event()
def work():
    with shared:
        first.set()
        second.wait(60)
thread = threading.Thread(target=work)
thread.start()
first.wait(60)
with shared:
    pass
second.set()
thread.join()
""")
        self.assert_ran(outcome)
        self.assertEqual((outcome.named("enter"), outcome.named("exit")), ([["shared", "1"], ["shared", "2"]], [["2"], ["1"]]))

    def test_launches_have_the_name_and_metrics_of_their_metadata_while_a_session_asks_for_them(self):
        launch = """
from triton import knobs
class Metadata:
    def __init__(self, names):
        self.names = names
    def get(self):
        return {**self.names, "function": 1, "stream": 0}
def launch(**names):
    metadata = Metadata(names)
    knobs.runtime.launch_enter_hook(metadata)
    print("launch")
    knobs.runtime.launch_exit_hook(metadata)
"""
        for version in fake_triton.VERSIONS[1:]:
            fake_triton.write(self, version)
            outcome = self.run_program(IMPORT + launch + """
launch(name="before")
first, second = proton.start("one", hook="triton"), proton.start("two", hook="triton")
with proton.state("mine"):
    launch(name="add_8", flops32=8, bytes=96, items=3)
proton.finalize(first)
launch(name="still")
launch(flops32=8)
launch(name="off")
proton.finalize()
launch(name="after")
print(len(knobs.runtime.launch_enter_hook.calls))
""", path=["packages"])
            self.assert_ran(outcome)
            self.assertEqual(outcome.output, "launch\n" * 6 + "0\n")
            noted = ["\t".join(call) for call in outcome.calls if call[0] not in ("flush", "session", "session-start", "interpreter")]
            self.assertEqual(noted[:10], [
                "state\tmine\t-", "state\t__proton_launch_metadata\t-", "state\tmine\t-", "operation\tadd_8\t1",
                "metric\t1\tflops32\tint 8", "metric\t1\tbytes\tint 96", "operation-exit\t1", "state\t-\t-",
                "state\t__proton_launch_metadata\t-", "state\t-\t-"])
            self.assertEqual(noted[10:12], ["operation\tstill\t2", "operation-exit\t2"])
            self.assertIn("KeyError: 'name'", outcome.named("notice")[0][1])  # one report, and the program goes on
            self.assertNotIn("off", [name for name, _ in outcome.named("operation")])

    def test_a_triton_with_place_for_one_launch_hook_keeps_it_free(self):
        fake_triton.write(self, "3.4.0")
        outcome = self.run_program(IMPORT + """
from triton import knobs
proton.start("one", hook="triton")
print(knobs.runtime.launch_enter_hook)
""", path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "None\n")

    def test_a_hook_for_triton_in_a_program_without_triton_does_nothing(self):
        outcome = self.run_program(IMPORT + "proton.start('one', hook='triton')\nproton.finalize()\n")
        self.assert_ran(outcome)
        self.assertEqual(outcome.named("notice"), [])

    def test_a_reserved_name_of_a_metric_is_rejected(self):
        outcome = self.run_program(IMPORT + "proton.cpu_timed_scope('s', {'cpu_time': 1})")
        self.assertIn("ValueError", outcome.errors)


if __name__ == "__main__":
    unittest.main()
