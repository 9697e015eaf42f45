import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {bytesInside} from '../../system/inside-folder.js';
import {compareUnits} from '../../words/compare-units.js';
import {type AccountState, idsByName, readAccount, type Sent} from '../account/read-account.js';
import {pathsIn, slugOf, withBodyFiles} from '../folder/body-files.js';
import {
  changingLockFile,
  filesNoLongerNamed,
  LOCK_FILE,
  lockedAccount,
  lockText,
  withAccount,
} from '../folder/lock-file.js';
import {openFolder} from '../folder/open-folder.js';
import {type AccountFiles, fileOf, SENT_FILE} from '../folder/read-files.js';
import {writingFolder} from '../folder/write-folder.js';
import {writeYaml} from '../folder/yaml.js';
import {identityIn, kinds} from '../kinds/kinds.js';
import {type Entry, type KindName, kindNames, sameBody} from '../kinds/shape.js';
import {checkContactFiles} from './check-contact-files.js';
import {writeContacts} from './contact-files.js';
import type {Pulled} from './pulled.schema.js';

type PullOptions = {
  readonly folder: string;
  readonly wanted: ReadonlySet<KindName>;
  readonly all: boolean;
  readonly contacts: boolean;
};

/** Writes the account into a folder. Existing files are not touched before everything was read and written. */
export async function pull(context: Context, {folder, wanted, all, contacts}: PullOptions): Promise<Pulled> {
  const {root, files} = await openFolder(context.host, folder, wanted, 'paths');
  const target = targetOf(await context.account());
  const account = await readAccount(context, wanted);
  return tellingFileTrouble(() =>
    writingFolder(context.host, root, async staging => {
      const changed: string[] = [];
      const put = async (path: string, text: string, isSame = (there: string): boolean => there === text) => {
        const there = (await bytesInside(root, path))?.toString();
        if (there !== undefined && isSame(there)) return;
        await staging.write(path, text);
        changed.push(path);
      };
      const made = await putKinds(put, files, account, wanted, all);
      const rows = new Map<string, number>([...account.kinds].map(([kind, {length}]) => [fileOf(kind), length]));
      if (contacts) {
        const terms = await account.contactTerms();
        const written = await writeContacts(context, terms, staging);
        for (const [path, count] of written) rows.set(path, count);
        const paths = [...written.keys()];
        await checkContactFiles(context, terms, staging, paths);
        changed.push(...(await staging.keepSame(paths)));
        made.set('contacts', paths);
      }
      // An apply or another pull may have changed it while the account was read.
      return changingLockFile(context.host, root, async now => {
        const known = lockedAccount(now, target);
        const next = {
          ...withAccount(now, target, {
            ...known,
            ids: new Map([...known.ids, ...idsByName(account)]),
          }),
          files: new Map([...new Map([...now.files, ...made])].filter(([, paths]) => paths.length > 0)),
        };
        await put(LOCK_FILE, lockText(next));
        const renamed = [...files].flatMap(([kind, {source}]) => (source.file === fileOf(kind) ? [] : [source.file]));
        const obsolete = [...filesNoLongerNamed(now, next), ...renamed];
        const written = await staging.written();
        if (!context.globals.dryRun) await staging.finish(obsolete);
        return {
          folder,
          records: Object.fromEntries([...account.kinds].map(([kind, {length}]) => [kind, length])),
          changed: [...changed, ...obsolete].sort(compareUnits),
          files: written.map(({path, ...each}) => ({path, rows: rows.get(path) ?? null, ...each})),
        };
      });
    }),
  );
}

type Put = (path: string, text: string, isSame?: (there: string) => boolean) => Promise<void>;

/** Writes the file of each kind and its bodies, and returns the paths of the bodies. */
async function putKinds(
  put: Put,
  files: AccountFiles,
  account: AccountState,
  wanted: ReadonlySet<KindName>,
  all: boolean,
): Promise<Map<string, readonly string[]>> {
  const bodies = new Map<string, string>();
  const made = new Map<string, readonly string[]>();
  for (const kind of kindNames.filter(name => wanted.has(name))) {
    const file = files.get(kind);
    const known = pathsIn(kind, file?.entries.map(({entry}) => entry) ?? []);
    const held = [...(account.kinds.get(kind) ?? [])].sort((one, other) => compareUnits(one.name, other.name));
    const before = new Set(bodies.keys());
    const entries = withBodyFiles(
      kind,
      held.map(({entry}) => entry),
      known,
      bodies,
    );
    made.set(
      kind,
      [...bodies.keys()].filter(path => !before.has(path)),
    );
    const document = {[kind]: entries};
    await put(
      fileOf(kind),
      file ? file.yaml.rewritten(document, identityIn(kind)) : writeYaml(document, [kinds[kind].about]),
    );
  }
  if (all && wanted.has('mailings')) {
    const {text, paths} = sentYaml(account.sent, bodies);
    await put(SENT_FILE, text);
    made.set('sent', paths);
  }
  for (const [path, text] of bodies) await put(path, text, there => sameBody(there, text));
  return made;
}

/** The file of the mailings that were sent, in the order of sending, and the paths of their bodies. */
function sentYaml(
  sent: readonly Sent[],
  bodies: Map<string, string>,
): {readonly text: string; readonly paths: readonly string[]} {
  const paths: string[] = [];
  const ordered = [...sent].sort((one, other) => compareUnits(orderOf(one), orderOf(other)));
  const entries = ordered.map(({entry, name, sentAt}, at): Entry => {
    const {html, json, at: _, ...rest} = entry;
    const own = `sent/${slugOf(`${sentAt} ${name}`)}`;
    const suffix = bodies.has(`${own}.html`) || bodies.has(`${own}.json`) ? `-${at}` : '';
    const toFile = (text: unknown, ending: string) => {
      if (text === undefined) return {};
      const path = `${own}${suffix}.${ending}`;
      paths.push(path);
      bodies.set(path, String(text));
      return {[ending]: path};
    };
    return {...rest, ...toFile(html, 'html'), ...toFile(json, 'json'), 'sent-at': sentAt};
  });
  return {text: writeYaml({sent: entries}, [about]), paths};
}

const orderOf = ({sentAt, name, entry}: Sent): string => `${sentAt}\n${name}\n${JSON.stringify(entry)}`;

const about = 'The mailings that went out, to look at. emk never compares this file with the account.';
