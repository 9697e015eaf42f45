import {record} from '../../api/describe/notation.js';
import type {RecordOf} from '../../api/describe/schema.js';

/** What a check of the lists can find, in the order in which people should look at it, and the head of each group. */
export const findings = {
  'mistyped-domain': 'Mistyped domains',
  'bad-address': 'Addresses that cannot exist',
  'dead-domain': 'Domains that never get mail',
  'twice-in-list': 'More than once in the same list',
} as const;

export type Finding = keyof typeof findings;

/** One thing that is wrong with one contact. The suggestion is an address; `keep` is the contact that stays of doubles. */
export const row = record({
  email: 'text',
  list: 'text',
  finding: 'text',
  value: 'text|null',
  suggestion: 'text|null',
  id: 'integer',
  keep: 'integer|null',
});

export type Row = RecordOf<typeof row>;
