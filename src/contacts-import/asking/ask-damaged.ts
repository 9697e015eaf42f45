import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {counted} from '../../words/sentence.js';
import {DamagedValuesError, damagesInWords, meanings, rowsOf} from '../check/damaged-error.js';
import type {CheckOptions, DamageChoice} from '../file/contract.js';

type Damaged = CheckOptions['damaged'];

/** Checks a file, and asks once what to do with damaged values. Else the error shows the line for each answer. */
export async function withKnownDamage<T>(
  {ask, progress, line, notice}: Pick<Context, 'ask' | 'progress' | 'line' | 'notice'>,
  damaged: Damaged,
  check: (damaged: Damaged) => Promise<T>,
): Promise<{readonly result: T; readonly damaged: Damaged} | Back> {
  try {
    return {result: await check(damaged), damaged};
  } catch (error) {
    if (!(error instanceof DamagedValuesError)) throw error;
    progress.clear();
    if (!ask.possible) throw new DamagedValuesError(error.found, line);
    const {damages} = error.found;
    const says = meanings(damages);
    notice(`  ${damagesInWords(damages)}`);
    const choice = await ask.guided.pick<DamageChoice>(
      `What should happen to ${counted(rowsOf(damages), 'damaged value')}?`,
      {
        from: (['empty', 'keep', 'reject'] as const).map(value => ({
          name: says[value],
          note: `--damaged ${value}`,
          value,
        })),
        canGoBack: true,
      },
    );
    return choice === BACK ? BACK : {result: await check(choice), damaged: choice};
  }
}
