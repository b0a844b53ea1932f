#!/usr/bin/env python3
"""Daybook in a real browser: what a person does, at two widths and in two languages.

Run it alone:   python3 Daybook/Tests/Browser/daybook_test.py
or with others: python3 -m unittest discover -s Daybook/Tests/Browser -p '*_test.py'

DAYBOOK_EXECUTABLE names the program (default: the debug build of this checkout); DAYBOOK_SCREENSHOTS the folder for
pictures of every screen (default: .build/screenshots of this checkout). Needs chromium and chromedriver.
"""

import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request
import zipfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from webdriver import Browser  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
# WebDriver's codes of keys.
ESCAPE = "\ue00c"
DELETE = "\ue017"
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))

def picture(width=64, height=96):
    """A PNG of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xc8\x50\x3c" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def executable():
    named = os.environ.get("DAYBOOK_EXECUTABLE")
    for path in [named] if named else [
            os.path.join(ROOT, ".build/debug/daybook"), os.path.join(ROOT, "Daybook/.build/debug/daybook")]:
        if os.access(path, os.X_OK):
            return path
    raise unittest.SkipTest("no daybook program: build it, or name it in DAYBOOK_EXECUTABLE")


def screenshots():
    return os.environ.get("DAYBOOK_SCREENSHOTS") or os.path.join(ROOT, ".build/screenshots")


class Server:
    """A running Daybook on a port of the system's choosing."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [executable(), "--port", "0", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.restored = line if line.startswith("Restored") else None
        if self.restored:
            line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if not found:
            self.process.kill()
            raise AssertionError(f"no address: {line!r} {self.process.stderr.read()!r}")
        self.address = found.group()

    def stop(self, how=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Pages(unittest.TestCase):
    """A server with sample data and a window, for one width and language."""

    width, language, dark = 1280, "en", False
    sample = True

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="daybook-test-")
        arguments = ["--sample"] if cls.sample else ["--data", os.path.join(cls.folder, "data")]
        cls.server = Server(*arguments)
        try:
            cls.browser = Browser(cls.width, 800, cls.language, cls.dark)
        except BaseException:
            cls.server.stop()
            raise

    @classmethod
    def tearDownClass(cls):
        try:
            cls.browser.close()
        finally:
            cls.server.stop()
            shutil.rmtree(cls.folder, ignore_errors=True)

    @property
    def korean(self):
        return self.language == "ko"

    def words(self, korean, english):
        return korean if self.korean else english

    def go(self, path):
        self.browser.open(self.server.address + path)
        self.browser.wait("return document.readyState === 'complete'")

    def shot(self, name):
        look = "-dark" if self.dark else ""
        self.browser.screenshot(os.path.join(screenshots(), f"{name}-{self.width}-{self.language}{look}.png"))

    def see(self, text, selector="main", seconds=20):
        self.browser.wait(
            "return (document.querySelector(arguments[0])?.innerText ?? '').includes(arguments[1])", selector, text,
            what=f"'{text}' in {selector}", seconds=seconds)

    def see_no(self, text, selector="main"):
        self.browser.wait(
            "return !(document.querySelector(arguments[0])?.innerText ?? '').includes(arguments[1])", selector, text,
            what=f"no '{text}' in {selector}")

    def at(self, pattern):
        end = time.monotonic() + 20
        while not re.search(pattern, self.browser.address):
            if time.monotonic() > end:
                raise AssertionError(f"not at {pattern} but at {self.browser.address}")
            time.sleep(0.05)
        self.browser.wait("return document.readyState === 'complete'")

    def file(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def add_entry(self, memo, amount="12300", category=None, photo=None):
        self.go("/account/entries/new")
        self.browser.type("#amount", amount)
        self.browser.choose("#category", category or self.words("카페", "Café"))
        self.browser.type("#memo", memo)
        if photo:
            self.browser.attach("#photos", photo)
        self.browser.click("form[data-guard] button.primary")
        self.at(r"/account\?month=")

    def link(self, text, selector="a"):
        """The address of the link that holds the text."""
        return self.browser.wait(
            "return [...document.querySelectorAll(arguments[0])].find(a => a.innerText.includes(arguments[1]))"
            "?.getAttribute('href')", selector, text, what=f"a link '{text}'")

    def check_screen(self, name):
        """What every screen must keep to."""
        wide = self.browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, f"{name} scrolls sideways by {wide} px")
        self.assertEqual(
            self.browser.run("return document.documentElement.lang"), self.language, f"language of {name}")
        self.assertEqual(self.browser.count("h1"), 1, f"headings of {name}")
        self.assertEqual(self.browser.run(NAMELESS), [], f"controls without a name on {name}")
        self.assertEqual(self.browser.run(SMALL), [], f"small targets on {name}")
        self.assertEqual(self.browser.run(LOW_CONTRAST), [], f"weak contrast on {name}")
        self.assertEqual(
            self.browser.run(
                "return [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]"
                ".filter(e => !e.matches('[type=checkbox], [type=radio]') && e.getClientRects().length && parseFloat(getComputedStyle(e).fontSize) < 16)"
                ".map(e => e.name)"), [], f"small type in fields of {name}")
        # The browser logs a refused form and a missing page as errors; both are meant here.
        logged = [m for m in self.browser.console() if "404 (" not in m and "422 (" not in m]
        self.assertEqual(logged, [], f"errors of {name}")


# Controls that a screen reader could not name.
NAMELESS = """
return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea')]
  .filter(e => e.getClientRects().length && !e.closest('[aria-hidden=true]'))
  .filter(e => !(e.getAttribute('aria-label') || e.innerText?.trim() || e.textContent?.trim()
    || [...(e.labels ?? [])].some(l => l.textContent.trim()) || e.querySelector?.('img[alt]:not([alt=""])')))
  .map(e => e.outerHTML.slice(0, 120));
"""

