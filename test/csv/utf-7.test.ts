/** UTF-7, in which old mail programs export, is read and reported; a plus elsewhere is not UTF-7. */
import {describe, expect, test} from 'vitest';
import {makeDecoder} from '../../src/csv/bytes/decode.js';
import {sniffEncoding} from '../../src/csv/bytes/encodings.js';
import {report} from '../contacts-import/reading.js';

const file = 'email,first_name,city\na@example.com,J+APw-rgen,K+APY-ln\nb+news-x@example.com,A +- B,Bonn\n';

test('a file is read so, and it is said', async () => {
  expect(await report(file)).toBe(`
utf-7 , · 2 rows: 2 good, 0 rejected, 0 repeated
! leads.csv was read as UTF-7. If that is wrong, add --encoding utf-8.
      email,first_name,city
   2: a@example.com,Jürgen,Köln
   3: b+news-x@example.com,A + B,Bonn
`);
  expect(await report(file, {encoding: 'utf-8'})).toContain('J+APw-rgen,K+APY-ln');
});

test('a sequence that a piece cuts is whole', () => {
  for (let cut = 0; cut <= 8; cut++) {
    const decode = makeDecoder('utf-7');
    const bytes = Buffer.from('K+APY-ln');
    const first = Buffer.from(decode(bytes.subarray(0, cut), false).bytes).toString();
    expect(first + Buffer.from(decode(bytes.subarray(cut), true).bytes).toString()).toBe('Köln');
  }
});

describe('no UTF-7', () => {
  test.each([
    'email\nada+foo-bar@example.com\n',
    'email,phone\na@example.com,+49-30-1234\nb@example.com,+040-123\n',
    'email,city\na@example.com,Köln +foo-\n',
    'email,job\na@example.com,C+foo-Bar\nb@example.com,K+APY-ln\n',
    'email,job\na@example.com,+foo-\n',
    'email,job\na@example.com,C++-developer\n',
  ])('%j', text => {
    expect(sniffEncoding(Buffer.from(text))).toBe('utf-8');
  });
});
