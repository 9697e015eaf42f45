import {createWriteStream, readdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../change/context.js';
import {isNamedByAddress, nameKey} from '../../change/identity/identities.js';
import {somePeople} from '../../change/records/mail-again.js';
import {type Ended, type EndWords, ended, noWork} from '../../change/work/ending.js';
import {restTimes} from '../../contacts/command/options.js';
import {readCountries} from '../../contacts/run/countries.js';
import {InterruptedError, PreflightError, UsageError} from '../../core/errors.js';
import {
  about,
  integer,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import {counted, withoutAccents} from '../../core/words/sentence.js';
import {wordFor} from '../../core/words/shell-word.js';
import {contactLines} from '../../csv/columns/contact-lines.js';
import type {CheckRules} from '../../mailings/options.js';
import {sum} from '../../output/results/documents.js';
import {clean} from '../../output/text/sanitise.js';
import {applyWith, sumOfApply} from '../account/apply.js';
import {shown as changeShown, type Step} from '../account/differences.js';
import {type AccountState, idOf as idIn, readAccount} from '../account/entries.js';
import {contactsFileOf} from '../account/files.js';
import type {KindName} from '../account/keys.js';
import {kinds} from '../account/kinds.js';
import {madeFor, recordItem} from '../account/made.js';
import {type Mistake, refuseMistakes} from '../account/mistakes.js';
import {type Compared, compareFiles, type Plan} from '../account/plan.js';
import {type Applied, effectOfApply, type Proposal} from '../account/proposal.js';
import {danglingReferences} from '../account/references.js';
import {change, contactChange, id, waiting} from '../account/shapes.js';
import {applyQuestion, failedAt, proposalInWords, waitingInWords} from '../account/words.js';
import {type Names, readSeed, type Seed} from './file.js';
import {CONTACTS, contactKeys, isShared} from './keys.js';
import {markIn, markInAddress, newRunId, requireRunId} from './marks.js';
import {type PeopleOfList, peopleByList} from './people.js';
import {noteFile, refuseGuarded, requireSameFile, runFolder, withRun} from './runs.js';

const seeded = object({
  run: text,
  made: about(
    'By kind',
    mapOf(
      listOf(
        object({
          name: text,
          as: about('Its name in the account', text),
          id,
          shared: optional(about('Created once and shared by all runs: the API cannot delete it', oneOf(true))),
        }),
      ),
    ),
  ),
  contacts: listOf(object({list: text, as: text, id, count: integer})),
  addresses: about('The addresses of people, by what the file calls them', mapOf(text)),
  new: integer,
  waiting: listOf(waiting),
  plan: optional(about('Of a dry run', object({changes: listOf(change), contacts: listOf(contactChange)}))),
  sum: optional(sum),
});

/** What a seed has made, or found made by an earlier start of the same run. */
export const seededShape = seeded;

type Seeded = TypeOf<typeof seeded>;

type SeedInput = CheckRules & {
  readonly file: string;
  readonly run?: string | undefined;
  readonly random?: string | undefined;
  readonly env?: EnvForm | undefined;
} & {readonly [flag in 'mailings' | 'live' | 'allow_automations']?: boolean | 0 | 1 | undefined};

/** Makes what a seed file says, touches nothing that the run has made, and reports it in the requested form. */
export async function runSeed(context: Context, input: SeedInput): Promise<Ended> {
  const {host, globals} = context;
  const {file, strict, force, env} = input;
  const run = input.run === undefined ? newRunId(host.now()) : requireRunId(input.run);
  const account = await context.account();
  refuseGuarded(account);
  const seed = await readSeed(host, file, run);
  const people = await invented(context, seed, run, input.random ?? USUAL);
  const variables = env === undefined ? [] : variablesOf(seed.names);
  const target = targetOf(account);
  const folder = runFolder(host, target, run);
  const print = `${seed.print} ${input.random ?? USUAL}`;
  const agree = async (proposal: Proposal): Promise<Permit> => {
    const permit = await context.agree(effectOfApply(proposal), {
      ...{what: applyQuestion(proposal), allowAutomations: Boolean(input.allow_automations)},
    });
    if (globals.dryRun) return permit;
    // A killed run can be continued or cleaned only by its id.
    if (input.run === undefined) context.notice(`This is the run ${run}.`, {kind: 'run', id: run});
    await noteFile(folder, run, file, print);
    return permit;
  };
  const options = {
    ...{folder, mailings: Boolean(input.mailings), live: Boolean(input.live), rules: {strict, force}},
    ...{settle: restTimes(host).wait, adopts: isShared},
  };
  const applied = await tellingFileTrouble(() =>
    withRun(host, target, run, async () => {
      requireSameFile(folder, run, file, print);
      makeFolder(folder);
      try {
        for (const some of people) await writePeople(join(folder, contactsFileOf(some.list)), some);
        return await applyWith(context, () => compareSeed(context, folder, seed, people, run), options, agree);
      } finally {
        rmSync(join(folder, dirname(contactsFileOf(''))), {recursive: true, force: true});
        // The folder of a run that has sent nothing.
        if (readdirSync(folder).length === 0) rmSync(folder, {recursive: true});
      }
    }),
  );
  return report(context, {run, seed, people, applied}, variables, env);
}

/** Two people who seed the same file get the same people. */
const USUAL = '1';

/** The people of a seed by list, with the countries as the account names them. */
async function invented(context: Context, seed: Seed, run: string, random: string): Promise<readonly PeopleOfList[]> {
  const {source, plain, people} = seed;
  const account = await readAccount(context, new Set());
  const besides = [{source, entries: plain.people, keys: contactKeys}];
  refuseMistakes(await danglingReferences(plain.files, account, {prune: false, besides}));
  if (people.length === 0) return [];
  const countries = await readCountries(context);
  const nameOf = (name: string): string | undefined => (countries ? countries.find(name)?.name : name);
  const wrong = people.flatMap(({entry, at, places}): Mistake[] => {
    const names = Array.isArray(entry['country']) ? entry['country'].map(String) : [];
    const unknown = names.findIndex(name => nameOf(name) === undefined);
    const place = places.get(`country.${unknown}`) ?? at;
    const says = `The service has no country "${names[unknown]}".`;
    return unknown < 0 ? [] : [{source, at: place, says, hint: 'To see the countries: emk locations countries'}];
  });
  refuseMistakes(wrong);
  return peopleByList(people, {run, random, countryOf: nameOf});
}

/** Compares a seed with the account: what of a run exists already, and what must still be made. */
async function compareSeed(
  context: Context,
  folder: string,
  {files}: Seed,
  people: readonly PeopleOfList[],
  run: string,
): Promise<Compared> {
  const lists = people.map(({list}) => list);
  const contacts = lists.length > 0 ? {root: folder, folder, lists} : undefined;
  const compared = await compareFiles(context, files, {prune: false}, contacts);
  const {account} = compared;
  refuseOtherFile(account, files, run);
  const plan = seedPlan(compared.plan, new Set(account.sent.map(({name}) => name)));
  const [impossible] = plan.impossible;
  if (impossible) {
    const {kind, name, why} = impossible;
    throw new PreflightError(`The ${kinds[kind].collection.noun.one} "${name}" cannot be made: ${why}.`, {
      hint: 'Nothing was sent. Change the seed file.',
    });
  }
  return {...compared, plan};
}

/** Refuses to continue a run that another machine began with another file, as its other records show. */
function refuseOtherFile({kinds: held}: AccountState, files: Seed['files'], run: string): void {
  for (const [kind, records] of held) {
    const {identity} = kinds[kind];
    const wanted = new Set(files.get(kind)?.entries.map(({entry}) => nameKey(kind, String(entry[identity]))));
    const other = records.find(({name}) => {
      const mark = isNamedByAddress(kind) ? markInAddress(name) : markIn(kind, name);
      return mark?.run === run && !wanted.has(nameKey(kind, name));
    });
    if (other === undefined) continue;
    throw new UsageError(
      `The run ${run} has made the ${kinds[kind].collection.noun.one} "${other.name}", which this file does not name.`,
      {hint: `Choose another id, or clean that run first: emk seed clean --run ${run}`},
    );
  }
}

/** Adapts the plan to a seed: a shared group only gets the run's people, and a sent mailing counts as made. */
const seedPlan = (plan: Plan, sent: ReadonlySet<string>): Plan => ({
  ...plan,
  changes: plan.changes.flatMap(one => onlyMembers(one) ?? []),
  impossible: plan.impossible.filter(
    ({action, kind, name}) => (action !== 'update' || !isShared(kind)) && !(kind === 'mailings' && sent.has(name)),
  ),
  // The account's other records do not concern a seed.
  left: {},
  stay_unsubscribed: somePeople([]),
});

function onlyMembers(one: Step): Step | undefined {
  if (one.action !== 'update' || !isShared(one.kind)) return one;
  const fields = one.fields.filter(field => 'added' in field && field.added.length > 0);
  return fields.length === 0 ? undefined : {...one, fields};
}

/** Writes people into a CSV file for an import, one at a time. */
async function writePeople(path: string, {columns, people}: PeopleOfList): Promise<void> {
  const {head, lines} = contactLines(columns);
  const rows = function* (): Generator<string> {
    yield head;
    for (const person of people()) yield lines([person]);
  };
  makeFolder(dirname(path));
  await pipeline(Readable.from(rows()), createWriteStream(path, {mode: 0o600}));
}

type Outcome = {
  readonly run: string;
  readonly seed: Seed;
  readonly people: readonly PeopleOfList[];
  readonly applied: Applied;
};

async function report(
  {globals}: Context,
  outcome: Outcome,
  variables: readonly Variable[],
  env: EnvForm | undefined,
): Promise<Ended> {
  const {run, seed, people, applied} = outcome;
  const {error, plan, changes, done, waiting: waits} = applied;
  const total = globals.dryRun ? noWork : sumOfApply(applied);
  if (error && total.done + total.doubtful === 0 && !(error instanceof InterruptedError)) throw error;
  const words: EndWords = {
    ...{counts: ['change', 'changes'], did: 'made', at: failedAt(applied)},
    again: `To continue, run the same line with --run ${run}. To delete it: emk seed clean --run ${run}`,
  };
  const records = await madeRecords(outcome);
  const addresses = seed.names.get(CONTACTS) ?? new Map<string, string>();
  if (env !== undefined && !globals.dryRun) {
    const read = ({kind, called, holds}: Variable): string => {
      if (kind === CONTACTS) return addresses.get(called) ?? '';
      // A skipped record has no id, so its value is empty.
      return String(
        records.find(one => one.kind === kind && one.name === called)?.[holds === 'id' ? 'id' : 'as'] ?? '',
      );
    };
    return ended(total, {kind: 'raw', body: error ? '' : envLines(run, variables, read, env)}, error, words);
  }
  const contacts = people.flatMap(({list: as, count}) => {
    const list = records.find(one => one.kind === 'lists' && one.as === as);
    return list ? [{list: list.name, as, id: list.id, count}] : [];
  });
  const made = [...seed.files.keys()].map(of => {
    const some = records.filter(({kind}) => kind === of);
    return [of, some.map(({kind: _, ...record}) => record)] as const;
  });
  const document: Seeded = {
    ...{run, contacts, made: Object.fromEntries(made.filter(([, some]) => some.length > 0))},
    addresses: Object.fromEntries(addresses),
    new: [...done].filter(({action}) => action === 'create').length,
    waiting: waits.map(({change: {action, kind, name}, needs}) => ({action, kind, name, needs})),
    ...(globals.dryRun && {plan: {changes: changes.map(changeShown), contacts: [...plan.contacts]}}),
  };
  const shown = globals.dryRun ? proposalInWords(applied) : seededInWords(document, records, applied).join('\n');
  return ended(total, {kind: 'data', data: document, text: shown, prose: true, report: true}, error, words);
}

type MadeRecord = Seeded['made'][string][number] & {readonly kind: KindName};

/** The records of a seed with their ids in the account. Skipped records have no id, and are omitted here too. */
async function madeRecords({seed: {files, names}, applied}: Outcome): Promise<readonly MadeRecord[]> {
  const records: MadeRecord[] = [];
  for (const kind of files.keys()) {
    for (const [name, as] of names.get(kind) ?? []) {
      // A mailing that went out is in no list, but one that waits was deleted since it was made.
      const waits = applied.waiting.some(({change: one}) => one.kind === kind && one.name === as);
      const made = waits ? undefined : madeFor(applied.made, recordItem(kind, as))?.id;
      const found = (await idIn(applied.account, kind, as)) ?? made;
      if (found === undefined) continue;
      const number = /^\d+$/.test(String(found)) ? Number(found) : found;
      records.push({kind, name, as, id: number, ...(isShared(kind) && {shared: true as const})});
    }
  }
  return records;
}

/** What a seed has made, for people: each record by its name in the file, and how to delete it all. */
function seededInWords({run, contacts}: Seeded, records: readonly MadeRecord[], applied: Applied): readonly string[] {
  const isWhole = applied.error === undefined;
  return [
    applied.done.size + applied.contacts.length === 0 && isWhole ? `The run ${run} is complete.` : `The run ${run}:`,
    ...records.map(({kind, name, as, id: found, shared}) => {
      const {one} = kinds[kind].collection.noun;
      return `  ${one} "${clean(name)}": ${found}${shared ? ', shared by all runs' : `, called "${clean(as)}"`}`;
    }),
    ...(isWhole ? contacts.map(({list, count}) => `  ${counted(count, 'contact')} in "${clean(list)}"`) : []),
    ...waitingInWords(applied),
    `To delete it: emk seed clean --run ${run}`,
  ];
}

/** How to write variables: for the `eval` of a shell, or for the environment file of a GitHub job. */
type EnvForm = 'sh' | 'github';

type Variable = {
  readonly name: string;
  readonly kind: string;
  readonly called: string;
  readonly holds: 'id' | 'name';
};

/**
 * The variables for the records of a seed: `EMK_SEED_LIST_QA` with the id, and one ending in `_NAME` with the
 * name in the run. They are known before anything is sent, so two records with the same variable are refused in time.
 */
export function variablesOf(names: Names): readonly Variable[] {
  const variables = [...names].flatMap(([kind, byName]) =>
    [...byName.keys()].flatMap((called): Variable[] => {
      const name = `${PREFIX}${inCapitals(kind.replace(/s$/, ''))}_${inCapitals(called)}`;
      const ofName = {name: `${name}_NAME`, kind, called, holds: 'name'} as const;
      // Records with an address are named by it, and an import does not return the ids of people.
      return kind === CONTACTS ? [{...ofName, name}] : [{name, kind, called, holds: 'id'}, ofName];
    }),
  );
  const met = new Map<string, Variable>([[RUN, {name: RUN, kind: 'run', called: '', holds: 'id'}]]);
  for (const variable of variables) {
    const other = met.get(variable.name);
    if (other !== undefined) {
      throw new UsageError(
        `"${other.called}" (${other.kind}) and "${variable.called}" (${variable.kind}) would both be ${variable.name}.`,
        {hint: `Rename "${other.called}" or "${variable.called}", or remove --env.`},
      );
    }
    met.set(variable.name, variable);
  }
  return variables;
}

export function envLines(
  run: string,
  variables: readonly Variable[],
  read: (variable: Variable) => string,
  form: EnvForm,
): string {
  const pairs = [[RUN, run] as const, ...variables.map(variable => [variable.name, read(variable)] as const)];
  return pairs.map(([name, value]) => `${writers[form](name, value)}\n`).join('');
}

const writers: Readonly<Record<EnvForm, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}=${wordFor.posix(value)}`,
  github: (name, value) => `${name}=${value}`,
};

const PREFIX = 'EMK_SEED_';
const RUN = `${PREFIX}RUN`;

/** A name as a part of a variable's name: other scripts' letters as numbers, and everything else as underscores. */
const inCapitals = (name: string): string =>
  withoutAccents(name)
    .toUpperCase()
    .replace(/(?![A-Z0-9])[\p{L}\p{N}]/gu, letter => `U${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '') || '_';
