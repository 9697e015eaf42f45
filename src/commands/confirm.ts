import {checking} from '../api/describe/schema.js';
import {EmkError, InterruptedError, PreflightError, UsageError} from '../errors.js';
import {counted} from '../words/count.js';
import {lowerFirst} from '../words/letters.js';
import type {Ask} from './ask.js';
import type {Card, CardLine} from './card.js';
import type {Consequence, Context} from './command.js';
import type {Globals} from './globals.js';

/** A script that deletes more than this at once must say how many. */
const manyDeletions = 25;

/** The option by which a script says how many. */
export const maxDeleteOption = checking({
  max_delete: {type: 'integer', value: 'n', help: `In a script: the most it may delete (default: ${manyDeletions})`},
});

/** Creates the function that asks before what cannot be undone. A dry run sends nothing, so it does not ask. */
export function createConfirm(
  ask: Pick<Ask, 'possible' | 'confirm'>,
  globals: Pick<Globals, 'yes' | 'dryRun' | 'keepDeleted'> & Pick<Context, 'reader'>,
  /** Runs before the question, so that nobody is asked about something that the profile forbids. */
  guard: () => Promise<void>,
  show: (lines: readonly CardLine[]) => Promise<void> = async () => {},
): (consequence: Consequence) => Promise<void> {
  return async consequence => {
    if (globals.dryRun) return;
    await guard();
    checkNumber(consequence, ask.possible);
    if (globals.yes) return;
    if (!ask.possible) throw needsYes(await questionInWords(consequence, globals));
    const read: Card = (await consequence.card?.()) ?? {what: consequence.what, lines: []};
    const {what, question = what} = read;
    const isForever = consequence.deletes !== undefined && globals.keepDeleted === 0;
    const lines = isForever ? [...read.lines, FOREVER] : read.lines;
    if (lines.length > 0) await show(lines);
    if (!(await ask.confirm(`${question}?`, false, consequence.look)))
      throw new InterruptedError('Nothing was changed.');
  };
}

/** What a person should know before a deletion without a copy. */
const FOREVER: CardLine = ['Copy', 'none, as the setting keep-deleted is 0: you cannot undo this'];

function checkNumber({deletes = 0, maxDelete}: Consequence, personIsThere: boolean): void {
  if (maxDelete !== undefined && deletes > maxDelete) {
    throw new PreflightError(`This deletes ${counted(deletes, 'record')}, but --max-delete allows only ${maxDelete}.`, {
      hint: toDeleteAll(deletes),
    });
  }
  if (!personIsThere && maxDelete === undefined && deletes > manyDeletions) {
    throw new UsageError(`Deleting more than ${manyDeletions} records in a script needs --max-delete N.`, {
      hint: toDeleteAll(deletes),
    });
  }
}

const toDeleteAll = (deletes: number): string =>
  `Nothing was deleted. To delete all ${deletes}, add --max-delete ${deletes}`;

/** The sentence of a refusal, with names and numbers if a person can read them. A script is refused in any case. */
async function questionInWords({what, card}: Consequence, {reader}: Pick<Context, 'reader'>): Promise<string> {
  if (!card || reader === 'programs') return what;
  return card().then(
    (read: Card) => read.what,
    (error: unknown) => {
      if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
      return what;
    },
  );
}

const needsYes = (what: string): UsageError =>
  new UsageError(`emk needs a yes to ${lowerFirst(what)}.`, {hint: 'Nothing was changed. In a script, add --yes.'});