# Targets below 44 px; what is hidden until focused, radio buttons and boxes behind labels, and links in running text
# have others beside them.
SMALL = """
return [...document.querySelectorAll('a[href], button, select, summary, input:not([type=hidden]), label.check')]
  .filter(e => e.getClientRects().length && !e.closest('.visually-hidden, .skip'))
  .filter(e => !e.matches('.skip, [type=checkbox], [type=radio]')
    && !(e.type === 'file' && getComputedStyle(e).opacity === '0'))
  .filter(e => { const r = e.getBoundingClientRect(); return r.width < 43.5 || r.height < 43.5; })
  .map(e => e.outerHTML.slice(0, 90) + ' ' + Math.round(e.getBoundingClientRect().width) + 'x'
    + Math.round(e.getBoundingClientRect().height)).slice(0, 5);
"""

# Text below 4.5:1 (3:1 when large) against the colour behind it. Source: WCAG 2.2, success criterion 1.4.3.
LOW_CONTRAST = """
const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return {rgb: m.slice(0, 3), a: m[3] ?? 1}; };
const channel = v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
const luminance = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
const behind = e => {
  for (let n = e; n; n = n.parentElement) {
    const c = parse(getComputedStyle(n).backgroundColor);
    if (c.a === 1) return c.rgb;
  }
  return parse(getComputedStyle(document.body).backgroundColor).rgb;
};
const weak = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode.textContent.trim(), e = walker.currentNode.parentElement;
  if (!text || !e.getClientRects().length || e.closest('.visually-hidden, svg, dialog, [disabled], .skip, option')) continue;
  const style = getComputedStyle(e);
  const a = luminance(parse(style.color).rgb), b = luminance(behind(e));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const size = parseFloat(style.fontSize), bold = parseInt(style.fontWeight) >= 700;
  if (ratio < (size >= 24 || (size >= 18.66 && bold) ? 3 : 4.5)) weak.push(text.slice(0, 30) + ' ' + ratio.toFixed(2));
}
return weak.slice(0, 5);
"""


# Figures that do not fit into their day.
CUT = """
return [...document.querySelectorAll('.calendar .amount')].filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => e.innerText);
"""

# Controls that cannot be brought out from behind what lies over the page.
COVERED = """
return [...document.querySelectorAll('main a[href], main button, main input:not([type=hidden]), main select, main textarea')]
  .filter(e => e.checkVisibility() && !e.closest('.visually-hidden') && !e.matches('[type=checkbox], [type=radio], [type=file], .date-picker'))
  .filter(e => {
    e.scrollIntoView({block: 'center', behavior: 'instant'});
    const r = e.getBoundingClientRect();
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    return !(hit && (e === hit || e.contains(hit) || hit.contains(e) && !hit.closest('.toasts, .nav')));
  }).map(e => e.outerHTML.slice(0, 100));
"""


class ScreensFlow:
    """Every screen, looked at once: nothing overflows, everything has a name, text can be read."""

    def test_screens(self):
        browser = self.browser
        self.go("/account")
        entry = browser.run("return document.querySelector('a.entry')?.getAttribute('href')")
        self.go("/reading")
        plan = browser.run("return document.querySelector('a.plan')?.getAttribute('href')")
        self.go("/collections")
        collection = browser.run("return document.querySelector('a.collection-card')?.getAttribute('href')")
        self.assertTrue(entry and plan and collection, "the sample data fills every place")
        for name, path in [
                ("account", "/account"), ("calendar", "/account?view=calendar"), ("entry", entry),
                ("entry-edit", entry + "/edit"), ("entry-new", "/account/entries/new"), ("search", "/account/search"),
                ("statistics", "/account/statistics"), ("categories", "/account/categories"),
                ("reading", "/reading"), ("plan", plan), ("plan-edit", plan + "/edit"), ("plan-new", "/reading/new"),
                ("reading-statistics", "/reading/statistics"), ("collections", "/collections"),
                ("collection", collection), ("item-new", collection + "/items/new"),
                ("collection-reset", collection + "/reset"), ("import", "/import"), ("export", "/export"), ("settings", "/settings"),
                ("trash", "/trash"), ("start", "/start"), ("nothing", "/nothing")]:
            with self.subTest(name):
                browser.console()
                self.go(path)
                self.check_screen(name)
                self.assertEqual(self.browser.run(CUT), [], f"cut figures on {name}")
                self.shot(name)


