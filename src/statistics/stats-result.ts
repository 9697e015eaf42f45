import {allRecords, recordsOf} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import {bar} from '../output/drawing/bars.js';
import {select} from '../output/results/rows.js';
import type {ResultOf} from '../output/results/writer.js';
import type {Computed} from '../records/fields/computed.js';
import {fieldAt, kindOf} from '../records/fields/field.js';
import {toReadable} from '../records/fields/readable.js';
import {countersOfSend, ratesOf, sumOf} from './counters.js';
import {brokenLimits} from './limits.js';
import {inJson, type MailingKind} from './mailing-kinds.js';
import type {StatsRequest} from './stats-request.js';

/** The statistics as a list: the requested ones, their totals, and the limits that they break. */
export async function toResult(
  wanted: StatsRequest,
  read: readonly Loose[],
  terminal: {readonly width: number; readonly mark?: Mark},
): Promise<ResultOf<'records'>> {
  const {kind, within, view, limits, drawn} = wanted;
  const {noun, key, label} = kind.of;
  const records = within ? read.filter(within) : read;
  const shown = await shownOf(wanted, read);
  return {
    kind: 'records',
    records: recordsOf(records),
    shape: kind.shape,
    key,
    label,
    noun,
    view: drawn ? {...view, computed: drawnColumns(kind, terminal.width, terminal.mark)} : view,
    totals: shown.length > 1 ? {[label]: `Total of ${shown.length}`, ...totalsOf(shown)} : undefined,
    error: brokenLimits(shown, limits, kind),
  };
}

/** The mailings that a line asks for, in its order. */
export const shownOf = ({within, view}: StatsRequest, read: readonly Loose[]): Promise<Loose[]> =>
  allRecords(select(recordsOf(within ? read.filter(within) : read), view, undefined));

/** The totals. Statistics name their counters like a single send, whatever their kind. */
function totalsOf(records: readonly Loose[]): Loose {
  const counted = records.map(countersOfSend);
  return {...inJson(sumOf(counted)), ...ratesOf(...counted)};
}

/** Shows beside a number how it changed; always equally wide, so that columns do not jump. */
export type Mark = (record: Loose, path: string) => string;

/** The columns that only a terminal draws: the open rate as a bar, and marks beside watched numbers. */
const drawnColumns = ({of, shape}: MailingKind, width: number, mark?: Mark): readonly Computed[] =>
  Object.keys(shape).flatMap(path => {
    const kind = kindOf(fieldAt(shape, path));
    const barred = path === 'open_rate';
    if (!barred && !(mark && (kind === 'integer' || kind === 'rate'))) return [];
    const words = toReadable(fieldAt(shape, path), undefined);
    return [
      {
        path,
        instead: [path],
        // A mark is found by the key, in a record that keeps only its parts.
        needs: [path, of.key],
        read: (record: Loose): string => {
          const value = record[path];
          const drawn = barred
            ? `${bar(value as number | null, barWidth(width, mark !== undefined))} ${words(value).padStart(6)}`
            : words(value);
          return `${drawn}${mark?.(record, path) ?? ''}`;
        },
      },
    ];
  });

/** The width of bars; a narrow terminal needs its space for numbers. */
const barWidth = (columns: number, marked: boolean): number => (columns >= 100 ? 12 : marked ? 4 : 5);
