import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Rejecting} from '../../contacts-import/file/rejects.js';
import {fieldsThatDiffer} from '../../contacts-import/sync/compare-list.js';
import {ambiguous, differs, fresh, same} from '../../contacts-import/sync/row-table.js';
import {agreeOnTerms, readRows} from '../../contacts-import/sync/terms.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {Door} from '../../who-left/door.js';
import {stoppedBy} from '../../who-left/let-in.js';
import type {Stopped} from '../../who-left/words.js';
import type {ContactDifference, SomeContacts} from '../results.schema.js';
import {type ContactFile, type ContactRules, contactSync} from './contact-file.js';
import {impossibleContacts, type UnimportableRow} from './impossible-contacts.js';
import {mistakeIn, readRejectedRows} from './rejected-rows.js';

export type Comparison = {
  see(contact: Loose): void;
  /** The people whom the list lacks or has with other values, once every contact was seen, and the invalid rows. */
  result(door: Door): Promise<{
    readonly difference: ContactDifference;
    readonly differing: SomeContacts;
    readonly rows: number;
    readonly unimportable: readonly UnimportableRow[];
    /** New people who left, and so are not added. */
    readonly stopped: readonly Stopped[];
    /** The rows that no import accepts, for a separate file. */
    readonly rejects: Rejecting | undefined;
  }>;
};

/** Finds the people of a file whom a list lacks: an apply adds them. Who differs is only named, since it changes and deletes nobody. */
export async function startComparison(file: ContactFile, {fields, countries}: ContactRules): Promise<Comparison> {
  const {checked, columns, name} = file;
  if (!checked) return {see: () => undefined, result: async () => nothing};
  const odd = checked.rejected > 0 ? await readRejectedRows(checked, columns, countries?.find) : undefined;
  const {terms} = agreeOnTerms(checked, contactSync, fields, countries?.find);
  const rows = await readRows(checked, terms);
  const {states} = rows;
  const list = {nameless: 0, repeated: 0};
  return {
    see(contact) {
      odd?.see(contact);
      const address = foldAddress(fileText(String(contact['email'] ?? '')));
      if (address === '') list.nameless++;
      const row = address === '' ? -1 : rows.find(address);
      if (row < 0) return;
      const isFirst = states[row] === fresh;
      if (!isFirst) list.repeated++;
      const isSame = fieldsThatDiffer({rows, terms}, row, contact).length === 0;
      states[row] = isFirst ? (isSame ? same : differs) : ambiguous;
    },
    async result(door) {
      const stopped: Stopped[] = [];
      const [create, differing] = [nobody(), nobody()];
      let row = 0;
      await forEachRecord(checked.goodKeys(), ({address}) => {
        const state = states[row++];
        if (state === differs) add(differing, address);
        if (state !== fresh) return;
        const out = stoppedBy(door, [address]);
        stopped.push(...out);
        if (!out.some(({reason}) => reason === 'unsubscribed')) add(create, address);
      });
      const file = {nameless: odd?.nameless ?? 0, repeated: checked.repeated};
      const unimportable: UnimportableRow[] = [];
      if (odd) {
        for await (const row of odd.unlike(checked)) {
          unimportable.push({mistake: mistakeIn(row, name), isThere: odd.isThere(row)});
        }
      }
      const {original, delimiter} = checked;
      return {
        difference: {create, impossible: impossibleContacts({rows: file, list})},
        differing,
        rows: checked.rows,
        ...{unimportable, stopped},
        rejects: odd && {original, delimiter, rejectedRows: () => odd.unlike(checked)},
      };
    },
  };
}

const nobody = (): {count: number; first: string[]} => ({count: 0, first: []});

function add(some: ReturnType<typeof nobody>, address: string): void {
  some.count++;
  if (some.first.length < MOST_NAMED) some.first.push(address);
}

const nothing = {
  difference: {create: nobody(), impossible: []},
  differing: nobody(),
  ...{rows: 0, unimportable: [], stopped: [], rejects: undefined},
};

const MOST_NAMED = 10;
