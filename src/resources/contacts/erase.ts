import {resolve} from 'node:path';
import {accountCaches} from '../../accounts/cached-names.js';
import {targetOf} from '../../accounts/target.js';
import {forgetAddress} from '../../address-index/forget-index.js';
import type {Permit} from '../../api/describe/permit.js';
import type {CardLine} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {withoutCopy} from '../../commands/keeping/keep-before.js';
import {afterChange} from '../../commands/verbs/after-change.js';
import {removeRecords} from '../../commands/verbs/removal.js';
import {effectOf, join} from '../../effect/effect.js';
import {EmkError, InterruptedError, notTogether, PartialError, UnknownOutcomeError, UsageError} from '../../errors.js';
import {forgetHere, type Here, lookHere, type TraceHere} from '../../own-files/look-here.js';
import {unregisterFile} from '../../own-files/register.js';
import {addressProblem, notAnAddress} from '../../records/fields/email-address.js';
import {erasedHere} from '../../who-left/erased.js';
import {mailAgainInWords, somePeople} from '../../who-left/mail-again.js';
import {whoseMark} from '../../who-left/people-key.js';
import {rememberErased} from '../../who-left/remember-erased.js';
import {andList, counted, plural} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../work/ending.js';
import {certificateInWords} from './certificate.js';
import type {Certificate} from './certificate.schema.js';
import {erasable, findTraces, type Trace} from './traces.js';

type Erasing = {
  readonly address: string;
  readonly even_unsubscribed?: boolean | 0 | 1 | undefined;
  readonly forget?: boolean | 0 | 1 | undefined;
};

/**
 * Deletes a person from the account and from emk's files on this machine, checks the result, and certifies what is gone
 * and what is not. Only a keyed hash is kept, also of somebody whom emk did not find. A second run finds what the first one left.
 */
export async function erasePerson(context: Context, {address, even_unsubscribed, forget}: Erasing): Promise<Ended> {
  requireAddress(address);
  if (forget && even_unsubscribed) throw notTogether('--forget', '--even-unsubscribed');
  if (forget) return (await import('./forget-erasure.js')).forgetErasure(context, address);
  const {host, globals} = context;
  const forgetsLeaving = even_unsubscribed === true || even_unsubscribed === 1;
  const found = await findTraces(context, address);
  const wanted = found.filter(trace => isErased(trace, forgetsLeaving));
  const owner = await context.account();
  const look = (): Promise<Here> => lookHere(host, address, whoseMark(owner, address));
  // The certificate has the address in it, and is kept on purpose.
  if (globals.out !== undefined) unregisterFile(host, resolve(host.cwd, globals.out));
  const here = await look();
  const files = here.found.filter(({can}) => can === 'go' || can === 'lose lines');
  const permit = wanted.length + files.length > 0 ? await ask(context, address, {goes: wanted, files}) : undefined;
  if (globals.dryRun) {
    await eraseRecords(context, wanted, permit);
    return ended(noWork, {kind: 'nothing'});
  }
  // A contact may have got another address while the question was open, and there is no copy of what goes.
  const isAsked = context.ask.possible && !globals.yes;
  const now = isAsked ? await findTraces(context, address) : found;
  const goes = now.filter(trace => wanted.some(one => isSame(one, trace)));
  // A kill after the first request must not leave a person who is erased, and whom nobody remembers. Somebody who is not
  // found may still be in an old file.
  const isNews = permit !== undefined || (await erasedHere(context)).day(address) === undefined;
  const undo = isNews ? await rememberErased(context, [address]) : undefined;
  const failures = await eraseRecords(context, goes, permit).catch(async (error: unknown) => {
    if (isCertain(error)) await undo?.();
    throw error;
  });
  await forgetHere(address, files);
  const change = {
    happened: `${counted(goes.length - failures.size, 'record was', 'records were')} deleted`,
    lostAnswer: [...failures.values()].find(error => error instanceof UnknownOutcomeError),
    hint: AGAIN,
  };
  const left = goes.length === 0 ? now : await afterChange(context, change, () => findTraces(context, address));
  // The index has no address in it, but it would still know this one: in another account, or if something remains.
  forgetAddress(accountCaches(host), address);
  const hereNow = files.length === 0 ? here : await look();
  const certificate: Certificate = {
    address,
    account: targetOf(owner).origin,
    at: host.now().toISOString(),
    erased: goes.filter(trace => !left.some(one => isSame(one, trace))).map(traceName),
    files: files.map(({path}) => path).filter(path => !hereNow.found.some(file => file.path === path)),
    stays: left.filter(trace => isLeaving(trace) && !forgetsLeaving).map(traceName),
    remains: left.filter(trace => !isLeaving(trace) || forgetsLeaving).map(trace => remaining(trace, failures)),
    searched: hereNow.searched,
    unread: hereNow.unread,
    remembered: null,
  };
  if (doneIn(certificate) === 0) await undoIfThere(undo, certificate.remains, change.lostAnswer);
  const remembered = (await erasedHere(context)).day(address) ?? null;
  const remains = [...certificate.remains, ...hereNow.found.map(remainingFile)];
  return endOf({...certificate, remains, remembered}, failures);
}

