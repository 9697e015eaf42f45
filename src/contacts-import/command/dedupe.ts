import {resolve} from 'node:path';
import type {Context} from '../../commands/command.js';
import {effectOf} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import {NotFoundError, PartialError} from '../../errors.js';
import type {Failure} from '../../output/results/result.js';
import {counted, number, numberOrNothing, plural, withMore} from '../../words/sentence.js';
import type {Ended} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';
import {deleteContacts} from '../sync/remove-gone.js';
import {findSurplus, type Spared, type Surplus} from '../undo/find-surplus.js';
import {type DuplicatePerson, readDuplicates} from '../undo/read-duplicates.js';

type DedupeInput = {readonly file: string; readonly max_delete?: number | undefined};

/** `contacts dedupe FILE`: deletes the duplicates named in a file, after a yes and another look at each. */
export async function dedupe(context: Context, {file, max_delete}: DedupeInput): Promise<Ended> {
  const {host, globals, ask} = context;
  const doubles = await readDuplicates(host, file === '-' ? file : resolve(host.cwd, file));
  const found = await look(context, doubles);
  const ids = surplusIds(found);
  if (ids.length + found.spared.length > 0) for (const line of dedupeInWords(file, found)) context.notice(line);
  if (ids.length === 0)
    return endedEach({kind: 'done', sentence: nothingLeft(found), done: [], failed: failuresOf(found)});
  const people = counted(found.doubles.length, 'person', 'people');
  const permit = await context.agree(effectOf('deletes', contacts, ids.length, {wayBack: 'copy'}), {
    what: `Delete ${plural(ids.length, 'the surplus contact', `the ${number(ids.length)} surplus contacts`)} of ${people}`,
    maxDelete: max_delete,
  });
  const asked = ask.possible && !globals.yes && !globals.dryRun;
  const now = asked ? await look(context, found.doubles) : found;
  const spared = asked ? [...found.spared, ...now.spared] : found.spared;
  const report = await deleteContacts(context, permit, surplusIds(now));
  // A contact that somebody else deleted meanwhile is gone as well.
  const failed = report.failed.filter(({error}) => !(error instanceof NotFoundError));
  const gone = counted(report.done.length, 'surplus contact was', 'surplus contacts were');
  const sentence = report.sentence === '' || globals.dryRun ? report.sentence : `${gone} deleted.`;
  return endedEach({...report, sentence, failed: [...failed, ...failuresOf({spared})]});
}

async function look(context: Context, doubles: readonly DuplicatePerson[]): Promise<Surplus> {
  context.progress.show({label: 'Looking at each contact'});
  const found = await findSurplus(context, doubles);
  context.progress.clear();
  return found;
}

const surplusIds = ({doubles}: Surplus): number[] => doubles.flatMap(({surplus}) => surplus);

const failuresOf = ({spared}: {readonly spared: readonly Spared[]}): Failure[] =>
  spared.map(({id, email, why}) => {
    return {id, error: new PartialError(`The surplus contact of ${email} was not deleted: ${why}.`)};
  });

const nothingLeft = ({spared}: Surplus): string =>
  spared.length === 0 ? 'Nothing was deleted: the surplus contacts are gone already.' : '';

function dedupeInWords(file: string, {doubles, gone, spared, richer}: Surplus): string[] {
  const parts = [
    `${number(doubles.reduce((sum, {surplus}) => sum + surplus.length, 0))} to delete`,
    numberOrNothing(gone, 'gone already'),
    numberOrNothing(spared.length, 'skipped'),
  ].filter(part => part !== '');
  const firstLines = doubles
    .slice(0, MOST_NAMED)
    .map(({email, surplus}) => `  ${email}: keeps one, deletes ${number(surplus.length)}`);
  const more = doubles.length - firstLines.length;
  return [
    `${file}: ${counted(doubles.length, 'person is', 'people are')} in a list more than once · ${parts.join(' · ')}`,
    ...firstLines,
    ...(more > 0 ? [`  and ${number(more)} more`] : []),
    ...(richer.length > 0 ? [`  Deleted too: values that the kept contact does not have, of ${withMore(richer)}`] : []),
  ];
}

const MOST_NAMED = 5;
