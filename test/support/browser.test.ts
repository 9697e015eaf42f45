/**
 * The browser that other tests use for pages must find faults, or those tests would always pass.
 * @module-tag long
 */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {describeInBrowser, openPage} from './browser.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-'));
afterAll(() => rmSync(folder, {recursive: true}));

function page(body: string): string {
  const path = join(folder, 'page.html');
  writeFileSync(
    path,
    `<!doctype html><html><head><meta name="viewport" content="width=device-width"></head><body>${body}</body></html>`,
  );
  return path;
}

describeInBrowser('the browser', () => {
  test('sees nothing wrong where nothing is', async () => {
    const seen = await openPage(page('<p>Hello</p>'), {width: 390, scheme: 'dark'});
    expect(await seen.evaluate('document.body.textContent')).toBe('Hello');
    expect([seen.errors, seen.requests]).toEqual([[], []]);
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
});
