import {escapeHtml} from '../html/escape.js';

/** A grey box in place of a picture, with the picture's alternative text. */
export function placeholder(
  words: string,
  {width = 600, height = 200}: {width?: number | undefined; height?: number | undefined},
): string {
  const room = Math.max(0, Math.floor(width / 8) - 2);
  const letters = [...words.replaceAll(/\p{Cc}|\p{Cs}/gu, '')];
  const shown = letters.length > room ? `${letters.slice(0, Math.max(0, room - 1)).join('')}…` : letters.join('');
  const label =
    height < 20 || room < 3
      ? ''
      : `<text x="50%" y="50%" fill="#3d4650" font-family="sans-serif" font-size="13" text-anchor="middle" dominant-baseline="middle">${escapeHtml(shown)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#dde1e6"/><rect x=".5" y=".5" width="${Math.max(0, width - 1)}" height="${Math.max(0, height - 1)}" fill="none" stroke="#a3acb5" stroke-dasharray="4"/>${label}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** An invisible picture. */
export const nothingSeen = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
