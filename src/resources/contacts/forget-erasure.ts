import type {Context} from '../../commands/command.js';
import {doneResult} from '../../output/results/done-result.js';
import {dateInWords} from '../../records/dates/words.js';
import {erasedHere} from '../../who-left/erased.js';
import {uncheckedInWords} from '../../who-left/erased-in-words.js';
import {forgetErased} from '../../who-left/remember-erased.js';
import {type Ended, ended, endedOne, noWork} from '../../work/ending.js';

/** Forgets that a person was erased on this machine. Nothing changes in the account. */
export async function forgetErasure(context: Context, address: string): Promise<Ended> {
  const {day: dayOf, unreadable} = await erasedHere(context);
  const day = dayOf(address);
  if (context.globals.dryRun) {
    if (day !== undefined) context.notice(`Without --dry-run: forget that ${address} was erased.`);
    return ended(noWork, {kind: 'nothing'});
  }
  if (day !== undefined) await forgetErased(context, [address]);
  const older = unreadable === 0 ? '' : ` ${uncheckedInWords(unreadable)}`;
  return day === undefined
    ? ended(noWork, {
        ...{kind: 'done', sentence: `emk did not remember an erasure of ${address}.${older}`},
        ...{done: [], failed: []},
      })
    : endedOne(
        doneResult(`emk forgot that ${address} was erased here on ${dateInWords(Date.parse(day))}.${older}`, address),
      );
}
