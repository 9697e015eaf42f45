import {foldAddress} from '../../records/fields/fold-address.js';
import {textOf} from '../account/entries.js';
import type {AccountRecord, AccountState} from '../account/read-account.js';
import {createdFingerprint, fingerprintOf} from '../compare/fingerprint.js';
import {nameOf, noteUses, type UsedBy} from '../compare/references.js';
import type {Id, Made, MadeRecord} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import {type KindName, kindNames} from '../kinds/shape.js';
import type {Kept, MadeOne} from '../results.schema.js';

/** An addition to a record: a person on a list, an email in an automation. */
export type Member = MadeOne & {readonly parent: Id; readonly value: string};

/** What was made from this folder, in its current state. */
export type FoundMade = {
  /** The records that are unchanged, in the order in which they can be deleted. */
  readonly records: readonly MadeOne[];
  readonly members: readonly Member[];
  /** The imports whose contacts will be deleted, each with their greatest number. */
  readonly imports: ReadonlyArray<{readonly list: string; readonly run: string; readonly count: number}>;
  /** The imports that ran on another machine, which alone knows whom they added: their contacts stay. */
  readonly elsewhere: ReadonlyArray<{readonly list: string; readonly run: string}>;
  readonly kept: readonly Kept[];
  /** Records that somebody else has deleted, or their members. */
  readonly gone: readonly MadeOne[];
};

/** Finds everything that was made from this folder, by id. `added` says how many contacts an import has added. */
export function findMade(
  {records: made, members, imports}: Made,
  account: AccountState,
  added: (run: string) => number | undefined,
): FoundMade {
  const records: MadeOne[] = [];
  const kept: Kept[] = [];
  const gone: MadeOne[] = [];
  const users: UsedBy = new Map();
  const heldOf = (kind: KindName) => account.kinds.get(kind) ?? [];
  const runs = [...imports].flatMap(([list, some]) => [...some].reverse().map(run => ({list, run, count: added(run)})));
  const lists = new Set(heldOf('lists').map(({name}) => name));
  const elsewhere = runs.filter(({list, count}) => count === undefined && lists.has(list));
  const occupied = new Set(elsewhere.map(({list}) => list));
  // Records come before those that they refer to, so it is known which of them stay.
  const reasonToKeep = (one: MadeOne, record: MadeRecord) => {
    const {kind, name, id} = one;
    if (kind === 'lists' && occupied.has(name))
      return {why: 'it has contacts that were imported on another machine', needsLook: true};
    const held = heldOf(kind).find(each => String(each.id) === String(id));
    const user = users.get(nameOf(one));
    return (
      keepReason(kind, name, record, {held, account, members: members.get(kind)?.get(name)}) ??
      (user === undefined ? undefined : {why: `${user} uses it`, needsLook: true})
    );
  };
  for (const kind of [...kindNames].reverse()) {
    const going = new Set<string>();
    for (const [name, record] of made.get(kind) ?? []) {
      const one = {kind, name, id: record.id};
      const why = reasonToKeep(one, record);
      if (why === 'gone') gone.push(one);
      else if (why !== undefined) kept.push({...one, ...why});
      else {
        going.add(String(record.id));
        records.push(one);
      }
    }
    for (const held of heldOf(kind).filter(({id}) => !going.has(String(id)))) noteUses(kind, held, users);
  }
  // Parts of a record are deleted with it, and a record that somebody changed stays unchanged.
  const whole = new Set([...records, ...kept.filter(({needsLook}) => needsLook)].map(nameOf));
  const left = membersIn(members, account);
  return {
    records,
    members: left.filter(({kind, name}) => !whole.has(nameOf({kind, name}))),
    imports: runs.flatMap(({list, run, count}) => (count === undefined ? [] : [{list, run, count}])),
    elsewhere: elsewhere.map(({list, run}) => ({list, run})),
    kept,
    gone,
  };
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
        if (parent && row && isStillMember(kind, row, value)) found.push({kind, name, id, parent: parent.id, value});
      }
    }
  }
  return found;
}

const isStillMember = (kind: KindName, row: Readonly<Record<string, unknown>>, value: string): boolean =>
  kind === 'automations' || foldAddress(textOf(row['email_address'] ?? row['email'])) === value;

/** Why a record stays, and whether a person should look at it. */
type KeepReason = {readonly why: string; readonly needsLook: boolean};

/** A record's current state, and what was added to it. */
type RecordNow = {
  readonly held: AccountRecord | undefined;
  readonly account: Pick<AccountState, 'sent'>;
  readonly members: ReadonlyMap<string, Id> | undefined;
};

/** Why a record made from this folder stays; `gone` if somebody has deleted it, undefined if it is unchanged. */
function keepReason(kind: KindName, name: string, record: MadeRecord, now: RecordNow): KeepReason | 'gone' | undefined {
  const {held, account} = now;
  if (held === undefined) {
    const went = kind === 'mailings' && account.sent.some(one => String(one.id) === String(record.id));
    return went ? {why: 'it went out, and emk keeps its statistics', needsLook: false} : 'gone';
  }
  const {can} = kinds[kind];
  if (can.delete !== true) return {why: can.delete, needsLook: false};
  if (held.name !== name) return {why: `somebody renamed it to "${held.name}"`, needsLook: true};
  return isStill(kind, record, held, now.members) ? undefined : {why: 'somebody has changed it since', needsLook: true};
}

/** Whether a record is still as an apply left it, finished or interrupted. */
function isStill(kind: KindName, record: MadeRecord, held: AccountRecord, members: RecordNow['members']): boolean {
  const now = fingerprintOf(kind, held.entry);
  if (record.finishedFingerprint !== undefined)
    return now === record.finishedFingerprint || now === record.intendedFingerprint;
  const own = new Set([...(members?.values() ?? [])].map(String));
  if (held.entry['live'] === true || held.below.some(({utr}) => !own.has(String(utr)))) return false;
  return createdFingerprint(kind, held.entry) === record.createdFingerprint;
}
