/** Elements of a page. */

/** An element with attributes and children; functions are listeners. */
function element(name, attributes = {}, ...children) {
  const built = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") built.addEventListener(key, value);
    else if (value === true) built.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) built.setAttribute(key, value);
  }
  built.append(...children.filter((child) => child !== null && child !== undefined));
  return built;
}

const button = (text, click, attributes = {}) => element("button", { type: "button", click, ...attributes }, text);

/** A choice from a list: pairs of value and text, or groups of them by name. */
function select(label, choices, value, change) {
  const options = choices.map(([key, text]) => element("option", { value: key, selected: key === value }, text));
  const list = element("select", { change: (event) => change(event.target.value) }, ...options);
  return element("label", { class: "play__choice" }, element("span", {}, label), list);
}

export { button, element, select };