class AccountFlow:
    """The account book."""

    def test_entry_from_first_key_to_undo(self):
        browser = self.browser
        memo = self.words("점심 비빔밥", "Lunch with Kim")
        photo = self.file("receipt.png", picture())
        self.add_entry(memo, "1.2만" if self.korean else "12000", photo=photo)
        self.see(self.words("내역을 저장했습니다", "Entry saved"), "#toasts")
        self.see(memo)
        self.see("−12,000원" if self.korean else "−₩12,000")
        self.shot("entry-saved")
        browser.open(self.server.address + self.link(memo, "a.entry"))
        browser.wait("return document.querySelector('#entry-detail img')?.naturalWidth > 0", what="the thumbnail")
        detail = browser.address
        # The form is prefilled, and a photo can be replaced.
        browser.open(detail + "/edit")
        self.assertEqual(browser.value("#amount"), "12,000")
        self.assertEqual(browser.value("#memo"), memo)
        self.assertEqual(browser.count("input[name=remove]"), 1)
        browser.type("#amount", "7000+500")
        browser.click("input[name=remove]")
        browser.click("form[data-guard] button.primary")
        self.see("7,500")
        self.assertEqual(browser.count("#entry-detail img"), 0)
        # Undo brings back amount and photo.
        browser.click("#toasts form button")
        self.see("12,000", "#entry-detail")
        browser.wait("return document.querySelector('#entry-detail img')?.naturalWidth > 0", what="the photo again")
        # Delete, and undo that.
        browser.click("#entry-detail .danger-zone button")
        self.at(r"/account\?month=")
        self.see_no(memo)
        self.see(self.words("휴지통으로 옮겼습니다", "moved to the trash"), "#toasts")
        browser.click("#toasts form button")
        self.see(memo)

    def test_undo_leaves_what_another_tab_changed_since(self):
        browser = self.browser
        memo = self.words("되돌릴 내역", "unm")
        self.add_entry(memo, amount="10")
        address = self.server.address + self.link(memo, "a.entry")
        browser.open(address + "/edit")
        browser.type("#amount", "20")
        browser.click("form[data-guard] button.primary")
        self.at(r"/account/entries/[0-9A-F-]+(\?.*)?$")
        browser.wait("return document.querySelector('#toasts form button')", what="the way back")
        browser.run("document.querySelector('#toasts button').focus()")
        first = browser.current_window()
        browser.new_window()
        browser.open(address + "/edit")
        browser.type("#memo", memo + " 2")
        browser.click("form[data-guard] button.primary")
        self.at(r"/account/entries/[0-9A-F-]+(\?.*)?$")
        browser.command("DELETE", "/window")
        browser.switch(first)
        self.see(memo + " 2", "#entry-detail")
        browser.click("#toasts form button")
        self.see(self.words("되돌렸습니다", "Undone"), "#toasts")
        self.see("10", "#entry-detail .detail-amount")
        self.see_no("20", "#entry-detail .detail-amount")
        self.see(memo + " 2", "#entry-detail")

    def test_delete_key_acts_on_the_row_that_has_the_focus(self):
        browser = self.browser
        if self.width < 1120:
            self.skipTest("the list is beside the entry in wide windows only")
        for memo in ["row one", "row two", "row three"]:
            self.add_entry(memo)
        focus = ("const rows = [...document.querySelectorAll('a.entry')];"
                 "rows.find(e => e.innerText.includes(arguments[0])).focus()")
        gone = "return ![...document.querySelectorAll('a.entry')].some(e => e.innerText.includes(arguments[0]))"
        # With the detail of another entry open beside the list.
        browser.open(self.server.address + self.link("row one", "a.entry"))
        browser.wait("return document.querySelector('#entry-detail')", what="the detail")
        address = browser.address
        browser.run(focus, "row two")
        browser.press(DELETE)
        browser.wait(gone, "row two", what="the focused row gone")
        self.assertEqual(browser.address, address)
        self.see("row one", "#entry-detail")
        self.see("moved to the trash", "#toasts")
        self.assertTrue(browser.run("return document.activeElement.matches('a.entry')"), "the next row has the focus")
        # Without one.
        self.go("/account")
        browser.run(focus, "row three")
        browser.press(DELETE)
        browser.wait(gone, "row three", what="the focused row gone")
        self.see("row one")
        browser.click("#toasts form button")
        self.see("row three")
        # The open one itself: the list is what is left.
        browser.open(self.server.address + self.link("row one", "a.entry"))
        browser.run(focus, "row one")
        browser.press(DELETE)
        self.at(r"/account\?month=")
        self.see_no("row one")

    def test_wrong_fields_keep_what_was_typed(self):
        browser = self.browser
        self.go("/account/entries/new")
        browser.type("#amount", self.words("만원쯤", "about ten"))
        browser.type("#memo", "메모 <b>&")
        browser.type("#day", "2/30")
        browser.attach("#photos", self.file("receipt.png", picture()))
        browser.click("form[data-guard] button.primary")
        browser.wait("return document.querySelector('#amount-error')", what="a remark beside the amount")
        self.assertTrue(browser.run("return document.activeElement.id === 'amount'"), "focus is on the first error")
        self.assertEqual(browser.value("#memo"), "메모 <b>&")
        self.assertEqual(browser.value("#day"), "2/30")
        for field in ["amount", "category", "day"]:
            self.assertEqual(browser.count(f"#{field}-error"), 1, field)
        self.see("receipt.png")
        self.check_screen("entry with errors")
        self.shot("entry-errors")
        browser.type("#amount", "500")
        browser.type("#day", self.words("어제", "yesterday"))
        browser.choose("#category", self.words("카페", "Café"))
        browser.click("form[data-guard] button.primary")
        self.at(r"/account\?month=")
        browser.open(self.server.address + self.link("메모 <b>&", "a.entry"))
        browser.wait("return document.querySelector('#entry-detail img')?.naturalWidth > 0", what="the photo kept")

    def test_file_that_is_no_photo_is_named(self):
        browser = self.browser
        self.go("/account/entries/new")
        browser.type("#amount", "500")
        browser.choose("#category", self.words("카페", "Café"))
        browser.type("#memo", "no photo")
        browser.attach("#photos", self.file("notes.jpg", b"just text"))
        browser.click("form[data-guard] button.primary")
        browser.wait("return document.querySelector('#photos-error')", what="a remark beside the photos")
        self.see("notes.jpg", "#photos-error")
        self.assertEqual(browser.value("#memo"), "no photo")

    def test_picture_of_too_many_pixels_is_not_even_tried(self):
        browser = self.browser
        self.go("/account/entries/new")
        huge = struct.pack(">II", 20000, 20000)
        def png(size):
            return (b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + size + b"\x08\x02\0\0\0" + bytes(64))
        pictures = {
            "huge.png": png(huge),
            "huge.gif": b"GIF89a" + struct.pack("<HH", 20000, 20000) + bytes(64),
            "huge.jpg": b"\xff\xd8\xff\xe1" + struct.pack(">H", 20000) + bytes(19998)
                        + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 20000, 20000) + bytes(64),
            "lossy.webp": b"RIFF\0\0\0\0WEBPVP8 " + bytes(10) + struct.pack("<HH", 16000, 16000) + bytes(64),
            "extended.webp": b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + (19999).to_bytes(3, "little") * 2 + bytes(64),
            "lossless.webp": b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 15999 | 15999 << 14) + bytes(64),
        }
        for name, data in pictures.items():
            self.go("/account/entries/new")
            browser.attach("#photos", self.file(name, data))
            self.see(self.words("5천만 화소", "50 megapixels"), ".previews")
            self.see(name, ".previews")
            self.assertEqual(browser.count(".previews img"), 0, name)
        self.go("/account/entries/new")
        browser.attach("#photos", self.file("small.png", picture()))
        browser.wait("return document.querySelector('.previews img')?.naturalWidth === 64", what="a preview")

    def test_category_is_chosen_by_typing_its_name(self):
        if self.korean:
            self.skipTest("Hangul is typed through an input method")
        browser = self.browser
        for at in [0, 1, 3]:
            self.go("/account/entries/new")
            name = browser.run(
                "return [...document.querySelectorAll('#category option[data-kind]:not(:disabled)')][arguments[0]]"
                ".textContent.trim()", at)
            browser.type("#category", name.split(" ")[0], clear=False)
            browser.wait(
                "return document.querySelector('#category').selectedOptions[0]?.textContent.trim() === arguments[0]",
                name, what=f"{name} chosen")

    def test_leaving_with_changes_asks(self):
        browser = self.browser
        self.go("/account/entries/new")
        browser.type("#memo", "half")
        # chromedriver accepts such a prompt by itself, so the question is asked for by hand.
        asks = "const e = new Event('beforeunload', {cancelable: true}); dispatchEvent(e); return e.defaultPrevented"
        self.assertTrue(browser.run(asks), "leaving does not ask")
        self.go("/account/entries/new")
        self.assertFalse(browser.run(asks), "leaving asks although nothing was typed")

    def test_two_tabs_stay_in_step(self):
        browser = self.browser
        self.go("/account")
        browser.wait("return document.body.dataset.connected", what="the live connection")
        first = browser.current_window()
        browser.new_window()
        memo = self.words("두 탭 커피", "Two tabs coffee")
        self.add_entry(memo)
        second = browser.current_window()
        browser.switch(first)
        self.see(memo)
        # And back: deleted here, gone there.
        detail = self.link(memo, "a.entry")
        browser.switch(second)
        browser.open(self.server.address + detail)
        browser.wait("return document.body.dataset.connected", what="the live connection")
        browser.switch(first)
        browser.open(self.server.address + detail)
        browser.click("#entry-detail .danger-zone button")
        self.at(r"/account\?month=")
        browser.switch(second)
        browser.wait("return !document.getElementById('banner').hidden", what="a banner in the other tab")
        self.see(self.words("다른 곳에서 지운", "deleted elsewhere"), "#banner")
        if self.width >= 1120:
            # Nothing can be done to it any more, and the list beside it goes on without it.
            self.see_no(memo, "#month")
            self.assertEqual(browser.count("#entry-detail .actions a, #entry-detail .danger-zone button"), 0)
        browser.command("DELETE", "/window")
        browser.switch(first)

    def test_many_tabs_share_one_connection(self):
        browser = self.browser
        self.go("/account")
        windows = [browser.current_window()]
        for _ in range(8):
            browser.new_window()
            windows.append(browser.current_window())
            self.go("/account")
            browser.wait("return document.body.dataset.connected", what="the live connection of another tab")
        # The one that listens goes; the others still hear of changes.
        browser.switch(windows[0])
        browser.command("DELETE", "/window")
        browser.switch(windows[-1])
        memo = self.words("아홉째 탭", "ninth tab")
        self.add_entry(memo)
        browser.switch(windows[3])
        self.see(memo)
        for window in windows[1:-1]:
            browser.switch(window)
            browser.command("DELETE", "/window")
        browser.switch(windows[-1])

    def test_statistics_open_the_entries_behind(self):
        browser = self.browser
        self.go("/account/statistics")
        total = browser.run("return document.querySelector('.chart-row strong').innerText")
        browser.click("#table-expense > summary")
        self.see(total, "#table-expense")
        browser.click("a.chart-row")
        self.at("/account/search")
        self.see(total)

    def test_list_stays_where_it_is_when_an_entry_is_opened(self):
        browser = self.browser
        if self.width < 1120:
            self.skipTest("the list is beside the entry in wide windows only")
        self.go("/account")
        for _ in range(12):
            if browser.run("return document.documentElement.scrollHeight > innerHeight + 900"):
                break
            browser.press("[")
            browser.wait("return document.readyState === 'complete'")
        browser.run("scrollTo(0, 700)")
        browser.run(
            "[...document.querySelectorAll('a.entry')].find(e => e.getBoundingClientRect().top > 200).click()")
        self.at("/account/entries/")
        browser.wait("return scrollY > 500", what="the list where it was")

    def test_search_acts_while_typing(self):
        browser = self.browser
        self.add_entry(self.words("희귀한 낱말", "rareword"))
        self.go("/account/search")
        browser.type("#q", self.words("희귀한", "rareword"))
        self.see(self.words("내역 1건", "1 entry"), "#found")
        self.assertIn("q=", browser.address)
        browser.reload()
        self.see(self.words("희귀한 낱말", "rareword"), "#found")

    def test_keys(self):
        browser = self.browser
        self.go("/account")
        browser.press("/")
        self.at("/account/search")
        browser.wait("return document.activeElement?.id === 'q'", what="focus in the search field")
        self.go("/account")
        browser.press("n")
        self.at("/account/entries/new")
        browser.press(ESCAPE)
        self.at(r"/account$")
        browser.press("j")
        self.assertTrue(browser.run("return document.activeElement.matches('a.entry')"))
        browser.press("[")
        self.at(r"month=")
        browser.press("?")
        browser.wait("return document.getElementById('help').open", what="the keyboard help")
        self.shot("help")
        browser.press(ESCAPE)
        browser.wait("return !document.getElementById('help').open", what="the help gone")


