// The texts whose contrast with what lies behind them is below 4.5 (WCAG 2.2, 1.4.3).
(() => {
  const rgba = (text) => {
    const canvas = rgba.context ?? (rgba.context = document.createElement("canvas").getContext("2d", { willReadFrequently: true }));
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const luminance = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  // The colour behind an element: its ancestors' backgrounds on one another.
  const behind = (element) => {
    const chain = [];
    for (let at = element; at; at = at.parentElement) chain.unshift(at);
    return chain.reduce((back, at) => over(rgba(getComputedStyle(at).backgroundColor), back), [255, 255, 255, 1]);
  };
  // The same within a picture: the shapes drawn before the text that its middle lies on.
  const behindText = (text) => {
    const style = getComputedStyle(text);
    let back = behind(text.ownerSVGElement);
    if (style.paintOrder.startsWith("stroke") && style.stroke !== "none") return over(rgba(style.stroke), back);
    const box = text.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (let at = text.parentNode.firstElementChild; at !== text; at = at.nextElementSibling) {
      if (!["rect", "circle", "polygon"].includes(at.tagName)) continue;
      const shape = at.getBBox();
      const inside = x >= shape.x && x <= shape.x + shape.width && y >= shape.y && y <= shape.y + shape.height;
      const { fill, opacity } = getComputedStyle(at);
      if (!inside || fill === "none" || fill.startsWith("url")) continue;
      const [r, g, b, a] = rgba(fill);
      back = over([r, g, b, a * Number(opacity)], back);
    }
    return back;
  };
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const hidden = ["SCRIPT", "NOSCRIPT", "TEMPLATE", "OPTION", "TITLE", "DESC", "title", "desc"].includes(element.tagName);
    if (!own || hidden || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const [colour, back] = element.tagName === "text"
      ? [rgba(style.fill), behindText(element)]
      : [rgba(style.color), behind(element)];
    const ratio = contrast(over(colour, back), back);
    if (ratio < 4.5) {
      found.push(`${ratio.toFixed(2)} ${element.tagName}.${element.getAttribute("class")}: ${element.textContent.slice(0, 40)}`);
    }
  }
  return found;
})()
