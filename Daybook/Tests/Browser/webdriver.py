"""A small WebDriver client on the standard library: a headless Chromium through chromedriver."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class WebDriverError(Exception):
    """What chromedriver answered instead of a value."""


class Browser:
    """One window of a headless Chromium."""

    def __init__(self, width, height, language, dark=False):
        self._profile = tempfile.mkdtemp(prefix="daybook-browser-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._driver = subprocess.Popen(
            [find("chromedriver"), f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._base = f"http://127.0.0.1:{port}"
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            f"--user-data-dir={self._profile}", f"--window-size={max(width, 500)},{height}",
            f"--lang={language}", "--no-first-run", "--disable-background-networking", "--force-device-scale-factor=1",
        ]
        if dark:
            arguments.append("--force-dark-mode")
        options = {
            "binary": find("chromium"), "args": arguments, "prefs": {"intl.accept_languages": language},
        }
        try:
            self._wait_until_ready()
            answer = self._call("POST", "/session", {
                "capabilities": {"alwaysMatch": {
                    "browserName": "chrome", "goog:chromeOptions": options,
                    "goog:loggingPrefs": {"browser": "ALL"},
                    "unhandledPromptBehavior": "ignore",
                }}})
        except BaseException:
            self._driver.kill()
            raise
        self._session = f"/session/{answer['sessionId']}"
        self.width, self.height = width, height
        self.cdp("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        if dark:
            self.cdp("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": "dark"}]})

    def close(self):
        try:
            self._call("DELETE", self._session)
        finally:
            self._driver.terminate()
            self._driver.wait(timeout=10)
            shutil.rmtree(self._profile, ignore_errors=True)

    # Talking to chromedriver

    def _wait_until_ready(self):
        for _ in range(100):
            try:
                if self._call("GET", "/status").get("ready"):
                    return
            except (urllib.error.URLError, ConnectionError):
                pass
            time.sleep(0.1)
        raise WebDriverError("chromedriver does not answer")

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise WebDriverError(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def command(self, method, path, body=None):
        return self._call(method, self._session + path, body)

    def cdp(self, name, parameters):
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    # Pages

    def open(self, address):
        self.command("POST", "/url", {"url": address})

    @property
    def address(self):
        return self.command("GET", "/url")

    def back(self):
        self.command("POST", "/back", {})

    def reload(self):
        self.command("POST", "/refresh", {})

    def run(self, script, *arguments):
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, what=None, seconds=20):
        """Runs the script until its result is true, and gives it back."""
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.run(script, *arguments)
            except WebDriverError as error:
                # The page may be changing under the script.
                value, problem = None, str(error)
            else:
                problem = ""
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"did not happen: {what or script} {problem} (at {self.address})")
            time.sleep(0.05)

    # Elements

    def find(self, selector):
        # A page that is still loading gets a moment.
        deadline = time.monotonic() + 10
        while True:
            try:
                return self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
            except WebDriverError as problem:
                if "no such element" not in str(problem) or time.monotonic() > deadline:
                    raise
            time.sleep(0.05)

    # What happens while a page is being renewed under the hand: the element is gone, moves, or something lies over it.
    PASSING = ("click intercepted", "stale element", "no such element", "not interactable", "javascript error")

    def _persist(self, act, seconds=20):
        """Does something until it works; a person would try again too."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return act()
            except WebDriverError as problem:
                if not any(word in str(problem) for word in self.PASSING) or time.monotonic() > deadline:
                    raise
            time.sleep(0.1)

    def click(self, selector):
        def act():
            element = self.find(selector)
            self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
            self.command("POST", f"/element/{element}/click", {})

        self._persist(act)

    def type(self, selector, text, clear=True):
        def act():
            element = self.find(selector)
            if clear:
                self.command("POST", f"/element/{element}/clear", {})
            self.command("POST", f"/element/{element}/value", {"text": text})

        self._persist(act)

    def attach(self, selector, path):
        self._persist(lambda: self.command("POST", f"/element/{self.find(selector)}/value", {"text": path}))

    def choose(self, selector, label):
        """Chooses the option whose text holds the label."""
        found = self.wait(
            "const s = document.querySelector(arguments[0]);"
            "const o = [...s.options].find(o => !o.disabled && o.textContent.includes(arguments[1]));"
            "if (!o) return false; s.value = o.value;"
            "s.dispatchEvent(new Event('input', {bubbles: true}));"
            "s.dispatchEvent(new Event('change', {bubbles: true})); return true;", selector, label, what=f"{selector} has a choice '{label}'")
        assert found

    def press(self, key, with_control=False):
        """Presses a key where the focus is."""
        # WebDriver's code of the left control key.
        keys = ["\ue009", key] if with_control else [key]
        self.command("POST", "/actions", {"actions": [{
            "type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": one} for one in keys]
            + [{"type": "keyUp", "value": one} for one in reversed(keys)]}]})

    def text(self, selector="main"):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def value(self, selector):
        return self._persist(lambda: self.run("return document.querySelector(arguments[0]).value", selector))

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def console(self):
        """Errors that the page has logged since the last call."""
        entries = self.command("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    # Windows

    def windows(self):
        return self.command("GET", "/window/handles")

    def new_window(self):
        handle = self.command("POST", "/window/new", {"type": "tab"})["handle"]
        self.switch(handle)
        self.cdp("Emulation.setDeviceMetricsOverride", {
            "width": self.width, "height": self.height, "deviceScaleFactor": 1, "mobile": self.width < 600})
        return handle

    def switch(self, handle):
        self.command("POST", "/window", {"handle": handle})

    def current_window(self):
        return self.command("GET", "/window")

    def accept_prompt(self):
        self.command("POST", "/alert/accept", {})

    def dismiss_prompt(self):
        self.command("POST", "/alert/dismiss", {})

    # Pictures

    def screenshot(self, path, whole=True):
        """The page as a PNG file; the whole of it, not only what the window shows."""
        parameters = {"format": "png"}
        if whole:
            size = self.run("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            height = min(size[1], 4000)
            self.cdp("Emulation.setDeviceMetricsOverride", {
                "width": self.width, "height": max(height, self.height), "deviceScaleFactor": 1,
                "mobile": self.width < 600})
        data = self.cdp("Page.captureScreenshot", parameters)["data"]
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
        if whole:
            self.cdp("Emulation.setDeviceMetricsOverride", {
                "width": self.width, "height": self.height, "deviceScaleFactor": 1, "mobile": self.width < 600})


def find(program):
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is missing: apt-get install chromium chromium-driver")
    return path
