#!/usr/bin/env python3
"""Tests of scripts/layering: each rule is broken once, in a small tree of its own."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "layering"


class Layering(unittest.TestCase):
    def run_on(self, files, allow=""):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            (root / "scripts").mkdir(exist_ok=True)
            (root / "scripts/layering.allow").write_text(allow)
            result = subprocess.run([sys.executable, str(SCRIPT), folder], capture_output=True, text=True)
            return result.returncode, result.stdout

    def core(self, allow="", **rooms):
        """Files by room: `Model_Files="…"` is Sources/CoreData/Model/Files/File.swift."""
        files = {f"Sources/CoreData/{room.replace('_', '/')}/File.swift": text for room, text in rooms.items()}
        return self.run_on(files, allow)

    def assert_refused(self, result, *words):
        self.assertEqual(result[0], 1, result[1])
        for word in words:
            self.assertIn(word, result[1])

    def assert_accepted(self, result):
        self.assertEqual(result[0], 0, result[1])

    def test_upperRoom_used_isAccepted(self):
        self.assert_accepted(self.core(Rows="struct PackedRow {}", Objects="class Thing { var row: PackedRow? }"))

    def test_lowerRoom_used_isRefused(self):
        self.assert_refused(
            self.core(Rows="func f() { _ = Thing() }", Objects="class Thing {}"), "Rows uses Thing of Objects")

    def test_stores_namingEachOther_areRefused(self):
        self.assert_refused(
            self.core(Stores_SQLite="class A {}", Stores_InMemory="let a = A.self"), "never name each other")

    def test_context_namingAStore_isRefused(self):
        self.assert_refused(self.core(Stores_SQLite="class A {}", Contexts="let a = A.self"), "no store class")

    def test_container_namingAStore_isAccepted(self):
        self.assert_accepted(self.core(Stores_SQLite="class A {}", Container="let a = A.self"))

    def test_migration_namingAStore_isRefused(self):
        self.assert_refused(self.core(Stores_SQLite="class A {}", Migration="let a = A.self"), "only Container")

    def test_comment_string_member_areNoUses(self):
        self.assert_accepted(self.core(
            Rows='// Thing\n/* Thing /* Thing */ Thing */\nlet s = "Thing \\(x) Thing"\nlet m = other.Thing',
            Objects="class Thing {}"))

    def test_nestedType_ofTheSameName_isNoUse(self):
        self.assert_accepted(self.core(
            Rows="struct Row { enum Kind {}; var kind: Kind }", Objects="enum Kind {}"))

    def test_sqlite_importedElsewhere_isRefused(self):
        self.assert_refused(self.core(Coordination="import SQLite"), "imports SQLite")
        self.assert_accepted(self.core(Stores_SQLite="internal import SQLite"))

    def test_foundationXML_outsideModelFiles_isRefused(self):
        self.assert_refused(self.core(Model="import FoundationXML"), "imports FoundationXML")
        self.assert_accepted(self.core(Model_Files="import FoundationXML"))

    def test_allowedName_inASignature_isAccepted(self):
        self.assert_accepted(self.core(
            Model="class Entity { func make(in c: Context) -> Int { 1 } }",
            Contexts="class Context {}", allow="Model Context Apple's signature\n"))

    def test_allowedName_inABody_isRefused(self):
        self.assert_refused(self.core(
            Model="class Entity { func make(in c: Context) -> Int { Context.count } }",
            Contexts="class Context {}", allow="Model Context Apple's signature\n"), "not in bodies")

    def test_allowance_withoutUse_isRefused(self):
        self.assert_refused(self.core(Model="", allow="Model Context Apple's signature\n"), "remove the entry")

    def test_allowance_withoutReason_isRefused(self):
        self.assert_refused(self.core(Model="", allow="Model Context\n"), "three fields")

    def test_unknownRoom_isRefused(self):
        self.assert_refused(self.core(Misc="struct A {}"), "no known room")

    def test_module_importedAgainstTheDesign_isRefused(self):
        self.assert_refused(self.run_on({"Sources/Combine/A.swift": "import CoreData"}), "may not import CoreData")
        self.assert_refused(
            self.run_on({"Daybook/Sources/DaybookWeb/A.swift": "@preconcurrency import CoreData"}),
            "may not import CoreData")


if __name__ == "__main__":
    unittest.main()
