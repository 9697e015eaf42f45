import {allRecords, recordsOf} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import {select} from '../output/results/rows.js';
import type {ResultOf} from '../output/results/writer.js';
import {countersOfSend} from './counters.js';
import {drawnColumns, type Mark} from './drawn-columns.js';
import {brokenLimits} from './limits.js';
import {inJson} from './mailing-kinds.js';
import {ratesOf, sumOf} from './rates.js';
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
