// Daybook in the browser. Every page works without this file; with it, tabs stay in step, single keys act, photos
// are shown before they are sent, and a form that cannot reach the server stays where it is.
(() => {
  "use strict";

  const body = document.body;
  document.documentElement.classList.add("js");
  const words = JSON.parse(document.getElementById("words")?.dataset.words ?? "{}");
  const token = document.querySelector('meta[name="daybook-token"]')?.content ?? "";
  const live = document.getElementById("announcer");

  const announce = (text) => {
    if (!live || !text) return;
    live.textContent = "";
    requestAnimationFrame(() => { live.textContent = text; });
  };

  // --- The page, renewed in place -----------------------------------------------------------------------------

  const keyOf = (element) => element.id || element.getAttribute("data-key-id") || "";

  /** Turns `from` into `to` with as little change as can be, so that focus, scrolling and open details stay. */
  const morph = (from, to) => {
    if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName) { from.replaceWith(to.cloneNode(true)); return; }
    if (from.nodeType !== Node.ELEMENT_NODE) {
      if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
      return;
    }
    if (from.isEqualNode(to)) return;
    for (const { name } of [...from.attributes]) {
      const kept = name === "open" && from.nodeName === "DETAILS";
      if (!to.hasAttribute(name) && !kept) from.removeAttribute(name);
    }
    for (const { name, value } of to.attributes) {
      if (from.getAttribute(name) !== value) from.setAttribute(name, value);
    }
    const known = new Map();
    for (const child of from.children) { const key = keyOf(child); if (key) known.set(key, child); }
    let place = from.firstChild;
    for (const wanted of [...to.childNodes]) {
      const key = wanted.nodeType === Node.ELEMENT_NODE ? keyOf(wanted) : "";
      const match = key ? known.get(key) : null;
      if (match) {
        if (match === place) place = place.nextSibling; else from.insertBefore(match, place);
        known.delete(key);
        morph(match, wanted);
      } else if (place && !(place.nodeType === Node.ELEMENT_NODE && keyOf(place)) && !key
        && place.nodeName === wanted.nodeName) {
        const next = place.nextSibling;
        morph(place, wanted);
        place = next;
      } else {
        from.insertBefore(wanted.cloneNode(true), place);
      }
    }
    while (place) { const next = place.nextSibling; place.remove(); place = next; }
  };

  /** Takes over every region that says it is live; what a person is typing in is no such region. */
  const takeOver = (page) => {
    for (const region of document.querySelectorAll("[data-live]")) {
      const renewed = page.getElementById(region.id);
      if (renewed) morph(region, renewed);
    }
  };

  const parse = (text) => new DOMParser().parseFromString(text, "text/html");

  /** What is open beside a list is gone: it can be read on, but nothing can be done to it, and the list goes on. */
  const leaveDetail = async () => {
    const detail = document.querySelector(".pane-detail");
    const list = detail?.querySelector("a.back")?.href;
    if (!list) return;
    for (const part of detail.querySelectorAll(".actions, .danger-zone")) part.remove();
    const answer = await fetch(list, { headers: { "X-Daybook-Renew": "1" } });
    if (answer.ok) takeOver(parse(await answer.text()));
  };

  let renewing = false;
  let renewAgain = false;
  const renew = async () => {
    if (renewing) { renewAgain = true; return; }
    renewing = true;
    try {
      const answer = await fetch(location.href, { headers: { "X-Daybook-Renew": "1" } });
      const page = parse(await answer.text());
      if (answer.status === 404 || answer.status === 410) {
        showBanner(words.gone, page.querySelector("main a[data-home]")?.getAttribute("href") ?? "/");
        await leaveDetail();
      } else if (answer.ok) {
        takeOver(page);
      }
      setOffline(false);
    } catch {
      setOffline(true);
    } finally {
      renewing = false;
      if (renewAgain) { renewAgain = false; renew(); }
    }
  };

  // --- Banners and toasts -------------------------------------------------------------------------------------

  const banner = document.getElementById("banner");
  const showBanner = (text, link, canRetry = false) => {
    if (!banner) return;
    banner.querySelector("[data-text]").textContent = text;
    const anchor = banner.querySelector("a");
    anchor.hidden = !link;
    if (link) anchor.href = link;
    banner.querySelector("button").hidden = !canRetry;
    banner.hidden = false;
    announce(text);
  };

  let offline = false;
  const setOffline = (now) => {
    if (now === offline) return;
    offline = now;
    if (now) showBanner(words.offline, null, true); else if (banner) { banner.hidden = true; announce(words.online); }
  };
  banner?.addEventListener("click", (event) => {
    if (!event.target.closest("button")) return;
    openEvents();
    renew();
  });

  const toasts = document.getElementById("toasts");
  const toastTime = 10000;
  const armToast = (toast) => {
    let timer = null;
    const stop = () => clearTimeout(timer);
    const start = () => { stop(); timer = setTimeout(() => toast.remove(), toastTime); };
    toast.addEventListener("pointerenter", stop);
    toast.addEventListener("pointerleave", start);
    toast.addEventListener("focusin", stop);
    toast.addEventListener("focusout", start);
    toast.querySelector("[data-close]")?.addEventListener("click", () => toast.remove());
    const close = toast.querySelector("[data-close]");
    if (close) close.hidden = false;
    announce(toast.querySelector("[data-text]")?.textContent);
    start();
  };
  const takeToasts = (page) => {
    const fresh = page.querySelectorAll("#toasts .toast");
    if (!fresh.length || !toasts) return;
    toasts.replaceChildren(...[...fresh].map((toast) => document.importNode(toast, true)));
    toasts.querySelectorAll(".toast").forEach(armToast);
  };
  toasts?.querySelectorAll(".toast").forEach(armToast);

  /** A message belongs to one visit: a reload or a bookmark must not repeat it. */
  const withoutMessage = (address) => {
    const url = new URL(address, location.href);
    url.searchParams.delete("said");
    return url.pathname + url.search + url.hash;
  };
  if (new URL(location.href).searchParams.has("said")) history.replaceState(history.state, "", withoutMessage(location.href));

  // A list beside a detail stays where it was when one of its rows is opened.
  const listPlace = "daybook-list-place";
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.(".pane-list a[data-row]");
    if (row && innerWidth >= 1120) sessionStorage.setItem(listPlace, JSON.stringify([row.getAttribute("href"), scrollY]));
  });
  {
    const [address, top] = JSON.parse(sessionStorage.getItem(listPlace) ?? "[]");
    sessionStorage.removeItem(listPlace);
    if (address && new URL(address, location.href).pathname === location.pathname) scrollTo(0, top);
  }

  // --- Other tabs ---------------------------------------------------------------------------------------------

  const areas = new Set((body.dataset.areas ?? "").split(" ").filter(Boolean));
  let pending = null;
  const changed = (change) => {
    if (!change.areas.some((area) => areas.has(area))) return;
    clearTimeout(pending);
    pending = setTimeout(renew, 60);
  };
  let missed = false;
  let losses = 0;
  const connected = (again) => {
    losses = 0;
    body.dataset.connected = "true";
    setOffline(false);
    if (missed || again) { missed = false; renew(); }
  };
  // A stream breaks off when a laptop sleeps, and is back at once; after several vain tries nobody is there.
  const lost = () => {
    missed = true;
    delete body.dataset.connected;
    losses += 1;
    if (losses >= 3) setOffline(true);
  };

  // A browser has six connections to a server and no more, so that all tabs share one stream of news: the tab that
  // holds the lock listens and tells the others; when it goes, the next one takes its place.
  const channel = navigator.locks && "BroadcastChannel" in window ? new BroadcastChannel("daybook-news") : null;
  const tell = (kind, detail) => channel?.postMessage({ kind, detail });
  let events = null;
  const listen = () => {
    events?.close();
    const stream = new EventSource("/events");
    events = stream;
    stream.addEventListener("hello", () => { tell("connected", missed); connected(false); });
    stream.addEventListener("change", (message) => { tell("change", message.data); changed(JSON.parse(message.data)); });
    stream.addEventListener("error", () => {
      tell("lost");
      lost();
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => { if (events === stream) listen(); }, 3000);
    });
  };
  channel?.addEventListener("message", ({ data: { kind, detail } }) => {
    if (events) {
      if (kind === "ask" && body.dataset.connected) tell("connected", false);
      if (kind === "retry") listen();
    } else if (areas.size) {
      if (kind === "connected") connected(detail);
      if (kind === "change") changed(JSON.parse(detail));
      if (kind === "lost") lost();
    }
  });
  let giveUp = null;
  const join = () => {
    if (!channel) { listen(); return; }
    const waiting = new AbortController();
    giveUp = () => waiting.abort();
    navigator.locks.request("daybook-news", { signal: waiting.signal }, () => new Promise((release) => {
      giveUp = release;
      // Between the tab that listened before and this one something may have been missed, here and in the others.
      if (body.dataset.connected) missed = true;
      listen();
    })).catch((error) => { if (error.name !== "AbortError") listen(); });
    tell("ask");
  };
  function openEvents() { if (events || !channel) listen(); else tell("retry"); }
  if (areas.size) {
    join();
    // A page that comes back from the browser's cache may have missed something.
    addEventListener("pageshow", (event) => { if (event.persisted) { join(); renew(); } });
    addEventListener("pagehide", () => { events?.close(); events = null; giveUp?.(); });
  }

  // --- Forms --------------------------------------------------------------------------------------------------

  let dirty = false;
  const mark = (event) => { if (event.target.closest?.("form[data-guard]")) dirty = true; };
  document.addEventListener("input", mark);
  document.addEventListener("change", mark);
  addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
  if (document.querySelector("form[data-guard][data-unsaved]")) dirty = true;

  const send = async (form, submitter) => {
    const data = new FormData(form, submitter ?? undefined);
    const target = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
    if ((form.getAttribute("method") ?? "get").toLowerCase() === "get") {
      const url = new URL(target, location.href);
      url.search = new URLSearchParams([...data].filter(([, value]) => value !== "")).toString();
      return fetch(url);
    }
    const multipart = form.enctype === "multipart/form-data";
    return fetch(target, { method: "POST", body: multipart ? data : new URLSearchParams(data) });
  };

  /** Chosen files outlive a form that comes back with a remark. */
  const keepFiles = (form) => {
    const kept = new Map();
    for (const input of form.querySelectorAll('input[type="file"]')) if (input.files.length) kept.set(input.name, input.files);
    return kept;
  };

  const onSubmit = async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    const guarded = form.hasAttribute("data-guard");
    const inline = form.hasAttribute("data-inline");
    if (!guarded && !inline) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "true";
    // What an earlier try was told is over.
    if (banner && !offline) banner.hidden = true;
    try {
      const answer = await send(form, event.submitter);
      const text = await answer.text();
      if (!answer.ok && answer.status !== 422 && answer.status !== 409) {
        const plain = answer.headers.get("Content-Type")?.startsWith("text/plain");
        const reason = plain ? text : parse(text).querySelector("[data-reason]")?.textContent;
        showBanner(reason ? `${reason} ${plain ? "" : words.kept}`.trim() : words.failed, null);
        return;
      }
      setOffline(false);
      const page = parse(text);
      const reason = answer.ok ? null : page.querySelector("main [data-reason]");
      if (reason) { showBanner(`${reason.textContent} ${guarded ? words.kept : ""}`.trim(), null); return; }
      if (guarded && answer.ok) {
        dirty = false;
        location.assign(answer.url);
        return;
      }
      if (guarded) {
        const renewed = page.querySelector("form[data-guard]");
        if (renewed) {
          const staged = renewed.querySelector('[name="staged"]');
          const files = keepFiles(form);
          const next = document.importNode(renewed, true);
          form.replaceWith(next);
          if (!staged) {
            for (const [name, list] of files) {
              const input = next.querySelector(`input[type="file"][name="${CSS.escape(name)}"]`);
              if (input) { input.files = list; input.dispatchEvent(new Event("change", { bubbles: true })); }
            }
          }
          prepare(next);
          (next.querySelector('[aria-invalid="true"]') ?? next.querySelector("[data-summary]"))?.focus();
        }
        return;
      }
      const focused = document.activeElement?.closest?.("[data-key-id]")?.getAttribute("data-key-id");
      if (form.hasAttribute("data-follow") && answer.redirected) {
        const there = new URL(answer.url);
        if (there.pathname !== location.pathname) { location.assign(answer.url); return; }
      }
      const row = form.closest("[data-key-id]")?.querySelector("[data-row]");
      const place = row ? [...document.querySelectorAll("[data-row]")].indexOf(row) : -1;
      const then = row?.dataset.then;
      takeOver(page);
      takeToasts(page);
      if (form.hasAttribute("data-clear") && answer.ok) {
        form.reset();
        form.querySelector("[data-first]")?.focus();
      }
      if (focused && document.activeElement === body) {
        document.querySelector(`[data-key-id="${CSS.escape(focused)}"] button`)?.focus();
      }
      const pressed = event.submitter?.closest?.("[data-key-id]")?.querySelector("[data-says]");
      if (row && !row.isConnected) {
        // The filter lets it through no more: the one that took its place is next.
        if (answer.ok) announce(then);
        const rows = [...document.querySelectorAll("[data-row]")];
        rows[Math.min(place, rows.length - 1)]?.focus();
      } else if (pressed) {
        announce(pressed.dataset.says);
      }
    } catch {
      setOffline(true);
    } finally {
      delete form.dataset.sending;
    }
  };
  document.addEventListener("submit", onSubmit);

  // A step that takes long says so; a quick one stays silent.
  document.addEventListener("submit", (event) => {
    const busy = event.target.querySelector?.("[data-busy]");
    if (!busy || event.defaultPrevented) return;
    setTimeout(() => { busy.hidden = false; busy.scrollIntoView({ block: "nearest" }); }, 300);
  });
  addEventListener("pageshow", () => {
    for (const busy of document.querySelectorAll("[data-busy]")) busy.hidden = true;
  });

  /** Speaks the other language from now on; what is being typed, photos included, is carried over. */
  const switchLanguage = async (form, submitter) => {
    const typed = document.querySelector("form[data-guard]");
    const values = typed ? [...new FormData(typed)].filter(([, value]) => typeof value === "string") : [];
    const files = typed ? keepFiles(typed) : new Map();
    // Photos that the server keeps for this form, chosen before it came back with a remark.
    const there = new URL(location.href);
    for (const box of typed?.querySelectorAll('input[name="staged"]') ?? []) there.searchParams.append("staged", box.value);
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST", body: new URLSearchParams(new FormData(form, submitter)), redirect: "manual" });
    if (answer.type !== "opaqueredirect" && !answer.ok) throw new Error("refused");
    const page = parse(await (await fetch(there)).text());
    document.documentElement.lang = page.documentElement.lang;
    document.title = page.title;
    for (const selector of ["nav.nav", "main", "#help", "#banner"]) {
      const fresh = page.querySelector(selector);
      const old = document.querySelector(selector);
      if (fresh && old) old.replaceChildren(...document.importNode(fresh, true).childNodes);
    }
    Object.assign(words, JSON.parse(page.getElementById("words").dataset.words));
    const renewed = document.querySelector("form[data-guard]");
    if (renewed) {
      for (const box of renewed.querySelectorAll("input[type=checkbox]")) {
        box.checked = values.some(([name, value]) => name === box.name && value === box.value);
      }
      for (const [name, value] of values) {
        for (const field of renewed.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
          // The version that the form was opened with: a newer one must not be taken for seen.
          if (field.type === "hidden" && (name === "version" || name.startsWith("was-"))) field.value = value;
          else if (field.type === "radio") field.checked = field.value === value;
          else if (field.type !== "checkbox" && field.type !== "hidden" && field.type !== "file") field.value = value;
        }
      }
      for (const [name, list] of files) {
        const input = renewed.querySelector(`input[type="file"][name="${CSS.escape(name)}"]`);
        if (input) { input.files = list; previewFiles(input); }
      }
    }
    prepare(document);
    document.querySelector("form[data-language] button")?.focus();
  };
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches?.("form[data-language]")) return;
    event.preventDefault();
    try { await switchLanguage(form, event.submitter); } catch { setOffline(true); }
  });

  // Filters act at once and keep their address.
  let searchTimer = null;
  let searchRun = 0;
  const search = async (form) => {
    const run = ++searchRun;
    try {
      const answer = await send(form, null);
      const text = await answer.text();
      if (run !== searchRun || !answer.ok) return;
      history.replaceState(history.state, "", withoutMessage(answer.url));
      takeOver(parse(text));
      announce(document.querySelector("[data-count]")?.textContent);
    } catch {
      setOffline(true);
    }
  };
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-filter]");
    if (!form || event.isComposing) return;
    clearTimeout(searchTimer);
    searchTimer = setTimeout(() => search(form), event.target.matches("input") ? 180 : 0);
  });
  document.addEventListener("compositionend", (event) => {
    const form = event.target.closest?.("form[data-filter]");
    if (form) { clearTimeout(searchTimer); searchTimer = setTimeout(() => search(form), 180); }
  });

  // --- Photos -------------------------------------------------------------------------------------------------

  /** Width and height as the first bytes of a picture say them; null where they say nothing. */
  const pictureSize = (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const has = (at, text) => [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
    if (bytes.length > 24 && bytes[0] === 0x89 && has(1, "PNG")) return [view.getUint32(16), view.getUint32(20)];
    if (bytes.length > 10 && has(0, "GIF8")) return [view.getUint16(6, true), view.getUint16(8, true)];
    if (bytes.length > 30 && has(0, "RIFF") && has(8, "WEBP")) {
      if (has(12, "VP8X")) {
        const three = (at) => (view.getUint16(at, true) | (bytes[at + 2] << 16)) + 1;
        return [three(24), three(27)];
      }
      if (has(12, "VP8L")) {
        const bits = view.getUint32(21, true);
        return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
      }
      if (has(12, "VP8 ")) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
      return null;
    }
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
    // A JPEG is a row of segments; that of the frame (SOF) has the size.
    let at = 2;
    while (at + 9 < bytes.length) {
      if (bytes[at] !== 0xff) return null;
      const kind = bytes[at + 1];
      if (kind === 0xff) { at += 1; continue; }
      const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
      if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
      at += 2 + view.getUint16(at + 2);
    }
    return null;
  };
  /** Whether a picture has more pixels than are taken: the browser must not even try to show it. */
  const isTooLarge = async (file, limit) => {
    const size = pictureSize(new Uint8Array(await file.slice(0, 512 * 1024).arrayBuffer()));
    return size !== null && size[0] * size[1] > limit;
  };

  const previewFiles = (input) => {
    const box = input.closest("[data-drop]")?.querySelector(".previews");
    if (!box) return;
    for (const image of box.querySelectorAll("img")) URL.revokeObjectURL(image.src);
    box.replaceChildren(...[...input.files].map((file) => {
      const figure = document.createElement("figure");
      const image = document.createElement("img");
      image.alt = "";
      image.addEventListener("error", () => image.remove());
      const caption = document.createElement("figcaption");
      caption.className = "clip";
      caption.textContent = file.name;
      isTooLarge(file, Number(input.dataset.pixels) || Infinity).then((tooLarge) => {
        if (!tooLarge) { image.src = URL.createObjectURL(file); return; }
        image.remove();
        caption.className = "error";
        caption.textContent = `${file.name}: ${words.tooManyPixels}`;
        announce(caption.textContent);
      }, () => image.remove());
      figure.append(image, caption);
      return figure;
    }));
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches?.('input[type="file"][data-photos]')) previewFiles(event.target);
    if (event.target.matches?.('input[type="file"][data-send]') && event.target.files.length) {
      event.target.form.requestSubmit();
    }
  });

  const addFiles = (input, files) => {
    const all = new DataTransfer();
    if (input.multiple) for (const file of input.files) all.items.add(file);
    for (const file of files) { all.items.add(file); if (!input.multiple) break; }
    input.files = all.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("dragover", (event) => {
    const drop = event.target.closest?.("[data-drop]");
    if (drop) { event.preventDefault(); drop.classList.add("over"); }
  });
  document.addEventListener("dragleave", (event) => event.target.closest?.("[data-drop]")?.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    const drop = event.target.closest?.("[data-drop]");
    if (!drop) return;
    event.preventDefault();
    drop.classList.remove("over");
    const input = drop.querySelector('input[type="file"]');
    if (input && event.dataTransfer.files.length) addFiles(input, event.dataTransfer.files);
  });
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
    const input = document.querySelector('form[data-guard] input[type="file"][data-photos]');
    if (files.length && input) { event.preventDefault(); addFiles(input, files); }
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-photo]");
    const view = document.getElementById("photo-view");
    if (!link || !view || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const image = view.querySelector("img");
    image.src = link.href;
    image.alt = link.querySelector("img")?.alt ?? "";
    view.showModal();
    // The arrows lead to the other photos of the same thing.
    let shown = link;
    const turn = (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const all = [...(link.closest(".photo-grid")?.querySelectorAll("a[data-photo]") ?? [])];
      const next = by ? all[all.indexOf(shown) + by] : null;
      if (!next) return;
      event.preventDefault();
      shown = next;
      image.src = next.href;
      image.alt = next.querySelector("img")?.alt ?? "";
    };
    view.addEventListener("keydown", turn);
    view.addEventListener("close", () => {
      view.removeEventListener("keydown", turn);
      image.removeAttribute("src");
      shown.focus();
    }, { once: true });
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-dialog-close]") || event.target.matches?.("dialog.photo-view")) {
      event.target.closest("dialog")?.close();
    }
  });

  // --- Small help in forms ------------------------------------------------------------------------------------

  const showCategories = (form) => {
    const kind = form.querySelector('input[name="kind"]:checked')?.value;
    const select = form.querySelector('select[name="category"]');
    if (!kind || !select) return;
    for (const option of select.querySelectorAll("option[data-kind]")) {
      const fits = option.dataset.kind === kind;
      option.hidden = !fits;
      option.disabled = !fits;
      if (!fits && option.selected) select.value = "";
    }
    for (const group of select.querySelectorAll("optgroup")) {
      group.hidden = ![...group.children].some((option) => !option.hidden);
    }
  };
  function prepare(root) {
    for (const form of root.matches?.("form") ? [root] : root.querySelectorAll("form")) showCategories(form);
    for (const part of root.querySelectorAll("[data-needs-script]")) part.hidden = false;
  }
  document.addEventListener("change", (event) => {
    if (event.target.matches?.('input[name="kind"]')) showCategories(event.target.form);
  });
  prepare(document);

  document.addEventListener("change", async (event) => {
    if (!event.target.matches?.("input[data-suggest]") || !event.target.value.trim()) return;
    const form = event.target.form;
    const select = form.querySelector('select[name="category"]');
    if (!select || select.value) return;
    const url = new URL(event.target.dataset.suggest, location.href);
    url.searchParams.set("memo", event.target.value);
    url.searchParams.set("kind", form.querySelector('input[name="kind"]:checked')?.value ?? "");
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const suggestion = await answer.json();
      if (suggestion.category && !select.value) { select.value = suggestion.category; announce(suggestion.says); }
    } catch {
      // A suggestion that does not come is no loss.
    }
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const text = document.getElementById(button.dataset.copy)?.value ?? "";
    try {
      await navigator.clipboard.writeText(text);
      announce(words.copied);
      button.textContent = words.copied;
    } catch {
      document.getElementById(button.dataset.copy)?.select();
    }
  });

  // The browser's calendar and the field that takes words say the same day.
  const isoDay = /^\d{4}-\d{2}-\d{2}$/;
  document.addEventListener("change", (event) => {
    const target = event.target;
    if (target.matches?.("[data-picks]") && target.value) {
      const field = target.parentElement.querySelector("[data-day]");
      field.value = target.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    } else if (target.matches?.("[data-day]")) {
      const calendar = target.parentElement.querySelector("[data-picks]");
      if (calendar && isoDay.test(target.value)) calendar.value = target.value;
    }
  });
  const shiftDay = (field, by) => {
    const day = new Date(field.value + "T00:00:00Z");
    if (!isoDay.test(field.value) || Number.isNaN(day.getTime())) return false;
    day.setUTCDate(day.getUTCDate() + by);
    field.value = day.toISOString().slice(0, 10);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };

  // --- Keys ---------------------------------------------------------------------------------------------------

  const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]") != null;
  const visible = (element) => element.getClientRects().length > 0;
  const press = (name) => {
    const target = [...document.querySelectorAll(`[data-shortcut="${CSS.escape(name)}"]`)].find(visible);
    if (!target) return false;
    if (target.matches("input, select, textarea")) { target.focus(); target.select?.(); } else target.click();
    return true;
  };
  const step = (forward) => {
    const rows = [...document.querySelectorAll("[data-row]")].filter(visible);
    if (!rows.length) return false;
    const now = rows.indexOf(document.activeElement);
    const next = now < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, now + (forward ? 1 : -1)));
    rows[next].focus();
    return true;
  };

  /** Moves a thing of a list to the trash; the one that takes its place gets the focus. */
  const deleteThing = async (thing) => {
    const address = thing.dataset.delete;
    if (!address || thing.dataset.sending) return;
    // With its detail open, that is left too.
    if (thing.getAttribute("aria-current") === "true" && press("Delete")) return;
    const here = withoutMessage(location.href);
    const rowsNow = () => [...document.querySelectorAll("[data-row]")].filter(visible);
    const place = rowsNow().findIndex((row) => thing.contains(row));
    thing.dataset.sending = "true";
    try {
      const answer = await fetch(address, {
        method: "POST", body: new URLSearchParams({ token, back: here, list: here }) });
      const page = parse(await answer.text());
      if (!answer.ok) {
        showBanner(page.querySelector("main [data-reason]")?.textContent ?? words.failed, null);
        renew();
        return;
      }
      setOffline(false);
      takeOver(page);
      takeToasts(page);
      const rows = rowsNow();
      if (place >= 0) rows[Math.min(place, rows.length - 1)]?.focus();
    } catch {
      setOffline(true);
    } finally {
      delete thing.dataset.sending;
    }
  };

  document.addEventListener("keydown", (event) => {
    // While a syllable is being composed every key belongs to the input method.
    if (event.isComposing || event.keyCode === 229) return;
    const command = event.ctrlKey || event.metaKey;
    const inField = typing(event.target);
    if (command && event.key === "Enter") {
      const form = event.target.closest?.("form[data-guard]");
      const next = form?.querySelector("[data-save-next]") ?? form?.querySelector('[type="submit"]');
      if (next) { event.preventDefault(); next.click(); }
      return;
    }
    if (command && event.key.toLowerCase() === "z" && !event.shiftKey && !inField) {
      const undo = document.querySelector("[data-undo-last]");
      if (undo) { event.preventDefault(); undo.requestSubmit(); }
      return;
    }
    if (command || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches?.("[data-day]") && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      if (shiftDay(event.target, event.key === "ArrowUp" ? 1 : -1)) event.preventDefault();
      return;
    }
    if (event.key === "Escape") { if (press("Escape")) event.preventDefault(); return; }
    if (inField || body.dataset.keys === "off") return;
    const onRow = event.target.matches?.("[data-row]");
    // With the Korean input method on, a key says a letter of Hangul; the place of the key tells which one is meant.
    const key = /^[\u3131-\u318e]$/.test(event.key) && /^Key[A-Z]$/.test(event.code)
      ? event.code[3].toLowerCase() : event.key;
    let done = false;
    switch (key) {
      case "j": done = step(true); break;
      case "k": done = step(false); break;
      case "ArrowDown": done = onRow && step(true); break;
      case "ArrowUp": done = onRow && step(false); break;
      case "?": {
        const help = document.getElementById("help");
        if (help?.showModal) { help.showModal(); done = true; }
        break;
      }
      case "e":
      case "Delete": {
        // What has the focus is what is acted on; only where nothing of a list has it, what is open.
        const thing = event.target.closest?.("[data-edit], [data-delete], [data-row]");
        if (!thing) { done = press(key); break; }
        done = true;
        if (key === "Delete") deleteThing(thing);
        else if (thing.dataset.edit) location.assign(thing.dataset.edit);
        break;
      }
      default:
        if (key.length === 1) done = press(key);
    }
    if (done) event.preventDefault();
  });
})();
