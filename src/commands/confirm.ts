import {InterruptedError, PreflightError, UsageError} from '../errors.js';
import type {Consequence} from './command.js';
import type {Globals} from './globals.js';
import type {Ask} from './prompts.js';

/** A script that deletes more than this at once must say how many. */
const manyDeletions = 25;

/** Creates the question before anything that cannot be undone. A dry run is not asked, since nothing will be sent. */
export function createConfirm(
  ask: Pick<Ask, 'possible' | 'confirm'>,
  globals: Pick<Globals, 'yes' | 'dryRun'>,
  /** Runs before the question, so that nobody is asked about something that the profile forbids. */
  guard: () => Promise<void>,
): (consequence: Consequence) => Promise<void> {
  return async consequence => {
    if (globals.dryRun) return;
    await guard();
    checkNumber(consequence, ask.possible);
    if (globals.yes) return;
    if (!ask.possible) throw needsYes(consequence);
    if (!(await ask.confirm(`${consequence.what}?`))) throw new InterruptedError('Nothing was changed.');
  };
}

function checkNumber({deletes = 0, maxDelete}: Consequence, personIsThere: boolean): void {
  if (maxDelete !== undefined && deletes > maxDelete) {
    throw new PreflightError(
      `This would delete ${deletes === 1 ? '1 record' : `${deletes} records`}, and --max-delete allows ${maxDelete}.`,
      {
        hint: 'Nothing was deleted. Raise --max-delete if all of them are meant.',
      },
    );
  }
  if (!personIsThere && maxDelete === undefined && deletes > manyDeletions) {
    throw new UsageError(`Deleting more than ${manyDeletions} records in a script needs --max-delete N.`, {
      hint: `Nothing was deleted. This would delete ${deletes}: pass --max-delete ${deletes} if all of them are meant.`,
    });
  }
}

const needsYes = ({what}: Consequence): UsageError =>
  new UsageError(`This would ${what.charAt(0).toLowerCase()}${what.slice(1)}, and nobody is there to be asked.`, {
    hint: 'Nothing was changed. Pass --yes if that is meant.',
  });
