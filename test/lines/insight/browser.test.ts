/**
 * The page of a report in a browser: complete, and nothing in it runs.
 * @module-tag long
 */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {describeInBrowser, type Look, openPage} from '../../support/browser.js';
import {startShell} from '../../support/shell.js';
import {pageOf} from './elements.js';
import {worsenNames} from './hostile.js';

describeInBrowser('in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-report-'));
  const places = {
    plain: join(folder, 'plain.html'),
    hostile: join(folder, 'hostile.html'),
    empty: join(folder, 'empty.html'),
  };
  beforeAll(async () => {
    const [demo, empty] = [await startShell(), await startShell({seed: {kind: 'empty'}})];
    writeFileSync(places.plain, await pageOf(demo));
    await worsenNames(demo);
    writeFileSync(places.hostile, await pageOf(demo));
    writeFileSync(places.empty, await pageOf(empty));
    await Promise.all([demo.close(), empty.close()]);
  });

  const cases: ReadonlyArray<Look & {readonly name: keyof typeof places}> = [
    {name: 'hostile', width: 1200, scheme: 'light'},
    {name: 'hostile', width: 390, scheme: 'dark'},
    {name: 'plain', width: 1200, scheme: 'dark'},
    {name: 'plain', width: 794, scheme: 'dark', print: true},
    {name: 'empty', width: 390, scheme: 'light'},
  ];
  test.each(cases)('the $name page at $width px in the $scheme is whole', async ({name, ...look}) => {
    const page = await openPage(places[name], look);
    expect(page.errors).toEqual([]);
    expect(page.requests).toEqual([]);
    expect(await page.evaluate('document.title')).not.toBe('broken into');
  });

  test('the page keeps its style, which its policy knows by its hash', async () => {
    const page = await openPage(places.plain, {width: 1200, scheme: 'light'});
    expect(await page.evaluate('getComputedStyle(document.querySelector(".cards")).display')).toBe('grid');
  });
});