class ReadingFlow:
    """Reading plans and memos."""

    def test_plan_with_memos(self):
        browser = self.browser
        self.go("/reading/new")
        title = self.words("토지", "Middlemarch")
        browser.type("#title", title)
        browser.type("#pages", "300")
        browser.type("#end", "2020-01-01")
        browser.click("form[data-guard] button.primary")
        browser.wait("return document.querySelector('#end-error')", what="a remark beside the end")
        browser.type("#end", "")
        browser.click("form[data-guard] button.primary")
        self.at(r"/reading/[0-9A-F-]+")
        self.see(title)
        browser.type("#text", self.words("첫 문장이 좋다.", "A fine first sentence."))
        browser.type("#page", "42")
        browser.click("#write button.primary")
        self.see(self.words("42쪽", "p. 42"), "#memos")
        self.see(self.words("300쪽 중 42쪽", "page 42 of 300"), "#plan")
        self.shot("plan-with-memo")
        browser.click("#memos a.icon-button")
        self.at("/memos/.*/edit")
        browser.type("#text", self.words("고친 문장", "A mended sentence"))
        browser.click("form[data-guard] button.primary")
        self.see(self.words("고친 문장", "A mended sentence"), "#memos")
        browser.click("#memos form button")
        self.see_no(self.words("고친 문장", "A mended sentence"), "#memos")
        browser.click("#toasts form button")
        self.see(self.words("고친 문장", "A mended sentence"), "#memos")
        browser.click("#delete-plan button")
        self.at(r"/reading(\?.*)?$")
        self.see(self.words("메모 1개를 휴지통으로", "1 memo moved to the trash"), "#toasts")
        self.see_no(title, "#plans")
        browser.click("#toasts form button")
        self.see(title, "#plans")


    def test_message_covers_no_control(self):
        browser = self.browser
        self.go("/reading/new")
        browser.type("#title", self.words("덮이지 않는 책", "A book in the open"))
        browser.click("form[data-guard] button.primary")
        self.at(r"/reading/[0-9A-F-]+")
        browser.wait("return document.querySelector('#toasts .toast')", what="the message")
        # The message stays for as long as something on it has the focus.
        browser.run("document.querySelector('#toasts button').focus({preventScroll: true})")
        self.assertEqual(browser.run(COVERED), [])
        self.shot("message-over-plan")
        browser.run("document.activeElement.blur()")
        browser.click("#delete-plan button")
        self.at(r"/reading(\?.*)?$")


