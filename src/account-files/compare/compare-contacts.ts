import {join} from 'node:path';
import type {Context} from '../../commands/command.js';
import {tooMany} from '../../contacts-import/command/options.js';
import type {ImportField} from '../../contacts-import/file/contract.js';
import {writeRejects} from '../../contacts-import/file/rejects.js';
import {sourceFile} from '../../csv/bytes/source-file.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {makeFolder} from '../../system/folder.js';
import {fileInside} from '../../system/inside-folder.js';
import {type AtDoor, type Door, openDoor} from '../../who-left/door.js';
import {nameGroupLeavers} from '../../who-left/let-in.js';
import type {Stopped} from '../../who-left/words.js';
import type {ContactTerms} from '../account/read-account.js';
import {contactsFileOf, slugOf} from '../folder/body-files.js';
import {type Mistake, refuseMistakes} from '../folder/mistakes.js';
import type {ContactChange, SomeContacts} from '../results.schema.js';
import {type Comparison, startComparison} from './contact-comparison.js';
import {checkContactFile, fieldsWith} from './contact-file.js';
import {notImported} from './impossible-contacts.js';
import {differs} from './make-plan.js';

/** What the other files say about contacts: the lists and custom fields that should exist. */
export type ContactsWanted = {
  readonly lists: Iterable<string>;
  readonly fields: readonly ImportField[];
  readonly known: AtDoor['known'];
  /** How many rows may be skipped because no import accepts them, as a number or a percentage. */
  readonly maxErrors?: string | undefined;
  /** The folder for these rows. */
  readonly rejects?: string | undefined;
};

/** Compares the files of contacts with the account in one reading. Types without a file are not touched. */
export async function compareContacts(
  context: Context,
  folder: string,
  {lists, fields, known: leavers, maxErrors, rejects}: ContactsWanted,
  terms: ContactTerms,
): Promise<ComparedContacts> {
  const {stream, progress} = context;
  const paths = new Map([...lists, ...terms.lists.values()].map(list => [list, contactsFileOf(list)] as const));
  const there: (readonly [string, string])[] = [];
  for (const [list, path] of paths) if (await fileInside(folder, path)) there.push([list, path]);
  if (there.length === 0) return {changes: [], differing: [], stopped: []};
  const known = new Set(terms.customFields.map(({name}) => name));
  const rules = {
    fields: fieldsWith([...terms.customFields, ...fields.filter(({name}) => !known.has(name))]),
    countries: await terms.countries(),
  };
  const compared = new Map<string, Comparison>();
  for (const [list, name] of there) {
    const file = await checkContactFile(context, sourceFile(join(folder, name), name, folder), rules);
    compared.set(list, await startComparison(file, rules));
  }
  let done = 0;
  for await (const batch of stream(contacts.list)) {
    for (const contact of batch.filter(isNotDeleted))
      compared.get(terms.lists.get(String(contact.contact_type_id)) ?? '')?.see(contact);
    done += batch.length;
    progress.show({label: 'Comparing contacts', done});
  }
  progress.clear();
  const door = await openDoor(context, {known: leavers});
  const found = await changesIn(compared, {maxErrors, rejects}, door);
  return {...found, stopped: nameGroupLeavers(context, found.stopped)};
}

/** Whom the lists lack, whom they have with other values, and who is not added because they left. */
export type ComparedContacts = {
  readonly changes: readonly ContactChange[];
  readonly differing: ReadonlyArray<SomeContacts & {readonly list: string}>;
  readonly stopped: readonly Stopped[];
};

async function changesIn(
  compared: ReadonlyMap<string, Comparison>,
  {maxErrors, rejects}: Pick<ContactsWanted, 'maxErrors' | 'rejects'>,
  door: Door,
): Promise<ComparedContacts> {
  const changes: ContactChange[] = [];
  const differing: Array<ComparedContacts['differing'][number]> = [];
  const mistakes: Mistake[] = [];
  const stopped: Stopped[] = [];
  let rows = 0;
  for (const [list, comparison] of compared) {
    const {difference, unimportable, rejects: leftOut, ...result} = await comparison.result(door);
    changes.push({list, ...difference, impossible: [...difference.impossible, ...notImported(unimportable)]});
    if (result.differing.count > 0) differing.push({list, ...result.differing});
    for (const {mistake} of unimportable) mistakes.push(mistake);
    rows += result.rows;
    stopped.push(...result.stopped);
    if (rejects === undefined || unimportable.length === 0 || !leftOut) continue;
    makeFolder(rejects);
    await writeRejects(leftOut, {wanted: join(rejects, `${slugOf(list)}.rejected.csv`)});
  }
  if (tooMany(mistakes.length, rows, maxErrors)) {
    refuseMistakes(mistakes, ` Or skip these rows with --max-errors ${mistakes.length}.`);
  }
  return {changes: changes.filter(differs), differing, stopped};
}
