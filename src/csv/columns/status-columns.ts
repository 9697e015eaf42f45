import {UsageError} from '../../errors.js';
import {didYouMean} from '../../words/closest.js';
import {lookUp} from '../../words/look-up.js';
import {headerKey} from './header-names.js';
import {type ExportFormat, formatOf} from './known-exports.js';
import {
  doubtfulKind,
  hintedKind,
  holdsLabels,
  holdsNotes,
  isAboutSomethingElse,
  isOfOrders,
  isOtherChannel,
  plainHeader,
  reasonKind,
  sureKind,
  suspectKind,
} from './status-headers.js';
import {isTelling, mailStatusOf, type StatusKind} from './status-words.js';
import type {MailStatus} from './unmistakable-words.js';

/** A column that says who gets no mail, such as `Status`, `Accepts Marketing` or `UNSUB_TIME`. */
export type StatusColumn = {readonly header: string; readonly column: number; readonly kind: StatusKind};

type Shown = {readonly header: string; readonly values: readonly string[]};

/** Finds the columns that say who gets no mail: by header, by values, or those with the given names; `none` is none. */
export function statusColumns(
  columns: readonly Shown[],
  names: string | readonly string[] | undefined,
): StatusColumn[] {
  const given = [names ?? []].flat();
  if (given.some(isNone)) return [];
  const format = formatOf(columns.map(({header}) => header));
  if (given.length > 0) {
    return [...new Set(given.map(name => columnCalled(name, columns)))].map(column => {
      const {header, values} = columns[column] as Shown;
      return {header, column, kind: kindOf(header, values, format) ?? suspicionOf(header) ?? 'words'};
    });
  }
  return columns.flatMap(({header, values}, column) => {
    const kind = kindOf(header, values, format);
    return kind === undefined ? [] : [{header, column, kind}];
  });
}

/** Whether no column says who gets no mail, as somebody told emk. */
export const isNone = (name: string): boolean => name.toLowerCase() === 'none';

/**
 * The columns that may say who gets no mail, with how their values would be read: by a word in the header, as labels, or
 * by whole cells that say it under any header.
 */
export function suspectColumns(headers: readonly string[], status: readonly StatusColumn[]): StatusColumn[] {
  const known = formatOf(headers)?.status ?? {};
  return headers.flatMap((header, column): StatusColumn[] => {
    const key = headerKey(header);
    const isSettled = status.some(each => each.column === column) || lookUp(known, key) !== undefined;
    return isSettled || isOtherChannel(key) || isOfOrders(key)
      ? []
      : [{header, column, kind: suspicionOf(header) ?? 'cells'}];
  });
}

const suspicionOf = (header: string): StatusKind | undefined =>
  suspectKind(headerKey(header), headerKey(plainHeader(header))) ??
  (holdsLabels(headerKey(header)) ? 'labels' : holdsNotes(headerKey(header)) ? 'notes' : undefined);

function columnCalled(name: string, columns: readonly Shown[]): number {
  const exact = columns.findIndex(({header}) => header !== '' && header === name);
  const key = headerKey(name);
  const alike = exact < 0 ? columns.findIndex(({header}) => header !== '' && headerKey(header) === key) : exact;
  const column = alike < 0 && /^\d+$/.test(name) ? Number(name) - 1 : alike;
  if (columns[column] !== undefined) return column;
  throw new UsageError(`--status-column: the file has no column “${name}”.`, {
    hint: didYouMean(name, columns.map(({header}) => header).filter(Boolean), 'Its columns are'),
  });
}

/** A person's mail status from several columns: one no outweighs any yes, and any unknown value. */
export function worstStatus(statuses: ReadonlyArray<MailStatus | undefined>): MailStatus | undefined {
  const against = (['left', 'bounced', 'out'] as const).find(status => statuses.includes(status));
  return against ?? (statuses.includes(undefined) ? undefined : 'in');
}

function kindOf(header: string, values: readonly string[], format: ExportFormat | undefined): StatusKind | undefined {
  const key = headerKey(header);
  const known = lookUp(format?.status ?? {}, key);
  if (known !== undefined) return known === 'nothing' ? undefined : known;
  if (isOtherChannel(key)) return undefined;
  const plain = headerKey(plainHeader(header));
  const sure = reasonKind(key) ?? (isAboutSomethingElse(key) ? 'none' : (sureKind(key) ?? sureKind(plain)));
  if (sure !== undefined) return sure === 'none' ? undefined : sure;
  const filled = values.filter(value => value.trim() !== '');
  return kindByValues(key, filled) ?? (plain === key ? undefined : kindByValues(plain, filled));
}

/** The kind of a column whose header may mean something else. */
function kindByValues(key: string, filled: readonly string[]): StatusKind | undefined {
  const hinted = hintedKind(key);
  if (hinted !== undefined && filled.length === 0) return hinted === 'bounced' ? 'bounce reason' : 'leaving reason';
  if (hinted !== undefined && areMostly(hinted, filled) && !isCount(filled)) return hinted;
  if (filled.length === 0) return undefined;
  const perhaps = doubtfulKind(key);
  if (perhaps !== undefined && !filled.some(isOfAccounts) && areMostly(perhaps, filled)) return perhaps;
  return filled.some(isTelling) && areMostly('state', filled) ? 'state' : undefined;
}

/** Whether most values are status words. A few unknown ones are asked about. */
const areMostly = (kind: StatusKind, filled: readonly string[]): boolean =>
  filled.filter(value => mailStatusOf(value, kind) !== undefined).length >= 0.8 * filled.length;

/** Whether a value is the state of a shop account, rather than of a subscription. */
const isOfAccounts = (value: string): boolean => /^(?:en|dis)abled$/i.test(value.trim());

/** Whether values are counts, which also begin with 0 and 1. */
const isCount = (filled: readonly string[]): boolean =>
  filled.length > 0 && filled.every(value => /^\s*\d{1,4}\s*$/.test(value));
