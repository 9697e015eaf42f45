import {lookUp} from '../words/look-up.js';
/** A known colour: red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Reads a colour of a style or an attribute; undefined if it is not certain, such as a transparent one. */
export function readColour(text: string): Colour | undefined {
  const written = text.trim().toLowerCase();
  const [, hex] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(written) ?? [];
  if (hex !== undefined) {
    const whole = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map(at => Number.parseInt(whole.slice(at, at + 2), 16)) as unknown as Colour;
  }
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/.exec(written);
  if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])];
  const colour = lookUp(namedColours, written);
  return colour === undefined ? undefined : readColour(colour);
}

/** A colour as people write it in a mail. */
export const inHex = (colour: Colour): string =>
  `#${colour.map(part => Math.min(255, part).toString(16).padStart(2, '0')).join('')}`;

/** The contrast of two colours, from 1 to 21, by the guidelines for accessible pages. */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function brightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const namedColours: Readonly<Record<string, string>> = {
  black: '000',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  white: 'fff',
  maroon: '800000',
  red: 'f00',
  purple: '800080',
  fuchsia: 'f0f',
  green: '008000',
  lime: '0f0',
  olive: '808000',
  yellow: 'ff0',
  navy: '000080',
  blue: '00f',
  teal: '008080',
  aqua: '0ff',
  orange: 'ffa500',
  whitesmoke: 'f5f5f5',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  dimgray: '696969',
  dimgrey: '696969',
};
