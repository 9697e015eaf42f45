import {basename, extname} from 'node:path';
import type {TypedValues} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {shellWord} from '../../words/shell-word.js';
import {freeMapName, saveColumnMap} from '../asking/saved-column-map.js';
import type {ImportSettings} from '../journal/settings.js';
import type {Prepared} from '../run/prepare.js';
import type {ImportInput} from './options.js';

type Answered = {
  readonly input: Pick<ImportInput, 'save_map' | 'map_file'>;
  readonly typed: ImportSettings;
  readonly prepared: Pick<Prepared, 'checked' | 'settings'>;
  readonly name: string;
  /** Whether the person skips rows that cannot be imported. */
  readonly skips: boolean;
};

/**
 * Adds a person's answers about a file to the line that needs no questions. With many columns the line would be
 * unreadable, so their map is saved and the line names it. Returns the options for another file of this kind, such as
 * the file of rejected rows.
 */
export async function repeatAnswers(context: Context, answered: Answered): Promise<readonly string[]> {
  const {input, typed, prepared, name, skips} = answered;
  const now = prepared.settings;
  const added = optionsIn(typed, now);
  const isLong = (added.map ?? []).length > MOST_MAPPED && !context.globals.dryRun;
  const kept = isLong ? (input.save_map ?? (await keepMap(context, prepared, name))) : undefined;
  const shorter = kept === undefined ? {} : {map: undefined, map_file: kept};
  context.answered({...added, ...shorter, max_errors: skips ? String(prepared.checked.rejected) : undefined});
  // A file of rejected rows is UTF-8, whatever the original was.
  return optionsInWords({...optionsIn(undefined, now), map_file: input.map_file, ...shorter, encoding: undefined});
}

const optionsInWords = (options: TypedValues): string[] =>
  Object.entries(options).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [value].flat().flatMap(each => [`--${key.replaceAll('_', '-')}`, shellWord(String(each))]),
  );

async function keepMap({host}: Context, {checked, settings}: Answered['prepared'], name: string): Promise<string> {
  const free = freeMapName(host, basename(name, extname(name)), checked, settings.map);
  await saveColumnMap(host, free, checked, settings.map);
  return free;
}

/** The answers as options: what the settings say now and did not say before. */
function optionsIn(typed: ImportSettings | undefined, now: ImportSettings): TypedValues & {readonly map?: string[]} {
  const added = (
    before: ReadonlyArray<readonly [string, string]> = [],
    after: ReadonlyArray<readonly [string, string]> = [],
  ): string[] | undefined => {
    const known = new Set(before.map(pair => pair.join('=')));
    return orNone(after.map(pair => pair.join('=')).filter(text => !known.has(text)));
  };
  const asWord = (words: NonNullable<ImportSettings['status']>['words'] = []) =>
    words.map(([word, meaning]) => [word, meaning === 'in' ? 'active' : 'out'] as const);
  const map = added(typed?.map, now.map);
  return {
    ...(map && {map}),
    leave_empty: orNone(now.leaveEmpty?.filter(header => !typed?.leaveEmpty?.includes(header))),
    country: added(typed?.places, now.places),
    country_numbers:
      now.countryNumbers === (typed?.countryNumbers ?? null) ? undefined : (now.countryNumbers ?? undefined),
    status: added(asWord(typed?.status?.words), asWord(now.status?.words)),
    status_column: addedColumns(typed?.status?.column, now.status?.column),
    damaged: now.damaged === typed?.damaged ? undefined : (now.damaged ?? undefined),
    encoding: now.encoding === (typed?.encoding ?? 'auto') ? undefined : now.encoding,
    date_order: now.dateOrder === (typed?.dateOrder ?? null) ? undefined : (now.dateOrder ?? undefined),
  };
}

const orNone = (texts: string[] = []): string[] | undefined => (texts.length > 0 ? texts : undefined);

const addedColumns = (before: StatusColumns, after: StatusColumns): string[] | undefined => {
  const known = [before ?? []].flat();
  return orNone([after ?? []].flat().filter(name => !known.includes(name)));
};

type StatusColumns = NonNullable<ImportSettings['status']>['column'] | undefined;

/** With more columns than this, the line names a saved map. */
const MOST_MAPPED = 6;