class CollectionFlow:
    """Collections."""

    def test_tick_is_a_step_that_can_be_undone(self):
        browser = self.browser
        memo = self.words("남을 내역", "stays")
        self.add_entry(memo)
        self.go("/collections")
        browser.click("a.collection-card")
        self.at(r"/collections/[0-9A-F-]+")
        browser.click("#ownership a:nth-of-type(1)")
        self.at("show=all")
        item = browser.run("return document.querySelector('#items .item:not(.owned)').id")
        name = browser.text(f"[id='{item}'] .name")
        browser.run("document.querySelector(arguments[0]).focus()", f"[id='{item}'] button.toggle")
        browser.press(" ")
        browser.wait("return document.getElementById(arguments[0]).matches('.owned')", item, what="the tick")
        browser.press("z", with_control=True)
        browser.wait("return !document.getElementById(arguments[0]).matches('.owned')", item, what="no tick")
        self.see(name, "#toasts")
        self.go("/account")
        self.see(memo)

    def test_tick_under_a_filter_says_what_it_did_and_goes_on(self):
        browser = self.browser
        self.go("/collections")
        browser.click("a.collection-card")
        self.at(r"/collections/[0-9A-F-]+")
        browser.click("#ownership a:nth-of-type(3)")
        self.at("show=missing")
        first, second = browser.run(
            "return [...document.querySelectorAll('#items .item')].slice(0, 2).map(e => e.id)")
        name = browser.text(f"[id='{first}'] .name")
        owned = int(browser.text("#progress strong").split("/")[0])
        browser.run("document.querySelector(arguments[0]).focus()", f"[id='{first}'] button.toggle")
        browser.press(" ")
        browser.wait("return !document.getElementById(arguments[0])", first, what="the owned item gone from the missing")
        self.see(f"{name}: {self.words('가짐', 'owned')}", "#announcer")
        self.see(f"{owned + 1} /", "#announcer")
        self.assertEqual(browser.run("return document.activeElement.closest('.item')?.id"), second)

    def test_tick_stays_in_place(self):
        browser = self.browser
        self.go("/collections")
        browser.click("a.collection-card")
        self.at(r"/collections/[0-9A-F-]+")
        browser.click("#ownership a:nth-of-type(3)")
        self.at("show=missing")
        before = browser.text("#progress")
        item = browser.run("return document.querySelector('#items .item').id")
        browser.run("document.querySelector('#items .item:nth-of-type(1) button').focus()")
        browser.click(f"[id='{item}'] button.toggle")
        browser.wait("return document.querySelector('#progress').innerText !== arguments[0]", before, what="progress")
        self.assertIn("show=missing", browser.address)
        browser.wait("return !document.getElementById(arguments[0])", item, what="the owned item gone from the missing")
        # The filter is kept over a visit elsewhere.
        self.go("/settings")
        self.go("/collections")
        browser.click("a.collection-card")
        self.at("show=missing")

    def test_own_collection(self):
        browser = self.browser
        self.go("/collections")
        browser.type("#name", self.words("우표", "Stamps"))
        browser.click("main form button.primary")
        self.at(r"/collections/[0-9A-F-]+")
        collection = browser.address.split("?")[0]
        for name in ["A", "B"]:
            browser.open(collection + "/items/new")
            browser.type(f"#name-{self.language}", f"{name} item")
            browser.click("form[data-guard] button.primary")
            self.see(f"{name} item", "#items")
        browser.click("#items button.toggle")
        self.see("1 / 2 (50%)", "#progress")
        browser.open(collection + "/reset")
        browser.click("main form button.danger")
        self.see("0 / 2 (0%)", "#progress")
        browser.click("#toasts form button")
        self.see("1 / 2 (50%)", "#progress")


