"use strict";

// Elements whose text is always text, never markup.
const dom = (() => {
  const $ = (id) => document.getElementById(id);

  function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name in element) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  return { $, h };
})();
