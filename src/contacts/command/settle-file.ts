import {orBack} from '../../ask/terminal/ask.js';
import type {Context} from '../../commands/command.js';
import {askAboutFindings} from '../asking/ask-findings.js';
import {answeredMap} from '../file/columns.js';
import type {Decision} from '../file/contract.js';
import type {ImportSource} from '../file/source.js';
import type {ImportSettings} from '../journal/settings.js';
import {type ColumnsSeen, type Prepared, prepareAsking} from '../run/prepare.js';
import type {ImportInput} from './options.js';

/** A file as it is opened, with what is known of it so far. */
type Unsettled = {readonly source: ImportSource; readonly settings: ImportSettings; readonly columns: ColumnsSeen};

/** A file that was checked, and whether a person stopped at what was found in it. */
type Settled = {readonly prepared: Prepared; readonly isStopped: boolean};

/** Checks a file, and asks about its columns and about what was found in it, until all is decided, and nothing twice. */
export function fileSettler(
  context: Context,
  input: Pick<ImportInput, 'max_errors'>,
): (file: Unsettled) => Promise<Settled> {
  const once = sayingOnce(context);
  const isAsking = mayAsk(context, input);
  return async ({source, ...begin}) => {
    for (let now = begin; ; ) {
      const prepared = await prepareAsking(once, source, now.settings, now.columns);
      const {settings} = prepared;
      const ask = () => askAboutFindings(once, prepared.checked, isAsking);
      const answer = await orBack(ask, () => 'back' as const);
      if (answer === undefined || answer === 'stop') return {prepared, isStopped: answer === 'stop'};
      now =
        answer === 'back' ? {settings, columns: 'again'} : {settings: withAnswer(settings, answer), columns: 'before'};
    }
  };
}

/** The settings with an answer about one kind of finding. */
const withAnswer = (
  settings: ImportSettings,
  {map = [], leaveEmpty = [], places = [], skipsRejected, status, ...answer}: Decision,
): ImportSettings => ({
  ...settings,
  ...answer,
  ...(skipsRejected && {skipsRejected}),
  ...(status && {status: {column: status.column ?? null, words: status.words ?? []}}),
  map: answeredMap(settings.map, map),
  leaveEmpty: [...settings.leaveEmpty, ...leaveEmpty],
  places: [...settings.places, ...places],
});

/** A context that says everything once: a file is read again after each answer. */
function sayingOnce(context: Context): Context {
  const spoken = new Set<string>();
  const saying = (say: (sentence: string) => void) => (sentence: string) => {
    if (!spoken.has(sentence)) say(sentence);
    spoken.add(sentence);
  };
  return {...context, warn: saying(context.warn), notice: saying(context.notice)};
}

/** Whether a person is asked about rows that cannot be imported: somebody is there, and no option sets a limit. */
export const mayAsk = ({ask, globals}: Context, {max_errors}: Pick<ImportInput, 'max_errors'>): boolean =>
  ask.possible && !globals.yes && !globals.dryRun && max_errors === undefined;