class ImportFlow:
    """Importing files."""

    def test_bank_file_in_cp949_twice(self):
        browser = self.browser
        text = (
            "거래일시,적요,출금액,입금액,잔액\r\n"
            "2026.03.02 09:10:11,가나다 편의점,\"1,500\",0,\"98,500\"\r\n"
            "2026.03.02 09:10:11,가나다 편의점,\"1,500\",0,\"97,000\"\r\n"
            "2026.03.03 12:00:00,홍길동,0,\"50,000\",\"147,000\"\r\n"
            "언젠가,읽을 수 없는 줄,1,0,1\r\n")
        path = self.file(f"bank-{self.language}.csv", text.encode("cp949"))
        for turn in range(2):
            self.go("/import")
            browser.attach("#file", path)
            self.at(r"/import/[0-9A-F-]+")
            self.see("CP949")
            self.see("가나다 편의점")
            self.shot(f"import-preview-{turn + 1}")
            self.check_screen("import preview")
            if turn == 0:
                browser.click("main form button.primary")
                self.at("/result")
                self.shot("import-result")
                figures = browser.run("return [...document.querySelectorAll('.figure-card dd')].map(e => e.innerText)")
                self.assertEqual(figures, ["4", "3", "0", "0", "1"])
            else:
                self.assertTrue(browser.run("return document.querySelector('main form button.primary').disabled"))
        self.go("/account/search?q=%EA%B0%80%EB%82%98%EB%8B%A4")
        self.see(self.words("내역 2건", "2 entries"), "#found")

    def test_goodreads_library(self):
        browser = self.browser
        text = (
            "Book Id,Title,Author,ISBN,ISBN13,My Rating,Number of Pages,Date Read,Date Added,Bookshelves,"
            "Exclusive Shelf,My Review\n"
            "1,Walden,Henry David Thoreau,=\"\",=\"\",5,352,2026/01/05,2025/12/01,,read,A fine<br/>book\n"
            "2,Emma,Jane Austen,=\"\",=\"\",0,474,,2026/02/01,to-read,to-read,\n")
        self.go("/import")
        browser.attach("#file", self.file(f"goodreads-{self.language}.csv", text.encode()))
        self.at(r"/import/[0-9A-F-]+")
        self.see("Goodreads")
        browser.click("main form button.primary")
        self.at("/result")
        self.go("/reading?q=Thoreau")
        self.see("Walden", "#plans")


class EverywhereFlow:
    """Settings, trash, language."""

    def test_language_is_switched_and_kept(self):
        browser = self.browser
        self.go("/settings")
        other = "en" if self.korean else "ko"
        browser.click(f"label[for='language-{other}']")
        browser.click("form[data-guard] button.primary")
        browser.wait("return document.documentElement.lang === arguments[0]", other, what="the other language")
        self.go("/account")
        self.assertEqual(browser.run("return document.documentElement.lang"), other)
        self.go("/settings")
        browser.click("label[for='language-']")
        browser.click("form[data-guard] button.primary")
        self.see(self.words("설정을 저장했습니다", "Settings saved"), "#toasts")
        browser.wait("return document.documentElement.lang === arguments[0]", self.language, what="the old language")

    def test_language_switch_keeps_what_is_typed(self):
        browser = self.browser
        if self.width < 900:
            self.skipTest("the switch beside the form is for wide windows")
        self.go("/account/entries/new")
        browser.type("#memo", "half written")
        browser.type("#amount", "777")
        browser.click("label[for='kind-income']")
        browser.attach("#photos", self.file("kept.png", picture()))
        browser.click("form[data-language] button")
        other = "en" if self.korean else "ko"
        browser.wait("return document.documentElement.lang === arguments[0]", other, what="the other language")
        self.assertEqual(browser.value("#memo"), "half written")
        self.assertEqual(browser.value("#amount"), "777")
        self.assertTrue(browser.run("return document.getElementById('kind-income').checked"))
        self.assertEqual(browser.run("return document.getElementById('photos').files[0].name"), "kept.png")
        browser.click("form[data-language] button")
        browser.wait("return document.documentElement.lang === arguments[0]", self.language, what="the old language")
        # Photos that the server keeps since the form came back stay with it too, in the new language.
        browser.attach("#photos", self.file("second.png", picture()))
        browser.type("#amount", "bad")
        browser.click("form[data-guard] button.primary")
        browser.wait("return document.querySelectorAll('input[name=staged]').length === 2", what="two kept photos")
        browser.click("form[data-language] button")
        browser.wait("return document.documentElement.lang === arguments[0]", other, what="the other language")
        self.assertEqual(browser.run("return document.querySelectorAll('input[name=staged]:checked').length"), 2)
        self.see("second.png")
        browser.click("form[data-language] button")
        browser.wait("return document.documentElement.lang === arguments[0]", self.language, what="the old language")
        browser.type("#amount", "777")
        browser.choose("#category", self.words("급여", "Salary"))
        browser.click("form[data-guard] button.primary")
        self.at(r"/account\?month=")
        browser.open(self.server.address + self.link("half written", "a.entry"))
        browser.wait("return document.querySelectorAll('#entry-detail .photo-grid img').length === 2", what="both photos")
        self.go("/settings")
        browser.click("label[for='language-']")
        browser.click("form[data-guard] button.primary")
        self.see(self.words("설정을 저장했습니다", "Settings saved"), "#toasts")
        browser.wait("return document.documentElement.lang === arguments[0]", self.language, what="the old language")

    def test_two_forms_of_one_item_and_one_category_lose_nothing(self):
        browser = self.browser
        self.go("/collections")
        browser.click("a.collection-card")
        self.at(r"/collections/[0-9A-F-]+")
        item = self.server.address + browser.run("return document.querySelector('#items a.icon-button').getAttribute('href')")
        self.go("/account/categories")
        category = self.server.address + browser.run(
            "return document.querySelector('.list-plain a.button').getAttribute('href')")
        for address, field, mine, other, theirs in [
                (item, "#number", "7", "#note", "n1"), (category, "#icon", "🍉", "#name", "Foodie")]:
            browser.open(address)
            first = browser.current_window()
            browser.new_window()
            browser.open(address)
            browser.type(other, theirs)
            browser.click("form[data-guard] button.primary")
            browser.wait("return document.querySelector('#toasts .toast')", what="saved elsewhere")
            browser.command("DELETE", "/window")
            browser.switch(first)
            browser.type(field, mine)
            browser.click("form[data-guard] button.primary")
            browser.wait("return document.querySelector('#toasts .toast')", what="saved here")
            browser.open(address)
            self.assertEqual((browser.value(field), browser.value(other)), (mine, theirs))
        # The same field in both: it is said, and nothing is overwritten unseen.
        browser.open(item)
        first = browser.current_window()
        browser.new_window()
        browser.open(item)
        browser.type("#note", "theirs")
        browser.click("form[data-guard] button.primary")
        browser.wait("return document.querySelector('#toasts .toast')", what="saved elsewhere")
        browser.command("DELETE", "/window")
        browser.switch(first)
        browser.type("#note", "mine")
        browser.click("form[data-guard] button.primary")
        self.see("theirs", "#theirs")
        self.assertEqual(browser.value("#note"), "mine")
        self.check_screen("item changed elsewhere")
        self.shot("item-conflict")

    def test_trash_restores(self):
        browser = self.browser
        memo = self.words("지울 내역", "to be deleted")
        self.add_entry(memo)
        browser.open(self.server.address + self.link(memo, "a.entry"))
        browser.click("#entry-detail .danger-zone button")
        self.at(r"/account\?month=")
        self.go("/trash")
        self.see(memo)
        self.shot("trash-filled")
        browser.click("#trash form button")
        self.see_no(memo)
        self.go("/account")
        self.see(memo)


    def test_category_deleted_comes_back_with_its_entries(self):
        browser = self.browser
        self.go("/account/categories")
        address = browser.run("return document.querySelector('.list-plain a.button')?.getAttribute('href')")
        self.go(address)
        name = browser.run("return document.querySelector('h1').innerText")
        # The first category is in use, so its entries have to go somewhere.
        browser.click(".danger-zone button")
        self.see(self.words("쓰고 있습니다", "use"))
        browser.run("const s = document.querySelector('#replacement'); s.selectedIndex = s.options.length - 1;")
        browser.click(".danger-zone button")
        self.see(self.words("분류를 지웠습니다", "Category deleted"), "body")
        self.go("/trash")
        self.see(name)
        self.shot("trash-category")
        browser.click("form[action^='/trash/category/'] button")
        browser.wait("return !document.querySelector('form[action^=\"/trash/category/\"]')")
        self.go("/account/categories")
        self.see(name)


