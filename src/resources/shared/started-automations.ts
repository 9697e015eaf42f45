import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Params} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {operations as automations, isLive} from '../../endpoints/automations.js';
import {operations as segments} from '../../endpoints/segments.js';
import {PreflightError} from '../../errors.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {plural} from '../../words/count.js';
import {quoted} from '../../words/list.js';
import {shellWord} from '../../words/shell-word.js';

/** The audience that a contact is about to join: a contact type and all of its segments, or one segment. */
export type Joined = {readonly contactType: number} | {readonly segment: number};

/** The names of the live automations that would mail contacts who join these audiences. */
export async function startedAutomations(
  {stream}: Pick<Context, 'stream'>,
  ...joined: readonly Joined[]
): Promise<string[]> {
  const types = new Set(joined.flatMap(each => ('contactType' in each ? [each.contactType] : [])));
  const ours = new Set(joined.flatMap(each => ('segment' in each ? [each.segment] : [])));
  if (types.size > 0) {
    await forEachRecord(stream(segments.list), ({id, contact_type_id}) => {
      if (types.has(contact_type_id)) ours.add(id);
    });
  }
  const names: string[] = [];
  await forEachRecord(stream(automations.list), automation => {
    const {automation_for, automation_for_table: table, automation_name} = automation;
    if (!isLive(automation) || !isNotDeleted(automation)) return;
    // The service may omit whom an automation writes to.
    const started = String(table).startsWith('segments') ? ours.has(automation_for) : types.has(automation_for);
    if (started) names.push(automation_name);
  });
  return names;
}

/** The option by which a script accepts that automations start. */
export const allowOption = {
  allow_automations: {type: 'flag', help: 'Allow this even if it starts live automations', decides: 'checks'},
} as const satisfies Params;

/** Asks before an addition that makes automations send mail, and refuses it in a script without the option. */
export async function gateAutomations(
  context: Context,
  what: string,
  names: readonly string[],
  allowed: boolean,
  added: 'people' | 'emails' = 'people',
): Promise<void> {
  if (names.length === 0 || allowed || context.globals.dryRun) return;
  const live = `${plural(names.length, 'the live automation', 'live automations')} ${quoted(names)}`;
  const joining = `people who join ${live} from now on`;
  const [asked, told] =
    added === 'people'
      ? [`which starts ${live}`, `This would start ${live}.`]
      : [`which ${joining} will get`, `This would go to ${joining}.`];
  if (context.ask.possible) return context.confirm({what: `${what}, ${asked}`});
  throw new PreflightError(told, {
    hint: `Nothing was sent. ${allowOrPause(names)}`,
  });
}

/** What to do about automations that an addition would start. */
export const allowOrPause = (names: readonly string[]): string =>
  `If you want that mail, add --allow-automations. If not, pause ${plural(names.length, 'the automation', 'the automations')} first: emk automations pause ${shellWord(names[0] ?? '')}`;
