import {foldAddress} from '../../csv/fold-address.js';
import {textOf} from '../account/entries.js';
import type {AccountState, Held} from '../account/read-account.js';
import type {Id, Made, MadeRecord} from '../folder/made.js';
import {type KindName, kindNames} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import {fingerprintOf} from './fingerprint.js';

/** A record that was made here, by its kind and name. */
export type MadeOne = {readonly kind: KindName; readonly name: string; readonly id: Id};

/** Something that was added to a record: a person to a list, an email to an automation. */
export type Member = MadeOne & {readonly parent: Id; readonly value: string};

/** A record that stays, and why. */
export type Kept = MadeOne & {readonly why: string; readonly isChanged: boolean};

/** How what was made stands in the account now. */
export type Standing = {
  /** Those that are still what they were, in the order in which they can go. */
  readonly records: readonly MadeOne[];
  readonly members: readonly Member[];
  readonly imports: ReadonlyArray<{readonly type: string; readonly run: string}>;
  readonly kept: readonly Kept[];
  /** Those that somebody else has deleted, or their members. */
  readonly gone: readonly MadeOne[];
};

/** Looks for everything that was made in the account, by its id, and holds it against what it was. */
export function standingOf({records: made, members, imports}: Made, account: AccountState): Standing {
  const records: MadeOne[] = [];
  const kept: Kept[] = [];
  const gone: MadeOne[] = [];
  for (const kind of [...kindNames].reverse()) {
    for (const [name, record] of made.get(kind) ?? []) {
      const one = {kind, name, id: record.id};
      const held = account.kinds.get(kind)?.find(({id}) => String(id) === String(record.id));
      const why = whyKept(kind, name, record, held, account);
      if (why === 'gone') gone.push(one);
      else if (why !== undefined) kept.push({...one, ...why});
      else records.push(one);
    }
  }
  const going = new Set(records.map(({kind, name}) => `${kind}\n${name}`));
  const left = membersIn(members, account);
  return {
    records,
    members: left.filter(({kind, name}) => !going.has(`${kind}\n${name}`)),
    imports: [...imports].flatMap(([type, runs]) => [...runs].reverse().map(run => ({type, run}))),
    kept,
    gone,
  };
}

type Why = Pick<Kept, 'why' | 'isChanged'>;

function whyKept(
  kind: KindName,
  name: string,
  {id, was}: MadeRecord,
  held: Held | undefined,
  {sent}: AccountState,
): Why | 'gone' | undefined {
  if (held === undefined) {
    const went = kind === 'single-sends' && sent.some(one => String(one.id) === String(id));
    return went ? {why: 'it went out, and its figures are kept', isChanged: false} : 'gone';
  }
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, isChanged: false};
  if (held.name !== name) return {why: `somebody has called it "${held.name}"`, isChanged: true};
  const isSame = was === undefined || was === fingerprintOf(kind, held.entry);
  return isSame ? undefined : {why: 'somebody has changed it since', isChanged: true};
}

function membersIn(members: Made['members'], account: AccountState): readonly Member[] {
  const found: Member[] = [];
  for (const [kind, byName] of members) {
    for (const [name, byValue] of byName) {
      const parent = account.kinds.get(kind)?.find(held => held.name === name);
      for (const [value, id] of byValue) {
        const row = parent?.below.find(
          each => String(kind === 'automations' ? each['utr'] : each['id']) === String(id),
        );
        if (parent && row && isStill(kind, row, value)) found.push({kind, name, id, parent: parent.id, value});
      }
    }
  }
  return found;
}

const isStill = (kind: KindName, row: Readonly<Record<string, unknown>>, value: string): boolean =>
  kind === 'automations' || foldAddress(textOf(row['email_address'] ?? row['email'])) === value;
