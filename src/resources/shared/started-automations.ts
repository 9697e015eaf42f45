import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Params} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import type {Effect} from '../../effect/effect.js';
import {operations as automations, isLive, mailsSegment} from '../../endpoints/automations.js';
import {operations as segments} from '../../endpoints/segments.js';
import {PreflightError} from '../../errors.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {plural} from '../../words/count.js';
import {quoted} from '../../words/list.js';
import {shellWord} from '../../words/shell-word.js';

/**
 * Where contacts are about to arrive: a contact type and all of its segments, or one segment. Contacts that change in a
 * type can arrive in any of its segments, because the service does not say whom a segment takes.
 */
export type Joined = {readonly contactType: number} | {readonly segment: number} | {readonly changedIn: number};

/** The names of the live automations that would mail contacts who arrive there. */
export const startedAutomations = async (
  context: Pick<Context, 'stream'>,
  ...joined: readonly Joined[]
): Promise<string[]> => [...new Set((await startedByEach(context, joined)).flat())];

/** The same for each place. Segments are read only if a live automation mails one that the line does not name. */
export async function startedByEach(
  {stream}: Pick<Context, 'stream'>,
  joined: readonly Joined[],
): Promise<ReadonlyArray<readonly string[]>> {
  if (joined.length === 0) return [];
  const live = await allRecords(stream(automations.list), one => isLive(one) && isNotDeleted(one));
  const typeOf = new Map<number, number>();
  if (joined.some(each => !('segment' in each)) && live.some(mailsSegment)) {
    await forEachRecord(stream(segments.list), ({id, contact_type_id}) => typeOf.set(id, contact_type_id));
  }
  return joined.map(to =>
    live
      .filter(one => {
        const target = one.automation_for;
        if (!mailsSegment(one)) return 'contactType' in to && to.contactType === target;
        return 'segment' in to
          ? to.segment === target
          : typeOf.get(target) === ('contactType' in to ? to.contactType : to.changedIn);
      })
      .map(({automation_name}) => automation_name),
  );
}

/** The option by which a line accepts that automations start; `--yes` does not. */
export const allowOption = {
  allow_automations: {type: 'flag', help: 'Allow this even if it starts live automations', decides: 'checks'},
} as const satisfies Params;

/**
 * Why automations send mail: people join, people who change may come into a segment, or an email is added, which may
 * also go to these people who joined before.
 */
export type Cause = 'people' | 'changes' | {readonly emailAlsoFor: string};

/**
 * Stops whatever makes automations send mail, unless the line allows it. A person without `--yes` is asked; if `what` is
 * undefined, the caller asks, and adds `startsInWords` to its question.
 */
export async function gateAutomations(
  context: Context,
  what: string | undefined,
  names: readonly string[],
  allowed: boolean,
  cause: Cause = 'people',
): Promise<void> {
  if (names.length === 0 || allowed || context.globals.dryRun) return;
  if (isRefused(context, names, allowed)) {
    throw new PreflightError(sentencesAbout(names, cause).told, {hint: `Nothing was sent. ${allowOrPause(names)}`});
  }
  if (what !== undefined) await context.agree(starting(names), {what: `${what}${startsInWords(names, cause)}`});
}

/** The effect of automations that start; what starts them is agreed to by itself. */
const starting = (starts: readonly string[]): Effect<never> => ({does: [], records: [], people: {}, starts});

/** Whether the gate would stop this: nobody is asked, and a yes for the rest of the line is no answer. */
export const isRefused = ({ask, globals}: Context, names: readonly string[], allowed: boolean): boolean =>
  names.length > 0 && !allowed && (!ask.possible || globals.yes);

/** What a question adds about automations: `, which starts the live automation "Welcome"`; empty if none start. */
export const startsInWords = (names: readonly string[], cause: Cause = 'people'): string =>
  names.length === 0 ? '' : `, which ${sentencesAbout(names, cause).asked}`;

/** The same with its own subject, `starts the live automation "Welcome"`, for a question that says more. */
export const mailInWords = (names: readonly string[], cause: Cause): string => sentencesAbout(names, cause).asked;

function sentencesAbout(names: readonly string[], cause: Cause): {readonly asked: string; readonly told: string} {
  const live = `${plural(names.length, 'the live automation', 'live automations')} ${quoted(names)}`;
  if (cause === 'people') return {asked: `starts ${live}`, told: `This would start ${live}.`};
  if (cause === 'changes') {
    const where = plural(names.length, 'its segment', 'their segments');
    return {asked: `may start ${live}`, told: `This may start ${live}: people who change can come into ${where}.`};
  }
  const whom = `everyone who joins ${live}${cause.emailAlsoFor && `, and maybe to ${cause.emailAlsoFor}`}`;
  return {asked: `goes to ${whom}`, told: `This would go to ${whom}.`};
}

/** What to do about automations that would start. */
const allowOrPause = (names: readonly string[]): string =>
  `If you want that mail, add --allow-automations. If not, pause ${plural(names.length, 'the automation', 'the automations')} first: emk automations pause ${shellWord(names[0] ?? '')}`;
