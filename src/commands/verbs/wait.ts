import type {Collection} from '../../api/describe/collection.js';
import type {Loose, One, Param, Params, Read, RecordOf, Shape} from '../../api/describe/schema.js';
import {CheckError, UsageError} from '../../errors.js';
import {sheetOption, toFields} from '../../records/view/select.js';
import type {Command, Context} from '../command.js';
import {parseDuration} from '../duration.js';
import {readRecord} from '../not-found.js';
import {type About, parametersOf} from './about.js';
import {recordTitle} from './sentences.js';

/** The option that limits a wait, in place of every command's `--timeout`, which is about each answer. */
const timeoutOption = {
  timeout: {
    type: 'text',
    value: 'time',
    help: 'How long to wait (default: 1h); then the exit code is 10',
    decides: 'checks',
  },
} as const satisfies Params;

function readTimeout(given: string | undefined): number {
  const time = parseDuration(given ?? '1h');
  if (time !== undefined) return time;
  throw new UsageError(`--timeout takes a time such as 90s, 30m or 2h, up to a day, not "${given}".`, {
    hint: 'Remove it to wait an hour.',
  });
}

/** `wait <record>`: reads one record again and again until it is in the state that `--for` names, or the time is up. */
export const wait = <S extends Shape>(
  operation: Read<Params, One<S>>,
  {of, states, nowInWords, sheet, ...about}: About & Waiting<S>,
): Command => {
  const names = Object.keys(states);
  const [usual = ''] = names;
  const {shape} = operation.returns;
  return {
    ...about,
    ...parametersOf(operation),
    takes: {
      ...operation.params,
      for: {type: 'text', choices: names, value: 'state', help: `What to wait for (default: ${usual})`} satisfies Param,
      ...timeoutOption,
      ...sheetOption,
    },
    gives: {record: shape},
    async run(context: Context, {for: asked, timeout, columns, ...input}: Loose) {
      const fields = toFields(columns, {shape, sheet});
      const most = readTimeout(timeout as string | undefined);
      const state = String(asked ?? usual);
      const {readUntil, waitInWords} = await import('./read-until.js');
      const {last, isThere} = await readUntil(context, {
        read: () => readRecord(context, of, operation, input as never) as Promise<RecordOf<S>>,
        isThere: record => states[state]?.(record) === true,
        most,
        says: record =>
          `${recordTitle(of, record)} is ${nowInWords(record)}. Waiting until it is ${state}, ${waitInWords(most)} at most (--timeout).`,
        label: `Waiting until it is ${state}`,
      });
      if (!isThere) {
        throw new CheckError(`${recordTitle(of, last)} is ${nowInWords(last)} after ${waitInWords(most)}.`, {
          hint: `To wait longer for "${state}", give a longer --timeout.`,
        });
      }
      const sentence = `${recordTitle(of, last)} is ${nowInWords(last)}.`;
      return {kind: 'record', record: last, shape, key: of.key, fields, sentence};
    },
  };
};

type Waiting<S extends Shape> = {
  readonly of: Collection<S>;
  /** The states to wait for, the usual first: whether a record is in it, or past it. */
  readonly states: {readonly [state: string]: (record: RecordOf<S>) => boolean};
  /** The fields that a table shows by default. */
  readonly sheet: ReadonlyArray<keyof S & string>;
  /** The state of a record in words that follow "it is". */
  readonly nowInWords: (record: RecordOf<S>) => string;
};
