import {params} from '../api/describe/operation.js';
import type {Loose, Param} from '../api/describe/schema.js';
import {type Command, command} from '../commands/command.js';
import {listOptions} from '../records/view/select.js';
import {comparedShape, type MailingKind, type StatsInput} from './counters.js';

const takes = params({
  compare: {type: 'flag', help: 'Say whether chance explains how the ones you name differ', decides: 'output'},
  fail_if: {
    type: 'text',
    many: true,
    value: 'condition',
    help: "Exit 10 if this is true: 'bounce_rate>2%'",
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
    details: `${about}\n\n${aboutRates}`,
    takes: {utr: anyOf(kind), ...takes},
    args: ['utr'],
    calls: [kind.list, kind.details],
    gives: [{list: kind.shape}, {list: comparedShape(kind)}],
    run: async (context, typed) =>
      (await import('./results.js')).runResults(context, kind, typed as Loose as StatsInput),
  });

/** The parameter for mailings by name or code; none means all of them. */
function anyOf({details, of: {noun}}: MailingKind): Param {
  const {required: _, ...utr} = details.params['utr'] as Param;
  return {...utr, many: true, help: `The ${noun.many}, by name or code (default: all)`};
}

/** What a reader of rates should know, for help. */
const aboutRates =
  'Delivered and bounced are shares of what was triggered; opened (each reader once) and unsubscribed are shares of ' +
  'what was delivered. If nothing was sent, rates are n/a, and null in JSON. Totals use sums, not averages of rates.\n\n' +
  'The service says how many people opened, bounced or left, but not who. Opens are an estimate: some mail programs ' +
  'load pictures unseen, others never load them. --compare says which rates of the ones you name differ from those of the ' +
  'first by more than chance explains: of equal mailings, at most one screen of twenty says so. --fail-if looks at each one, and skips rates that are n/a.';
