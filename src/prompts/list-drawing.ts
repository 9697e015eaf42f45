import {clean} from '../output/text/sanitise.js';
import {displayWidth, pad, truncate, wrap} from '../output/text/width.js';
import {type Choice, notesOf} from './choice.js';
import type {Look} from './widget.js';

/** A page of choices around the cursor, with names and notes in two columns. */
export function rows<T>(
  choices: readonly Choice<T>[],
  {at, ticked}: {readonly at: number; readonly ticked: ReadonlyMap<string, unknown>},
  {ticks, size}: {readonly ticks: boolean; readonly size: number},
  {width, paint}: Look,
): string[] {
  const start = Math.max(0, Math.min(at - Math.floor(size / 2), choices.length - size));
  const noteOf = notesOf(choices);
  const page = choices.slice(start, start + size).map(choice => ({
    choice,
    name: clean(choice.name),
    note: clean(noteOf(choice)),
  }));
  const beside = page.filter(({note}) => note !== '');
  const longestName = Math.max(0, ...beside.map(({name}) => displayWidth(name)));
  const longestNote = Math.max(0, ...page.map(({note}) => displayWidth(note)));
  const whole = width - (ticks ? 4 : 2);
  const room = whole - 2;
  // Names come first, but leave notes a fifth of the width.
  const noteWidth = Math.min(longestNote, Math.max(Math.floor(width / 5), room - longestName));
  const nameWidth = Math.min(longestName, room - noteWidth);
  const drawn = page.map(({choice, name, note}, index) => {
    const here = start + index === at;
    const tick = ticks ? `${ticked.has(sameAs(choice)) ? paint.chosen('◉') : '◯'} ` : '';
    const text = note === '' ? truncate(name, whole) : pad(truncate(name, nameWidth), nameWidth, false);
    return `${here ? paint.mark('❯') : ' '} ${tick}${here ? paint.chosen(text) : text}${note === '' ? '' : `  ${paint.small(truncate(note, noteWidth))}`}`;
  });
  return [...drawn, ...wholeOf(page[at - start], {name: nameWidth, note: noteWidth, alone: whole}, {width, paint})];
}

/** What the row under the cursor has no room for, whole below the list: in a narrow window names and notes are cut. */
function wholeOf(
  row: {readonly name: string; readonly note: string} | undefined,
  room: {readonly name: number; readonly note: number; readonly alone: number},
  {width, paint}: Look,
): string[] {
  const {name, note} = row ?? {name: '', note: ''};
  const cut = [
    displayWidth(name) > (note === '' ? room.alone : room.name) ? name : '',
    displayWidth(note) > room.note ? note : '',
  ];
  return wrap(cut.filter(Boolean).join(' · '), width - 4)
    .filter(Boolean)
    .map(line => `    ${paint.small(line)}`);
}

/** By what a choice is known again: a long list is read again for each search, and gives new objects each time. */
export const sameAs = ({name, code, note}: Choice<unknown>): string => [name, code, note].join('\u0000');

/** How many choices are on the screen at once. */
export const PAGE = 8;
