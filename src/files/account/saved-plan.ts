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
import {printOf, shown} from './differences.js';
import {contactsFileOf, namesIn} from './files.js';
import {kindNames} from './keys.js';
import {type ComparedFolder, mailAgainBy, type Plan, type PlanOptions} from './plan.js';
import type {SavedPlan} from './shapes.js';

/** A line that plans or applies a folder, with what it covers. */
export function accountLine(
  verb: 'plan' | 'apply',
  {folder, kinds, prune, mail_again, contacts}: Omit<PlanOptions, 'max_errors'>,
): string {
  const only = kinds.length < kindNames.length ? kinds.map(kind => ` --only ${kind}`).join('') : '';
  const options = [prune && ' --prune', mail_again && ' --mail-again', contacts && ' --contacts'];
  return `emk account ${verb} ${shellWord(folder)}${only}${options.filter(Boolean).join('')}`;
}

/** A plan with a print of all that it does not show and would do. An apply makes it anew, and both must be equal. */
export async function savePlan(
  context: Pick<Context, 'host' | 'account' | 'stream'>,
  {folder, kinds, prune, mail_again, contacts, max_errors}: PlanOptions,
  {files, account, plan}: ComparedFolder,
): Promise<SavedPlan> {
  const print = createHash('sha256');
  for (const {kind, entry, there} of plan.changes)
    print.update(printOf(kind, entry)).update(there ? printOf(kind, there.entry) : '');
  const root = resolve(context.host.cwd, folder);
  const lists = new Set([...namesIn(files, 'lists'), ...(account.kinds.get('lists') ?? []).map(({name}) => name)]);
  for (const list of contacts ? lists : [])
    print.update((await tellingFileTrouble(() => bytesInside(root, contactsFileOf(list)))) ?? list);
  print.update(await peopleWhoGo(context, plan));
  return {
    ...plan,
    changes: plan.changes.map(shown),
    mail_again: mailAgainBy(plan.changes),
    basis: {
      ...{version: 5, account: targetOf(await context.account()), folder, kinds},
      ...{prune, mail_again: mail_again === true, contacts, max_errors: max_errors ?? null},
      print: print.digest('hex'),
    },
  };
}

/** Who is on the lists that are deleted: somebody who joins later must not go by this plan. Only such a plan reads all contacts. */
async function peopleWhoGo({stream}: Pick<Context, 'stream'>, {changes}: Plan): Promise<string> {
  const going = new Set(changes.filter(({people = 0}) => people > 0).map(({there}) => String(there?.id)));
  const ids: number[] = [];
  if (going.size > 0)
    await forEachRecord(noneIfNotFound(stream(contactsOf.list)), contact => {
      if (isNotDeleted(contact) && going.has(String(contact.contact_type_id))) ids.push(contact.id);
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
  const plan = jsonOrNothing(await tellingFileTrouble(() => readFile(full, 'utf8')));
  // Only the form matters: the comparison refuses a plan that somebody has changed by hand.
  if (isObject(plan) && isObject(plan['basis']) && plan['basis']['version'] === 5)
    return {...(plan as unknown as SavedPlan), file: path};
  throw new UsageError(`${path} is not a plan of this emk.`, {
    hint: 'To make one: emk account plan --out plan.json. Or name the folder of the files.',
  });
}

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
export const newPlan = ({basis, file}: KeptPlan, mail_again: boolean): string =>
  `${accountLine('plan', {...basis, mail_again})} --out ${shellWord(file)} --overwrite`;