class DesktopEnglish(ScreensFlow, AccountFlow, ReadingFlow, CollectionFlow, ImportFlow, EverywhereFlow, Pages):
    width, language = 1280, "en"


class PhoneKorean(ScreensFlow, AccountFlow, ReadingFlow, CollectionFlow, ImportFlow, EverywhereFlow, Pages):
    width, language = 360, "ko"


class DesktopKoreanDark(ScreensFlow, Pages):
    width, language, dark = 1280, "ko", True


class PhoneEnglishDark(ScreensFlow, Pages):
    width, language, dark = 360, "en", True


class ExportFlow(Pages):
    """Taking everything out."""

    width, language = 1280, "en"

    def test_archive_holds_database_photos_and_tables(self):
        self.add_entry("export me", photo=self.file("receipt.png", picture()))
        self.go("/settings")
        self.browser.click("a[href='/export']")
        self.at("/export$")
        address = self.browser.run("return document.querySelector(\"a[href='/export/archive']\").href")
        with urllib.request.urlopen(address, timeout=120) as answer:
            self.assertEqual(answer.headers["Content-Type"], "application/zip")
            path = self.file("all.zip", answer.read())
        with zipfile.ZipFile(path) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
            self.assertIn("export me", archive.read("csv/entries.csv").decode("utf-8-sig"))
            folder = os.path.join(self.folder, "restored")
            archive.extractall(folder)
        self.assertTrue(any(name.startswith("images/") for name in names))
        server = Server("--data", folder)
        try:
            with urllib.request.urlopen(server.address + "/account", timeout=60) as page:
                self.assertIn("export me", page.read().decode())
        finally:
            server.stop()


class FirstStart(Pages):
    """An empty data folder."""

    width, language, sample = 360, "ko", False

    def test_first_start_then_empty_book(self):
        self.go("/")
        self.at("/start")
        self.shot("first-start")
        self.check_screen("first start")
        self.browser.click("main form button.primary")
        self.at("/account")
        self.see("가계부가 비어 있습니다")
        self.shot("empty-account")
        self.check_screen("empty account book")
        self.go("/reading")
        self.see("아직 독서 계획이 없습니다")
        self.shot("empty-reading")


class StoppedServer(unittest.TestCase):
    """A page that stays open while Daybook is stopped and started again."""

    def test_open_page_says_so_by_itself_and_catches_up(self):
        folder = tempfile.mkdtemp(prefix="daybook-test-")
        data = ["--data", os.path.join(folder, "data")]
        server = Server(*data)
        browser = None
        try:
            browser = Browser(1280, 800, "en")
            browser.open(server.address + "/account?month=2026-03")
            browser.wait("return document.body.dataset.connected", what="the live connection")
            address = server.address
            server.stop()
            browser.wait("return !document.getElementById('banner').hidden", what="a banner", seconds=60)
            self.assertIn("Daybook", browser.text("#banner"))
            # A restart is no change that is announced: the page has to look by itself.
            server = Server(*data, "--port", address.rsplit(":", 1)[1])
            self.assertEqual(server.address, address)
            with open(os.path.join(folder, "data", "web", "form-token"), encoding="ascii") as file:
                token = file.read()
            with urllib.request.urlopen(address + "/account/entries/new", timeout=20) as page:
                category = re.search(r'<option value="([0-9A-F-]{36})" data-kind="expense"', page.read().decode()).group(1)
            form = urllib.parse.urlencode({
                "token": token, "kind": "expense", "amount": "100", "currency": "KRW", "category": category,
                "day": "2026-03-03", "memo": "while away"})
            urllib.request.urlopen(address + "/account/entries", data=form.encode(), timeout=20).close()
            browser.wait("return document.getElementById('banner').hidden", what="no banner", seconds=60)
            browser.wait("return document.querySelector('main').innerText.includes('while away')", what="the new entry")
        finally:
            if browser:
                browser.close()
            server.stop()
            shutil.rmtree(folder, ignore_errors=True)


