import {recordsArriving} from '../../../api/answers/record-sources.js';
import type {InputOf} from '../../../api/describe/schema.js';
import type {Context} from '../../../commands/command.js';
import {viewOf} from '../../../commands/view.js';
import {UsageError} from '../../../errors.js';
import type {Result} from '../../../output/results/result.js';
import type {Seen} from './judge-contact.js';
import {kindNames, row} from './kinds.js';
import {lookThrough} from './look-through.js';
import type {checkTakes} from './options.js';
import {startSummary} from './summary.js';

type Input = Omit<InputOf<typeof checkTakes>, 'fix'>;

/** Looks through the lists: groups and numbers for people, and a row for each finding for others or with a filter. */
export async function checkContacts(context: Context, {contact_type_id: type, ...input}: Input): Promise<Result> {
  refuseUnknownFindings(input.where);
  const view = await viewOf(context, input, {
    shape: row,
    columns: Object.keys(row),
    importance: ['email', 'finding', 'value', 'suggestion', 'list', 'keep', 'id'],
  });
  const seen: Seen = {contacts: 0, segments: 0, lists: new Map()};
  const isNarrowed = Object.values(input).some(given => given !== undefined);
  if (context.reader === 'people' && !isNarrowed) {
    const summary = startSummary();
    for await (const rows of lookThrough(context, type, seen)) summary.add(rows);
    return {kind: 'data', data: null, text: summary.text(seen, context.line ?? 'emk contacts check'), prose: true};
  }
  const records = recordsArriving(() => lookThrough(context, type, seen));
  return {kind: 'records', records, shape: row, key: 'id', label: 'email', noun: FINDING, view};
}

/** Refuses a finding that does not exist: it would look as if nothing were wrong. */
function refuseUnknownFindings(where: Input['where']): void {
  for (const condition of [where ?? []].flat()) {
    const [, name] = /^\s*finding\s*!?=\s*(\S+)\s*$/.exec(String(condition)) ?? [];
    if (name === undefined || kindNames.some(kind => kind === name)) continue;
    throw new UsageError(`There is no finding "${name}".`, {hint: `Findings: ${kindNames.join(', ')}.`});
  }
}

const FINDING = {one: 'finding', many: 'findings'};
