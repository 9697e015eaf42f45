import type {Permit} from '../../api/describe/permit.js';
import {checkStarts} from '../../commands/agree.js';
import {BACK, type Back} from '../../commands/ask.js';
import {cannotDo, type Effect, effectOf, join, starting, startsInWords} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import fields from '../../endpoints/fields.js';
import lists from '../../endpoints/lists.js';
import {DeclinedError} from '../../errors.js';
import {clean} from '../../output/text/sanitise.js';
import {displayWidth, pad, truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {toReadable} from '../../records/fields/readable.js';
import {counted, number, plural} from '../../words/sentence.js';
import {type Ended, noWork} from '../../work/ending.js';
import {firstReasons} from '../file/rejects.js';
import {rowsToSend} from '../send/plan.js';
import type {FindCountry} from './countries.js';
import {filesAtEnd, type Job} from './job.js';
import {factsOfRows, nothingSent, placeUnlessSaid, planInWords, toReport} from './report.js';

/** How to ask: whether there is a question to go back to, and the countries behind the file's texts. */
type Asked = {readonly canGoBack?: boolean; readonly findCountry?: FindCountry | undefined};

/** Shows what is about to happen, and asks once. Mail that the import would start needs an option, or this answer. */
export async function gateImport(
  job: Job,
  {canGoBack = false, findCountry}: Asked = {},
): Promise<Back | Permit<'creates'>> {
  const {context, plan, checked, files, automations, settings} = job;
  const {allowAutomations} = settings;
  const shown = {...job, files: filesAtEnd(job)};
  const [title = '', rows = '', ...more] = planInWords(shown, undefined, placeUnlessSaid(job, plan.send > 0));
  context.notice(title);
  context.notice(rows, factsOfRows(job));
  for (const line of more) context.notice(line);
  // If they are in a file already, they were reported when it was written.
  if (checked.rejected > 0 && files.rejected === undefined) await tellRejected(job);
  if (plan.send === 0) return context.agree(effectOfImport(job));
  await context.mayChange();
  if (!allowAutomations && !context.globals.dryRun) checkStarts(context, starting(automations));
  if (context.ask.possible && !context.globals.yes) {
    for (const line of firstRowsTable(await firstRows(job, findCountry), context.host.stderr.columns))
      context.notice(line);
    const isSure = await context.ask.guided.confirm(questionFor(job), {canGoBack});
    if (isSure === BACK) return BACK;
    if (!isSure) throw new DeclinedError('Nothing was changed.');
  }
  return context.agree(effectOfImport(job), {
    settled: 'a person has said yes, or the line needs none',
    allowAutomations,
  });
}

/** The report of an import that is only rehearsed: the one function that asks gets its effect, and only tells. */
export async function rehearsed(job: Job): Promise<Ended> {
  await job.context.agree(effectOfImport(job));
  return toReport(job, nothingSent('planned', job.files), noWork);
}

/** What an import does: it may make its list and fields, adds people, starts automations, and rejects rows. */
export const effectOfImport = ({plan, type, checked, automations}: Job): Effect<'creates'> =>
  join(
    effectOf('creates', lists, type.id === undefined ? 1 : 0),
    effectOf('creates', fields, checked.newFields.length),
    effectOf('creates', contacts, plan.send, {starts: starting(automations)}),
    cannotDo(checked.rejected, 'these rows are rejected'),
  );

function questionFor({plan, type, automations, checked}: Job): string {
  const skipped = checked.rejected === 0 ? '' : ` and skip ${counted(checked.rejected, 'row')}`;
  return `Import ${counted(plan.send, 'contact')} into "${type.name}"${skipped}${startsInWords(starting(automations))}?`;
}

async function tellRejected({context, checked}: Job): Promise<void> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  context.notice(`  ${counted(checked.rejected, 'row')} cannot be imported:`);
  for (const sentence of reasons.first) context.notice(`    ${sentence}`);
  if (reasons.more > 0) context.notice(`    and ${number(reasons.more)} more`);
}

async function firstRows(
  {checked, facts}: Job,
  findCountry: FindCountry = () => undefined,
): Promise<ReadonlyArray<Readonly<Record<string, string>>>> {
  const first: Array<Readonly<Record<string, string>>> = [];
  for await (const batch of rowsToSend(checked.goodRows(), facts)) {
    for (const {values} of batch.slice(0, SHOWN - first.length)) {
      const {country = '', ...others} = values();
      // The service may want a country's id, which means nothing to people.
      first.push({...others, country: findCountry(country)?.name ?? country});
    }
    if (first.length === SHOWN) break;
  }
  return first;
}

const SHOWN = 3;

/** Some people as they will be stored: a line for each field that one of them has, and a column for each person. */
function firstRowsTable(people: ReadonlyArray<Readonly<Record<string, string>>>, width = 80): readonly string[] {
  const fields = Object.keys(people[0] ?? {}).filter(field => people.some(person => person[field]));
  if (fields.length === 0) return [];
  const shown = fields.slice(0, MOST_FIELDS);
  const heads = shown.map(headOf);
  const nameWidth = Math.max(...heads.map(displayWidth));
  const room = Math.floor((width - 5 - nameWidth) / people.length) - 2;
  const columns = people.map(person => {
    const texts = shown.map(field => clean(readable(person[field])));
    const wide = Math.min(room, Math.max(...texts.map(displayWidth)));
    return texts.map(text => pad(truncate(text, wide), wide, false));
  });
  const rest = fields.length - shown.length;
  return [
    `  The first ${plural(people.length, 'person', `${people.length} people`)}, as they will be stored:`,
    ...heads.map((head, at) =>
      `    ${[pad(head, nameWidth, false), ...columns.map(column => column[at])].join('  ')}`.trimEnd(),
    ),
    ...(rest > 0 ? [`    and ${counted(rest, 'more field')}`] : []),
  ];
}

const readable = toReadable(undefined, undefined);

const MOST_FIELDS = 9;
