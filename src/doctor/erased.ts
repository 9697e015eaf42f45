import type {Config} from '../accounts/config-file.js';
import type {Context} from '../commands/command.js';
import {erasedHere} from '../who-left/erased.js';
import {erasedInWords, uncheckedInWords} from '../who-left/erased-in-words.js';
import {erasedWithLostKeys} from '../who-left/erased-with-lost-keys.js';
import {failedLook, good, note} from './look.js';
import type {Look} from './looks.schema.js';

/** How many people emk remembers as erased and why, and whom it cannot check because keys were replaced. */
export async function lookAtErased(context: Context, {profiles}: Config): Promise<Look> {
  try {
    const {size, days, unreadable} = await erasedHere(context);
    const withLostKeys = erasedWithLostKeys(context.host, await context.account(), profiles.values());
    const facts = {remembered: size, unreadable: unreadable + withLostKeys};
    const known = size === 0 ? [] : [erasedInWords(days), WHY];
    const unchecked = [
      ...(unreadable > 0 ? [uncheckedInWords(unreadable)] : []),
      ...(withLostKeys > 0 ? [uncheckedInWords(withLostKeys, 'keys that no profile has')] : []),
    ];
    if (unchecked.length > 0) return note('erased people', [...known, ...unchecked].join(' '), CHECK, facts);
    return good('erased people', known.join(' ') || 'emk knows of nobody who was erased here.', facts);
  } catch (error) {
    return failedLook('erased people', error, 'Check who owns that file.');
  }
}

const WHY = 'emk keeps the day and a keyed hash of each address, so that they do not come back unseen.';

const CHECK =
  'They may come back unseen, unless you log in with the older keys. If you find one on a list, erase that person again.';
