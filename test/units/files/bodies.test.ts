/** Long texts are compared in the same way everywhere in an entry. */
import {expect, test} from 'vitest';
import {fieldChanges} from '../../../src/files/account/differences.js';
import {kinds} from '../../../src/files/account/kinds.js';

const ends = ['\n', '\r\n', '\u200b', '\u0000\n', '\ufeff', '\u0085'];

test.each(ends)('%j at the end of the body of an email or of a send is no difference', end => {
  const [held, written] = ['<p>a\nb</p>', `<p>a\r\nb</p>${end}`];
  const email = (html: string) => ({emails: [{subject: 'Hello', html}]});
  expect(fieldChanges(kinds.automations.keys, email(held), email(written), {prune: false})).toEqual([]);
  expect(fieldChanges(kinds['mailings'].keys, {html: held}, {html: written}, {prune: false})).toEqual([]);
});

test('a body that says something else is one, in both', () => {
  const email = (html: string) => ({emails: [{subject: 'Hello', html}]});
  expect(fieldChanges(kinds.automations.keys, email('<p>a</p>'), email('<p>b</p>'), {prune: false})).toHaveLength(1);
  expect(fieldChanges(kinds['mailings'].keys, {html: '<p>a</p>'}, {html: '<p>b</p>'}, {prune: false})).toHaveLength(1);
});
