import {dateInWords} from '../records/dates/words.js';
import {counted, people, plural, withMore} from '../words/sentence.js';

/** The sentence for people who were erased and would come back, by the day of each one, and by the names that are known. */
export function erasedInWords(days: readonly string[], names: readonly string[] = []): string {
  const [first = '', ...others] = [...new Set(days)].sort().reverse();
  const who = names.length > 0 ? `: ${withMore(names, days.length)}` : '';
  const last = others.length > 0 ? ', the last one' : '';
  return `${people(days.length)} ${plural(days.length, 'was', 'were')} erased here${last} on ${dateInWords(Date.parse(first))}${who}.`;
}

/** The sentence for people who were erased with a key that emk does not have now. */
export const uncheckedInWords = (count: number, withWhat = 'an older key'): string =>
  `emk remembers ${counted(count, 'erased person', 'erased people')} with ${withWhat} and can't check ${plural(count, 'this person', 'them')}.`;
