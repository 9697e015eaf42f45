import type {Change as Sort} from '../../api/describe/does.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {type Effect, effectOf, join} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import {type EmkError, PartialError} from '../../errors.js';
import type {SomePeople} from '../../output/results/documents.schema.js';
import type {Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import {writeNow} from '../../output/text/terminal.js';
import {wrapMessage} from '../../output/text/wrap-message.js';
import {endingInWords} from '../../resources/ending.js';
import {columnsOf} from '../../system/columns.js';
import {mailAgainInWords, somePeople} from '../../who-left/mail-again.js';
import {counted, plural} from '../../words/sentence.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../work/ending.js';
import {type Destroyed, type DestroyOptions, destroy, type FoundMade, type Member} from '../apply/destroy.js';
import {kinds} from '../kinds/kinds.js';
import type {DestroyedData, MadeOne} from '../kinds/results.schema.js';
import {mailAgainLines, recordTitle} from './words.js';

/** Deletes what was made from a folder: shows it, asks, and reports what is gone and what stays. */
export async function runDestroy(
  context: Context,
  options: DestroyOptions,
  maxDelete: number | undefined,
): Promise<Ended> {
  const destroyed = await destroy(context, options, found => agreeToDelete(context, found, maxDelete));
  const {deleted, kept, members, contacts, error, found} = destroyed;
  const isDryRun = context.globals.dryRun;
  if (isDryRun) await context.agree(effectOfDestroy(found), {what: questionFor(found)});
  const {records, members: among, elsewhere} = found;
  const done = countOf(destroyed);
  const stay = kept.filter(({needsLook}) => needsLook).length + elsewhere.length + (destroyed.unknownHere ?? 0);
  const wanted = Math.max(records.length + among.length + contactsOf(found), done) + stay;
  const sum = sumOf({wanted, done: error ? done : wanted - stay, impossible: stay});
  const why = error ?? keptError(destroyed);
  if (error && done === 0) throw errorOf(sum, error, endWords) ?? error;
  const shown = isDryRun
    ? {deleted: found.records, kept: found.kept, members: found.members, contacts: contactsOf(found)}
    : {deleted, kept, members, contacts};
  const result: Result = {
    kind: 'data',
    data: {
      ...shown,
      members: shown.members.length,
      mail_again: mailAgainFrom(shown.deleted, shown.members),
      imports_elsewhere: found.elsewhere,
    } satisfies DestroyedData,
    text: destroyedInWords(destroyed, isDryRun),
    prose: true,
    report: true,
  };
  return isDryRun ? ended(noWork, result) : ended(sum, result, why, endWords);
}

const endWords: EndWords = {
  counts: ['record', 'records'],
  did: 'deleted',
  again: 'Run the same line again. emk looks first, and deletes what is left.',
};

async function agreeToDelete(context: Context, found: FoundMade, maxDelete: number | undefined): Promise<Permit> {
  const {ask, globals, host, progress, agree} = context;
  const {records} = found;
  const automations = records.filter(({kind}) => kind === 'automations');
  const ending = await endingInWords(context, new Set(automations.map(({id}) => String(id))));
  if (ask.possible && !globals.yes) {
    progress.clear();
    writeNow(
      host.stderr,
      wrapMessage(`${[...listed(found), ...ending].join('\n')}\n`, columnsOf(host.stderr)),
      'words',
    );
  }
  return agree(effectOfDestroy(found), {what: questionFor(found), maxDelete});
}

function questionFor(found: FoundMade): string {
  const {records, members, imports} = found;
  const parts = [
    ...(records.length > 0 ? [counted(records.length, 'record')] : []),
    ...(members.length > 0 ? [`${counted(members.length, 'entry', 'entries')} of lists`] : []),
    ...(imports.length > 0 ? [`up to ${counted(contactsOf(found), 'contact')} that were imported`] : []),
  ];
  const again = mailAgainFrom(records, members);
  return `Delete ${parts.join(', ')}${again.count === 0 ? '' : ` (${mailAgainInWords(again)})`}`;
}

/** What it deletes; an automation of which an email goes is changed, and undoing an import may subscribe people. */
const effectOfDestroy = (found: FoundMade): Effect =>
  join<Sort>(
    ...found.records.map(({kind}) => effectOf('deletes', kinds[kind].collection, 1, {wayBack: 'copy'})),
    ...found.members.map(({kind}) => effectOf('deletes', kinds[kind].collection, 1, {wayBack: 'copy'})),
    effectOf('deletes', contacts, contactsOf(found), {wayBack: 'copy'}),
  );

/** The people who get mail again because what unsubscribed them from here is deleted. */
const mailAgainFrom = (records: readonly MadeOne[], members: readonly Member[]): SomePeople =>
  somePeople([
    ...records.filter(({kind}) => kind === 'unsubscribes').map(({name}) => name),
    ...members.filter(({kind}) => kind === 'groups').map(({value}) => value),
  ]);

const contactsOf = ({imports}: FoundMade): number => imports.reduce((sum, {count}) => sum + count, 0);

const countOf = ({deleted, members, contacts}: Destroyed): number => deleted.length + members.length + contacts;

const listed = ({records, members, imports, elsewhere, kept}: FoundMade): readonly string[] => [
  ...records.map(record => `- ${recordTitle(record)}`),
  ...members.map(({value, ...of}) => `- ${clean(value)} in ${recordTitle(of)}`),
  ...imports.map(({list, count}) => `- up to ${counted(count, 'contact')} that were imported into "${clean(list)}"`),
  ...kept.map(one => `  ${recordTitle(one)} stays: ${clean(one.why)}.`),
  ...elsewhere.map(elsewhereInWords),
];

const elsewhereInWords = ({list, run}: FoundMade['elsewhere'][number]): string =>
  `Contacts that the import ${run} added to "${clean(list)}" stay: only the machine that imported them knows which.`;

const staysInWords = (count: number): string =>
  count === 0
    ? ''
    : ` ${counted(count, 'record of these files is', 'records of these files are')} in the account, and ${plural(count, 'stays', 'stay')}.`;

function destroyedInWords(
  {deleted, kept, members, contacts, found, unknownHere}: Destroyed,
  isDryRun: boolean,
): string {
  const {records, imports, elsewhere} = found;
  if (isDryRun) {
    const isNothing = records.length + found.members.length + imports.length === 0;
    return [
      ...listed(found),
      ...mailAgainLines(mailAgainFrom(records, found.members)),
      isNothing ? 'There is nothing to delete.' : 'Without --dry-run, emk deletes this.',
    ].join('\n');
  }
  const lines = [
    ...deleted.map(record => `Deleted ${recordTitle(record)}`),
    ...(members.length > 0 ? [`Took ${counted(members.length, 'entry', 'entries')} off lists`] : []),
    ...(contacts > 0 ? [`Deleted ${counted(contacts, 'contact')}`] : []),
    ...mailAgainLines(mailAgainFrom(deleted, members)),
    ...kept.map(one => `The ${recordTitle(one)} stays: ${clean(one.why)}.`),
    ...elsewhere.map(elsewhereInWords),
  ];
  if (lines.length > 0) return lines.join('\n');
  return unknownHere === undefined
    ? 'There was nothing to delete: the lock file names nothing made from here that is still in the account.'
    : `Nothing was deleted: the lock file in this folder names nothing that was made from here.${staysInWords(unknownHere)}`;
}

/** The error for records that are in use now: a person should look at them. */
function keptError({kept, unknownHere = 0, found: {elsewhere}}: Destroyed): EmkError | undefined {
  if (unknownHere > 0) {
    return new PartialError('emk cannot tell which records were made from these files.', {
      hint: 'Run this in the folder with the emk.lock.json that the apply wrote, or delete the records by hand.',
    });
  }
  const count = kept.filter(({needsLook}) => needsLook).length;
  const hint = 'The reasons are above. If nobody needs these records, delete them by hand.';
  if (count > 0) {
    const message = counted(count, 'record created from here stays.', 'records created from here stay.');
    return new PartialError(message, {hint});
  }
  return elsewhere.length === 0 ? undefined : new PartialError('Contacts that were imported here stay.', {hint});
}
