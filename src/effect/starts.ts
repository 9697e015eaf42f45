import {PreflightError} from '../errors.js';
import {plural} from '../words/count.js';
import {andList, quoted} from '../words/list.js';
import {shellWord} from '../words/shell-word.js';

/**
 * Why automations send mail: people join, people who change may come into a segment, or an email is added, which may
 * also go to these people who joined before.
 */
type Cause = 'people' | 'changes' | {readonly emailAlsoFor: string};

/** Live automations that a change makes send mail, and why. */
export type Start = {readonly names: readonly string[]; readonly cause: Cause};

/** Automations that start for one reason; none if there are none. */
export const starting = (names: readonly string[], cause: Cause = 'people'): readonly Start[] =>
  names.length === 0 ? [] : [{names, cause}];

/** What a question adds about automations: `, which starts the live automation "Welcome"`; empty if none start. */
export const startsInWords = (starts: readonly Start[]): string =>
  starts.length === 0 ? '' : `, which ${andList(starts.map(mailInWords))}`;

/** The same with its own subject, `starts the live automation "Welcome"`, for a sentence that says more. */
export const mailInWords = (start: Start): string => sentencesAbout(start).asked;

/** The error of a line that would make automations send mail and was not allowed to. */
export function startsRefused(starts: readonly Start[]): PreflightError {
  const names = starts.flatMap(start => start.names);
  return new PreflightError(starts.map(start => sentencesAbout(start).told).join(' '), {
    hint: `Nothing was sent. If you want that mail, add --allow-automations. If not, pause ${plural(names.length, 'the automation', 'the automations')} first: emk automations pause ${shellWord(names[0] ?? '')}`,
  });
}

function sentencesAbout({names, cause}: Start): {readonly asked: string; readonly told: string} {
  const live = `${plural(names.length, 'the live automation', 'live automations')} ${quoted(names)}`;
  if (cause === 'people') return {asked: `starts ${live}`, told: `This would start ${live}.`};
  if (cause === 'changes') {
    const where = plural(names.length, 'its segment', 'their segments');
    return {asked: `may start ${live}`, told: `This may start ${live}: people who change can come into ${where}.`};
  }
  const whom = `everyone who joins ${live}${cause.emailAlsoFor && `, and maybe to ${cause.emailAlsoFor}`}`;
  return {asked: `goes to ${whom}`, told: `This would go to ${whom}.`};
}
