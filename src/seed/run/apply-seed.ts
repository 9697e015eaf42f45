import {createWriteStream, readdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {idsByName} from '../../account-files/account/read-account.js';
import {type AgreeToPlan, type Applied, type ApplyOptions, applyWith} from '../../account-files/apply/apply.js';
import {withApplyJournal} from '../../account-files/apply/apply-journal.js';
import {type DividedChanges, divideChanges} from '../../account-files/apply/work.js';
import type {ComparedFiles} from '../../account-files/compare/compare-folder.js';
import {contactsFileOf} from '../../account-files/folder/body-files.js';
import type {Id} from '../../account-files/folder/made.js';
import type {Plan} from '../../account-files/kinds/results.schema.js';
import type {KindName} from '../../account-files/kinds/shape.js';
import {targetOf} from '../../accounts/target.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {contactLines} from '../../csv/columns/contact-lines.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {makeFolder} from '../../system/folder.js';
import {isShared} from '../file/run-name.js';
import {CONTACTS} from '../file/seed-keys.js';
import type {PeopleOfList} from '../people/rows.js';
import {refuseGuarded} from '../state/refuse-guarded.js';
import {noteFile, requireSameFile, runFolder, whileAlone, withRun} from '../state/run-folder.js';
import {compareSeed} from './compare-seed.js';
import {hasShared, makeShared} from './make-shared.js';
import {type PreparedSeed, prepareSeed, type SeedOptions} from './prepare-seed.js';
import type {Seeded} from './seeded.schema.js';

type ApplySeedOptions = SeedOptions & Pick<ApplyOptions, 'mailings' | 'live' | 'rules' | 'settle'>;

/** What a seed has made, and how; for a dry run, what it would do. */
export type SeedOutcome = {
  readonly seeded: Seeded;
  readonly proposal: DividedChanges & {readonly plan: Plan};
  /** Undefined if there was nothing to do. */
  readonly applied: Applied | undefined;
};

/** Makes what a seed file says, after `agree` has returned, and touches nothing that the run has made. */
export async function applySeed(
  context: Context,
  options: ApplySeedOptions,
  /** Called with the seed before anything is compared; refuses it by throwing. */
  accepts: (prepared: PreparedSeed) => void,
  agree: AgreeToPlan,
): Promise<SeedOutcome> {
  const {host, globals} = context;
  const {run, file} = options;
  const account = await context.account();
  refuseGuarded(account);
  const prepared = await prepareSeed(context, options);
  accepts(prepared);
  const target = targetOf(account);
  const folder = runFolder(host, target, run);
  let permit: Awaited<ReturnType<AgreeToPlan>> | undefined;
  const agreeOnce: AgreeToPlan = async proposal => {
    // What is shared is made first, when nobody has looked yet whether people start automations.
    if (!permit || proposal.starts.length > 0) permit = await agree(proposal);
    await noteFile(folder, run, file, prepared.fingerprint);
    return permit;
  };
  const compare = () => compareSeed(context, folder, prepared, run);
  const propose = async () => {
    const {plan, account: there} = await compare();
    return {there, proposal: {...divideChanges(plan, options), plan, contactChanges: plan.contacts, ...nothingElse}};
  };
  const apply = (comparing: () => Promise<ComparedFiles>): Promise<Applied> => {
    const more = {folder, prune: false, allowAutomations: true};
    return withApplyJournal(host, folder, target, journal =>
      applyWith(context, journal, comparing, {...options, ...more}, agreeOnce),
    );
  };
  return tellingFileTrouble(() =>
    withRun(host, target, run, async () => {
      requireSameFile(folder, run, file, prepared.fingerprint);
      makeFolder(folder);
      try {
        await writeAll(folder, prepared.people);
        if (globals.dryRun) {
          const {proposal, there} = await propose();
          await agree(proposal);
          return {applied: undefined, proposal, seeded: seededRecords(run, prepared, idsByName(there))};
        }
        if (!(await hasShared(context, prepared.files))) {
          await agreeOnce((await propose()).proposal);
          await whileAlone(host, target, () => makeShared(context, prepared.files, apply));
        }
        const applied = await apply(compare);
        return {applied, proposal: applied, seeded: seededRecords(run, prepared, idsAfter(applied))};
      } finally {
        rmSync(join(folder, dirname(contactsFileOf(''))), {recursive: true, force: true});
        dropIfEmpty(folder);
      }
    }),
  );
}

/** The consequences of a plan that only an apply looks up. */
const nothingElse = {contactsInTypes: 0, starts: [], ends: new Set<string>()};

/** The ids of everything by kind and name: those in the account, and those noted when they were created. */
function idsAfter({ids, made}: Applied): ReadonlyMap<KindName, ReadonlyMap<string, Id>> {
  const all = new Map([...ids].map(([kind, byName]) => [kind, new Map(byName)] as const));
  for (const [kind, byName] of made.records) {
    const known = all.get(kind) ?? new Map<string, Id>();
    for (const [name, {id}] of byName) known.set(name, id);
    all.set(kind, known);
  }
  return all;
}

/** Deletes the folder of a run that has sent nothing. */
function dropIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmSync(folder, {recursive: true});
}

/** Writes the people of each list into a file, in the form of the account's files. */
async function writeAll(folder: string, people: readonly PeopleOfList[]): Promise<void> {
  for (const some of people) {
    const path = join(folder, contactsFileOf(some.list));
    makeFolder(dirname(path));
    await writePeople(path, some);
  }
}

/** Writes people into a CSV file for an import, some at a time. */
async function writePeople(path: string, people: PeopleOfList): Promise<void> {
  await pipeline(Readable.from(linesOf(people)), createWriteStream(path, {mode: 0o600}));
}

function* linesOf({columns, people}: PeopleOfList): Generator<string> {
  const {head, lines} = contactLines(columns);
  yield head;
  let batch: Loose[] = [];
  for (const person of people()) {
    batch.push(person);
    if (batch.length < AT_ONCE) continue;
    yield lines(batch);
    batch = [];
  }
  yield lines(batch);
}

const AT_ONCE = 100;

type Ids = ReadonlyMap<KindName, ReadonlyMap<string, Id>>;

/** The records of a seed with their ids in the account. Skipped records have no id, and are omitted here too. */
function seededRecords(run: string, {filled: {files, names}, people}: PreparedSeed, ids: Ids): Seeded {
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
  const lists = new Map([...(names.get('lists') ?? [])].map(([name, as]) => [as, name] as const));
  return {
    run,
    made: Object.fromEntries(made.filter(([, records]) => records.length > 0)),
    contacts: people.flatMap(({list: as, count}) => {
      const id = idOf('lists', as);
      return id === undefined ? [] : [{list: lists.get(as) ?? as, as, id, count}];
    }),
    addresses: Object.fromEntries(names.get(CONTACTS) ?? []),
  };
}
