/** The site as people see it, built once: wide and narrow, light and dark, its search, its keys and its buttons. */
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {describeInBrowser, type Look, looks, openPage, type Page} from '../browser.js';
import {oneInTurn, oneOf} from '../one-in.js';
import {hardToRead, overflowing} from '../page-looks.js';
import {pages as readPages} from '../reference/guides/pages.js';
import {withoutComment} from '../reference/guides/table.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const server = createServer(({url = '/'}, answer) => {
  const path = join('site', decodeURIComponent(url.split('?')[0] ?? '').replace(/\/$/, '/index.html'));
  answer.writeHead(existsSync(path) ? 200 : 404, {'content-type': types[extname(path)] ?? 'text/plain'});
  answer.end(existsSync(path) ? readFileSync(path) : '');
});
let origin = '';

beforeAll(async () => {
  if (process.env['EMK_SITE'] !== 'built') execFileSync(process.execPath, ['.ci/site.mjs'], {stdio: 'ignore'});
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}, 300_000);
afterAll(() => server.close());

/** A page of each kind. */
const pages = [
  'index.html',
  'guides/proof.html',
  'guides/ci.html',
  'commands/index.html',
  'commands/contacts.html',
  'commands/contacts-sync.html',
  'help/import.html',
  'help/options.html',
  'help/errors.html',
  'help/schemas.html',
];

const wide = {width: 1200, scheme: 'light'} as const;

