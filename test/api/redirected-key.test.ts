import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {formsOf, partsOf} from '../support/key-forms.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';
import {served} from '../support/served.js';

/** Ends on a character that base64 pads, and contains others that URL parsers rewrite. */
const keys = ['SkVerySecretKey123', 'pk_live-9fKxQ8zL1mN5tRa'];

const percent = (text: string): string =>
  [...text].map(letter => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const wide = (text: string): string =>
  [...text]
    .map(letter => (/[!-~]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter))
    .join('');

/** How a form may be spelled in the host of a URL, which parsers convert to plain small letters. */
const spellings: Readonly<Record<string, (form: string) => string>> = {
  'as it is': form => form,
  'in small letters': form => form.toLowerCase(),
  'in capitals': form => form.toUpperCase(),
  'in wide letters': form => encodeURIComponent(wide(form)),
  'percent-encoded': percent,
  'with soft hyphens': form => [...form].join('%C2%AD'),
  'as a name before the host': form => `${encodeURIComponent(form)}:x@elsewhere`,
  'as a part of the host': form => `a.${form}.b`,
};

const places: Readonly<Record<string, (host: string) => string>> = {
  'an address': host => `http://${host}.example/`,
  'an address without a scheme': host => `//${host}.example/x`,
  'an address of another scheme': host => `ftp://${host}.example/`,
  'an address that cannot be read': host => `http://${host}.example:port/`,
};

test.each(
  sample(
    Object.entries(spellings).flatMap(([spelling, spelled]) =>
      Object.entries(places).map(
        ([place, placed]) => [spelling, place, (form: string) => placed(spelled(form))] as const,
      ),
    ),
    6,
  ),
)('a key in the host of a redirect is not printed: %s, in %s', async (_spelling, _place, toLocation) => {
  let location = '';
  const server = createServer((_, response) => response.writeHead(302, {location}).end());
  const address = `${await served(server)}/api`;
  for (const key of keys) {
    const forms = [...new Set(formsOf(key))];
    const parts = partsOf(forms).map(part => part.toLowerCase());
    for (const form of forms) {
      location = toLocation(form);
      const env = {EMK_PUBLIC_KEY: keys[1] ?? '', EMK_SECRET_KEY: keys[0] ?? ''};
      const {stderr} = await runAgainst(address, ['lists', 'list', '--debug', '-o', 'json'], {env});
      expect(stderr).toContain('redirected to');
      expect([location, parts.filter(part => stderr.toLowerCase().includes(part))]).toEqual([location, []]);
    }
  }
});
