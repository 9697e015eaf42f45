import {createHash} from 'node:crypto';
import {readFile, stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {PreflightError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {bytesInside} from '../../core/system/inside-folder.js';
import {shellWord} from '../../core/words/shell-word.js';
import {isObject, jsonOrNothing} from '../../core/words/values.js';
import {operations as contactsOf} from '../../endpoints/contacts.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {type Pruning, printOf} from './differences.js';
import type {AccountState} from './entries.js';
import {contactsFileOf, entriesOf, namesIn} from './files.js';
import {type KindName, kindNames} from './keys.js';
import {kinds} from './kinds.js';
import {type ComparedFiles, mailAgainBy, type PlanOptions} from './plan.js';
import type {Plan, SavedPlan} from './shapes.js';

type Covered = Pruning & {
  readonly folder: string;
  readonly kinds: readonly KindName[];
  readonly contacts: boolean;
};

/** A line that plans or applies a folder, with what it covers. */
export function accountLine(
  verb: 'plan' | 'apply',
  {folder, kinds: some, prune, mailAgain, contacts}: Covered,
): string {
  const only = some.length < kindNames.length ? some.map(kind => ` --only ${kind}`).join('') : '';
  const options = [prune && ' --prune', mailAgain && ' --mail-again', contacts && ' --contacts'];
  return `emk account ${verb} ${shellWord(folder)}${only}${options.filter(Boolean).join('')}`;
}

/** A plan with a print of all that it does not show and would do. An apply makes it anew, and both must be equal. */
export async function savePlan(
  context: Pick<Context, 'host' | 'account' | 'stream'>,
  {folder, wanted, prune, mailAgain, contacts, maxErrors}: PlanOptions,
  {files, account, plan}: ComparedFiles,
): Promise<SavedPlan> {
  const print = createHash('sha256');
  for (const {kind, name} of plan.changes) {
    const entry = entriesOf(files, kind).find(each => each[kinds[kind].identity] === name);
    const there = account.kinds.get(kind)?.find(each => each.name === name);
    print.update([entry, there?.entry].map(each => (each ? printOf(kind, each) : '')).join());
  }
  const lists = new Set([...namesIn(files, 'lists'), ...(account.kinds.get('lists') ?? []).map(({name}) => name)]);
  const root = resolve(context.host.cwd, folder);
  for (const list of contacts ? lists : [])
    print.update((await tellingFileTrouble(() => bytesInside(root, contactsFileOf(list)))) ?? list);
  print.update(await peopleWhoGo(context, plan, account));
  return {
    ...plan,
    mail_again: mailAgainBy(plan.changes),
    basis: {
      ...{version: 5, account: targetOf(await context.account()), folder, kinds: [...wanted]},
      ...{prune, mail_again: mailAgain === true, contacts, max_errors: maxErrors ?? null},
      print: print.digest('hex'),
    },
  };
}

/** Who is on the lists that are deleted: somebody who joins later must not go by this plan. Only such a plan reads all contacts. */
async function peopleWhoGo({stream}: Pick<Context, 'stream'>, {changes}: Plan, account: AccountState): Promise<string> {
  const going = new Set(changes.filter(({people = 0}) => people > 0).map(({name}) => name));
  const names = going.size === 0 ? undefined : await account.namesOf('lists');
  const ids: number[] = [];
  if (names)
    await forEachRecord(noneIfNotFound(stream(contactsOf.list)), contact => {
      if (isNotDeleted(contact) && going.has(names.get(String(contact.contact_type_id)) ?? '')) ids.push(contact.id);
    });
  return ids.sort((one, other) => one - other).join();
}

/** A saved plan and its file. */
export type KeptPlan = SavedPlan & {readonly file: string};

/** The plan in a file; undefined if the path is no file, and so the folder of an account. */
export async function readPlan({cwd}: Pick<Host, 'cwd'>, path: string): Promise<KeptPlan | undefined> {
  const full = resolve(cwd, path);
  const found = await stat(full).catch(() => undefined);
  if (!found && path.endsWith('.json')) {
    throw new UsageError(`There is no plan ${path}.`, {
      hint: `Make it with: emk account plan --out ${shellWord(path)}`,
    });
  }
  if (!found?.isFile()) return undefined;
  const text = await tellingFileTrouble(() => readFile(full, 'utf8'));
  const plan = jsonOrNothing(text);
  if (isPlan(plan)) return {...plan, file: path};
  throw new UsageError(`${path} is not a plan of this emk.`, {
    hint: 'To make one: emk account plan --out plan.json. Or name the folder of the files.',
  });
}

/** Checks only the form: the comparison refuses a plan that somebody has changed by hand. */
const isPlan = (plan: unknown): plan is SavedPlan =>
  isObject(plan) &&
  (['changes', 'impossible', 'contacts'] as const).every(name => Array.isArray((plan as Partial<SavedPlan>)[name])) &&
  isObject((plan as Partial<SavedPlan>).basis) &&
  (plan as SavedPlan).basis.version === 5;

/** Throws if the plan is another one by now. */
export function refuseStalePlan(saved: KeptPlan, now: SavedPlan): void {
  const {origin, key} = saved.basis.account;
  if (origin !== now.basis.account.origin || key !== now.basis.account.key) {
    throw new PreflightError(`The plan was made for another account (${origin}).`, {
      hint: 'Nothing was changed. Name the profile of that account with --profile.',
    });
  }
  if (textOf(saved) === textOf(now)) return;
  throw new PreflightError('The account or the files have changed since the plan was made.', {
    hint: `Nothing was changed. Make a new plan: ${newPlan(saved, saved.basis.mail_again)}`,
  });
}

/** All of a plan that an apply would do, as one text. */
const textOf = ({changes, impossible, contacts, basis: {print}}: SavedPlan): string =>
  JSON.stringify([changes, impossible, contacts, print]);

/** The line that makes the plan anew, perhaps with another word about unsubscribes. */
export const newPlan = ({basis, file}: KeptPlan, mailAgain: boolean | undefined): string =>
  `${accountLine('plan', {...basis, mailAgain})} --out ${shellWord(file)} --overwrite`;
