import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {stateFolder} from '../../accounts/folders.js';
import {readsWithoutKeys} from '../../api/client/key-mask.js';
import type {Loose} from '../../api/describe/schema.js';
import type {TypedValues} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {resolveRecord} from '../../commands/find-record.js';
import {readPeople} from '../../csv/columns/people.js';
import contactTypes from '../../endpoints/contact-types.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {reservedFields} from '../../endpoints/fields.js';
import {NotFoundError, PreflightError, UsageError} from '../../errors.js';
import {doneResult} from '../../output/results/done-result.js';
import type {Result} from '../../output/results/result.js';
import {wordsFor} from '../../questions/record-words.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {editFile, editorOf} from '../../system/edit-file.js';
import {makeFolder} from '../../system/folder.js';
import {writeWhole} from '../../system/whole-file.js';
import {counted, plural} from '../../words/count.js';
import {andList} from '../../words/list.js';
import {shellWord} from '../../words/shell-word.js';
import {checkImportFirst} from './check-first.js';
import {type Export, prepareExport} from './export.js';
import {startSync} from './sync.js';

type Editing = {
  readonly contact?: readonly string[] | undefined;
  readonly type: number;
  readonly where?: readonly string[] | undefined;
  readonly columns?: string | undefined;
  readonly from?: string | undefined;
  readonly allow_automations?: boolean | 0 | 1 | undefined;
  readonly settle_wait?: string | undefined;
  readonly settle_poll?: string | undefined;
  readonly settle_max?: string | undefined;
};

/** Opens contacts in an editor and applies what was saved; or only writes the file, or only applies it. */
export async function editContacts(context: Context, input: Editing): Promise<Result> {
  const {host, globals} = context;
  const {from, type} = input;
  refuseChoice(input);
  if (from !== undefined) return comeBack(context, input, from);
  const picked = picking(input.contact ?? []);
  const chosen = await prepareExport(readsWithoutKeys(context, context.keyMask), {
    ...{type, where: input.where, columns: columnsFor(input.columns), only: picked.isWanted},
  });
  if (globals.out !== undefined) return forSpreadsheet(chosen, {type, picked});
  const editor = editorOf(host);
  if (editor === undefined) {
    throw new UsageError('No editor is set.', {
      hint: 'Set EDITOR, as in EDITOR="code --wait". For a spreadsheet: emk contacts edit --type … --out people.csv',
    });
  }
  const folder = join(stateFolder(host), 'edits');
  makeFolder(folder);
  const path = join(folder, `${host.now().toISOString().replace(/[:.]/g, '-')}-${host.pid}.csv`);
  await writeWhole(path, chosen.text());
  const before = readFileSync(path);
  const people = await addressesIn(context, path);
  let isKept = false;
  try {
    picked.requireFound();
    const code = await editFile(host, editor, path);
    if (code !== 0) {
      throw new PreflightError(`The editor failed with exit code ${code}, so emk ignores the file.`, {
        hint: 'Nothing was changed.',
      });
    }
    if (before.equals(readFileSync(path))) return doneResult('You changed nothing, so emk does nothing.', 'nothing');
    refuseNewAddresses(people, await addressesIn(context, path));
    isKept = true;
    const result = await comeBack(context, input, path);
    isKept = result.kind === 'data' && result.error !== undefined;
    return result;
  } finally {
    if (!isKept) rmSync(path, {force: true});
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
export async function checkEditFirst(context: Context, input: Partial<Editing>): Promise<void> {
  refuseChoice(input);
  if (input.from !== undefined) await checkImportFirst(context, {file: input.from});
}

function refuseChoice({from, contact, where, columns}: Partial<Editing>): void {
  if (from === undefined || (contact ?? where ?? columns) === undefined) return;
  throw new UsageError('--from applies a whole file, so you cannot choose contacts or columns with it.', {
    hint: 'Remove them. emk changes only what is in the file.',
  });
}

/** Changes contacts that differ and adds new ones. The file has only those that were opened, so nobody is gone. */
function comeBack(context: Context, {type, allow_automations, ...rest}: Editing, file: string): Promise<Result> {
  const {settle_wait, settle_poll, settle_max} = rest;
  const settling = {settle_wait, settle_poll, settle_max};
  return startSync(
    context,
    {file, type: String(type), update: 'all', clear: true, allow_automations, ...settling},
    true,
  );
}

function forSpreadsheet(
  {text, columns, written}: Export,
  {type, picked}: {readonly type: number; readonly picked: Picked},
): Result {
  const back = (file: string): string => `emk contacts edit --type ${type} --from ${shellWord(file)}`;
  const made = () => {
    picked.requireFound();
    const count = counted(written(), 'contact');
    return {
      sentence: (file: string) => `${count} are in ${file}. After you change it: ${back(file)}`,
      rows: written(),
      data: {columns},
    };
  };
  return {kind: 'raw', body: text(), made};
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

const addressesIn = async ({host}: Context, path: string): Promise<ReadonlySet<string>> =>
  new Set((await readPeople(host, path, {column: 'email'})).people.map(({email}) => foldAddress(email)));

/** Refuses changed addresses, which would leave the old contact behind and add a new one. */
function refuseNewAddresses(old: ReadonlySet<string>, now: ReadonlySet<string>): void {
  const [gone] = [...old].filter(address => !now.has(address));
  const [fresh] = [...now].filter(address => !old.has(address));
  if (gone === undefined || fresh === undefined) return;
  throw new PreflightError(
    `The line of ${gone} is gone, and ${fresh} is new. emk cannot tell if that is the same person.`,
    {
      hint:
        `Nothing was changed. If only the address changed: emk contacts update ${shellWord(gone)} --email ` +
        `${shellWord(fresh)}`,
    },
  );
}
