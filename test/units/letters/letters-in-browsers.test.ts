/**
 * Whole letters as a browser shows them: on a phone, a tablet and a desktop.
 * @module-tag long
 */

import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {describeInBrowser, openPage} from '../../support/browser.js';
import {oneInTurn} from '../../support/sample.js';

const letters = join(import.meta.dirname, 'written');
const folder = mkdtempSync(join(tmpdir(), 'emk-letters-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** A letter as a reader gets it: its tags are filled, and its pictures have the size that their address names. */
const received = (html: string): string =>
  html
    .replaceAll(/src="[^"]*-(\d+)x(\d+)\.png"/g, (_, width, height) => {
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`;
      return `src="data:image/svg+xml,${encodeURIComponent(picture)}"`;
    })
    .replaceAll('((first_name))', 'Ada')
    .replaceAll('((sender_address))', 'Acme, 1 Main Street, 10115 Berlin, Germany');

/** What is measured in the page. */
const measures = `(() => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
  const styles = selector => [...document.querySelectorAll(selector)].map(each => getComputedStyle(each));
  const column = boxes('.emk-column')[0];
  const isFromRight = document.documentElement.dir === 'rtl';
  return {
    sticksOut: document.documentElement.scrollWidth > innerWidth,
    smallButtons: boxes('.emk-button').filter(({width, height}) => width < 44 || height < 44).length,
    smallText: styles('body *').filter(({fontSize}) => parseFloat(fontSize) < 13).length,
    widePictures: boxes('img').filter(({width}) => width > column.width - 48 + 0.5).length,
    brokenPictures: [...document.images].filter(image => image.naturalWidth === 0).length,
    wrongBars: styles('blockquote').filter(style => parseFloat(isFromRight ? style.borderLeftWidth : style.borderRightWidth) > 0).length,
    isCentred: Math.abs(column.left + column.width / 2 - innerWidth / 2) <= 1,
    column: Math.round(column.width),
    ground: getComputedStyle(document.querySelector('.emk-column')).backgroundColor,
  };
})()`;

const looks = [360, 600, 1200].map(width => ({width, scheme: 'light' as const}));

describeInBrowser('ten letters', () => {
  const names = readdirSync(letters).filter(name => name.endsWith('.html.txt'));
  test('are there', () => expect(names).toHaveLength(10));

  test.each(names)('%s fits and can be read at 360, 600 and 1,200 pixels', async name => {
    const path = join(folder, name.replace('.txt', ''));
    writeFileSync(path, received(readFileSync(join(letters, name), 'utf8')));
    for (const {width, scheme} of oneInTurn(looks, names.indexOf(name))) {
      const page = await openPage(path, {width, scheme});
      expect(await page.evaluate(measures)).toEqual({
        ...{
          sticksOut: false,
          smallButtons: 0,
          smallText: 0,
          widePictures: 0,
          brokenPictures: 0,
          wrongBars: 0,
          isCentred: true,
        },
        column: Math.min(600, width - 16),
        ground: 'rgb(255, 255, 255)',
      });
      expect([...page.errors, ...page.requests]).toEqual([]);
    }
  });
});
