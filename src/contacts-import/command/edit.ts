import {createReadStream, readFileSync, rmSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {readsWithoutKeys} from '../../api/client/key-mask.js';
import type {Loose} from '../../api/describe/schema.js';
import type {TypedValues} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {resolveRecord} from '../../commands/find-record.js';
import contactTypes from '../../endpoints/contact-types.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {reservedFields} from '../../endpoints/fields.js';
import {NotFoundError, PreflightError, UsageError} from '../../errors.js';
import {doneResult} from '../../output/results/done-result.js';
import {wordsFor} from '../../questions/record-words.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {editFile, editorOf} from '../../system/edit-file.js';
import {writeWhole} from '../../system/whole-file.js';
import {andList, counted, plural} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {type Ended, ended, noWork} from '../../work/ending.js';
import {markHeader} from '../file/mark-column.js';
import {basePath, editsFolder, newToken} from '../sync/kept-bases.js';
import {type GoingOut, keepBase} from './edit-base.js';
import {type Export, prepareExport} from './export.js';
import {startSync} from './sync.js';

type Editing = {
  readonly contact?: readonly string[] | undefined;
  readonly type: number;
  readonly where?: readonly string[] | undefined;
  readonly columns?: string | undefined;
  readonly from?: string | undefined;
  readonly set?: readonly string[] | undefined;
  readonly allow_automations?: boolean | 0 | 1 | undefined;
};

/** Opens contacts in an editor and applies what was saved; or only writes the file, or only applies it. */
export async function editContacts(context: Context, input: Editing): Promise<Ended> {
  const {host, globals} = context;
  const {from, type} = input;
  refuseChoice(input);
  if (from !== undefined) return comeBack(context, input, {file: from});
  const picked = picking(input.contact ?? []);
  const token = newToken();
  const wanted = {type, where: input.where, columns: columnsFor(input.columns), only: picked.isWanted};
  const read = (mark?: string): Promise<Export> =>
    prepareExport(readsWithoutKeys(context, context.keyMask), {...wanted, mark});
  const path = join(editsFolder(host), `${token}.csv`);
  if (globals.out !== undefined) {
    const goingOut = {token, type, path, out: resolve(host.cwd, globals.out)};
    return forSpreadsheet(context, await read(markHeader(token)), {...goingOut, picked});
  }
  const editor = editorOf(host);
  if (!globals.input) {
    throw new UsageError('Nobody is here to edit the contacts in an editor.', {
      hint: 'Write them to a file and apply it later: emk contacts edit --type … --out people.csv',
    });
  }
  if (editor === undefined) {
    throw new UsageError('No editor is set.', {
      hint: 'Set EDITOR, as in EDITOR="code --wait". For a spreadsheet: emk contacts edit --type … --out people.csv',
    });
  }
  const chosen = await read();
  let isKept = false;
  try {
    await writeWhole(path, chosen.text());
    picked.requireFound();
    await keepBase(context, {token, type, path, ids: chosen.ids});
    const before = readFileSync(path);
    const code = await editFile(host, editor, path);
    if (code !== 0) {
      throw new PreflightError(`The editor failed with exit code ${code}, so emk ignores the file.`, {
        hint: 'Nothing was changed.',
      });
    }
    if (before.equals(readFileSync(path)))
      return ended(noWork, doneResult('You changed nothing, so emk does nothing.', 'nothing'));
    isKept = true;
    const result = await comeBack(context, input, {file: path, name: 'your changes'});
    isKept = result.kind === 'data' && result.error !== undefined;
    return result;
  } finally {
    if (!isKept) for (const each of [path, basePath(host, token)]) rmSync(each, {force: true});
    else context.warn(`Your text is saved. To continue: emk contacts edit --type ${type} --from ${shellWord(path)}`);
  }
}

/** The list of the first person that the line names, so that nobody is asked for a list that follows. */
export async function listOf(context: Context, contact: TypedValues[string]): Promise<{value: string} | undefined> {
  const [first] = [contact ?? []].flat();
  if (first === undefined) return undefined;
  const {contact_type_id} = await resolveRecord(context, contacts, String(first));
  const {name} = await resolveRecord(context, contactTypes, `id:${contact_type_id}`);
  const [value = ''] = await wordsFor(context, contactTypes, [{id: String(contact_type_id), name: String(name)}], {});
  return {value};
}

/** Refuses a choice of contacts beside a file, and a file that cannot be applied. */
export async function checkEditFirst(_: Context, input: Partial<Editing>): Promise<void> {
  refuseChoice(input);
}

function refuseChoice({from, contact, where, columns}: Partial<Editing>): void {
  if (from === undefined || (contact ?? where ?? columns) === undefined) return;
  throw new UsageError('--from applies a whole file, so you cannot choose contacts or columns with it.', {
    hint: 'Remove them. emk changes only what is in the file.',
  });
}

/** Changes the cells that the person changed, and adds new people. Nobody is gone from the list because of the file. */
function comeBack(context: Context, {type, set, allow_automations}: Editing, {file, name}: Back): Promise<Ended> {
  return startSync(
    context,
    {
      file,
      type: String(type),
      update: 'all',
      clear: true,
      set: set && [...set],
      allow_automations,
    },
    {name},
  );
}

/** A file that comes back; the one of an editor has a name that nobody has seen. */
type Back = {readonly file: string; readonly name?: string};

/** Writes the file privately first, and keeps what it says before the person can have it. */
async function forSpreadsheet(
  context: Context,
  {text, columns, written, ids}: Export,
  {picked, ...goingOut}: Omit<GoingOut, 'ids'> & {readonly picked: Picked},
): Promise<Ended> {
  const {type, path} = goingOut;
  try {
    await writeWhole(path, text());
    picked.requireFound();
    await keepBase(context, {...goingOut, ids});
  } catch (error) {
    rmSync(path, {force: true});
    throw error;
  }
  const back = (file: string): string => `emk contacts edit --type ${type} --from ${shellWord(file)}`;
  const made = () => ({
    sentence: (file: string) =>
      `${counted(written(), 'contact')} ${plural(written(), 'is', 'are')} in ${file}. After you change it: ${back(file)}`,
    rows: written(),
    data: {columns},
  });
  return ended(noWork, {kind: 'raw', body: readOnce(path), made});
}

/** The pieces of a file, which is deleted after the last one. */
async function* readOnce(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } finally {
    rmSync(path, {force: true});
  }
}

