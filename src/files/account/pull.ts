import {createHash} from 'node:crypto';
import {appendFile, chmod, lstat, mkdir, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {concurrently} from '../../change/work/concurrently.js';
import {makeFolder, SHARED_MODE, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {bytesInside, openInside, partInside} from '../../core/system/inside-folder.js';
import {takeLock} from '../../core/system/lock.js';
import {counted, plural, withMore} from '../../core/words/sentence.js';
import {compareUnits} from '../../core/words/values.js';
import {contactColumns, contactLines} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {clean} from '../../output/text/sanitise.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {type AccountState, readAccount} from './entries.js';
import {
  type AccountFiles,
  contactsFileOf,
  entriesOf,
  fileOf,
  namesIn,
  OPEN_FILES,
  openFolder,
  pathsIn,
  withBodyFiles,
} from './files.js';
import {type KindName, plainBody} from './keys.js';
import {kinds} from './kinds.js';
import {refuseMistakes} from './mistakes.js';
import type {Pulled} from './shapes.js';
import {writeYaml} from './yaml.js';

type PullOptions = {
  readonly folder: string;
  readonly wanted: ReadonlySet<KindName>;
  readonly contacts: boolean;
};

/** Writes the account into a folder. Existing files are not touched before everything was read and written. */
export async function pull(context: Context, {folder, wanted, contacts}: PullOptions): Promise<Pulled> {
  const {root, files} = await openFolder(context.host, folder, wanted, 'paths');
  const hint = 'Move the comment to another file, such as README.md, or delete this one.';
  const says = 'A pull would lose a comment here.';
  refuseMistakes(
    [...files.values()].flatMap(({source, yaml}) => (yaml.comment ? [{source, at: yaml.comment, says, hint}] : [])),
  );
  const account = await readAccount(context, wanted);
  return tellingFileTrouble(() =>
    writingFolder(context.host, root, async drafts => {
      const bodies = await writeKinds(drafts, root, files, account);
      const people = contacts ? await writeContacts(context, account, drafts) : [];
      const obsolete = await notNamed(root, files, new Set([...bodies, ...people]), contacts);
      const changed = await drafts.changed();
      if (!context.globals.dryRun) await drafts.finish(obsolete);
      return {
        folder,
        records: Object.fromEntries([...account.kinds].map(([kind, {length}]) => [kind, length])),
        changed: [...changed, ...obsolete].sort(compareUnits),
      };
    }),
  );
}

/** The files that an earlier pull wrote and that no file names any more: the path that a person chose is theirs. */
async function notNamed(
  root: string,
  files: AccountFiles,
  named: ReadonlySet<string>,
  contacts: boolean,
): Promise<readonly string[]> {
  const before = [...files.keys()].flatMap(kind => [...pathsIn(kind, entriesOf(files, kind)).keys()]);
  const lists = contacts ? namesIn(files, 'lists').map(contactsFileOf) : [];
  const there: string[] = [];
  for (const path of new Set([...before, ...lists]))
    if (!named.has(path) && (await bytesInside(root, path)) !== undefined) there.push(path);
  return there;
}

/** Writes the file of each kind and the bodies that it names, and returns the paths of these. */
async function writeKinds(
  drafts: Drafts,
  root: string,
  files: AccountFiles,
  account: AccountState,
): Promise<Iterable<string>> {
  const bodies = new Map<string, string>();
  for (const [kind, records] of account.kinds) {
    const held = [...records].sort((one, other) => compareUnits(one.name, other.name)).map(({entry}) => entry);
    const entries = withBodyFiles(kind, held, pathsIn(kind, entriesOf(files, kind)), bodies);
    const head = files.get(kind)?.yaml.head ?? ` ${kinds[kind].about}`;
    await drafts.append(fileOf(kind), writeYaml({[kind]: entries}, head));
  }
  for (const [path, text] of bodies) {
    const there = (await bytesInside(root, path))?.toString();
    if (there === undefined || plainBody(there) !== plainBody(text)) await drafts.append(path, text);
  }
  return bodies.keys();
}

/** Writes the contacts of each list into a CSV file, in one reading of the list. Returns the paths of the files. */
async function writeContacts(
  {stream, progress, notice, warn}: Context,
  account: AccountState,
  drafts: Drafts,
): Promise<readonly string[]> {
  const lists = await account.namesOf('lists');
  // The service can delete a list and keep its people.
  const unwritten: string[] = [];
  const custom = [...(await account.namesOf('fields')).values()].sort(compareUnits);
  const {head, lines} = contactLines(contactColumns(custom), {onGuard: () => notice(GUARD_NOTICE)});
  const paths = [...lists.values()].map(contactsFileOf);
  for (const path of paths) await drafts.append(path, head);
  // Without an address nothing could tell who it is.
  const listOf = (contact: Loose): string | undefined =>
    trim(String(contact['email'] ?? '')) === '' ? undefined : lists.get(String(contact['contact_type_id']));
  let done = 0;
  for await (const batch of stream(contacts.list)) {
    const byList = new Map<string, Loose[]>();
    for (const contact of batch.filter(isNotDeleted)) {
      const list = listOf(contact);
      if (list === undefined) unwritten.push(clean(String(contact.email || `contact ${contact.id}`)));
      else if (!byList.get(list)?.push(contact)) byList.set(list, [contact]);
    }
    for (const [list, some] of byList) await drafts.append(contactsFileOf(list), lines(some));
    done += batch.length;
    progress.show({label: 'Reading contacts', done});
  }
  progress.clear();
  const {length} = unwritten;
  if (length > 0)
    warn(
      `${counted(length, 'contact')} ${plural(length, 'is', 'are')} in no file, because the account does not show ${plural(length, 'its', 'their')} list or address: ${withMore(unwritten)}. To save all contacts in one file: emk contacts export people.csv`,
    );
  return paths;
}

const GUARD_NOTICE =
  "Cells that a spreadsheet would run as formulas start with ' in the files of contacts. An import removes it.";

/** The files of a folder until all of them are complete. */
type Drafts = {
  append(path: string, text: string): Promise<void>;
  /** Drops the drafts that equal their existing files, and returns the others. */
  changed(): Promise<readonly string[]>;
  /** Moves every draft to its place, and deletes files that are not needed any more. */
  finish(obsolete: readonly string[]): Promise<void>;
};

/**
 * Lets `work` write the files of a folder all at once: they are moved when all of them are complete, so an earlier
 * failure leaves the folder unchanged. After a kill during the moves, another pull writes the rest. Runs take turns, or the
 * folder would have some files of each.
 */
export async function writingFolder<T>(host: Host, folder: string, work: (drafts: Drafts) => Promise<T>): Promise<T> {
  makeFolder(folder, SHARED_MODE);
  // Only its holder has drafts, so all that it finds are from killed runs.
  const release = await takeLock(host, join(folder, '.emk-pull.lock'), `the account's files in ${folder}`);
  const drafts = join(folder, DRAFTS);
  try {
    await partInside(folder, DRAFTS);
    await rm(drafts, {recursive: true, force: true});
    await mkdir(drafts);
    return await work(draftsIn(host, folder, drafts)).finally(() => rm(drafts, {recursive: true, force: true}));
  } finally {
    release();
  }
}

function draftsIn(host: Host, folder: string, drafts: string): Drafts {
  const paths = new Set<string>();
  return {
    async append(path, text) {
      if (!paths.has(path)) await mkdir(dirname(join(drafts, path)), {recursive: true});
      await appendFile(join(drafts, path), text, {mode: 0o600});
      paths.add(path);
    },
    async changed() {
      await concurrently(OPEN_FILES, [...paths], async path => {
        if ((await hashOf(drafts, path)) === (await hashOf(folder, path))) paths.delete(path);
      });
      return [...paths].sort(compareUnits);
    },
    async finish(obsolete) {
      const gone = obsolete.filter(path => !paths.has(path));
      for (const path of paths) await makeParent(folder, path);
      for (const path of gone) await partInside(folder, path);
      host.interrupted.throwIfAborted();
      for (const path of paths) await putInPlace(folder, drafts, path);
      for (const path of gone) if (await partInside(folder, path)) await rm(join(folder, path), {force: true});
    },
  };
}

/** The hash of a long file's content; undefined if there is no file. */
async function hashOf(folder: string, path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  const file = await openInside(folder, path);
  if (file === undefined) return undefined;
  for await (const piece of file.createReadStream()) hash.update(piece);
  return hash.digest('hex');
}

const DRAFTS = '.emk-pull-drafts';

/** Moves a draft to its place. */
async function putInPlace(folder: string, drafts: string, path: string): Promise<void> {
  const [draft, target] = [join(drafts, path), join(folder, path)];
  const old = await lstat(target).catch(() => undefined);
  if (old?.isFile()) await chmod(draft, old.mode & 0o7777);
  await rename(draft, target);
}

/** Makes the folder of a file. A link must not lead the file out of the account's folder. */
async function makeParent(folder: string, path: string): Promise<void> {
  const parent = dirname(path);
  await partInside(folder, parent);
  await mkdir(join(folder, parent), {recursive: true});
}
