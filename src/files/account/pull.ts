import {createHash} from 'node:crypto';
import {appendFile, chmod, lstat, mkdir, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {PreflightError} from '../../core/errors.js';
import type {TypeOf} from '../../core/json-schema/describe.js';
import {makeFolder, SHARED_MODE, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {fileInside, openInside, partInside} from '../../core/system/inside-folder.js';
import {takeLock} from '../../core/system/lock.js';
import {counted} from '../../core/words/sentence.js';
import {compareUnits} from '../../core/words/values.js';
import {contactColumns, contactLines} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {type AccountState, readAccount} from './entries.js';
import {type AccountFiles, contactsFileOf, entriesOf, fileOf, openFolder, wantedNames, withBodyFiles} from './files.js';
import {type KindName, textsOfEntry} from './keys.js';
import {kinds} from './kinds.js';
import type {pulled} from './shapes.js';
import {writeYaml} from './yaml.js';

type PullOptions = {
  readonly folder: string;
  readonly wanted: ReadonlySet<KindName>;
  readonly contacts: boolean;
};

type Pulled = TypeOf<typeof pulled>;

/** Writes the account into a folder. Existing files are not touched before everything was read and written. */
export async function pull(context: Context, {folder, wanted, contacts}: PullOptions): Promise<Pulled> {
  const {host, globals} = context;
  const {root, files} = await openFolder(host, folder, wanted, 'paths');
  const commented = [...files.values()].find(({yaml}) => yaml.hasOther);
  if (commented)
    throw new PreflightError(`A pull would lose a comment below the top of ${commented.source.file}.`, {
      hint: 'Move the comment to another file, such as README.md, or delete this one.',
    });
  const account = await readAccount(context, wanted);
  return tellingFileTrouble(() =>
    withDrafts(host, root, async drafts => {
      const people = contacts ? await writeContacts(context, account, drafts) : [];
      const written = new Set([...(await writeKinds(drafts, files, account)), ...people]);
      const changed = await those(written, async path => (await hashOf(drafts, path)) !== (await hashOf(root, path)));
      const old = [...writtenBefore(files, contacts)].filter(path => !written.has(path));
      const obsolete = await those(old, async path => (await fileInside(root, path)) !== undefined);
      if (!globals.dryRun) await putInPlace(host, root, {drafts, changed, obsolete});
      return {folder, changed: [...changed, ...obsolete].sort(compareUnits)};
    }),
  );
}

async function those(paths: Iterable<string>, are: (path: string) => Promise<boolean>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) if (await are(path)) found.push(path);
  return found;
}

/** The bodies and lists that an earlier pull wrote: other files are a person's. */
const writtenBefore = (files: AccountFiles, contacts: boolean): ReadonlySet<string> =>
  new Set([
    ...[...files.keys()].flatMap(kind =>
      entriesOf(files, kind)
        .flatMap(entry => textsOfEntry(entry, kinds[kind].keys))
        .flatMap(({key, text}) => (key.body && text.startsWith(`${kind}/`) ? [text] : [])),
    ),
    ...(contacts ? wantedNames(files, 'lists').map(contactsFileOf) : []),
  ]);

/** Writes the file of each kind and the bodies that it names, and returns their paths. */
async function writeKinds(drafts: string, files: AccountFiles, account: AccountState): Promise<Iterable<string>> {
  const texts = new Map<string, string>();
  for (const [kind, records] of account.kinds) {
    const held = [...records].sort((one, other) => compareUnits(one.name, other.name)).map(({entry}) => entry);
    const entries = withBodyFiles(kind, held, texts);
    texts.set(fileOf(kind), writeYaml({[kind]: entries}, files.get(kind)?.yaml.head ?? null));
  }
  for (const [path, text] of texts) await append(drafts, path, text);
  return texts.keys();
}

async function append(drafts: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(drafts, path)), {recursive: true});
  await appendFile(join(drafts, path), text, {mode: 0o600});
}

/** Writes the contacts of each list into a CSV file, in one reading of the list. Returns the paths of the files. */
async function writeContacts(
  {stream, progress, warn}: Context,
  account: AccountState,
  drafts: string,
): Promise<readonly string[]> {
  const lists = await account.namesOf('lists');
  // The service can delete a list and keep its people, and nothing could tell who somebody without an address is.
  let unwritten = 0;
  const custom = [...(await account.namesOf('fields')).values()].sort(compareUnits);
  const {head, lines} = contactLines(contactColumns(custom));
  const paths = [...lists.values()].map(contactsFileOf);
  for (const path of paths) await append(drafts, path, head);
  let done = 0;
  for await (const batch of stream(contacts.list)) {
    const byList = new Map<string, Loose[]>();
    for (const contact of batch.filter(isNotDeleted)) {
      const list = lists.get(String(contact.contact_type_id));
      if (list === undefined || trim(String(contact.email ?? '')) === '') unwritten++;
      else if (!byList.get(list)?.push(contact)) byList.set(list, [contact]);
    }
    for (const [list, some] of byList) await append(drafts, contactsFileOf(list), lines(some));
    done += batch.length;
    progress.show({label: 'Reading contacts', done});
  }
  progress.clear();
  if (unwritten > 0)
    warn(`No file has ${counted(unwritten, 'contact')} without a list or an address. To save all: ${EXPORT}`);
  return paths;
}

const EXPORT = 'emk contacts export people.csv';

/**
 * Lets `work` write the files of a folder into another one, until all of them are complete, so that an earlier failure
 * leaves the folder unchanged. Runs take turns, or the folder would have some files of each.
 */
async function withDrafts<T>(host: Host, folder: string, work: (drafts: string) => Promise<T>): Promise<T> {
  makeFolder(folder, SHARED_MODE);
  // Only its holder has drafts, so all that it finds are from killed runs.
  const release = await takeLock(host, join(folder, '.emk-pull.lock'), `the account's files in ${folder}`);
  const drafts = join(folder, DRAFTS);
  try {
    await partInside(folder, DRAFTS);
    await rm(drafts, {recursive: true, force: true});
    await mkdir(drafts);
    return await work(drafts).finally(() => rm(drafts, {recursive: true, force: true}));
  } finally {
    release();
  }
}

const DRAFTS = '.emk-pull-drafts';

/** The hash of a long file's content; undefined if there is no file. */
async function hashOf(folder: string, path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  const file = await openInside(folder, path);
  if (file === undefined) return undefined;
  for await (const piece of file.createReadStream()) hash.update(piece);
  return hash.digest('hex');
}

type Ready = {readonly drafts: string; readonly changed: readonly string[]; readonly obsolete: readonly string[]};

/** Moves every draft to its place, once all have one, and deletes what is not needed. After a kill another pull does the rest. */
export async function putInPlace(host: Host, folder: string, {drafts, changed, obsolete}: Ready): Promise<void> {
  for (const path of changed) {
    // A link must not lead the file out of the account's folder.
    await partInside(folder, dirname(path));
    await mkdir(join(folder, dirname(path)), {recursive: true});
  }
  host.interrupted.throwIfAborted();
  for (const path of changed) {
    const old = await lstat(join(folder, path)).catch(() => undefined);
    if (old?.isFile()) await chmod(join(drafts, path), old.mode & 0o7777);
    await rename(join(drafts, path), join(folder, path));
  }
  for (const path of obsolete) if (await partInside(folder, path)) await rm(join(folder, path), {force: true});
}
