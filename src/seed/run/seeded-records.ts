import type {Id} from '../../account-files/folder/made-records.js';
import type {KindName} from '../../account-files/kinds/kind-names.js';
import {isShared} from '../file/run-name.js';
import {CONTACTS} from '../file/seed-keys.js';
import type {PreparedSeed} from './prepare-seed.js';
import type {Seeded} from './seeded.schema.js';

type Ids = ReadonlyMap<KindName, ReadonlyMap<string, Id>>;

/** The records of a seed with their ids in the account. Skipped records have no id, and are omitted here too. */
export function seededRecords(run: string, {filled: {files, names}, people}: PreparedSeed, ids: Ids): Seeded {
  const idOf = (kind: KindName, as: string): Id | undefined => {
    const id = ids.get(kind)?.get(as);
    return /^\d+$/.test(String(id)) ? Number(id) : id;
  };
  const made = [...files.keys()].map(kind => {
    const records = [...(names.get(kind) ?? [])].flatMap(([name, as]): Seeded['made'][string] => {
      const id = idOf(kind, as);
      return id === undefined ? [] : [{name, as, id, ...(isShared(kind) && {shared: true as const})}];
    });
    return [kind, records] as const;
  });
  const types = new Map([...(names.get('contact-types') ?? [])].map(([name, as]) => [as, name] as const));
  return {
    run,
    made: Object.fromEntries(made.filter(([, records]) => records.length > 0)),
    contacts: people.flatMap(({type: as, count}) => {
      const id = idOf('contact-types', as);
      return id === undefined ? [] : [{type: types.get(as) ?? as, as, id, count}];
    }),
    addresses: Object.fromEntries(names.get(CONTACTS) ?? []),
  };
}
