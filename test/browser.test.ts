/**
 * The browser that other tests use for pages must find faults, or those tests would always pass.
 * @module-tag long
 */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {describeInBrowser, openPage} from './browser.js';
import {hardToRead, overflowing} from './page-looks.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-'));
afterAll(() => rmSync(folder, {recursive: true}));

function page(body: string): string {
  const path = join(folder, 'page.html');
  writeFileSync(
    path,
    `<!doctype html><html><head><meta name="viewport" content="width=device-width"><style>
    :root {color-scheme: light dark} .faint {color: #999; background: #fff}
    @media (prefers-color-scheme: dark) {.faint {background: #000}}</style></head><body>${body}</body></html>`,
  );
  return path;
}

describeInBrowser('the browser', () => {
  test('sees nothing wrong where nothing is', async () => {
    const seen = await openPage(page('<p>Hello</p>'), {width: 390, scheme: 'dark'});
    expect(await seen.evaluate('document.body.textContent')).toBe('Hello');
    expect([seen.errors, seen.requests, await hardToRead(seen), await overflowing(seen)]).toEqual([[], [], [], []]);
  });

  test('sees errors of scripts and of the console, in frames too', async () => {
    const seen = await openPage(
      page(`<script>console.error('one'); missing()</script><iframe srcdoc="&lt;script>throw new Error('two')&lt;/script>"></iframe>
        <iframe sandbox srcdoc="&lt;script>1&lt;/script>"></iframe>`),
      {width: 390, scheme: 'light'},
    );
    const all = seen.errors.join('\n');
    for (const text of ['one', 'missing is not defined', 'Error: two', 'sandboxed']) expect(all).toContain(text);
  });

  test('sees every request, in frames too', async () => {
    const seen = await openPage(
      page(`<img src="https://a.example/1.png"><iframe sandbox srcdoc='<img src="https://b.example/2.png">'></iframe>`),
      {width: 390, scheme: 'light'},
    );
    expect([...seen.requests].sort()).toEqual(['https://a.example/1.png', 'https://b.example/2.png']);
  });

  test('sees text that is hard to read, in the scheme that is shown', async () => {
    const body = '<p class="faint">Faint</p><svg><text y="20" fill="#fefefe">Drawn</text></svg>';
    const light = await openPage(page(body), {width: 390, scheme: 'light'});
    expect(await hardToRead(light)).toEqual(['Faint: 2.85', 'Drawn: 1.01']);
    const dark = await openPage(page(body), {width: 390, scheme: 'dark'});
    expect(await hardToRead(dark)).toEqual([]);
  });

  test('sees what sticks out, unless it can be scrolled', async () => {
    const wide = '<div id="wide" style="width: 500px">x</div>';
    const narrow = {width: 390, scheme: 'light'} as const;
    expect((await overflowing(await openPage(page(wide), narrow))).join()).toContain('div#wide');
    const scrolled = await openPage(page(`<div style="overflow: auto">${wide}</div>`), narrow);
    expect(await overflowing(scrolled)).toEqual([]);
  });
});
