import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import {capital} from '../../core/words/sentence.js';
import type {Context} from '../context.js';
import type {Id} from '../work/journal.js';
import {toEmkError} from '../work/stop-errors.js';
import {listedRecords} from './read.js';

/** Records as sentences name them: by what the person typed, or by their name in the list; undefined if unknown. */
export type NamedRecords = {
  readonly nameOf: (id: Id) => string | undefined;
  /** The record itself, if its list was read for its name. */
  readonly recordOf: (id: Id) => Loose | undefined;
};

/** The names of records that are about to change, read only for a person or a single record, and optional. */
export async function namesFor(
  context: Context,
  {of, parameter, ids, listInput = {}}: Which,
  mayRead: boolean,
): Promise<NamedRecords> {
  const typed = (id: Id): string | undefined => {
    const name = context.called(parameter, id);
    return name === String(id) ? undefined : name;
  };
  const records = new Map<string, Loose>();
  if (mayRead && Object.keys(of.list.params).every(name => name in listInput)) {
    const wanted = new Set(ids.map(String));
    try {
      await forEachRecord(listedRecords(context, of, listInput), record => {
        if (wanted.has(String(record[of.key]))) records.set(String(record[of.key]), record);
      });
    } catch (error) {
      // Without the names the question names ids, but a fault of emk is no such failure.
      toEmkError(error, context.host);
    }
  }
  const recordOf = (id: Id): Loose | undefined => records.get(String(id));
  return {recordOf, nameOf: id => quotedName(of, recordOf(id) ?? {}) ?? typed(id)};
}

type Which = {
  readonly of: Source;
  readonly parameter: string;
  readonly ids: readonly Id[];
  /** What their list needs to be read, if it is below a record. */
  readonly listInput?: Loose | undefined;
};

/** Whether the names of these are worth a request: programs and `--quiet` get no sentence. */
export const isWorthReading = ({ask, globals, reader}: Context, ids: readonly Id[]): boolean =>
  ids.length === 1 ? !globals.quiet && reader !== 'programs' : ask.possible && !globals.yes && ids.length <= FEW;

/** How many names fit into a readable sentence. */
export const FEW = 20;

export async function nameOfOne(context: Context, of: Source, parameter: string, id: Id): Promise<string> {
  const isTyped = context.called(parameter, id) !== String(id);
  const {nameOf} = await namesFor(context, {of, parameter, ids: [id]}, !isTyped && isWorthReading(context, [id]));
  return nameOf(id) ?? String(id);
}

/** A record in a sentence: `Sender news@acme.com`, `List "Leads"`, or its id if it has no name. */
export const recordTitle = (of: Source, record: Loose): string =>
  `${capital(of.noun.one)} ${quotedName(of, record) ?? String(record[of.key] ?? '')}`.trimEnd();

/** A record's name in a sentence, in quotes. Addresses and other words with signs need no quotes. */
export function quotedName({label}: Source, record: Loose): string | undefined {
  const name = record[label];
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  return /^\S+@\S+$/.test(name) ? name : `"${name}"`;
}
