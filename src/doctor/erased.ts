import type {Context} from '../commands/command.js';
import {erasedHere} from '../who-left/erased.js';
import {erasedInWords, uncheckedInWords} from '../who-left/erased-in-words.js';
import {failedLook} from './failed-look.js';
import {good, note} from './look.js';
import type {Look} from './looks.schema.js';

/** How many people emk remembers as erased, and why. */
export async function lookAtErased(context: Context): Promise<Look> {
  try {
    const {size, days, unreadable} = await erasedHere(context);
    const facts = {remembered: size, unreadable};
    const says = size === 0 ? 'emk knows of nobody who was erased here.' : `${erasedInWords(days)} ${WHY}`;
    return unreadable === 0
      ? good('erased people', says, facts)
      : note('erased people', `${size === 0 ? '' : `${says} `}${uncheckedInWords(unreadable)}`, CHECK, facts);
  } catch (error) {
    return failedLook('erased people', error, 'Check who owns that file.');
  }
}

const WHY = 'emk keeps the day and a keyed hash of each address, so that they do not come back unseen.';

const CHECK =
  'They may come back unseen, unless you log in with the older secret key. If you find one on a list, erase that person again.';
