import type {Loose} from '../../api/describe/schema.js';
import {placeIds} from '../account/entries.js';
import type {AccountState} from '../account/read-account.js';
import {targetOf} from '../compare/references.js';
import type {Id} from '../folder/made.js';
import type {Entry, Key, Keys, KindName, Value} from '../kinds/shape.js';

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
