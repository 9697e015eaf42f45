import {expect, test} from 'vitest';
import {likelyDomain} from '../../../src/records/fields/mistyped-domain.js';

test.each([
  ['gmial.com', 'gmail.com'],
  ['GMAIL.CON', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gamil.con', 'gmail.com'],
  ['hotmial.co.uk', 'hotmail.co.uk'],
  ['yahooo.de', 'yahoo.de'],
  ['googlemial.com', 'googlemail.com'],
  ['t-onlin.de', 't-online.de'],
])('%s is most likely %s', (typed, meant) => expect(likelyDomain(typed)).toBe(meant));

test.each([
  'gmail.com',
  'ymail.com',
  'mail.com',
  'email.com',
  'hotmail.be',
  'outlook.jp',
  'gmx.at',
  'example.com',
  'gmail',
  '',
  'hmail.com',
])('%s stays', typed => expect(likelyDomain(typed)).toBeUndefined());
