import {BACK} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {mayRedraw} from '../../system/host.js';
import {type Decided, settleRows} from '../asking/settle-rows.js';
import {answeredMap} from '../file/answered-map.js';
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
  const isAsking = mayAsk(context, input);
  return async ({source, ...begin}) => {
    for (let now = begin; ; ) {
      const fixed = {...source, fixes: now.decided.fixes};
      const prepared = await prepareAsking(once, fixed, now.settings, now.columns);
      const answer = isAsking ? await settleRows(once, prepared.checked, now.decided) : undefined;
      if (answer === undefined || answer === 'stop') {
        return {prepared, source: fixed, decided: now.decided, isStopped: answer === 'stop'};
      }
      if (answer === BACK) forget();
      now = after(answer, now.decided, prepared.settings);
    }
  };
}

/** What is known of the file after an answer about its rows or about one of its columns. */
function after(
  answer: Exclude<Awaited<ReturnType<typeof settleRows>>, 'stop' | undefined>,
  decided: Decided,
  settings: ImportSettings,
): Pick<Unsettled, 'settings' | 'decided' | 'columns'> {
  if (answer === BACK) return {settings, decided, columns: 'again'};
  if ('column' in answer) return {settings: withColumn(settings, answer.column), decided, columns: 'before'};
  return {settings, decided: answer, columns: 'before'};
}

/** The settings with an answer about one column. */
const withColumn = (
  settings: ImportSettings,
  {map = [], leaveEmpty = [], dateOrder = settings.dateOrder}: Partial<ImportSettings>,
): ImportSettings => ({
  ...settings,
  dateOrder,
  map: answeredMap(settings.map, map),
  leaveEmpty: [...(settings.leaveEmpty ?? []), ...leaveEmpty],
});

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
