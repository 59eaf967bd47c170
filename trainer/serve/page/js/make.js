// Elements, made and found.

const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

/** An HTML element; attributes that begin with `on` are listeners. */
export const make = (kind, attributes = {}, ...children) => fill(document.createElement(kind), attributes, children);

/** The same in SVG. */
export const draw = (kind, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", kind), attributes, children);

/** The element of this identifier. */
export const part = (id) => document.getElementById(id);

/** A button. */
export const button = (words, press, attributes = {}) =>
  make("button", { type: "button", onclick: press, ...attributes }, words);

/** A field to choose from `[value, words]` pairs, with its label. */
export const choice = (label, options, chosen, change) => {
  const select = make("select", { onchange: () => change?.(select.value) });
  for (const [value, words] of options) select.append(new Option(words, value, false, value === chosen));
  return make("label", { class: "pick" }, make("span", {}, label), select);
};

/** A box to tick, with its label. */
export const tick = (label, checked, change) => {
  const box = make("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return make("label", { class: "tick" }, box, make("span", {}, label));
};
