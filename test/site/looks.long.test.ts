/** The site as people see it: wide and narrow, light and dark, on paper, and its search. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {makeSite} from '../../src/site/make-site.js';
import {readSources} from '../../src/site/read-sources.js';
import {describeInBrowser, looks, openPage} from '../browser.js';
import {hardToRead, overflowing} from '../page-looks.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-site-'));
beforeAll(async () => {
  for (const [path, text] of await makeSite(tree, readSources('.'))) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A page of each kind. */
const pages = [
  'index.html',
  'guides/proof.html',
  'guides/ci.html',
  'commands/contacts.html',
  'commands/contacts-sync.html',
  'help/import.html',
  'help/errors.html',
  'help/schemas.html',
];

/** Styles and the search lie beside the pages; nothing else is asked for. */
const isOfSite = (request: string): boolean => /\/(?:style\.css|search\.js)$|\/pictures\//.test(request);

describeInBrowser('the site', () => {
  test.each(pages.flatMap(page => looks.map(look => ({page, ...look}))))(
    '$page at $width, $scheme',
    async ({page, ...look}) => {
      const seen = await openPage(join(folder, page), look);
      expect([await hardToRead(seen), await overflowing(seen)]).toEqual([[], []]);
      expect(seen.requests.filter(request => !isOfSite(request))).toEqual([]);
      expect(seen.errors.filter(error => !/ERR_FILE_NOT_FOUND/.test(error))).toEqual([]);
    },
  );

  test('is printed without its contents and its search, in black on white also from a dark screen', async () => {
    const seen = await openPage(join(folder, 'commands/contacts-sync.html'), {width: 794, scheme: 'dark', print: true});
    const shown = await seen.evaluate<readonly boolean[]>(
      `['header', 'nav', 'main'].map(name => document.querySelector(name).checkVisibility())`,
    );
    expect(shown).toEqual([false, false, true]);
    expect(await seen.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)');
    expect(await overflowing(seen)).toEqual([]);
  });

  test('is searched by keyboard, from any page', async () => {
    const seen = await openPage(join(folder, 'commands/contacts-sync.html'), {width: 390, scheme: 'light'});
    const first = (asked: string) =>
      seen.evaluate<string>(`(() => {
        const input = document.querySelector('#search');
        input.value = ${JSON.stringify(asked)};
        input.dispatchEvent(new Event('input'));
        return document.querySelector('#found').firstChild?.href?.split('/').slice(-2).join('/') ??
          document.querySelector('#found').textContent;
      })()`);
    expect(await first('contacts import')).toBe('commands/contacts-import.html');
    expect(await first('not_found')).toBe('help/errors.html#not_found');
    expect(await first('exit codes')).toBe('help/exit-codes.html');
    expect(await first('zzzz')).toBe('Nothing found.');
    expect(await first('mailchimp')).toContain('moving.html');
  });
});
