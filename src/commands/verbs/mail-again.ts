import type {Noun} from '../../api/describe/schema.js';
import type {SomePeople} from '../../output/results/documents.schema.js';
import type {Done} from '../../output/results/result.js';
import {counted} from '../../words/sentence.js';
import type {Context} from '../command.js';
import type {Id} from './removal-report.js';

/** Who gets mail again when records with these names, and some without one, are deleted; and the words for it. */
export type MailAgain = {
  readonly of: (addresses: readonly string[], unnamed: number) => SomePeople;
  readonly sentence: (people: SomePeople) => string;
};

/** How a deletion speaks of its records: in its question, and in its report. */
export type DeletionWords = {readonly records: string; reported(report: Done): Done};

/** The words of a deletion after which people get mail again. */
export function sayingMailAgain(
  {globals}: Pick<Context, 'globals'>,
  {of, sentence}: MailAgain,
  {ids, noun, addressOf}: Addressed,
): DeletionWords {
  const peopleOf = (some: readonly Id[]): SomePeople => {
    const known = some.flatMap(id => addressOf(id) ?? []).map(String);
    return of(known, some.length - known.length);
  };
  const recordsOf = (some: readonly Id[]): string => counted(some.length, noun.one, noun.many);
  return {
    records: `${recordsOf(ids)} (${sentence(peopleOf(ids))})`,
    reported(report) {
      if (report.done.length === 0) return report;
      const mailAgain = peopleOf(report.done);
      const deleted = `${globals.dryRun ? 'Would delete' : 'Deleted'} ${recordsOf(report.done)}`;
      return {...report, mailAgain, sentence: `${deleted}. ${sentence(mailAgain)}.`};
    },
  };
}

type Addressed = {
  readonly ids: readonly Id[];
  readonly noun: Noun;
  readonly addressOf: (id: Id) => unknown;
};
