import {type Loose, type Param, params} from '../api/describe/schema.js';
import {type Command, command} from '../commands/command.js';
import {listOptions} from '../records/view/select.js';
import {compared, type MailingKind} from './mailing-kinds.js';
import type {StatsInput} from './stats-input.js';

const takes = params({
  since: {type: 'text', value: 'day', help: 'Only what went out on this day or later, as in "last monday" or 2026-05'},
  until: {type: 'text', value: 'day', help: 'Only what went out on this day or earlier'},
  compare: {
    type: 'flag',
    help: 'Set those that are named side by side, and tell whether their rates differ by chance',
    decides: 'output',
  },
  watch: {
    type: 'text',
    value: 'seconds',
    alone: '5',
    limits: {pattern: /^\d+(?:\.\d+)?(?:s|m|min)?$/, says: 'takes a time such as 5, 30s or 2m'},
    help: 'Read again every few seconds (5) and draw in place, marking what changed; q ends it',
    decides: 'output',
  },
  chart: {
    type: 'text',
    value: 'file.svg',
    help: 'Draw the open rates as one picture for a slide, in this file',
    decides: 'output',
  },
  fail_if: {
    type: 'text',
    many: true,
    value: 'condition',
    help: "Exit 10 if it holds for any, as in 'bounce_rate>2%'; n/a never does",
    decides: 'checks',
  },
  ...listOptions,
});

/** `stats [UTR…]` of one kind of mailing: its counters, and its rates. */
export const stats = (
  kind: MailingKind,
  {about, ...described}: Pick<Command, 'summary' | 'examples'> & {readonly about: string},
): Command =>
  command({
    ...described,
    details: `${about} ${aboutRates}`,
    takes: {utr: anyOf(kind), ...takes},
    args: ['utr'],
    calls: [kind.list, kind.details],
    gives: [{list: kind.shape}, {list: compared}, {document: () => import('../output/results/written-file.schema.js')}],
    run: async (context, input) =>
      (await import('./run-stats.js')).runStats(context, kind, input as Loose as StatsInput),
  });

/** The parameter for mailings by name or code; none means all of them. */
function anyOf({details, of: {noun}}: MailingKind): Param {
  const {required: _, ...utr} = details.params['utr'] as Param;
  return {...utr, many: true, help: `The ${noun.many}, by name or code; all of them where none is named`};
}

/** What a reader of rates should know, for help. */
const aboutRates =
  'Rates are shares of counters: delivered and bounced of what was triggered, opened (each reader once) and unsubscribed ' +
  'of what was delivered. Where nothing was sent they are n/a, and null in JSON. Totals come from sums, ' +
  'not from averages of rates. How large the audience was is not kept, so triggered is a number without a rate. The ' +
  'service does not tell who opened a mail, who bounced or who left, only how many; mail programs that load or block images ' +
  'by themselves make opens a rough number. --compare takes every mail as independent of the others, and names a difference ' +
  'that chance alone would bring about in less than 5% of cases, or less for more than two.';
