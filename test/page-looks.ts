/** What makes a page hard to read, found in the styles that the browser computed. */
import type {Page} from './browser.js';

/** Texts whose colour has too little contrast to what is behind them, with the ratio. */
export const hardToRead = (page: Page, least = 4.5): Promise<string[]> => page.evaluate(`(${contrastWalk})(${least})`);

/** Elements that are wider than the page, or whose content is wider than they are without scrolling. */
export const overflowing = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate(`(${overflowWalk})(${JSON.stringify(within)})`);

const contrastWalk = `least => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const known = new Map();
  const toRgba = color => {
    if (!known.has(color)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(color, [red, green, blue, alpha / 255]);
    }
    return known.get(color);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const behind = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      layers.push(toRgba(getComputedStyle(at).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), toRgba(canvasColor));
  };
  const dark = getComputedStyle(document.documentElement).colorScheme.includes('dark') &&
    matchMedia('(prefers-color-scheme: dark)').matches;
  const canvasColor = dark ? '#121212' : '#ffffff';
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const found = [];
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const {parentElement: element, data} = texts.currentNode;
    if (data.trim() === '' || !element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    const inPicture = element instanceof SVGElement;
    const back = behind(inPicture ? element.closest('svg').parentElement : element);
    const front = over(toRgba(inPicture ? style.fill : style.color), back);
    const [high, low] = [light(front), light(back)].sort((one, other) => other - one);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < least) found.push(data.trim().slice(0, 40) + ': ' + ratio.toFixed(2));
  }
  return found;
}`;

const overflowWalk = `within => {
  const found = [];
  const {clientWidth, scrollWidth} = document.documentElement;
  if (scrollWidth > clientWidth) found.push('the page: ' + scrollWidth + ' > ' + clientWidth);
  const mayStickOut = element => {
    for (let at = element.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  const nameOf = element => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + (element.getAttribute('class') ? '.' + element.getAttribute('class') : '');
  for (const element of document.querySelectorAll(within + ' *')) {
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (style.display !== 'inline' && style.overflowX === 'visible' && !(element instanceof SVGElement) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      found.push(nameOf(element) + ': ' + element.scrollWidth + ' > ' + element.clientWidth);
    if (box.width > 0 && (box.right > clientWidth + 1 || box.left < -1) && style.position !== 'absolute' && !mayStickOut(element))
      found.push(nameOf(element) + ': from ' + Math.round(box.left) + ' to ' + Math.round(box.right));
  }
  return found;
}`;
