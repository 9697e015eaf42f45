import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {type Matching, SKIPPED, type Target} from '../../prompts/match.js';
import {isAddress} from '../../records/fields/email-address.js';
import {headOf} from '../../records/fields/heads.js';
import {andList} from '../../words/sentence.js';
import type {Preview} from '../check/open-fitting.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import {answeredMap, fieldNameFor} from '../file/plan-columns.js';

type Pairs = CheckOptions['map'];

/** Whether a person must decide about a column: it matches no field, or no column is the address. */
export const hasOpenColumns = (columns: readonly Preview[]): boolean =>
  columns.some(column => toMatching(column, columns).fixed === undefined && targetOf(column) === undefined) ||
  !columns.some(({fields}) => fields.includes('email'));

/** Shows all columns on one screen, and returns the changed map: `+name` creates a field, an empty one skips. */
export async function matchOnScreen(
  {ask}: Pick<Context, 'ask'>,
  columns: readonly Preview[],
  known: readonly ImportField[],
  {map, canGoBack}: {readonly map: Pairs; readonly canGoBack: boolean},
): Promise<Pairs | Back> {
  const names = known.map(({name}) => name);
  const shown = withAddress(columns.map(column => toMatching(column, columns)));
  const targets = await ask.guided.match('Which field does each column fill?', {
    columns: shown,
    known: names,
    needed: 'email',
    canGoBack,
  });
  if (targets === BACK) return BACK;
  const changes = columns.map((column, at) => !isSame(targetOf(column), targets[at]) && shown[at]?.fixed === undefined);
  // If a field was taken from its column, another column could match it next time, so the map names all columns.
  const all = columns.some(({fields}, at) => changes[at] && fields.length > 0);
  const answers = columns.flatMap((column, at) => {
    const target = targets[at];
    if (target === undefined || shown[at]?.fixed !== undefined) return [];
    const word = wordOf(target);
    const isSaid = changes[at] || (all && column.samples.length > 0);
    return isSaid && word !== undefined ? [[column.header, word] as const] : [];
  });
  return answeredMap(map, answers);
}

function toMatching(column: Preview, columns: readonly Preview[]): Matching {
  const {header, samples, fields, status} = column;
  const isAlone = columns.filter(each => each.header === header).length === 1;
  // An answer names the column by its header, so the header must be unique.
  const fixed = status
    ? status === 'says'
      ? 'who gets no mail'
      : 'no mail? asked next'
    : header !== '' && isAlone
      ? undefined
      : andList(fields.map(headOf)) || (header === '' ? 'skipped: no name' : 'skipped: name used twice');
  return {
    header,
    examples: samples.slice(0, 2),
    target: targetOf(column),
    suggested: fieldNameFor(header) || 'field',
    fixed,
  };
}

/** The default match of a column. A column without values needs no answer. */
function targetOf({fields, isNew, dropped, samples}: Preview): Target | undefined {
  const [only = ''] = fields;
  if (fields.length > 0) return isNew ? {kind: 'new', name: only} : {kind: 'known', fields};
  return dropped || samples.length === 0 ? SKIPPED : undefined;
}

/** Suggests the first column with addresses as the address column, if no header names it. */
function withAddress(columns: readonly Matching[]): readonly Matching[] {
  if (columns.some(({target}) => target?.kind === 'known' && target.fields.includes('email'))) return columns;
  const at = columns.findIndex(({examples, fixed}) => fixed === undefined && examples.some(isAddress));
  return columns.map((column, index) =>
    index === at ? {...column, target: {kind: 'known', fields: ['email']}} : column,
  );
}

/** A target in the syntax of `--map`. Undefined if one column fills several fields, which `--map` cannot say. */
const wordOf = (target: Target): string | undefined => {
  if (target.kind === 'skipped') return '';
  if (target.kind === 'new') return `+${target.name}`;
  return target.fields.length === 1 ? target.fields[0] : undefined;
};

const isSame = (one: Target | undefined, other: Target | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
