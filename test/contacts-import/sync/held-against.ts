import {readFileSync} from 'node:fs';
import type {SyncSettings} from '../../../src/contacts-import/journal/settings.js';
import type {ListedContact} from '../../../src/contacts-import/send/service.js';
import {type Base, readBase} from '../../../src/contacts-import/sync/base-file.js';
import {contactComparer} from '../../../src/contacts-import/sync/compare-list.js';
import {readRows} from '../../../src/contacts-import/sync/read-rows.js';
import {agreeOnTerms} from '../../../src/contacts-import/sync/terms.js';
import {besideBase, type Seeing} from '../../../src/contacts-import/sync/three-sides.js';
import {writeBaseOf} from '../../../src/contacts-import/sync/write-base.js';
import {peopleKeyOf} from '../../../src/who-left/people-key.js';
import {check, custom, inFolder, reserved} from '../reading.js';

/** The key of the hashes in bases that these tests write. */
export const secret = peopleKeyOf({secretKey: 'sk'});

const countries = ['Germany', 'India', 'Austria'].map((name, at) => ({id: String(at + 1), name}));
export const findCountry = (text: string) =>
  countries.find(({id, name}) => id === text || name.toLowerCase() === text.toLowerCase());

export const settings: SyncSettings = {
  ...{update: 'all', gone: 'report', maxGone: null, key: 'email', clear: false, concurrency: 1},
};

type Held = Partial<Pick<SyncSettings, 'update' | 'key' | 'clear'>> & {
  /** What the file said when it went out, and the ids of its contacts. */
  readonly wentOut?: {readonly text: string; readonly ids: readonly number[]};
  readonly country?: number;
  readonly leftOut?: readonly string[];
  readonly unsubscribed?: readonly string[];
};

const csv = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** A file as it is compared, and its rows beside what they said when it went out, if it did. */
export async function rowsOf(lines: readonly string[], {wentOut, country, ...some}: Held = {}) {
  const checked = await check(csv(...lines));
  const agreed = agreeOnTerms(checked, {...settings, ...some}, [...reserved, ...custom], findCountry);
  const terms = {...agreed.terms, country};
  const base = wentOut && (await baseOf(wentOut.text, wentOut.ids));
  const before: Seeing | undefined = base && besideBase(base, terms, checked.good);
  const rows = await readRows(checked, terms, before?.see);
  return {checked, terms, wanted: agreed.wanted, rows, base, before};
}

let bases = 0;

/** What a file with this text would be known by after it went out. */
export async function baseOf(text: string, ids: readonly number[]): Promise<Base> {
  const checked = await check(text);
  const {terms} = agreeOnTerms(checked, {...settings, clear: true}, [...reserved, ...custom], findCountry);
  const path = inFolder(`${++bases}.base`);
  const about = {origin: 'https://api.example', key: 'pk', type: 1, file: null};
  await writeBaseOf({checked, terms, ids}, {path, about, key: secret});
  return readBase(readFileSync(path), secret) as Base;
}

/** Holds some contacts against a file, as a sync does. */
export async function heldAgainst(
  contacts: readonly ListedContact[],
  lines: readonly string[],
  {leftOut = [], unsubscribed, ...held}: Held = {},
) {
  const {rows, terms, wanted, before} = await rowsOf(lines, held);
  const comparer = contactComparer({
    ...{rows, terms, wanted, before},
    leftOut: new Set(leftOut),
    unsubscribed: unsubscribed && new Set(unsubscribed),
  });
  for (const contact of contacts) comparer.see(contact);
  return {...comparer.result(), rows, terms, states: [...rows.states]};
}
