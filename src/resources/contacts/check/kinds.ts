import {record} from '../../../api/describe/notation.js';
import type {RecordOf} from '../../../api/describe/schema.js';
import {headOf} from '../../../records/fields/heads.js';

/** One thing that is wrong with one contact, as a row of a work list. */
export const row = record({
  email: 'text|null',
  list: 'text',
  finding: 'text',
  value: 'text|null',
  suggestion: 'text|null',
  id: 'integer',
  keep: 'integer|null',
});

export type Row = RecordOf<typeof row>;

/**
 * A finding before its contact is known: its kind, what was found, what to do, and the contact that stays if this one
 * is a duplicate.
 */
export type Found = {
  readonly finding: KindName;
  readonly value?: string;
  readonly suggestion: string;
  readonly keep?: number;
};

type Kind = {
  /** The head of a group of findings. */
  readonly title: (value: string) => string;
  /** What to know about one of them, after its address. */
  readonly says: (row: Row) => string;
  /** What to do about all of them; `line` is the command that finds them. */
  readonly next?: (line: string) => string;
};

const value = (one: Row): string => one.value ?? '';

const kinds = {
  'mistyped-domain': {
    title: () => 'Mistyped domains',
    says: ({suggestion}) => `probably ${suggestion}`,
    next: line => `Fix them: ${line} --fix`,
  },
  'bad-address': {
    title: () => 'Addresses that cannot exist',
    says: one => `${value(one)}${one.suggestion?.includes('@') ? `; perhaps ${one.suggestion}` : ''}`,
  },
  'no-address': {
    title: () => 'No address, so no mail',
    says: () => '',
    next: line => `See who they are: ${line} --where finding=no-address`,
  },
  'dead-domain': {title: () => 'Domains that never get mail', says: () => ''},
  'disposable-domain': {title: () => 'Throwaway addresses', says: () => ''},
  'role-address': {title: () => 'Shared mailboxes, not people', says: () => ''},
  'twice-in-list': {
    title: () => 'More than once in the same list',
    says: () => '',
    next: line =>
      `Delete the surplus: ${line} --where finding=twice-in-list --out twice.csv && emk contacts dedupe twice.csv`,
  },
  'in-several-lists': {title: () => 'In more than one list', says: one => `also in ${value(one)}`},
  'same-person': {title: () => 'Same name and place, another address', says: one => `also ${value(one)}`},
  'tag-without-value': {title: tag => `${headOf(tag)} is empty, and a template uses it`, says: () => ''},
  'no-segment': {title: () => 'In no segment', says: () => ''},
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof kinds;

/** What a check of the lists can find, in the order in which people should look at it. */
export const kindNames = Object.keys(kinds) as readonly KindName[];

/** How a kind of finding is reported to people. */
export const kindOf = (name: KindName): Kind => kinds[name];
