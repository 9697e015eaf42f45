import type {Loose} from '../api/describe/schema.js';
import {counted, plural} from '../words/sentence.js';
import {type Counters, countersOfSend} from './counters.js';
import type {MailingKind} from './mailing-kinds.js';
import {oddCounters} from './odd-counters.js';

/** Sentences about impossible or missing statistics. If `areNamed`, each mailing was read separately. */
export function notesOn(
  {of: {noun, label}}: MailingKind,
  records: readonly Loose[],
  areNamed: boolean,
): readonly string[] {
  const odd = records.flatMap(record => {
    const ways = oddCounters(countersOfSend(record));
    return ways.length === 0 ? [] : [`"${String(record[label])}" has ${ways.join(', and ')}`];
  });
  const more =
    odd.length > mostNamed
      ? [`so ${plural(odd.length - mostNamed, 'has', 'have')} ${counted(odd.length - mostNamed, 'other')}`]
      : [];
  const notes =
    odd.length === 0
      ? []
      : [`${[...odd.slice(0, mostNamed), ...more].join('; ')}. emk calculates the rates from these numbers anyway.`];
  const blank = records.filter(record => isBlank(countersOfSend(record))).length;
  if (blank === 0) return notes;
  const way = areNamed ? '' : ` Name ${plural(blank, 'it', 'them')}, and emk reads each one separately.`;
  return [...notes, `The service gave no numbers for ${blank} of ${records.length} ${noun.many}.${way}`];
}

const isBlank = (of: Counters): boolean => Object.values(of).every(count => count === undefined);

const mostNamed = 5;