/** The fields that an update of a contact can change, in the order of the form. */
const changeable = reservedFields.filter(name => Object.hasOwn(operations.update.params, name));

function columnsFor(columns: string | undefined): string {
  const asked = columns?.split(',').map(name => name.trim()) ?? changeable;
  return [...new Set(['email', ...asked])].join(',');
}

type Picked = {readonly isWanted: ((contact: Loose) => boolean) | undefined; readonly requireFound: () => void};

/** The contacts named by id or address, and an error for those that are not in the list. */
function picking(names: readonly string[]): Picked {
  const wanted = new Map(names.map(name => [/^\d+$/.test(name) ? name : foldAddress(name), name]));
  const found = new Set<string>();
  const isWanted = ({id, email}: Loose): boolean => {
    const key = [String(id), foldAddress(String(email ?? ''))].find(each => wanted.has(each));
    if (key !== undefined) found.add(key);
    return key !== undefined;
  };
  return {
    isWanted: names.length === 0 ? undefined : isWanted,
    requireFound() {
      const missing = [...wanted].filter(([key]) => !found.has(key)).map(([, name]) => name);
      if (missing.length === 0) return;
      throw new NotFoundError(`${andList(missing)} ${plural(missing.length, 'is', 'are')} not on that list.`, {
        hint: 'Nothing was changed. To see who is on it: emk contacts list --type LIST',
      });
    },
  };
}
