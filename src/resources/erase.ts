import type {Permit} from '../api/describe/permit.js';
import type {CardLine} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {effectOf, join, unsubscribing} from '../change/effect/effect.js';
import {afterChange} from '../change/records/after-change.js';
import {mailAgainInWords, toSomePeople} from '../change/records/mail-again.js';
import {removeRecords} from '../change/records/remove-records.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../change/work/ending.js';
import {type EmkError, PartialError, UnknownOutcomeError, UsageError} from '../core/errors.js';
import {about, boolean, integer, listOf, object, optional, type TypeOf, text} from '../core/json-schema/describe.js';
import {filesNaming, type OwnFile, strike} from '../core/own-files/strike.js';
import {counted, plural, withMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import contacts from '../endpoints/contacts.js';
import groupRecipients from '../endpoints/group-recipients.js';
import notifications from '../endpoints/notifications.js';
import segmentRecipients from '../endpoints/segment-recipients.js';
import unsubscribes from '../endpoints/unsubscribes.js';
import {sumOfChange} from '../output/results/documents.js';
import {type Trace, tracesOf} from '../people/person.js';
import {addressProblem, notAnAddress} from '../records/fields/email-address.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isOn} from '../records/view/select.js';
import {unsubscribeAddress} from './add-to.js';

type Erasing = {readonly address: string; readonly unsubscribed_too?: boolean | 0 | 1 | undefined};

type ErasePermit = Permit<'deletes' | 'creates'>;

/** What an erasure is about to do. */
type ErasurePlan = {
  readonly address: string;
  readonly goes: readonly Trace[];
  readonly files: readonly OwnFile[];
  readonly unsubscribes: boolean;
};

/** The collections of the places whose records can be deleted; other records are not only about the person. */
const erasable = {
  segment: segmentRecipients,
  contact: contacts,
  notification: notifications,
  group: groupRecipients,
  unsubscribes: unsubscribes,
} as const;

/**
 * Erases a person from the account and from emk's files on this machine, and looks again. The address is unsubscribed
 * first, so that a kill leaves nobody who gets mail. A second run finds what the first one left.
 */
export async function erasePerson(context: Context, {address, unsubscribed_too}: Erasing): Promise<Ended> {
  requireAddress(address);
  const {host, globals} = context;
  const leavingsToo = isOn(unsubscribed_too);
  const isErased = (trace: Trace): boolean => trace.where in erasable && (leavingsToo || !isLeaving(trace));
  const found = await tracesOf(context, address);
  const goes = found.filter(isErased);
  const named = await filesNaming(host, address);
  const files = named.filter(({can}) => can !== 'stay');
  const unsubscribes = !leavingsToo && !found.some(({where}) => where === 'unsubscribes');
  const plan: ErasurePlan = {address, goes, files, unsubscribes};
  const permit = goes.length + files.length > 0 || unsubscribes ? await ask(context, plan) : undefined;
  if (permit && unsubscribes) await unsubscribeAddress(context, permit, null, address);
  const failures = permit ? await eraseRecords(context, goes, permit) : new Map<Trace, EmkError>();
  if (globals.dryRun) return ended(noWork, {kind: 'nothing'});
  await strike(address, files);
  const change = {
    happened: `${counted(goes.length - failures.size, 'record was', 'records were')} deleted`,
    lostAnswer: [...failures.values()].find(error => error instanceof UnknownOutcomeError),
    hint: AGAIN,
  };
  const left = permit ? await afterChange(context, change, () => tracesOf(context, address)) : found;
  const erasure: Erasure = {
    address,
    at: host.now().toISOString(),
    erased: goes.filter(trace => !left.some(one => isSame(one, trace))).map(nameOf),
    files: files.map(({path}) => path),
    unsubscribed: left.some(({where}) => where === 'unsubscribes'),
    stays: left.filter(trace => isLeaving(trace) && !leavingsToo).map(nameOf),
    second_addresses: secondAddresses(address, goes),
    remains: [
      ...left.filter(trace => !isLeaving(trace) || leavingsToo).map(trace => remaining(trace, failures)),
      ...named
        .filter(({can}) => can === 'stay')
        .map(({path}) => ({where: 'file', of: path, why: 'emk still needs it. Finish or undo that work first'})),
    ],
  };
  return endOf(erasure, plan, failures);
}

function endOf(erasure: Erasure, {unsubscribes}: ErasurePlan, failures: ReadonlyMap<Trace, EmkError>): Ended {
  const {address, erased, files, remains} = erasure;
  const done = erased.length + files.length + (unsubscribes ? 1 : 0);
  const impossible = remains.filter(({where}) => ['sender', 'second address'].includes(where)).length;
  const error =
    remains.length === 0
      ? undefined
      : new PartialError(
          `${counted(remains.length, 'trace')} of ${address} ${plural(remains.length, 'remains', 'remain')}.`,
          {
            cause: [...failures.values()][0],
            hint: `Do what it says beside each, then run: emk contacts erase ${shellWord(address)}`,
          },
        );
  return ended(
    sumOf({wanted: done + remains.length, done, impossible}),
    {kind: 'data', data: erasure, text: inWords(erasure, done)},
    error,
  );
}

function inWords({address, erased, files, unsubscribed, second_addresses, remains}: Erasure, done: number): string {
  const line = ({where, of}: {readonly where: string; readonly of: string}): string => `  ${where}: ${of}`;
  const lines = [
    done === 0 ? `There is nothing to erase about ${address}.` : `Erased ${address}`,
    ...erased.map(line),
    ...files.map(of => line({where: 'file', of})),
    unsubscribed
      ? 'This address stays unsubscribed from all mail.'
      : 'This address is not unsubscribed: it may get mail again.',
    ...second_addresses.map(
      other => `${other} was a second address of this person. To erase it too: emk contacts erase ${shellWord(other)}`,
    ),
    ...(remains.length > 0 ? [`${counted(remains.length, 'trace')} left`] : []),
    ...remains.map(({why, ...trace}) => `${line(trace)}, because ${why}`),
    `emk does not know your exports and backups: search them yourself, such as with: grep -rl ${shellWord(address)} .`,
  ];
  return `${lines.join('\n')}\n`;
}

function requireAddress(address: string): void {
  const problem = addressProblem(address);
  if (problem !== undefined)
    throw new UsageError(`${notAnAddress(address, problem)}.`, {hint: 'Nothing was erased. Write the whole address.'});
}

async function ask({agree, globals, notice}: Context, plan: ErasurePlan): Promise<ErasePermit> {
  const {address, goes, files, unsubscribes} = plan;
  const again = goes.some(isLeaving) ? [mailAgainInWords(toSomePeople([address]))] : [];
  const all = [
    ...goes.map(({where, of}): CardLine => [where, of]),
    ...files.map(({path}): CardLine => ['file', path]),
    ...secondAddresses(address, goes).map((other): CardLine => ['stays', `the second address ${other}`]),
  ];
  const mail: CardLine[] = [
    ...(unsubscribes ? [['Mail', 'unsubscribed from everything, for good'] as const] : []),
    ...again.map((each): CardLine => ['Mail', each]),
  ];
  const counts = all.length === 0 ? 'unsubscribe it' : withMore(all.map(([where, of]) => `${where} ${String(of)}`));
  const what = [`Erase ${address}: ${counts}`, ...again.map(each => `(${each})`)].join(' ');
  const effect = join<'deletes' | 'creates'>(
    ...goes.map(({where}) => effectOf('deletes', erasable[where as keyof typeof erasable], 1, {wayBack: 'none'})),
    ...(unsubscribes ? [unsubscribing(1)] : []),
  );
  const card = async () => ({what, question: `Erase ${address} for good`, lines: [...all, ...mail]});
  const permit = await agree(effect, {what, card, always: true});
  if (globals.yes) for (const each of again) notice(`${each}.`);
  return permit;
}

/** The other addresses of contacts that go. */
const secondAddresses = (address: string, goes: readonly Trace[]): string[] => [
  ...new Set(
    goes
      .map(({record}) => String(record['alt_email'] ?? '').trim())
      .filter(other => other !== '' && foldAddress(other) !== foldAddress(address)),
  ),
];

/** Whether a record is an unsubscribe, which stays so that the person is never mailed again. */
const isLeaving = ({where}: Trace): boolean => where === 'unsubscribes' || where === 'group';

const isSame = (one: Trace, other: Trace): boolean => one.where === other.where && one.id === other.id;

const nameOf = ({where, id, of}: Trace) => ({where, id, of});

/** Deletes the records place by place, those of segments first, because a deleted contact may leave its entry there. */
async function eraseRecords(
  context: Context,
  goes: readonly Trace[],
  permit: ErasePermit,
): Promise<ReadonlyMap<Trace, EmkError>> {
  const failures = new Map<Trace, EmkError>();
  let tried = 0;
  for (const [place, of] of Object.entries(erasable)) {
    const [parent] = Object.keys(of.list.params);
    const there = goes.filter(({where}) => where === place);
    for (const inside of new Set(there.map(({under}) => under))) {
      const some = there.filter(({under}) => under === inside);
      const listInput = parent === undefined ? {} : {[parent]: inside};
      const ids = some.map(({id}) => id);
      const {failed, stopped} = await removeRecords(context, {of, listInput, permit, kept: 'none'}, ids);
      for (const {id, error} of failed) failures.set(some[ids.indexOf(Number(id))] as Trace, error);
      tried += some.length;
      if (stopped) throw errorOf(sumOf({wanted: goes.length, done: tried - failures.size}), stopped, endWords);
    }
  }
  return failures;
}

const AGAIN = 'Run the same line again. emk looks first, then erases what is left.';

const endWords: EndWords = {counts: ['trace', 'traces'], did: 'erased', again: AGAIN};

function remaining(trace: Trace, failures: ReadonlyMap<Trace, EmkError>): Erasure['remains'][number] {
  const failure = [...failures].find(([one]) => isSame(one, trace))?.[1];
  const why =
    trace.where === 'sender'
      ? `mailings come from it. To delete it: emk senders delete ${trace.id}`
      : trace.where === 'second address'
        ? `somebody else has it as a second address, which the API cannot change. Change it in the service, or delete that contact: emk contacts delete ${trace.id}`
        : (failure?.message ?? 'the service still lists it');
  return {...nameOf(trace), why};
}

/** A record that holds the address: its place, its id, and the list, segment, group or person that it belongs to. */
const trace = {where: text, id: integer, of: text};

/** What emk erased about a person, what stays on purpose, and what remains. */
const erasure = object({
  address: text,
  at: text,
  erased: listOf(object(trace)),
  files: about("Files in emk's own folders that do not name the address any more", listOf(text)),
  unsubscribed: about('Whether the address is unsubscribed from all mail', boolean),
  stays: about('The unsubscribes that stay', listOf(object(trace))),
  second_addresses: about('Other addresses that this person had', listOf(text)),
  remains: about(
    'What still holds the address, and why',
    listOf(object({where: text, id: optional(integer), of: text, why: text})),
  ),
  sum: optional(sumOfChange),
});

export default erasure;

type Erasure = TypeOf<typeof erasure>;
