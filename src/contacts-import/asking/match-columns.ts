import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {headerKey} from '../../csv/columns/header-names.js';
import {type Matching, SKIPPED, type Target} from '../../prompts/match.js';
import {isAddress} from '../../records/fields/email-address.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import type {Preview} from '../file/open-import.js';
import {fieldNameFor} from '../file/plan-columns.js';

type Pairs = CheckOptions['map'];

/** Whether a person has to decide about some column: it matches no field, or no column is the address. */
export const hasOpenColumns = (columns: readonly Preview[]): boolean =>
  columns.some(column => toMatching(column, columns).fixed === undefined && targetOf(column) === undefined) ||
  !columns.some(({fields}) => fields.includes('email'));

/** Shows all columns on one screen, and gives the map with what a person changed there: `+name` makes a field, nothing skips one. */
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
  // A field that was taken from its column could be matched with another one, so then all columns are said.
  const all = columns.some(({fields}, at) => changes[at] && fields.length > 0);
  const answers = columns.flatMap((column, at) => {
    const target = targets[at];
    if (target === undefined || shown[at]?.fixed !== undefined) return [];
    const word = wordOf(target);
    const isSaid = changes[at] || (all && column.samples.length > 0);
    return isSaid && word !== undefined ? [[column.header, word] as const] : [];
  });
  const answered = new Set(answers.map(([header]) => headerKey(header)));
  return [...map.filter(([header]) => !answered.has(headerKey(header))), ...answers];
}

function toMatching(column: Preview, columns: readonly Preview[]): Matching {
  const {header, samples, fields, status} = column;
  const isAlone = columns.filter(each => each.header === header).length === 1;
  // An answer names the column by its header, so the header must be the only one of its name.
  const fixed = status
    ? 'who gets no mail'
    : header !== '' && isAlone
      ? undefined
      : fields.join(' and ') || (header === '' ? 'skipped: no name' : 'skipped: name used twice');
  return {
    header,
    examples: samples.slice(0, 2),
    target: targetOf(column),
    suggested: fieldNameFor(header) || 'field',
    fixed,
  };
}

/** What a column is matched with before anybody is asked. One without values needs no answer. */
function targetOf({fields, isNew, dropped, samples}: Preview): Target | undefined {
  const [only = ''] = fields;
  if (fields.length > 0) return isNew ? {kind: 'new', name: only} : {kind: 'known', fields};
  return dropped || samples.length === 0 ? SKIPPED : undefined;
}

/** Where no header says which column is the address, the first one that holds addresses is offered as it. */
function withAddress(columns: readonly Matching[]): readonly Matching[] {
  if (columns.some(({target}) => target?.kind === 'known' && target.fields.includes('email'))) return columns;
  const at = columns.findIndex(({examples, fixed}) => fixed === undefined && examples.some(isAddress));
  return columns.map((column, index) =>
    index === at ? {...column, target: {kind: 'known', fields: ['email']}} : column,
  );
}

/** A target as `--map` says it. Undefined where one column fills several fields, which only the header can say. */
const wordOf = (target: Target): string | undefined => {
  if (target.kind === 'skipped') return '';
  if (target.kind === 'new') return `+${target.name}`;
  return target.fields.length === 1 ? target.fields[0] : undefined;
};

const isSame = (one: Target | undefined, other: Target | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
