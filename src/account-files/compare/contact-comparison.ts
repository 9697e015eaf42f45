import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import {makeLineBytes} from '../../contacts-import/file/line-bytes.js';
import type {Rejecting} from '../../contacts-import/file/rejects.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {Door} from '../../who-left/door.js';
import {stoppedBy} from '../../who-left/let-in.js';
import type {Stopped} from '../../who-left/words.js';
import type {ContactFile, ContactRules} from './contact-file.js';
import {impossibleContacts, type UnimportableRow} from './impossible-contacts.js';
import type {ContactDifference} from './plan.schema.js';
import {mistakeIn, readRejectedRows} from './rejected-rows.js';

export type Comparison = {
  see(contact: Loose): void;
  /** The people whom the list lacks, once every contact was seen, and the invalid rows. */
  result(door: Door): Promise<{
    readonly difference: ContactDifference;
    readonly rows: number;
    readonly unimportable: readonly UnimportableRow[];
    /** New people who left, and so are not added. */
    readonly stopped: readonly Stopped[];
    /** The rows that no import accepts, for a separate file. */
    readonly rejects: Rejecting | undefined;
  }>;
};

/** Finds the people of a file whom a list lacks: an apply adds them, and changes and deletes nobody. */
export async function startComparison(file: ContactFile, {countries}: ContactRules): Promise<Comparison> {
  const {checked, columns, name} = file;
  if (!checked) return {see: () => undefined, result: async () => nobody};
  const odd = checked.rejected > 0 ? await readRejectedRows(checked, columns, countries?.find) : undefined;
  const listed = makeLineBytes();
  const list = {nameless: 0, repeated: 0};
  return {
    see(contact) {
      odd?.see(contact);
      const address = foldAddress(fileText(String(contact['email'] ?? '')));
      if (address === '') list.nameless++;
      const line = address === '' ? 0 : checked.lineOf(address);
      if (line === 0) return;
      if (listed.of(line) !== 0) list.repeated++;
      listed.set(line, 1);
    },
    async result(door) {
      const stopped: Stopped[] = [];
      const first: string[] = [];
      let count = 0;
      await forEachRecord(checked.goodKeys(), ({line, address}) => {
        if (listed.of(line) !== 0) return;
        const out = stoppedBy(door, [address]);
        stopped.push(...out);
        if (out.some(({reason}) => reason === 'unsubscribed')) return;
        count++;
        if (first.length < MOST_NAMED) first.push(address);
      });
      const rows = {nameless: odd?.nameless ?? 0, repeated: checked.repeated};
      const unimportable: UnimportableRow[] = [];
      if (odd) {
        for await (const row of odd.unlike(checked)) {
          unimportable.push({mistake: mistakeIn(row, name), isThere: odd.isThere(row)});
        }
      }
      const {original, delimiter} = checked;
      return {
        difference: {create: {count, first}, impossible: impossibleContacts({rows, list})},
        rows: checked.rows,
        ...{unimportable, stopped},
        rejects: odd && {original, delimiter, rejectedRows: () => odd.unlike(checked)},
      };
    },
  };
}

const nobody = {
  difference: {create: {count: 0, first: []}, impossible: []},
  ...{rows: 0, unimportable: [], stopped: [], rejects: undefined},
};

const MOST_NAMED = 10;
