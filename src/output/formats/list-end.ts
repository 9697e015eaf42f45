import type {Noun} from '../../api/describe/schema.js';
import {counted, number} from '../../words/sentence.js';
import type {Sink} from '../results/sink.js';
import type {ResultOf} from '../results/writer.js';

/** What was printed of a list on a terminal. */
type Ended = {
  readonly records: number;
  /** How many records there would be without the limit, if known. */
  readonly total: number | undefined;
  readonly limit: number | undefined;
  readonly noun: Noun;
  readonly hidden: readonly string[];
};

/** The sentences below a table: how many records it has, and which columns were dropped. */
export const endOfList = ({hidden, ...list}: Ended): readonly string[] =>
  hidden.length === 0
    ? [sizeOf(list)]
    : [
        sizeOf(list),
        `+${counted(hidden.length, 'column')} in a wider window, or in a pipe (| less -S): ${hidden.join(', ')}.`,
      ];

/** Says that a list has no records. Who asks for the first 0 is told nothing: there may be some. */
export function tellNone({noun, view}: Pick<ResultOf<'records'>, 'noun' | 'view'>, sink: Sink): void {
  if (view.limit !== 0) sink.notice(`No ${noun.many}.`, {kind: 'none', of: noun.many});
}

function sizeOf({records, total, limit, noun}: Omit<Ended, 'hidden'>): string {
  const size = counted(records, noun.one, noun.many);
  if (total !== undefined && total > records) return `${number(records)} of ${number(total)} ${noun.many}.`;
  return total === undefined && records === limit ? `The first ${records === 1 ? noun.one : size}.` : `${size}.`;
}

/** Counts the records of a sorted list, which is read to its end even if a limit shows only some of them. */
export function countRecords(result: ResultOf<'records'>): {list: ResultOf<'records'>; total(): number | undefined} {
  const {keep, order, limit} = result.view;
  if (!order || limit === undefined) return {list: result, total: () => undefined};
  let total = 0;
  const view = {
    ...result.view,
    keep: (record: Parameters<NonNullable<typeof keep>>[0]) => {
      const kept = keep?.(record) ?? true;
      if (kept) total++;
      return kept;
    },
  };
  return {list: {...result, view}, total: () => total};
}
