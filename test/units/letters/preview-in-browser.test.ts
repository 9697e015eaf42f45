/**
 * Previews in a browser: nothing is fetched and nothing fails.
 * @module-tag long
 */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {ShownMailing} from '../../../src/letters/preview/page.js';
import {previewPage} from '../../../src/letters/preview/page.js';
import {describeInBrowser, type Look, looks, openPage} from '../../support/browser.js';
import {temporaryFolder} from '../../support/fake-host.js';
import {oneInTurn} from '../../support/sample.js';
import {hostileMailing} from './hostile.js';
import {newsletter} from './newsletter.js';

const mailing: ShownMailing = {
  name: 'may.html',
  subject: 'The garden in May, with everything that is to be sown, planted, watered and cut back, ((first_name))',
  preheader: 'What to sow and what to cut back',
  html: newsletter,
  tags: ['first_name', 'city', 'sender_name', 'sender_address', 'unsubscribe_preferences'],
};

function fileOf(shown: ShownMailing): string {
  const path = join(temporaryFolder(), 'preview.html');
  writeFileSync(path, previewPage(shown));
  return path;
}

/** What a browser says of something that it was not allowed to do. */
const refusals = /Content Security Policy|sandbox/i;

/** One of the four looks for each kind of page. */
const looksOf = (kind: number) =>
  oneInTurn(looks, kind).map(look => [look.width, look.scheme, look] as [number, string, Look]);

describeInBrowser('a preview', () => {
  test.each(looksOf(0))('at %i pixels, %s', async (_width, _scheme, look) => {
    const page = await openPage(fileOf(mailing), look);
    expect(page.errors).toEqual([]);
    expect(page.requests).toEqual([]);
  });

  test.each(looksOf(3))('of a hostile mailing at %i pixels, %s', async (_width, _scheme, look) => {
    const shown =
      hostileMailing(`<style>p {background: u\\72l(x)} @import 'https://a.example/a.css'</style><form action="https://a.example"></form>
      <svg><image href="https://a.example/1.png"/><use href="https://a.example/2.svg#x"/></svg><video src="https://a.example/v" poster="https://a.example/p"></video>
      <meta http-equiv="refresh" content="0; url=https://a.example"><input type="image" src="https://a.example/i.png"><p style="background:url( https://a.example/3.png )">`);
    const page = await openPage(fileOf(shown), look);
    expect(page.errors.filter(trouble => !refusals.test(trouble))).toEqual([]);
    expect(page.requests).toEqual([]);
    expect(await page.evaluate('document.title')).not.toBe('hurt');
    expect(await page.evaluate(`document.querySelectorAll('#hurt, [onerror], [onmouseover]').length`)).toBe(0);
  });

  test('shows the mail at two widths', async () => {
    const page = await openPage(fileOf(mailing), {width: 1200, scheme: 'light'});
    const seen = `[...document.querySelectorAll('iframe')].map(frame => frame.className + ' ' + frame.clientWidth)`;
    expect(await page.evaluate(seen)).toEqual(['desktop 640', 'phone 375']);
  });

  test('lets nothing in a mail reach anything, however it asks', async () => {
    const path = fileOf(mailing);
    const raw = `<img src='https://a.example/1.png'><script>top.document.title='hurt'</script><meta http-equiv='refresh' content='0; url=https://a.example/2'>`;
    writeFileSync(path, previewPage(mailing).replace(/srcdoc="[^"]*"/g, `srcdoc="${raw}"`));
    const page = await openPage(path, {width: 1200, scheme: 'light'});
    expect(page.requests).toEqual([]);
    expect(await page.evaluate('document.title')).toBe('may.html · preview');
    expect(page.errors.join('\n')).toContain('Content Security Policy');
  });
});
