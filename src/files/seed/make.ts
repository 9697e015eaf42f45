import {randomBytes} from 'node:crypto';
import {createWriteStream, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../change/context.js';
import {type Ended, ended, errorIn, sumIn} from '../../change/work/ending.js';
import type {Id} from '../../change/work/journal.js';
import {PreflightError} from '../../core/errors.js';
import {about, listOf, mapOf, object, text} from '../../core/json-schema/describe.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import {contactLines} from '../../csv/columns/contact-lines.js';
import type {CheckRules} from '../../mailings/options.js';
import {applyWith, reportOn} from '../account/apply.js';
import type {Step} from '../account/differences.js';
import {idOfRecord} from '../account/entries.js';
import {contactsFileOf} from '../account/files.js';
import {madeFor, recordItem} from '../account/made.js';
import {type AccountPlan, type Compared, compareFiles} from '../account/plan.js';
import {type Applied, effectOfApply, type Proposal} from '../account/proposal.js';
import {titleOf} from '../account/references.js';
import {appliedProperties, id} from '../account/shapes.js';
import {applyQuestion} from '../account/words.js';
import {readSeed, type Seed} from './file.js';
import {CONTACTS, isShared} from './keys.js';
import {requireRunId} from './marks.js';
import {peopleByList} from './people.js';
import {withRun} from './runs.js';

/** What a seed has made, or found made by an earlier start of the same run. */
export const seededShape = object({
  ...appliedProperties,
  run: text,
  made: about('By kind', mapOf(listOf(object({name: text, as: about('Its name in the account', text), id})))),
  addresses: about('The addresses of people, by what the file calls them', mapOf(text)),
});

type SeedInput = CheckRules & {readonly file: string; readonly run?: string | undefined} & {
  readonly [flag in 'mailings' | 'live' | 'allow_automations']?: boolean | 0 | 1 | undefined;
};

/** Makes what a seed file says, touches nothing that the run has made, and reports it. */
export async function runSeed(context: Context, input: SeedInput): Promise<Ended> {
  const {file, mailings, live, allow_automations, strict, force} = input;
  const run = input.run === undefined ? randomBytes(6).toString('hex') : requireRunId(input.run);
  const seed = await readSeed(context.host, file, run);
  const agree = async (proposal: Proposal): Promise<Permit> => {
    const asking = {what: applyQuestion(proposal), allowAutomations: Boolean(allow_automations)};
    const permit = await context.agree(effectOfApply(proposal), asking);
    // A killed run can be continued or cleaned only by its id.
    if (input.run === undefined && !context.globals.dryRun)
      context.notice(`This is the run ${run}. To continue it: --run ${run}`, {kind: 'run', id: run});
    return permit;
  };
  const applied = await tellingFileTrouble(() =>
    withRun(context, run, async folder => {
      const people = join(folder, dirname(contactsFileOf('')));
      try {
        makeFolder(people);
        const lists = await writePeople(folder, seed, run);
        const options = {folder, mailings: Boolean(mailings), live: Boolean(live), rules: {strict, force}};
        return await applyWith(context, () => compareSeed(context, {folder, file}, seed, lists), options, agree);
      } finally {
        rmSync(people, {recursive: true, force: true});
      }
    }),
  );
  const reported = await reportOn(context, applied);
  if (reported.kind !== 'data') return reported;
  const data = {
    ...(reported.data as object),
    ...{run, made: await madeRecords(seed, applied)},
    addresses: Object.fromEntries(seed.names.get(CONTACTS) ?? []),
  };
  const words = context.globals.dryRun ? reported.text : `${reported.text}\nTo delete it: emk seed clean --run ${run}`;
  return ended(sumIn(reported), {...reported, data, text: words}, errorIn(reported));
}

/** Writes the people of each list into a CSV file for an import, one at a time, and gives the lists. */
async function writePeople(folder: string, seed: Seed, run: string): Promise<readonly string[]> {
  const files = peopleByList(seed.people, run);
  for (const {list, columns, people} of files) {
    const {head, lines} = contactLines(columns);
    const rows = function* (): Generator<string> {
      yield head;
      for (const person of people()) yield lines([person]);
    };
    await pipeline(Readable.from(rows()), createWriteStream(join(folder, contactsFileOf(list)), {mode: 0o600}));
  }
  return files.map(({list}) => list);
}

/** Compares a seed with the account: what of a run exists already, and what must still be made. */
async function compareSeed(
  context: Context,
  {folder, file}: {readonly folder: string; readonly file: string},
  {files, names}: Seed,
  lists: readonly string[],
): Promise<Compared> {
  const contacts = lists.length > 0 ? {root: folder, folder, lists} : undefined;
  const compared = await compareFiles(context, files, {prune: false}, contacts);
  const plan = seedPlan(compared.plan, new Set(compared.account.sent.map(({name}) => name)));
  const [impossible] = plan.impossible;
  if (impossible) {
    // A seed's people are rows of a file that nobody wrote: they are told by their addresses, without the marks of the run.
    const why = impossible.why.replace(contactsFileOf(impossible.name), file).replace(/\bline \d+, (?=\S+@)/g, '');
    const plain = [...names.values()]
      .flatMap(some => [...some])
      .reduce((text, [name, as]) => text.replaceAll(as, name), `The ${titleOf(impossible)} cannot be made: ${why}.`);
    throw new PreflightError(plain, {hint: 'Nothing was sent. Change the seed file.'});
  }
  return {...compared, plan};
}

/** Adapts the plan to a seed: a shared group only gets the run's people, and a sent mailing counts as made. */
const seedPlan = (plan: AccountPlan, sent: ReadonlySet<string>): AccountPlan => ({
  ...plan,
  changes: plan.changes.flatMap(one => onlyMembers(one) ?? []),
  impossible: plan.impossible.filter(
    ({action, kind, name}) =>
      kind === 'contacts' || ((action !== 'update' || !isShared(kind)) && !(kind === 'mailings' && sent.has(name))),
  ),
});

function onlyMembers(one: Step): Step | undefined {
  if (one.action !== 'update' || !isShared(one.kind)) return one;
  const fields = one.fields.filter(field => 'added' in field && field.added.length > 0);
  return fields.length === 0 ? undefined : {...one, fields};
}

/** The records of a seed with their ids in the account, by kind. Skipped records have no id, and are omitted here too. */
async function madeRecords({files, names}: Seed, {account, made}: Applied) {
  const found: Record<string, ReadonlyArray<{readonly name: string; readonly as: string; readonly id: Id}>> = {};
  for (const kind of files.keys()) {
    const records = [...(names.get(kind) ?? [])].map(async ([name, as]) => {
      const number = (await idOfRecord(account, kind, as)) ?? madeFor(made, recordItem(kind, as))?.id;
      return number === undefined ? [] : [{name, as, id: number}];
    });
    found[kind] = (await Promise.all(records)).flat();
  }
  return found;
}
