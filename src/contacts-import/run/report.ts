import {hostOf} from '../../accounts/base-url.js';
import type {EmkError} from '../../errors.js';
import type {Facts, Sum} from '../../output/results/documents.schema.js';
import {namesInLines} from '../../who-left/names.js';
import {counted, number, numberOrNothing} from '../../words/sentence.js';
import {type Ended, ended} from '../../work/ending.js';
import type {Checked} from '../file/contract.js';
import type {ImportResult, ReadAs, RejectedLine, ResultFiles} from './import-result.schema.js';
import {type Job, mostRejectedLines} from './job.js';

/** The counts that only sending produces. */
export type Outcome = Pick<
  ImportResult,
  'result' | 'added' | 'verified' | 'missing' | 'duplicates' | 'unknown' | 'journal'
> & {
  readonly files: ResultFiles;
  /** Rows that the service refused, by line, besides those that the check rejected. */
  readonly refused: ReadonlyMap<number, string>;
};

/** An import's result for people and for scripts, with its error, if any. */
export function toReport(job: Job, outcome: Outcome, sum: Sum, why?: EmkError): Ended {
  const {checked, plan, list} = job;
  const {result, added, verified, missing, duplicates, unknown, refused, files, journal} = outcome;
  const rows = [...(job.rejects ?? []), ...refusedLines(refused)].slice(0, mostRejectedLines);
  const data: ImportResult = {
    result,
    list: {id: list.id ?? null, name: list.name},
    rows: checked.rows,
    to_add: plan.send,
    added,
    verified,
    skipped: {
      listed: plan.listed,
      unsubscribed: plan.unsubscribed,
      repeated: checked.repeated,
      status: leftOut(checked),
      earlier: plan.earlier,
    },
    left_a_group: plan.left_a_group,
    who_left: plan.names,
    rejected: checked.rejected + refused.size,
    ...(rows.length > 0 && {rejected_rows: rows}),
    missing,
    duplicates,
    unknown,
    automations: job.automations,
    files,
    journal,
    read: readAs(checked),
  };
  return ended(sum, {kind: 'data', data, text: importInWords(job, outcome), prose: true, report: true}, why);
}

const refusedLines = (refused: Outcome['refused']): readonly RejectedLine[] =>
  [...refused].map(([line, reason]) => ({line, reason: `the service refused it: ${reason}`, row: null}));

export const leftOut = ({status: {left, bounced, out}}: Checked): ImportResult['skipped']['status'] => ({
  unsubscribed: left,
  bounced,
  not_confirmed: out,
});

/** How a checked file was read, for a result. */
export const readAs = ({
  encoding,
  delimiter,
  columns,
  newFields,
  status,
  readAs: countries,
  findings,
}: Checked): ReadAs => ({
  encoding,
  delimiter,
  columns: columns.map(({header, fields}) => ({header, fields})),
  left_out: columns.filter(({fields}) => fields.length === 0).map(({header}) => header),
  new_fields: newFields.map(({name}) => name),
  status_columns: status.headers,
  countries: [
    ...[...countries].map(([written, name]) => ({written, read_as: name})),
    ...findings
      .flatMap(({name, found}) => (name === 'strange country' ? found : []))
      .map(({text}) => ({written: text, read_as: null})),
  ],
});

export const nothingAdded = (result: 'planned' | 'refused', files: ResultFiles): Outcome => ({
  result,
  added: 0,
  verified: 0,
  missing: 0,
  duplicates: 0,
  unknown: 0,
  refused: new Map(),
  files,
  journal: null,
});

/** The summary. Once something was sent, stderr already shows the plan, so the summary omits it. */
function importInWords(job: Job, outcome: Outcome): string {
  const {result} = outcome;
  if (result === 'planned') return [...planInWords(job), '  Nothing was added: this is a dry run.'].join('\n');
  if (result === 'refused')
    return [
      ...planInWords(job, `${number(job.checked.good)} good`),
      '  Nothing was added: the file did not pass the check.',
    ].join('\n');
  const {plan} = job;
  const done = `${job.source.name} → ${listTitle(job.list)}: ${outcomeInWords(job, outcome)}`;
  return [done, ...namesInLines(plan.names, plan)].join('\n');
}

/** The plan for the rows of a file: two lines, or three if mail would be sent. */
export function planInWords(
  {source, list, account, checked, plan, files, automations, settings}: Job,
  first = `${number(plan.send)} to add`,
): string[] {
  const parts = [
    first,
    numberOrNothing(plan.left_a_group, 'of them left a group'),
    numberOrNothing(plan.earlier, 'added before'),
    numberOrNothing(plan.listed, 'already in the list'),
    numberOrNothing(plan.unsubscribed, 'unsubscribed'),
    numberOrNothing(checked.repeated, 'repeated'),
    numberOrNothing(checked.status.left + checked.status.bounced + checked.status.out, 'skipped by their status'),
    numberOrNothing(
      checked.rejected,
      `${settings.skipsRejected ? 'skipped' : 'rejected'}${files.rejected ? ` → ${files.rejected}` : ''}`,
    ),
  ].filter(part => part !== '');
  return [
    `Import ${source.name} → ${listTitle(list)}${placeOf(account)}`,
    `  ${counted(checked.rows, 'row')}: ${parts.join(' · ')}`,
    ...namesInLines(plan.names, plan),
    ...(automations.length > 0 ? [`  starts live automations: ${automations.join(', ')}`] : []),
  ];
}

/** The counts of a plan for programs. */
export const factsOfRows = ({checked, plan}: Pick<Job, 'checked' | 'plan'>): Facts => ({
  kind: 'rows',
  rows: checked.rows,
  to_add: plan.send,
  added_before: plan.earlier,
  listed: plan.listed,
  unsubscribed: plan.unsubscribed,
  left_group: plan.left_a_group,
  repeated: checked.repeated,
  skipped_by_status: checked.status.left + checked.status.bounced + checked.status.out,
  rejected: checked.rejected,
});

/** The account in a plan's first line. */
export function placeOf({name, source, baseUrl}: Job['account']): string {
  if (source === 'sandbox') return ' on the sandbox';
  return source === 'environment' ? ` on ${hostOf(baseUrl)}` : ` on ${name} (${hostOf(baseUrl)})`;
}

const listTitle = ({id, name}: Job['list']): string => `"${name}"${id === undefined ? ' (new)' : ''}`;

function outcomeInWords(
  {plan, settings, checked, rejects}: Job,
  {result, added, verified, refused, missing, duplicates, unknown, files}: Outcome,
): string {
  if (plan.send === 0 && added === 0 && result === 'done') return 'nothing to add';
  return [
    `${number(added)} added${verified === added && added > 0 ? ', all verified' : ''}`,
    verified === added ? '' : `${number(verified)} verified in the list`,
    settings.skipsRejected ? skippedInWords(checked.rejected, rejects) : '',
    numberOrNothing(refused.size, `refused by the service${files.refused ? ` → ${files.refused}` : ''}`),
    numberOrNothing(missing, `missing → ${files.missing ?? ''}`),
    numberOrNothing(duplicates, `more than once → ${files.duplicates ?? ''}`),
    numberOrNothing(unknown, 'unknown'),
  ]
    .filter(part => part !== '')
    .join(' · ');
}

/** `1 skipped (line 10: the address is missing)`. */
function skippedInWords(rows: number, rejects: Job['rejects'] = []): string {
  const [first] = rejects;
  const why = rows === 1 && first ? ` (line ${number(first.line)}: ${first.reason})` : '';
  return numberOrNothing(rows, `skipped${why}`);
}
