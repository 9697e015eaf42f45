import {clean} from '../../output/text/sanitise.js';
import {displayWidth, pad, truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {counted, plural} from '../../words/count.js';

/** Some people as they will be stored: a line for each field that one of them has, and a column for each person. */
export function firstRowsTable(people: ReadonlyArray<Readonly<Record<string, string>>>, width = 80): readonly string[] {
  const fields = Object.keys(people[0] ?? {}).filter(field => people.some(person => person[field]));
  if (fields.length === 0) return [];
  const shown = fields.slice(0, MOST_FIELDS);
  const heads = shown.map(headOf);
  const nameWidth = Math.max(...heads.map(displayWidth));
  const room = Math.floor((width - 5 - nameWidth) / people.length) - 2;
  const columns = people.map(person => {
    const texts = shown.map(field => clean(person[field] ?? ''));
    const wide = Math.min(room, Math.max(...texts.map(displayWidth)));
    return texts.map(text => pad(truncate(text, wide), wide, false));
  });
  const rest = fields.length - shown.length;
  return [
    `  The first ${plural(people.length, 'person', `${people.length} people`)}, as they will be stored:`,
    ...heads.map((head, at) =>
      `    ${[pad(head, nameWidth, false), ...columns.map(column => column[at])].join('  ')}`.trimEnd(),
    ),
    ...(rest > 0 ? [`    and ${counted(rest, 'more field')}`] : []),
  ];
}

const MOST_FIELDS = 9;
