import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import type {CheckRules} from '../../mailings/options.js';
import type {AtDoor} from '../../who-left/door.js';
import {placeIds} from '../account/entries.js';
import type {AccountRecord, AccountState} from '../account/read-account.js';
import {targetOf} from '../compare/references.js';
import type {Id} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import type {Change, FieldChange, Plan} from '../kinds/results.schema.js';
import type {Entry, Key, Keys, KindName, Value} from '../kinds/shape.js';
import type {ApplyJournal} from './apply-journal.js';

/** What is needed to make the changes of an apply. */
export type ApplyWork = {
  /** A context without questions: the plan was agreed to as a whole. */
  readonly context: Context;
  /** The permit for the whole plan. */
  readonly permit: Permit;
  readonly journal: ApplyJournal;
  readonly names: Names;
  readonly rules: CheckRules;
  /** How people pass the door: those who left by what the files say come in. */
  readonly door: AtDoor & {readonly known: ReadonlySet<string>};
  /** Called before each change, so that an error can name it. */
  begins(change: Change | undefined): void;
  current(): Change | undefined;
  /** The kinds of which a record that another run has made meanwhile is as good as an own one. */
  adopts(kind: KindName): boolean;
  accountRecord(kind: KindName, name: string): AccountRecord | undefined;
  /** Whether a record was in the account when the work was planned. */
  isKnown(kind: KindName, record: Loose): boolean;
};

export type Task = {readonly change: Change; readonly entry: Entry};

export async function idOf(
  {accountRecord, names}: Pick<ApplyWork, 'accountRecord' | 'names'>,
  kind: KindName,
  name: string,
): Promise<Id> {
  // A sent mailing may have the same name as a scheduled one.
  const id = accountRecord(kind, name)?.id ?? (await names.idOf(kind, name));
  if (id === undefined) throw new Error(`There is no id for ${kind} ${name}.`);
  return id;
}

/** The ids of the names in entries: those in the account, and those made since it was read. */
export type Names = {
  idOf(kind: KindName, name: string): Promise<Id | undefined>;
  learn(kind: KindName, name: string, id: Id): Promise<void>;
  /** The values of an entry in the service's form, by parameter. */
  toForm(keys: Keys, entry: Entry): Promise<Loose>;
};

export function createNames(account: Pick<AccountState, 'idsOf' | 'places'>): Names {
  const known = new Map<KindName, Promise<Map<string, Id>>>();
  const idsOf = (kind: KindName): Promise<Map<string, Id>> => {
    const ids = known.get(kind) ?? account.idsOf(kind).then(found => new Map<string, Id>(found));
    known.set(kind, ids);
    return ids;
  };
  const idOf = async (kind: KindName, name: string): Promise<Id | undefined> => (await idsOf(kind)).get(name);
  const toValue = async (key: Key, value: Value): Promise<unknown> => {
    if (key.refers === undefined || value === '') return value;
    const target = targetOf(String(value), key);
    const id = target && (await idOf(target.kind, target.name));
    if (id === undefined) throw new Error(`There is no id for ${String(value)}.`);
    if (key.refers !== 'audience') return Number(id);
    return `${target?.kind === 'segments' ? 'segments' : 'contacts'}_${id}`;
  };
  const placesIn = async (keys: Keys, entry: Entry): Promise<Readonly<Record<string, number>>> => {
    // A place may be given by its id already.
    const isPlaced = Object.entries(entry).some(([name, value]) => keys[name]?.place && value && !Number(value));
    return isPlaced ? placeIds(await account.places(), keys, entry).ids : {};
  };
  const toValues = (key: Key, value: Value): Promise<unknown> =>
    Array.isArray(value) ? Promise.all(value.map(each => toValue(key, each))) : toValue(key, value);
  return {
    idOf,
    async learn(kind, name, id) {
      (await idsOf(kind)).set(name, id);
    },
    async toForm(keys, entry) {
      const form: Record<string, unknown> = {};
      const places = await placesIn(keys, entry);
      for (const [name, value] of Object.entries(entry)) {
        const key = keys[name];
        if (key?.param === undefined) continue;
        form[key.param] = key.place ? (places[name] ?? value) : await toValues(key, value);
      }
      // An omitted key means its empty value, and the service must be sent a flag that is off.
      for (const {param, type, required} of Object.values(keys))
        if (param && type === 'flag' && required) form[param] ??= false;
      return form;
    },
  };
}

/** A context without questions and notices: its changes are part of what was agreed to, and the report says the rest. */
export const withoutQuestions = (context: Context, permit: Permit | undefined): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  agree: async () => permitted(permit),
  notice: () => {},
});

/** The permit, which is missing only where nothing may be sent. */
export function permitted(permit: Permit | undefined): Permit {
  if (permit === undefined) throw new Error('A change without a permit.');
  return permit;
}

/** Which changes that can send mail are allowed. */
export type AllowedMail = {readonly mailings: boolean; readonly live: boolean};

/** A change that waits for an option, because it would send mail. */
type WaitingChange = {readonly change: Change; readonly needs: '--mailings' | '--live'};

export type DividedChanges = {readonly changes: readonly Change[]; readonly waiting: readonly WaitingChange[]};

/** Divides a plan into changes to make, and those that need an option because they would mail people. */
export function divideChanges({changes}: Pick<Plan, 'changes'>, {mailings, live}: AllowedMail): DividedChanges {
  const made: Change[] = [];
  const waiting: WaitingChange[] = [];
  for (const change of changes) {
    if (change.kind === 'mailings' && change.action !== 'delete' && !mailings) {
      waiting.push({change, needs: '--mailings'});
    } else if (!live && change.kind === 'automations' && change.fields.some(goesLive)) {
      waiting.push({change: {...change, action: 'update', fields: change.fields.filter(goesLive)}, needs: '--live'});
      const fields = change.fields.filter(field => !goesLive(field));
      if (change.action === 'create' || fields.length > 0) made.push({...change, fields});
    } else {
      made.push(change);
    }
  }
  return {changes: made, waiting};
}

/** The entries whose records match them once the other changes are made. */
export const withoutWaiting = (
  entries: ReadonlyMap<KindName, readonly Entry[]>,
  {waiting}: Pick<DividedChanges, 'waiting'>,
): ReadonlyMap<KindName, readonly Entry[]> =>
  new Map(
    [...entries].map(([kind, some]) => {
      const names = new Set(waiting.filter(({change}) => change.kind === kind).map(({change}) => change.name));
      return [kind, some.filter(entry => !names.has(String(entry[kinds[kind].identity])))] as const;
    }),
  );

export const goesLive = (field: FieldChange): boolean => field.key === 'live' && 'to' in field && field.to === true;
