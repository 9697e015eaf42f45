import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {accountWords} from '../../commands/globals.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {type ListedRecord, recordChoice} from '../../commands/verbs/record-choice.js';
import senders, {isVerified} from '../../endpoints/senders.js';
import {DeclinedError} from '../../errors.js';
import {wordsFor} from '../../questions/record-words.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';

type Sender = {readonly sender_id: number; readonly force: readonly string[]};

type Given = {
  readonly sender_id: number;
  readonly force?: readonly string[] | undefined;
  /** Whether the line is about a mailing that keeps its sender. */
  readonly isFixed?: true;
};

/**
 * Asks a person about a sender whose link nobody has clicked, until it is verified or another one is chosen: all that
 * was answered before would otherwise end at that error.
 */
export async function settleSender(context: Context, {sender_id: id, force = [], isFixed}: Given): Promise<Sender> {
  const {ask, globals} = context;
  const given: Sender = {sender_id: id, force};
  if (!ask.possible || globals.yes || globals.dryRun || force.includes(CHECK)) return given;
  for (let looks = 0; ; looks++) {
    const all = await readSenders(context);
    const sender = all.find(each => Number(each['id']) === id);
    if (!sender || isVerified(sender)) {
      if (sender && looks > 0) context.notice(`${String(sender['from_email'])} is verified now.`);
      return given;
    }
    const next = await whatNow(context, {sender, others: isFixed ? [] : all.filter(isVerified), looks});
    const settled = await actOn(context, given, next);
    if (settled) return settled;
  }
}

const CHECK = 'sender-verified';

type Next = 'again' | 'mail' | 'stop' | 'anyway' | ListedRecord;

type Looked = {readonly sender: Loose; readonly others: readonly Loose[]; readonly looks: number};

/** Does what a person has chosen; undefined if emk looks at the sender again then. */
async function actOn(context: Context, given: Sender, next: Next): Promise<Sender | undefined> {
  const {answered, globals, host, runLine} = context;
  if (next === 'again') return undefined;
  if (next === 'stop') throw new DeclinedError('Nothing was sent. When the link is clicked, run the same line again.');
  if (next === 'mail') {
    const line = [...accountWords(globals), 'senders', 'verify', String(given.sender_id)];
    await runLine?.(line, host);
    return undefined;
  }
  if (next === 'anyway') {
    const force = [...given.force, CHECK];
    answered({force});
    return {...given, force};
  }
  const [word] = await wordsFor(context, senders, [next], {});
  answered({sender_id: word});
  return {...given, sender_id: Number(next.id)};
}

/** Looking again comes first, and what could go wrong last. */
async function whatNow({ask, warn}: Context, {sender, others, looks}: Looked): Promise<Next> {
  const who = `The sender ${String(sender['from_name'])} <${String(sender['from_email'])}>`;
  warn(
    looks === 0
      ? `${who} is not verified: nobody has clicked the link that the service mailed to it.`
      : `${who} is still not verified.`,
  );
  const next = await ask.pick<Exclude<Next, ListedRecord> | 'another'>('How do you want to continue?', [
    {name: 'I have clicked the link: look again', value: 'again'},
    {name: 'Mail the link again', value: 'mail'},
    ...(others.length > 0 ? [{name: 'Choose another sender', value: 'another'} as const] : []),
    {name: 'Stop here', note: 'nothing is sent', value: 'stop'},
    {name: 'Continue, although it is not verified', value: 'anyway'},
  ]);
  if (next !== 'another') return next;
  return ask.pick(
    'Which sender?',
    others.map(each => recordChoice(each, senders)),
  );
}

async function readSenders(context: Context): Promise<readonly Loose[]> {
  const all: Loose[] = [];
  for await (const batch of listedRecords(context, senders, {})) all.push(...batch.filter(isNotDeleted));
  return all;
}
