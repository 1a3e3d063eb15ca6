/** Short ways to find and make elements. Texts are set as text, never as HTML. */

const byId = (id) => document.getElementById(id);

/** An element with properties and children. */
function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "data") Object.assign(node.dataset, value);
    else if (key.includes("-") || key === "role") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}

const option = (value, text) => element("option", { value }, text ?? value);

let timer = 0;

/** Say something for a few seconds. */
function toast(text) {
  const place = byId("toast");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (place.hidden = true), 6000);
}

export { byId, element, option, toast };