const doneIn = ({erased, files}: Certificate): number => erased.length + files.length;

function endOf(certificate: Certificate, failures: ReadonlyMap<Trace, EmkError>): Ended {
  const {remains, unread} = certificate;
  const done = doneIn(certificate);
  const left = remains.length + unread.length;
  const impossible = remains.filter(
    ({where, why}) => ['sender', 'second address'].includes(where) || why === YOUR_FILE,
  );
  return ended(
    sumOf({wanted: done + left, done, impossible: impossible.length}),
    {kind: 'data', data: certificate, text: certificateInWords(certificate), prose: true},
    left === 0 ? undefined : notAll(certificate, failures),
  );
}

function requireAddress(address: string): void {
  const problem = addressProblem(address);
  if (problem !== undefined)
    throw new UsageError(`${notAnAddress(address, problem)}.`, {hint: 'Nothing was erased. Write the whole address.'});
}

/** Forgets an erasure that erased nothing, if somebody is certainly still there. */
async function undoIfThere(
  undo: (() => Promise<void>) | undefined,
  remains: Certificate['remains'],
  lostAnswer: EmkError | undefined,
): Promise<void> {
  if (remains.length > 0 && lostAnswer === undefined) await undo?.();
}

const remainingFile = ({path, can}: TraceHere): Certificate['remains'][number] => ({
  where: 'file',
  of: path,
  why: can === 'be deleted by you' ? YOUR_FILE : FILE_NEEDED,
});

type Found = {readonly goes: readonly Trace[]; readonly files: ReadonlyArray<{readonly path: string}>};

async function ask(
  {agree, globals, notice}: Context,
  address: string,
  {goes, files}: Found,
): Promise<Permit<'deletes'>> {
  const again = goes.some(isLeaving) ? [mailAgainInWords(somePeople([address]))] : [];
  const what = [`Erase ${address}: ${tracesInWords(goes, files.length)}`, ...again.map(each => `(${each})`)].join(' ');
  const lines: CardLine[] = [
    ...goes.map(({where, of}): CardLine => [where, of]),
    ...files.map(({path}): CardLine => ['file', path]),
    ...again.map((each): CardLine => ['Mail', each]),
    ['Kept', 'a keyed hash of the address and the day, on this machine'],
  ];
  const effect = join<'deletes'>(
    ...goes.map(({where}) => effectOf('deletes', erasable[where as keyof typeof erasable], 1, {wayBack: 'none'})),
  );
  const card = async () => ({what, question: `Erase ${address} for good`, lines});
  const permit = await agree(effect, {what, card, always: true});
  if (globals.yes) for (const each of again) notice(`${each}.`);
  return permit;
}

/** Whether a record is an unsubscribe, which must stay so that the person is never mailed again. */
const isLeaving = ({where}: Trace): boolean => where === 'unsubscribes' || where === 'group';

