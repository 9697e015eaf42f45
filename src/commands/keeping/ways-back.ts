import type {Source} from '../../api/describe/schema.js';
import type {Done} from '../../output/results/result.js';
import {plural} from '../../words/sentence.js';
import type {Context} from '../command.js';
import {type Kept, type KeptKind, kindOf} from './keeping.js';

/** The report on a deletion, with the command that restores the records, if there is a copy of them. */
export function withWayBack<R extends Done>(
  {globals}: Pick<Context, 'globals'>,
  report: R,
  of: Pick<Source, 'see'>,
  kept: Kept | undefined,
): R {
  const kind = kindOf(of);
  if (report.done.length === 0 || globals.dryRun) return report;
  return {
    ...report,
    sentence: `${report.sentence} ${kept && kind ? wayBack(kind, kept, report.done.length) : noCopy()}`,
  };
}

/** The sentence after a deletion that cannot be undone. */
export const noCopy = (): string => 'emk kept no copy.';

/** Shows that command if the deletion is part of other work. */
export function sayWayBack(
  {notice}: Pick<Context, 'notice'>,
  of: Pick<Source, 'see'>,
  {kept, done}: {readonly kept: Kept | undefined; readonly done: number},
): void {
  const kind = kindOf(of);
  if (kept && kind && done > 0) notice(wayBack(kind, kept, done));
}

/** The sentence after a deletion: the command that restores the records, and what cannot be restored. */
const wayBack = (kind: KeptKind, kept: Kept, count: number): string =>
  ways[kind]({...kept, line: `emk undo ${kept.name}`, them: plural(count, 'it', 'them'), count});

/** The command that makes a deleted mailing anew. */
export const sendAgain = ({name}: Pick<Kept, 'name'>): string =>
  `To send it, at its old time or with --at at another: emk undo ${name}`;

type Given = Kept & {readonly line: string; readonly them: string; readonly count: number};

const contactsBack = ({line, them, count, kinds}: Given): string => {
  const ids = plural(count, 'a new id', 'new ids');
  return kinds.has('segments recipients')
    ? `To bring ${them} back, with ${ids} and into ${plural(count, 'its', 'their')} segments: ${line}`
    : `To bring ${them} back, with ${ids}: ${line}`;
};

const asBefore = ({line, them}: Given): string => `To bring ${them} back: ${line}`;

const ways: Readonly<Record<KeptKind, (given: Given) => string>> = {
  contacts: contactsBack,
  lists: ({line, them, count, kinds}) =>
    `To bring ${them} back with ${plural(count, 'its', 'their')} people, all with new ids${kinds.has('segments recipients') ? ' and in their segments' : ''}: ${line}`,
  fields: ({line, them}) => `To bring ${them} back, without what people had in ${them}: ${line}`,
  segments: ({line, count}) =>
    `You can create ${plural(count, 'a segment', 'segments')} only in the service. When ${plural(count, 'it is', 'they are')} there again, this adds the people: ${line}`,
  'segments recipients': asBefore,
  unsubscribes: asBefore,
  'groups recipients': asBefore,
  senders: ({line, them, count}) =>
    `To bring ${them} back: ${line} (${plural(count, 'it needs', 'they need')} a new verification)`,
  mailings: kept =>
    plural(kept.count, sendAgain(kept), `To send them, at their old times or with --at at another: ${kept.line}`),
  automations: ({line, them, count}) =>
    `To bring ${them} back as ${plural(count, 'a draft', 'drafts')}, without statistics: ${line}`,
  'automations emails': asBefore,
  notifications: asBefore,
};
