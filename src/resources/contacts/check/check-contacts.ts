import {recordsArriving} from '../../../api/answers/record-sources.js';
import type {InputOf} from '../../../api/describe/schema.js';
import type {Context} from '../../../commands/command.js';
import {viewOf} from '../../../commands/view.js';
import {UsageError} from '../../../errors.js';
import type {Result} from '../../../output/results/result.js';
import {clean} from '../../../output/text/sanitise.js';
import {counted, number} from '../../../words/sentence.js';
import type {Seen} from './judge-contact.js';
import {type KindName, kindNames, kindOf, type Row, row} from './kinds.js';
import {lookThrough} from './look-through.js';
import type {checkTakes} from './options.js';

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

/** Counts findings as they come, and keeps a few of each to show. */
function startSummary() {
  const groups = new Map<string, {count: number; readonly shown: Row[]}>();
  let findings = 0;
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        findings++;
        const key = groupOf(row);
        const group = groups.get(key) ?? {count: 0, shown: []};
        group.count++;
        // People without an address all read the same, so one line stands for them.
        const isSame = (other: Row): boolean => !row.email && !other.email && other.list === row.list;
        if (group.shown.length < SHOWN && !group.shown.some(isSame)) group.shown.push(row);
        groups.set(key, group);
      }
    },
    /** The findings in groups, for people. `line` is the command that found them. */
    text({contacts, lists, segments}: Seen, line: string): string {
      const looked = `${counted(contacts, 'contact')} in ${counted(lists.size, 'list')}`;
      const blocks = kindNames.flatMap(name =>
        [...groups].flatMap(([key, {count, shown}]) =>
          shown[0]?.finding === name ? [block(name, {key, count, shown}, line)] : [],
        ),
      );
      const head = findings === 0 ? `${looked}: nothing to clean up` : `${looked}, ${counted(findings, 'finding')}`;
      const without = segments === 0 ? ['The account has no segments, so nobody can be missing from one.'] : [];
      return `${[head, ...blocks, ...without].join('\n\n')}\n`;
    },
  };
}

const SHOWN = 3;

/** The group of a row. Empty fields are counted per field. */
const groupOf = ({finding, value}: Row): string => (finding === 'tag-without-value' ? `${finding} ${value}` : finding);

type Group = {readonly key: string; readonly count: number; readonly shown: readonly Row[]};

function block(name: KindName, {key, count, shown}: Group, line: string): string {
  const {title, says, next} = kindOf(name);
  const [, tag] = key.split(' ');
  const which = `--where finding=${name}${tag === undefined ? '' : ` --where value=${tag}`}`;
  return [
    `${title(tag ?? '')}: ${number(count)}`,
    ...shown.map(row => {
      const known = says(row);
      return clean(`  ${row.email || 'somebody without an address'} (${row.list})${known === '' ? '' : `: ${known}`}`);
    }),
    ...(count > shown.length ? [`  and ${number(count - shown.length)} more: ${line} ${which}`] : []),
    ...(next ? [`  ${next(line)}`] : []),
  ].join('\n');
}
