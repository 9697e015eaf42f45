import type {Collection} from '../../api/describe/collection.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Id} from '../../change/work/record.js';
import {createEach, type Step} from '../../change/work/steps.js';
import {PartialError} from '../../core/errors.js';
import {counted} from '../../core/words/sentence.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {Context} from '../command.js';
import {turnFor} from './create.js';
import {newSince, surveyList} from './find-created.js';

/** A record to create: its item in the journal, and what the service will call it. */
export type WantedRecord = Pick<Step, 'item' | 'print' | 'send'> & {
  /** What it is found by among others of its list; several may be wanted with one name. */
  readonly name: string;
};

/** Where records are created, and how they are found there. */
type Creations<W extends WantedRecord> = {
  readonly of: Collection;
  /** The input of their list, if they are below another record. */
  readonly within?: Loose;
  /** The name of a row, in the form of that of a wanted record. */
  nameOf(row: Loose): string;
  /** Whether a row was there when somebody decided what to create. */
  isKnown(row: Loose): boolean;
  /** Whether a row that others have made meanwhile is as good as an own one; else it is an error. */
  readonly adopts: boolean;
  /** What is made, before the first request and after each, on disk. */
  readonly journal: Parameters<typeof createEach>[0];
  /** Called with each that is there now, made or adopted. */
  made(wanted: W, id: Id): void | Promise<void>;
};

/**
 * Creates records of one list: reads it once, announces and sends each, and reads it again for those whose answer says no
 * id, at once after a lost answer. Nothing is created twice, and runs on one machine take turns by name.
 */
export async function createAll<W extends WantedRecord>(
  context: Context,
  creations: Creations<W>,
  wanted: readonly W[],
): Promise<void> {
  if (wanted.length === 0) return;
  const {noun} = creations.of;
  const parents = Object.values(creations.within ?? {}).map(String);
  const names = [...new Set(wanted.map(({name}) => name))];
  const [first] = wanted;
  const what =
    wanted.length === 1 ? `the ${noun.one} "${first?.item.key}"` : counted(wanted.length, noun.one, noun.many);
  const turns = parents.length > 0 ? [turnFor({noun}, ...parents)] : names.map(name => turnFor({noun}, name));
  await context.takeTurns(turns, what, () => lookAndCreate(context, creations, wanted));
}

async function lookAndCreate<W extends WantedRecord>(
  context: Context,
  {of, within, nameOf, isKnown, adopts, journal, made}: Creations<W>,
  wanted: readonly W[],
): Promise<void> {
  const {noun, key} = of;
  if (context.globals.dryRun) {
    for (const one of wanted) {
      await one.send();
      await made(one, '');
    }
    return;
  }
  const left = [...wanted];
  const adopted: [W, Id][] = [];
  const likeness = (row: Loose) => {
    const at = isKnown(row) ? -1 : left.findIndex(({name}) => name === nameOf(row));
    if (at < 0) return undefined;
    if (!adopts) return 'same';
    for (const one of left.splice(at, 1)) adopted.push([one, row[key] as Id]);
    return undefined;
  };
  const {highest, duplicate} = await surveyList(context, {of, input: within ?? {}}, {likeness});
  if (duplicate) {
    const called = wanted.find(({name}) => name === nameOf(duplicate))?.item.key;
    throw new PartialError(`There is a new ${noun.one} "${called}", which was not there when emk compared.`, {
      hint: 'Run the same line again.',
    });
  }
  for (const [one, id] of adopted) await made(one, id);
  const found = new Map<W, Id>();
  await createEach(journal, left, {
    lastRow: highest,
    host: context.host,
    async find() {
      const rows = await newSince(context, {of, input: within ?? {}, isIt: isNotDeleted}, highest);
      rows.sort((one, other) => Number(one['id']) - Number(other['id']));
      return ({name}) => {
        const taken = new Set(found.values());
        const alike = rows.filter(row => nameOf(row) === name && !taken.has(row[key] as Id));
        // Several may be wanted with one name: they appear in the order in which they were created.
        const open = left.filter(one => one.name === name && !found.has(one));
        return alike.slice(0, alike.length > open.length ? 2 : 1).map(row => row[key] as Id);
      };
    },
    made(one, id) {
      found.set(one, id);
      return made(one, id);
    },
    unclear: ({item: {key: called}}, some) =>
      some === 'none'
        ? new PartialError(`The ${noun.one} "${called}" was created, but the service does not list it yet.`, {
            hint: 'Run the same line again: emk looks first.',
          })
        : new PartialError(`There are several new ${noun.many} called "${called}", and emk made only one.`, {
            hint: 'Delete the wrong one, then run the same line again.',
          }),
  });
}
