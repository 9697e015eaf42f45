import {BACK} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {mayRedraw} from '../../system/host.js';
import {type Decided, settleRows} from '../asking/settle-rows.js';
import type {ImportSource} from '../file/source.js';
import type {ImportSettings} from '../journal/settings.js';
import {type ColumnsSeen, type Prepared, prepareAsking} from '../run/prepare.js';
import type {ImportInput} from './options.js';

/** A file as it is opened, and what a person has decided about it so far. */
type Unsettled = {
  readonly source: ImportSource;
  readonly settings: ImportSettings;
  readonly decided: Decided;
  readonly columns: ColumnsSeen;
};

/** A file that was checked, with its fixed rows, and whether a person stopped at rows that cannot be imported. */
type Settled = {
  readonly prepared: Prepared;
  readonly source: ImportSource;
  readonly decided: Decided;
  readonly isStopped: boolean;
};

/** Checks a file, and asks about its columns and bad rows, until all is decided, and nothing twice. */
export function fileSettler(
  context: Context,
  input: Pick<ImportInput, 'max_errors'>,
): (file: Unsettled) => Promise<Settled> {
  const {once, forget} = sayingOnce(context);
  return async ({source, ...begin}) => {
    let {settings, decided, columns} = begin;
    for (;;) {
      const fixed = {...source, fixes: decided.fixes};
      const prepared = await prepareAsking(once, fixed, settings, columns);
      settings = prepared.settings;
      const rows = mayAsk(context, input) ? await settleRows(once, prepared.checked, decided) : undefined;
      if (rows === undefined || rows === 'stop') {
        return {prepared, source: fixed, decided, isStopped: rows === 'stop'};
      }
      if (rows === BACK) {
        forget();
        columns = 'again';
      } else [decided, columns] = [rows, 'before'];
    }
  };
}

/**
 * A context that says everything once: a file is read again after each answer about its rows. Going back erases what was
 * said, where the terminal can, so it is said again.
 */
function sayingOnce(context: Context): {readonly once: Context; forget(): void} {
  const spoken = new Set<string>();
  const saying = (say: (sentence: string) => void) => (sentence: string) => {
    if (!spoken.has(sentence)) say(sentence);
    spoken.add(sentence);
  };
  const once = {...context, warn: saying(context.warn), notice: saying(context.notice)};
  return {once, forget: () => mayRedraw(context.host) && spoken.clear()};
}

/** Whether a person is asked about rows that cannot be imported: somebody is there, and no option sets a limit. */
export const mayAsk = ({ask, globals}: Context, {max_errors}: Pick<ImportInput, 'max_errors'>): boolean =>
  ask.possible && !globals.yes && !globals.dryRun && max_errors === undefined;
