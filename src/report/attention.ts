import {warning} from '../records/fields/finding.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {andList} from '../words/sentence.js';
import type {Concern} from './agenda.schema.js';
import {monthInWords} from './months.js';

/** What a person should look at first, and how much more there is. */
type Attention = {readonly shown: readonly Finding[]; readonly more: number};

/** The five most important things. Untouched drafts count as one, because one decision settles them all. */
export function mostUrgent(concerns: readonly Concern[]): Attention {
  const drafts = concerns.filter(({draft}) => draft !== undefined);
  const others = concerns.filter(({draft}) => draft === undefined);
  const all = drafts.length < 2 ? concerns : [...others, together(drafts)];
  return {shown: all.slice(0, MOST), more: Math.max(0, all.length - MOST)};
}

/** The number of other things in a sentence, with where to see them. */
export const moreInWords = ({more}: Attention): readonly string[] =>
  more === 0 ? [] : [`And ${more} more. To see all: emk report -o json`];

function together(concerns: readonly Concern[]): Finding {
  const drafts = concerns.flatMap(({draft}) => draft ?? []);
  const last = drafts.reduce((month, draft) => (draft.month > month ? draft.month : month), '');
  const names = drafts.slice(0, MOST_NAMED).map(({name}) => `"${name}"`);
  const rest = drafts.length - names.length;
  return warning(
    'drafts-forgotten',
    `${drafts.length} drafts nobody has touched since ${monthInWords(last)}: ${andList(rest > 0 ? [...names, `${rest} more`] : names)}.`,
    'Send them or delete them; emk agenda has the command for each.',
  );
}

const MOST = 5;
const MOST_NAMED = 4;
