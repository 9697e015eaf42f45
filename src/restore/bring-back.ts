import {join} from 'node:path';
import {applyWith, type Proposal} from '../account-files/apply/apply.js';
import {type ApplyJournal, withApplyJournal} from '../account-files/apply/apply-journal.js';
import type {Change} from '../account-files/compare/plan.schema.js';
import {type Id, type Made, nothingMade} from '../account-files/folder/made-records.js';
import {restoredFolder} from '../accounts/kept-deletions.js';
import {targetOf} from '../accounts/target.js';
import type {Change as AnyChange} from '../api/describe/does.js';
import type {Permit} from '../api/describe/permit.js';
import type {Context} from '../commands/command.js';
import {effectOf} from '../effect/effect.js';
import {type EmkError, UnknownOutcomeError} from '../errors.js';
import {nameKey} from '../identity/identities.js';
import {makeFolder} from '../system/folder.js';
import type {AtDoor} from '../who-left/door.js';
import {counted} from '../words/sentence.js';
import {stopsEverything} from '../work/stop-errors.js';
import {type ComparedCopy, compareCopy} from './compare-copy.js';
import type {Copy} from './comparing.js';
import {madeByOthers} from './other-restores.js';
import type {Copied} from './read-copy.js';

type BringingBack = {
  /** The name of the copy. */
  readonly name: string;
  readonly allowed: boolean;
  readonly settle: number;
  readonly door: Pick<AtDoor, 'include_unsubscribed'>;
};

/** What became of the records of a copy. */
export type BroughtBack = {
  readonly done: readonly Copy[];
  readonly there: readonly Copy[];
  readonly failed: ReadonlyArray<Copy & {readonly error: EmkError}>;
  readonly stopped: EmkError | undefined;
  /** The ids of lists by their earlier ids. */
  readonly lists: ReadonlyMap<number, string>;
};

/**
 * Makes the records of a copy as an apply makes those of a folder, and goes on after a record that the service refuses. Its
 * journal and what it has made stay with the state of emk, so that the same line continues, and adds nothing twice.
 */
export async function bringBack(context: Context, copied: Copied, options: BringingBack): Promise<BroughtBack> {
  if (context.globals.dryRun) return inSteps(context, copied, options, dryJournal, '');
  const folder = join(restoredFolder(context.host), options.name);
  makeFolder(folder);
  return withApplyJournal(context.host, folder, targetOf(await context.account()), journal =>
    inSteps(context, copied, options, withoutIds(journal), folder),
  );
}

const dryJournal: ApplyJournal = {
  ...{made: nothingMade, doubts: []},
  begin: () => 0,
  answer: () => undefined,
  note: () => undefined,
  finish: async () => undefined,
};

/** The names of an account are only of use to a folder of its files. */
const withoutIds = (journal: ApplyJournal): ApplyJournal => ({
  get made() {
    return journal.made;
  },
  get doubts() {
    return journal.doubts;
  },
  begin: (...step) => journal.begin(...step),
  answer: (...answer) => journal.answer(...answer),
  note: record => journal.note(record),
  finish: () => journal.finish(new Map()),
});

async function inSteps(
  context: Context,
  copied: Copied,
  {name, allowed, settle, door}: BringingBack,
  journal: ApplyJournal,
  folder: string,
): Promise<BroughtBack> {
  const done: Copy[] = [];
  const refused: Refused[] = [];
  const lists = new Map<number, string>();
  const others = await madeByOthers(context, name, journal.made);
  let first: ComparedCopy | undefined;
  let permit: Permit | undefined;
  const agree = async ({starts}: Proposal): Promise<Permit> => {
    const count = [...(first?.about.values() ?? [])].flat().length;
    permit ??= await context.agree<AnyChange>(effectOf('creates', RECORDS, count, {starts}), {
      what: `Bring back ${counted(count, 'record')}`,
      allowAutomations: allowed,
    });
    return permit;
  };
  const options = {
    folder,
    prune: false,
    mailings: false,
    live: false,
    rules: {},
    settle,
    door: {...door, asking: context},
    allowAutomations: allowed,
  };
  for (;;) {
    const before = journal.made;
    let compared: ComparedCopy | undefined;
    const compare = async (): Promise<ComparedCopy> => {
      const failedBefore = new Set(refused.map(({record}) => record));
      compared = await compareCopy(context, copied, {journal, others, failedBefore});
      first ??= compared;
      return compared;
    };
    const {error, failed} = await applyWith(context, journal, compare, options, agree);
    const {lists: held, about, failed: impossible} = compared as unknown as ComparedCopy;
    const backOf = (change: Change): readonly Copy[] =>
      broughtBack(change, about.get(change) ?? [], before, journal.made);
    done.push(...[...about.keys()].flatMap(backOf));
    for (const [id, one] of [...held, ...madeLists(about, journal.made)]) lists.set(id, String(one.id));
    const tried = error && failed ? triedIn(failed, about.get(failed) ?? [], backOf(failed)) : [];
    if (error) refused.push(...tried.map(copy => ({...copy, error})));
    if (error && tried.length > 0 && !stopsEverything(error) && !(error instanceof UnknownOutcomeError)) continue;
    return {done, there: first?.there ?? [], failed: [...impossible, ...refused], stopped: error, lists};
  }
}

const RECORDS = {noun: {one: 'record', many: 'records'}};

type Refused = Copy & {readonly error: EmkError};

/** The records of a change that failed: the people of a segment were all tried, and emails come one after another. */
function triedIn({kind}: Change, copies: readonly Copy[], back: readonly Copy[]): readonly Copy[] {
  const left = copies.filter(copy => !back.includes(copy));
  return kind === 'segments' ? left : left.slice(0, 1);
}

/** The lists that were created again, by their earlier ids. */
const madeLists = (
  about: ComparedCopy['about'],
  {records}: Made,
): ReadonlyArray<readonly [number, {readonly id: Id}]> =>
  [...about].flatMap(([{kind, name}, [copy]]) => {
    const made = kind === 'lists' ? records.get(kind)?.get(name) : undefined;
    return made && copy ? [[Number(copy.record['id']), made] as const] : [];
  });

/** The records of a change that are back by what was noted about it. */
function broughtBack({kind, name}: Change, copies: readonly Copy[], before: Made, now: Made): readonly Copy[] {
  const idIn = (all: Made): unknown => all.records.get(kind)?.get(name)?.id;
  const membersIn = (all: Made) => all.members.get(kind)?.get(name) ?? new Map<string, unknown>();
  const isNew = idIn(now) !== undefined && idIn(now) !== idIn(before);
  const [then, members] = [membersIn(before), membersIn(now)];
  // Emails are added in their order.
  let emails = members.size - then.size;
  return copies.filter(copy => {
    if (copy.kind === 'automations emails') return emails-- > 0;
    if (copy.kind !== 'segments recipients') return isNew;
    const address = nameKey(copy.kind, String(copy.record['email']));
    return members.has(address) && !then.has(address);
  });
}
