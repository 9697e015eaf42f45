import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {showsPictures, viewOf} from '../commands/view.js';
import type {Reader} from '../output/results/format.js';
import type {Listed, View} from '../records/view/select.js';
import {type Limit, readLimits} from './limits.js';
import type {MailingKind} from './mailing-kinds.js';
import {withinPeriod} from './period.js';
import type {StatsInput} from './stats-input.js';

/** The statistics that a line requests, checked before anything is sent. */
export type StatsRequest = {
  readonly kind: MailingKind;
  readonly utrs: readonly string[] | undefined;
  readonly within: ((record: Loose) => boolean) | undefined;
  readonly view: View;
  readonly limits: readonly Limit[];
  readonly drawn: boolean;
};

/** Reads what a line requests. By default, mailings are listed newest first if none are named. */
export async function readStatsRequest(
  context: Context,
  kind: MailingKind,
  input: StatsInput & Loose,
): Promise<StatsRequest> {
  const order = input['sort'] === undefined && input.utr === undefined ? {sort: [`-${kind.moment}`]} : {};
  return {
    kind,
    utrs: input.utr,
    within: withinPeriod(context, input, kind.moment),
    view: await viewOf(context, {...input, ...order}, {...columnsFor(kind, context.reader), shape: kind.shape}),
    limits: readLimits(context, input.fail_if ?? [], kind),
    drawn: showsPictures(context),
  };
}

/** The default columns: people know mailings by name and read rates; programs get everything. */
function columnsFor({of: {label}, moment, shape}: MailingKind, reader: Reader): Omit<Listed, 'shape'> {
  if (reader !== 'people') return {columns: Object.keys(shape)};
  const read = [
    label,
    moment,
    'triggered',
    'delivered',
    'delivered_rate',
    'open_rate',
    'bounce_rate',
    'unsubscribe_rate',
  ];
  const importance = [label, 'open_rate', 'bounce_rate', 'unsubscribe_rate', 'delivered', moment, 'delivered_rate'];
  return {columns: read, importance, keyOffScreen: true};
}
