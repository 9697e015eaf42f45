import type {TypedValues} from '../../ask/terminal/ask.js';
import type {Context} from '../../commands/command.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {ImportSettings} from '../journal/settings.js';
import type {Prepared} from '../run/prepare.js';

/**
 * Adds a person's answers about a file to the line that needs no questions. Returns the options for another file of this
 * kind, such as the file of rejected rows.
 */
export function repeatAnswers(
  context: Pick<Context, 'answered'>,
  typed: ImportSettings,
  {checked, settings: now}: Pick<Prepared, 'checked' | 'settings'>,
): readonly string[] {
  const max_errors = now.skipsRejected ? String(checked.rejected) : undefined;
  context.answered({...optionsIn(typed, now), max_errors}, withoutOption(typed, now));
  // A file of rejected rows is UTF-8, whatever the original was.
  return optionsInWords({...optionsIn(undefined, now), encoding: undefined});
}

/** The answers that no option gives: what to do before the line, so that it adds the same people. */
function withoutOption(typed: ImportSettings, {fixes = {}, dateOrder}: ImportSettings): string[] {
  const changed = (fixes.domains ?? []).filter(([mistyped, right]) => mistyped !== right);
  return [
    ...changed.map(([mistyped, right]) => `change ${mistyped} to ${right} in the file`),
    ...(fixes.likely ? ['correct the unclear addresses in the file'] : []),
    ...(dateOrder === typed.dateOrder ? [] : [`run emk config set dates ${dateOrder}`]),
  ];
}

const optionsInWords = (options: TypedValues): string[] =>
  Object.entries(options).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [value].flat().flatMap(each => [`--${key.replaceAll('_', '-')}`, shellWord(String(each))]),
  );

type Pairs = ReadonlyArray<readonly [string, string]>;

/** The answers as options: what the settings say now and did not say before. */
function optionsIn(typed: ImportSettings | undefined, now: ImportSettings): TypedValues {
  const added = (before: readonly string[] = [], after: readonly string[] = []): string[] | undefined => {
    const fresh = after.filter(text => !before.includes(text));
    return fresh.length > 0 ? fresh : undefined;
  };
  const texts = (pairs: Pairs = []): string[] => pairs.map(pair => pair.join('='));
  const words = (status: ImportSettings['status'] | undefined): string[] =>
    (status?.words ?? []).map(([word, meaning]) => `${word}=${meaning === 'in' ? 'active' : 'out'}`);
  const map = added(texts(typed?.map), texts(now.map));
  return {
    ...(map && {map}),
    leave_empty: added(typed?.leaveEmpty, now.leaveEmpty),
    country: added(texts(typed?.places), texts(now.places)),
    status: added(words(typed?.status), words(now.status)),
    status_column: added([typed?.status.column ?? []].flat(), [now.status.column ?? []].flat()),
    encoding: now.encoding === (typed?.encoding ?? 'auto') ? undefined : now.encoding,
  };
}
