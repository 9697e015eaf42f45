import {join} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Account} from '../../api/wire/answer.js';
import {type Changed, type Journal, openJournal, readJournal, VERSION} from '../../change/work/journal.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {contactColumn, contactLines} from '../../csv/columns/contact-lines.js';
import {rowHeader} from '../file/columns.js';
import {type ImportJournal, type PastRun, placeOf} from '../journal/runs.js';
import {textIn} from '../send/list.js';
import {editableFields, rowCell} from './emk-row.js';

/** What a sync changes, as it was before: each person is on disk before the change is sent. */
export type OldValues = {keep(id: number, before: Loose, after: Loose): void; close(): void};

const placeIn = (folder: string) => ({...placeOf(folder), path: join(folder, 'old-values.jsonl')});

/** Keeps old values beside the journal of a sync, which names nobody. */
export function oldValuesOf({account}: {readonly account: Account}, {folder}: ImportJournal): OldValues {
  const place = placeIn(folder);
  const header = {kind: 'header', version: VERSION, way: 'contacts sync', ...targetOf(account)} as const;
  let file: Journal | undefined;
  return {
    keep(id, before, after) {
      file ??= openJournal(place, header);
      file.note({kind: 'changed', id, before: valuesOf(before), after: valuesOf(after)});
    },
    close: () => file?.close(),
  };
}

const valuesOf = (contact: Loose): Loose =>
  Object.fromEntries(editableFields.map(name => [name, textIn(contact, name)]));

/** The people whom a run has changed, each as it was before the first change. */
export function readOldValues({folder}: Pick<PastRun, 'folder'>): readonly Changed[] {
  const people = new Map<Changed['id'], Changed>();
  for (const record of readJournal(placeIn(folder)).records)
    if (record.kind === 'changed' && !people.has(record.id)) people.set(record.id, record);
  return [...people.values()];
}

/**
 * Writes old values as a file that went out to be edited, and returns its path. A sync of it changes only who is still as the
 * run left them.
 */
export async function writeOldValues({folder, header}: PastRun, people: readonly Changed[]): Promise<string> {
  const cellOf = rowCell({origin: header.origin, key: header.key, list: header.list.id}, undefined);
  const {head, lines} = contactLines([...editableFields.map(contactColumn), {head: rowHeader, read: ({row}) => row}]);
  const path = join(folder, 'old-values.csv');
  const rows = people.map(({id, before, after}) => ({...before, row: cellOf({...after, id})}));
  await writeWhole(path, [head, lines(rows)]);
  return path;
}