/** What somebody asks, and the page that must be the first, or among the first few. */
const asked: readonly (readonly [question: string, page: RegExp, among?: number])[] = [
  ['contacts import', /commands\/contacts-import\.html/],
  ['not_found', /help\/errors\.html#not_found/],
  ['exit codes', /help\/exit-codes\.html/],
  ['mailchimp', /help\/import\.html|guides\/(?:mailchimp|moving)\.html/],
  ['unsubcribe', /commands\/unsubscribers|help\/lists\.html/],
  ['how do i send an email', /help\/sending\.html|guides\/first-mailing\.html|commands\/single-sends-create\.html/],
  ['open rate', /commands\/single-sends-stats\.html|guides\/results\.html/],
  ['how many people opened', /commands\/single-sends-stats\.html|guides\/results\.html/],
  ['schedule', /help\/sending\.html|commands\/single-sends-create\.html/],
  ['gdpr', /commands\/contacts-erase\.html/],
  ['personal data', /commands\/contacts-erase\.html/],
  ['password', /commands\/auth-login\.html/],
  ['download', /commands\/contacts-export\.html/],
  ['export people', /commands\/contacts-export\.html/],
  ['opt out', /commands\/unsubscribe/],
  ['delete contact', /commands\/contacts-delete\.html/],
  ['--max-delete', /#option-max-delete/],
];

const isDrawn = 'Boolean(document.querySelector("#app").__vue_app__)';

/** Opens a page whose clipboard is `window.copied`. */
async function openDrawn(path: string, look: Look = wide): Promise<Page> {
  const seen = await openPage(`${origin}/${path}`, look);
  await seen.waitFor(isDrawn);
  await seen.evaluate('navigator.clipboard.writeText = async text => {window.copied = text}');
  return seen;
}

const click = (seen: Page, selector: string): Promise<void> =>
  seen.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);

describeInBrowser('the site', () => {
  test.each(oneOf(2, pages).flatMap((page, at) => oneInTurn(looks, at).map(look => ({page, ...look}))))(
    '$page at $width, $scheme',
    async ({page, ...look}) => {
      const seen = await openPage(`${origin}/${page}`, look);
      await seen.waitFor(isDrawn);
      const folder = process.env['SHOTS'];
      if (folder)
        await seen.screenshot(join(folder, `${page.replaceAll('/', '-')}-${look.width}-${look.scheme}.png`), {
          whole: false,
        });
      expect([await hardToRead(seen), await overflowing(seen, '.vp-doc > div')]).toEqual([[], []]);
      expect(seen.requests.filter(request => !request.startsWith(origin))).toEqual([]);
      expect(seen.errors).toEqual([]);
    },
  );

  test('is searched by keyboard alone, in the words of other tools and with a letter wrong', async () => {
    const seen = await openPage(`${origin}/commands/contacts-sync.html`, wide);
    await seen.waitFor(isDrawn);
    await seen.press('/');
    await seen.waitFor(`document.activeElement.id === 'localsearch-input'`);
    const first = `document.querySelector('.results a.result')?.getAttribute('href')`;
    const search = async (text: string, found: string) => {
      await seen.evaluate(`document.activeElement.select()`);
      await seen.type(text);
      await seen.waitFor(`/* ${text} */ ${found}`);
    };
    for (const [question, page] of asked) {
      // What was found for the question before would stay until the new answer is there.
      await search('qxzqxz', `${first} === undefined`);
      await search(question, `${page}.test(${first} ?? '')`);
    }
    await seen.press('Enter');
    await seen.waitFor(`location.hash === '#option-max-delete'`);
  });

  test('copies the lines of a guide, each without its comment', async () => {
    const seen = await openDrawn('guides/account-files.html');
    const copied = await seen.evaluate<string[]>(`(async () => {
      const all = [];
      for (const button of document.querySelectorAll('.language-sh > button.copy')) {
        button.click();
        await new Promise(resolve => setTimeout(resolve));
        all.push(window.copied);
      }
      return all;
    })()`);
    const guide = (await readPages()).find(({name}) => name === 'account-files.md');
    expect(copied).toEqual(guide?.lines.map(withoutComment));
  });

  test('copies a line by keyboard alone', async () => {
    const seen = await openDrawn('guides/brevo.html');
    const isAt = (what: string) => seen.evaluate<boolean>(`document.activeElement.matches('${what}')`);
    await seen.press('Tab');
    expect(await isAt('.VPSkipLink')).toBe(true);
    await seen.press('Enter');
    for (let left = 30; left > 0 && !(await isAt('button.copy')); left--) await seen.press('Tab');
    await seen.press('Enter');
    await seen.waitFor('window.copied');
    expect(await seen.evaluate('window.copied')).toMatch(/^emk import export\.csv .*--dry-run$/);
  });

  test('leads to each option, to the parts of a page and to the pages beside it', async () => {
    const seen = await openDrawn('commands/contacts-import.html');
    const anchor = 'a.header-anchor[href="#option-type"]';
    expect(await seen.evaluate(`document.querySelector('${anchor}').ariaLabel`)).toBe('Permalink to "--type <type>"');
    const isShown = (id: string) =>
      `location.hash === '#${id}' && Math.abs(document.getElementById('${id}').getBoundingClientRect().top - 130) < 60`;
    await click(seen, anchor);
    await seen.waitFor(isShown('option-type'));
    await click(seen, '.VPDocAsideOutline a[href="#what-to-check"]');
    await seen.waitFor(isShown('what-to-check'));
    const goes = async (selector: string, path: string) => {
      await seen.waitFor(`document.querySelector(${JSON.stringify(selector)})`);
      await click(seen, selector);
      await seen.waitFor(`location.pathname === '/${path}' && scrollY === 0`);
    };
    await goes('.pager-link.next', 'commands/contacts-import-resume.html');
    await goes('.pager-link.prev', 'commands/contacts-import.html');
    await goes('#see-also ~ ul a[href$="moving.html"]', 'guides/moving.html');
  });

  test('is dark when somebody wants it, also on the next page', async () => {
    const seen = await openDrawn('guides/brevo.html');
    await click(seen, '.VPSwitchAppearance');
    await click(seen, '.pager-link.next');
    await seen.waitFor(`location.pathname.endsWith('mailerlite.html')`);
    expect(await seen.evaluate('document.documentElement.classList.contains("dark")')).toBe(true);
    expect(await hardToRead(seen)).toEqual([]);
  });

  test('has its menu, the parts of a page and the search on a phone', async () => {
    const seen = await openDrawn('guides/mailchimp.html', {width: 390, scheme: 'light'});
    const cutOff = `[...document.querySelectorAll('.language-sh pre')].filter(pre => pre.scrollWidth > pre.clientWidth).length`;
    expect(await seen.evaluate(cutOff)).toBe(0);
    await click(seen, '.VPLocalNavOutlineDropdown button');
    await seen.waitFor(`document.querySelector('.VPLocalNavOutlineDropdown a[href="#your-export"]')`);
    await click(seen, '.VPLocalNavOutlineDropdown a[href="#your-export"]');
    await seen.waitFor(`location.hash === '#your-export'`);
    await click(seen, '.VPLocalNav .menu');
    await seen.waitFor(`document.querySelector('.VPSidebar').matches('.open')`);
    await click(seen, '.VPSidebar a[href$="hubspot.html"]');
    await seen.waitFor(`document.title.includes('HubSpot') && !document.querySelector('.VPSidebar').matches('.open')`);
    await click(seen, '.VPNavBarSearch button');
    await seen.waitFor(`document.activeElement.id === 'localsearch-input'`);
  });
});
