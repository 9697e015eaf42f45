/** Files of emk that mention a person are found in every spelling of the address, and nobody else is. */

import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {csvLines} from '../../src/csv/bytes/write-lines.js';
import {escapeHtml} from '../../src/html/escape.js';
import {forgetHere, lookHere} from '../../src/own-files/look-here.js';
import {isNamedIn} from '../../src/own-files/search-file.js';
import {namingOf} from '../../src/own-files/spellings.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';
import {tries} from '../sample.js';

const spellings = [
  'josé@müller.example',
  'JOSÉ@Müller.example',
  'josé@xn--mller-kva.example',
  'josé@müller.example'.normalize('NFD'),
  'josé@xn--mller-kva.example'.normalize('NFD'),
  'jos&#233;@m&#xfc;ller.example',
  'jos\\u00e9@m\\u00FCller.example',
  'jos%C3%A9%40m%c3%bcller.example',
];

const others = ['jose@muller.example', 'xjosé@müller.example', 'josé@müller.example.org'];

test.each(spellings.slice(0, 5))('asked as %j', async address => {
  const state = temporaryFolder();
  mkdirSync(join(state, 'edits'));
  for (const [at, text] of [...spellings, ...others].entries())
    writeFileSync(join(state, 'edits', `${at}.csv`), `email\n${text}\n`);
  const {found, searched} = await lookHere(fakeHost({env: {EMK_STATE_DIR: state}}), address, '');
  expect(found.map(({path}) => basename(path)).sort()).toEqual(spellings.map((_, at) => `${at}.csv`));
  expect(searched).toEqual([state]);
});

const address = "o'brien&co+x@example.com";

test.each([
  address,
  "O'BRIEN&CO+X@EXAMPLE.COM",
  'o&#39;brien&amp;co+x@example.com',
  'o&#039;brien&#38;co&plus;x&commat;example&period;com',
  'o&apos;brien&amp;co&#x2B;x@example.com',
  'o\\u0027brien\\u0026co+x@example.com',
  'mailto:o%27brien%26co%2Bx%40example.com',
  'https://x.example/?to=%3Co%27brien%26co%2Bx%40example.com%3E',
  "email: 'o''brien&co+x@example.com'",
  '"say ""o\'brien&co+x@example.com"""',
  '{"note":"Write to\\no\'brien&co+x@example.com"}',
  "[o'brien&co+x@example.com](mailto:o'brien&co+x@example.com)",
  "'o'brien&co+x@example.com'",
])('a sign in any spelling: %s', text => {
  expect(namingOf(address).in(text)).toBe(true);
});

test('nobody whose address only ends or begins with it', () => {
  const brien = namingOf('brien@example.com');
  for (const text of [
    "o'brien@example.com",
    'o&#39;brien@example.com',
    'o\\u0027brien@example.com',
    'o%27brien%40example.com',
    'm%C3%BCbrien@example.com',
    'x.brien@example.com',
    'brien@example.com.au',
    'brien@example.community',
  ])
    expect([text, brien.in(text)]).toEqual([text, false]);
  for (const text of ["'brien@example.com'", 'brien@example.com.', 'brien@example.com-', '“brien@example.com”'])
    expect([text, brien.in(text)]).toEqual([text, true]);
});

test('any address that a writer of emk has written', () => {
  const local = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~éß-]{1,12}$/);
  fc.assert(
    fc.property(local, name => {
      const wanted = `${name}@Exämple.com`;
      for (const written of [
        escapeHtml(wanted),
        JSON.stringify({email: wanted}),
        JSON.stringify({page: escapeHtml(wanted)}),
        encodeURIComponent(wanted),
        csvLines({raw: true})([[wanted, 'x"y']]),
        csvLines({raw: false})([[wanted, 'x']]),
      ])
        expect([written, namingOf(wanted).in(`x ${written} y`)]).toEqual([written, true]);
    }),
    {numRuns: tries(15, 200)},
  );
});

test('a cut between two pieces of a file hides nobody, in any encoding, compressed or not', async () => {
  const folder = temporaryFolder();
  const size = 1 << 20;
  for (const shift of tries(0, 1) ? [0, 5, 30, 9000] : [12]) {
    const text = `${'x,'.repeat((size - shift - 1) / 2)}${size % 2 === shift % 2 ? '' : ' '} ${address}\n${'y\n'.repeat(9000)}`;
    for (const [name, bytes] of Object.entries({
      plain: Buffer.from(text),
      packed: gzipSync(text),
      wide: Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]),
    })) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      expect([name, shift, await isNamedIn(path, namingOf(address))]).toEqual([name, shift, true]);

      expect(await isNamedIn(path, namingOf('brien&co+x@example.com'))).toBe(false);
    }
  }
});

test('a copy of deletions loses the lines about a person, and keeps those about a longer address', async () => {
  const state = temporaryFolder();
  const path = join(state, 'deleted', '2026-03-04-1.jsonl');
  mkdirSync(join(state, 'deleted'));
  const line = (email: string): string => `${JSON.stringify({kind: 'contacts', record: {email}})}\n`;
  writeFileSync(path, `{"version":1}\n${line('brien@example.com')}${line("o'brien@example.com")}`);
  const host = fakeHost({env: {EMK_STATE_DIR: state}});
  await forgetHere('brien@example.com', (await lookHere(host, 'brien@example.com', '')).found);
  expect((await lookHere(host, 'brien@example.com', '')).found).toEqual([]);
  expect((await lookHere(host, "o'brien@example.com", '')).found).toEqual([{path, can: 'lose lines'}]);
});
