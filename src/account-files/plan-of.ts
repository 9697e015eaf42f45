import {foldAddress} from '../csv/fold-address.js';
import {fromSent} from '../records/service-clock.js';
import {changesOf, type FieldChange} from './compare-entries.js';
import {type KindName, kindNames} from './kind-names.js';
import {kinds} from './kinds.js';
import type {AccountState, Held} from './read-account.js';
import type {Entry} from './shape.js';

export type Action = 'create' | 'update' | 'delete';

/** A record that would be created, changed or deleted. */
export type Change = {
  readonly action: Action;
  readonly kind: KindName;
  readonly name: string;
  readonly fields: readonly FieldChange[];
};

/** A change that the files ask for and the API cannot make. */
export type Impossible = {
  readonly action: Action;
  readonly kind: KindName;
  readonly name: string;
  readonly why: string;
};

/** What has to happen for the account to be as the files say, in the order in which it can. */
export type Plan = {
  readonly changes: readonly Change[];
  readonly impossible: readonly Impossible[];
  /** How many records of each kind stand in no file and stay. */
  readonly left: {readonly [kind: string]: number};
};

/** The records that are wanted, by kind. A kind that is missing is not spoken about. */
export type Wanted = ReadonlyMap<KindName, readonly Entry[]>;

export type PlanTerms = {
  /** Whether what stands in no file is to be deleted. */
  readonly prune: boolean;
  /** What the account's clock shows, in milliseconds. */
  readonly shown: number;
};

/** Compares what is wanted with the account, record by record, each found by its name. */
export function planOf(wanted: Wanted, account: AccountState, terms: PlanTerms): Plan {
  const changes: Change[] = [];
  const impossible: Impossible[] = [];
  const deletions: Change[] = [];
  const left: Record<string, number> = {};
  const sent = new Set(account.sent.map(({name}) => name));
  for (const kind of kindNames) {
    const entries = wanted.get(kind);
    if (entries === undefined) continue;
    const {keys, identity} = kinds[kind];
    const nameOf = namer(kind);
    const held = new Map((account.kinds.get(kind) ?? []).map(one => [nameOf(one.name), one]));
    for (const entry of entries) {
      const name = String(entry[identity] ?? '');
      const there = held.get(nameOf(name));
      held.delete(nameOf(name));
      const fields = changesOf(keys, there?.entry ?? {}, entry, terms.prune).filter(({key}) => key !== identity);
      if (there && fields.length === 0) continue;
      const action = there ? 'update' : 'create';
      const change = {action, kind, name, fields} as const;
      const why = whyNot(change, entry, {sent, terms});
      if (why === undefined) changes.push(change);
      else impossible.push({action, kind, name, why});
    }
    if (held.size > 0 && !terms.prune) left[kind] = held.size;
    if (terms.prune) planDeletions(kind, [...held.values()], deletions, impossible);
  }
  // What others refer to goes last.
  return {changes: [...changes, ...deletions.reverse()], impossible, left};
}

/** Names as they are compared: addresses in whatever letters, other names exactly. */
function namer(kind: KindName): (name: string) => string {
  const {keys, identity} = kinds[kind];
  return keys[identity]?.address ? foldAddress : name => name;
}

function planDeletions(kind: KindName, held: readonly Held[], deletions: Change[], impossible: Impossible[]): void {
  const {can} = kinds[kind];
  for (const {name} of held) {
    if (can.delete === true) deletions.push({action: 'delete', kind, name, fields: []});
    else impossible.push({action: 'delete', kind, name, why: can.delete});
  }
}

type Circumstances = {readonly sent: ReadonlySet<string>; readonly terms: PlanTerms};

/** Why a change cannot be made; undefined where it can. */
function whyNot({action, kind, name, fields}: Change, entry: Entry, {sent, terms}: Circumstances): string | undefined {
  const {can, changeable = []} = kinds[kind];
  const told = can[action];
  const partly = action === 'update' && fields.every(({key}) => changeable.includes(key));
  if (told !== true && !partly) return told;
  if (kind !== 'single-sends') return undefined;
  if (action === 'create' && sent.has(name))
    return 'a single send of this name went out already; give it another name, or pull the files anew';
  const at = entry['at'];
  if (at === undefined) return 'the API sends a single send at once unless it has a moment; give it one (at)';
  return fromSent(String(at)) <= terms.shown ? 'its moment is past, so it would be sent at once' : undefined;
}
