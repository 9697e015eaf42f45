/** The site as people see it, built once: wide and narrow, light and dark, its search, its keys and its buttons. */
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {describeInBrowser, looks, openPage} from '../browser.js';
import {oneIn} from '../one-in.js';
import {hardToRead, overflowing} from '../page-looks.js';

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

/** One of the four looks, another for each neighbour; all of them with EMK_EVERY_REQUEST. */
const looksOf = (at: number) => looks.filter((_, look) => (at + look) % oneIn(looks.length) === 0);

const wide = {width: 1200, scheme: 'light'} as const;

/** What somebody asks, and the page that must be the first, or among the first few. */
const asked: readonly (readonly [question: string, page: RegExp, among?: number])[] = [
  ['contacts import', /commands\/contacts-import\.html/],
  ['not_found', /help\/errors\.html#not_found/],
  ['exit codes', /help\/exit-codes\.html/],
  ['mailchimp', /help\/import\.html|guides\/(?:mailchimp|moving)\.html/],
  ['unsubcribe', /unsubscribe/],
  ['how do i send an email', /help\/sending\.html|guides\/first-mailing\.html|commands\/single-sends-create\.html/],
  ['open rate', /commands\/single-sends-stats\.html|guides\/results\.html/],
  ['gdpr', /commands\/contacts-erase\.html/],
  ['personal data', /commands\/contacts-erase\.html/],
  ['password', /commands\/auth-login\.html/],
  ['download', /commands\/contacts-export\.html/],
  ['--max-delete', /#option-max-delete/],
];

describeInBrowser('the site', () => {
  test.each(pages.flatMap((page, at) => looksOf(at).map(look => ({page, ...look}))))(
    '$page at $width, $scheme',
    async ({page, ...look}) => {
      const seen = await openPage(`${origin}/${page}`, look);
      await seen.waitFor('Boolean(document.querySelector("#app").__vue_app__)');
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
    await seen.waitFor('Boolean(document.querySelector("#app").__vue_app__)');
    await seen.press('/');
    await seen.waitFor(`document.activeElement.id === 'localsearch-input'`);
    const found: string[][] = [];
    for (const [question] of asked) {
      await seen.evaluate(`document.activeElement.select()`);
      await seen.type(question);
      await seen.waitFor(`!document.querySelector('.results.old')`);
      await new Promise(resolve => setTimeout(resolve, 600));
      found.push(
        await seen.evaluate<string[]>(
          `[...document.querySelectorAll('.results a.result')].slice(0, 6).map(link => link.getAttribute('href'))`,
        ),
      );
    }
    if (process.env['SHOTS']) for (const [at, [question]] of asked.entries()) console.log(question, found[at]);
    expect(asked.filter(([, page], at) => !page.test(found[at]?.[0] ?? '')).map(([question]) => question)).toEqual([]);
    await seen.press('Enter');
    await seen.waitFor(`location.hash === '#option-max-delete'`);
  });
});