const isErased = (trace: Trace, forgetsLeaving: boolean): boolean =>
  trace.where in erasable && (forgetsLeaving || !isLeaving(trace));

const isSame = (one: Trace, other: Trace): boolean => one.where === other.where && one.id === other.id;

const traceName = ({where, id, of}: Trace) => ({where, id, of});

/** Deletes the records place by place, those of segments first, because a deleted contact may leave its entry there. */
async function eraseRecords(
  context: Context,
  goes: readonly Trace[],
  permit: Permit<'deletes'> | undefined,
): Promise<ReadonlyMap<Trace, EmkError>> {
  const failures = new Map<Trace, EmkError>();
  if (!permit) return failures;
  let tried = 0;
  for (const [place, of] of Object.entries(erasable)) {
    const [parent] = Object.keys(of.list.params);
    const there = goes.filter(({where}) => where === place);
    for (const inside of new Set(there.map(({under}) => under))) {
      const some = there.filter(({under}) => under === inside);
      const listInput = parent === undefined ? {} : {[parent]: inside};
      const ids = some.map(({id}) => id);
      const {failed, stopped} = await removeRecords(context, {of, listInput, permit, copied: withoutCopy()}, ids);
      for (const {id, error} of failed) failures.set(some[ids.indexOf(Number(id))] as Trace, error);
      tried += some.length;
      if (stopped) throw errorOf(sumOf({wanted: goes.length, done: tried - failures.size}), stopped, endWords);
    }
  }
  return failures;
}

/** Whether an error that ended the work at the first record says for certain that nothing was deleted. */
const isCertain = (error: unknown): boolean =>
  error instanceof EmkError && error.retry !== 'after_check' && !(error instanceof InterruptedError);

const AGAIN = 'Run the same line again. emk looks first, then erases what is left.';

const endWords: EndWords = {counts: ['trace', 'traces'], did: 'erased', again: AGAIN};

function remaining(trace: Trace, failures: ReadonlyMap<Trace, EmkError>): Certificate['remains'][number] {
  const failure = [...failures].find(([one]) => isSame(one, trace))?.[1];
  const why =
    trace.where === 'sender'
      ? `mailings come from it. To delete it: emk senders delete ${trace.id}`
      : trace.where === 'second address'
        ? `somebody else has it as a second address, which the API cannot change. Change it in the service, or delete that contact: emk contacts delete ${trace.id}`
        : (failure?.message ?? 'the service still lists it');
  return {...traceName(trace), why};
}

const YOUR_FILE =
  'it is your file, and emk deletes only its own. Delete it, or what it says about this address, then run this again';

const FILE_NEEDED = 'an unfinished import needs it. Finish or undo that import, then run this again';

function tracesInWords(goes: readonly Trace[], files: number): string {
  const counts = new Map<string, number>();
  for (const {where} of goes) counts.set(where, (counts.get(where) ?? 0) + 1);
  const nouns: Readonly<Record<string, readonly [string, string]>> = {
    segment: ['place in a segment', 'places in segments'],
    contact: ['contact', 'contacts'],
    unsubscribes: ['unsubscribe', 'unsubscribes'],
    group: ['unsubscribe from a group', 'unsubscribes from groups'],
  };
  const parts = [...counts].map(([where, count]) => {
    const [one, many] = nouns[where] ?? [where, `${where}s`];
    return counted(count, one, many);
  });
  return andList([...parts, ...(files > 0 ? [counted(files, 'file of this machine', 'files of this machine')] : [])]);
}

function notAll({address, remains, unread}: Certificate, failures: ReadonlyMap<Trace, EmkError>): EmkError {
  const left = `${counted(remains.length, 'trace')} of ${address} ${plural(remains.length, 'remains', 'remain')}.`;
  const unknown = `emk could not search ${counted(unread.length, 'file')}.`;
  return new PartialError([...(remains.length > 0 ? [left] : []), ...(unread.length > 0 ? [unknown] : [])].join(' '), {
    cause: [...failures.values()][0],
    hint: `The certificate says where and why. Then run: emk contacts erase ${shellWord(address)}`,
  });
}
