/* What the theme's own script expects of a page: its settings, and the choices of colours, of which
   the reader's is made before the page is shown. On a narrow screen the contents of a page are
   folded. */
"use strict";
globalThis.bookLabels = {}[document.documentElement.lang]; // by language: see assets.py
(() => {
  const script = document.currentScript;
  const root = new URL("../", script.src);
  const nameOf = (key) => `${root.pathname}.${key}`;
  Object.assign(globalThis, {
    __md_scope: root,
    __md_hash: (text) => [...text].reduce((sum, one) => (sum << 5) - sum + one.charCodeAt(0), 0),
    __md_get: (key, storage = localStorage) => JSON.parse(storage.getItem(nameOf(key))),
    __md_set: (key, value, storage = localStorage) => {
      try {
        storage.setItem(nameOf(key), JSON.stringify(value));
      } catch { /* the choice is not kept */ }
    },
  });

  const settings = document.createElement("script");
  settings.id = "__config";
  settings.type = "application/json";
  settings.textContent = JSON.stringify({
    base: root.href,
    features: ["navigation.tabs", "navigation.top", "content.code.copy", "toc.follow"],
    translations: { "clipboard.copy": script.dataset.copy, "clipboard.copied": script.dataset.copied },
  });
  document.head.append(settings);

  const labels = globalThis.bookLabels;
  const choices = [
    ["(prefers-color-scheme)", "default", "system", labels.toLight],
    ["(prefers-color-scheme: light)", "default", "light", labels.toDark],
    ["(prefers-color-scheme: dark)", "slate", "dark", labels.toSystem],
  ];
  const palette = document.querySelector("[data-md-component=palette]");
  choices.forEach(([media, scheme, icon, name], number) => {
    const input = document.createElement("input");
    Object.assign(input, { className: "md-option", type: "radio", name: "__palette", id: `__palette_${number}`, ariaLabel: name });
    Object.assign(input.dataset, { mdColorMedia: media, mdColorScheme: scheme });
    const label = document.createElement("label");
    const next = `__palette_${(number + 1) % choices.length}`;
    Object.assign(label, { className: `md-header__button md-icon icon-${icon}`, title: name, htmlFor: next, hidden: true });
    palette.append(input, label);
  });

  const { color } = __md_get("__palette") ?? {};
  if (color) {
    if (color.media === "(prefers-color-scheme)") {
      const light = matchMedia("(prefers-color-scheme: light)").matches;
      const media = `(prefers-color-scheme: ${light ? "light" : "dark"})`;
      const choice = document.querySelector(`[data-md-color-media="${media}"]`);
      color.scheme = choice.dataset.mdColorScheme;
    }
    document.body.dataset.mdColorScheme = color.scheme;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const contents = document.querySelector(".contents");
    if (contents && !matchMedia("(min-width: 60em)").matches) contents.open = false;
  });
})();