class Program(unittest.TestCase):
    """The program from outside."""

    def test_help_names_the_arguments(self):
        run = subprocess.run([executable(), "--help"], capture_output=True, text=True, timeout=30)
        self.assertEqual(run.returncode, 0)
        for argument in ["--port", "--data", "--sample"]:
            self.assertIn(argument, run.stdout)

    def test_unknown_argument_is_refused(self):
        run = subprocess.run([executable(), "--prot", "1"], capture_output=True, text=True, timeout=30)
        self.assertEqual(run.returncode, 64)
        self.assertIn("--prot", run.stderr)

    def test_port_in_use_is_said(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            folder = tempfile.mkdtemp(prefix="daybook-test-")
            try:
                data = os.path.join(folder, "data")
                for language, words in [("en_US.UTF-8", "is in use"), ("ko_KR.UTF-8", "쓰고 있습니다")]:
                    run = subprocess.run(
                        [executable(), "--data", data, "--port", str(port)], capture_output=True, text=True,
                        timeout=60, env={**os.environ, "LC_ALL": language})
                    self.assertEqual(run.returncode, 69)
                    self.assertIn(str(port), run.stderr)
                    self.assertIn(words, run.stderr)
                self.assertFalse(os.path.exists(data), "a folder was made although the port is taken")
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def test_signals_stop_it_cleanly(self):
        for how in [signal.SIGINT, signal.SIGTERM]:
            folder = tempfile.mkdtemp(prefix="daybook-test-")
            try:
                server = Server("--data", folder)
                with urllib.request.urlopen(server.address + "/settings", timeout=20) as page:
                    self.assertEqual(page.status, 200)
                self.assertEqual(server.stop(how), 0)
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def test_backup_file_is_restored_and_bad_ones_are_refused(self):
        folder = tempfile.mkdtemp(prefix="daybook-test-")
        try:
            server = Server("--sample")
            backup = os.path.join(folder, "backup.zip")
            with urllib.request.urlopen(server.address + "/export/archive", timeout=60) as answer, open(backup, "wb") as file:
                shutil.copyfileobj(answer, file)
            server.stop()
            data = os.path.join(folder, "data")
            server = Server("--restore", backup, "--data", data)
            self.assertRegex(server.restored, r"[1-9]\d* entries, 5 reading plans")
            with urllib.request.urlopen(server.address + "/account", timeout=20) as page:
                self.assertIn("Income", page.read().decode())
            server.stop()
            with open(os.path.join(folder, "bad.zip"), "wb") as bad, open(backup, "rb") as good:
                bad.write(good.read()[:5000])
            for arguments, words in [
                    (["--restore", backup, "--data", data], "is not empty"),
                    (["--restore", bad.name, "--data", os.path.join(folder, "other")], "no backup"),
                    (["--restore", backup, "--sample"], "--sample")]:
                run = subprocess.run([executable(), "--port", "0", *arguments], capture_output=True, text=True, timeout=60)
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(words, run.stderr)
            self.assertEqual(sorted(os.listdir(folder)), ["backup.zip", "bad.zip", "data"])
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def test_large_import_holds_up_no_stop_and_leaves_nothing_behind(self):
        folder = tempfile.mkdtemp(prefix="daybook-test-")
        try:
            server = Server("--data", folder)
            with open(os.path.join(folder, "web", "form-token"), encoding="ascii") as file:
                token = file.read()
            rows = "".join(f"2026-03-{1 + n % 28:02},-{n + 1},shop {n % 500}\r\n" for n in range(60_000))
            body = (f'--XyZ\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n--XyZ\r\n'
                    'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
                    f"date,amount,memo\r\n{rows}\r\n--XyZ--\r\n").encode()
            port = int(server.address.rsplit(":", 1)[1])
            with socket.create_connection(("127.0.0.1", port), timeout=60) as upload:
                upload.sendall((f"POST /import HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                                f"Origin: {server.address}\r\nContent-Length: {len(body)}\r\n"
                                "Content-Type: multipart/form-data; boundary=XyZ\r\n\r\n").encode() + body)
                time.sleep(0.5)
                start = time.monotonic()
                self.assertEqual(server.stop(signal.SIGTERM), 0)
                self.assertLess(time.monotonic() - start, 3)
            server = Server("--data", folder)
            with urllib.request.urlopen(server.address + "/account", timeout=20) as page:
                self.assertIn("Your account book is empty", page.read().decode())
            server.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def test_silent_connections_keep_nobody_out(self):
        server = Server("--sample")
        silent = []
        try:
            port = int(server.address.rsplit(":", 1)[1])
            for _ in range(265):
                connection = socket.create_connection(("127.0.0.1", port), timeout=10)
                connection.sendall(b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n")
                silent.append(connection)
            with urllib.request.urlopen(server.address + "/settings", timeout=15) as page:
                self.assertEqual(page.status, 200)
        finally:
            for connection in silent:
                connection.close()
            server.stop()

    def test_only_loopback_is_listened_on(self):
        server = Server("--sample")
        try:
            port = int(server.address.rsplit(":", 1)[1])
            with open("/proc/net/tcp", encoding="ascii") as table:
                listening = [line.split()[1] for line in table.readlines()[1:] if line.split()[3] == "0A"]
            self.assertEqual([a for a in listening if a.endswith(f":{port:04X}")], [f"0100007F:{port:04X}"])
        finally:
            server.stop()


def main():
    result = unittest.main(exit=False, verbosity=2).result
    bad = len(result.failures) + len(result.errors)
    print(f"{max(0, result.testsRun - bad - len(result.skipped))} passed, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
