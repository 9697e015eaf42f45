import {expect, test} from 'vitest';
import {cleanAddress} from '../../../src/records/fields/email-address.js';

test.each([
  'ada@example.org',
  'mailto:ada@example.org',
  '<ada@example.org>,',
  '"ada@example.org"',
  '="ada@example.org"',
  'ada@example.org.',
])('%s is one address', text => {
  expect(cleanAddress(text)).toBe('ada@example.org');
});

test.each(['ada@example.org <bob@example.org>', '="ada@example.org', '=A1'])('%s is left to a person', text => {
  expect(cleanAddress(text)).toBeUndefined();
});
