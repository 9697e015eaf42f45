import type {Collection} from '../api/describe/collection.js';
import {params, record} from '../api/describe/notation.js';
import type {Loose, Many, One, Param, Params, Read, Shape} from '../api/describe/schema.js';
import {type Command, command} from '../commands/command.js';
import automations, {automation, operations as automationOperations} from '../endpoints/automations.js';
import mailings, {mailing, operations as sendOperations} from '../endpoints/mailings.js';
import {listOptions} from '../records/view/select.js';
import {type Counters, counters, countersOfAutomation, countersOfSend, rates} from './counters.js';

/** A kind of record that mails people: where its counters are, and what else its statistics show. */
export type MailingKind = {
  readonly of: Pick<Collection, 'noun' | 'key' | 'label'>;
  readonly list: Read<Params, Many>;
  readonly details: Read<Params, One>;
  readonly countersOf: (record: Loose) => Counters;
  readonly moment: string;
  /** Its statistics as a record: what identifies it, then its counters, then its rates. */
  readonly shape: Shape;
};

const numbers = {
  ...Object.fromEntries(counters.map(counter => [counter, 'integer|null'] as const)),
  ...Object.fromEntries(rates.map(rate => [rate, 'rate|null'] as const)),
};

const {utr, single_send_name, status} = mailing;

export const mailingMailings: MailingKind = {
  of: mailings,
  list: sendOperations.list,
  details: sendOperations.details,
  countersOf: countersOfSend,
  moment: 'sent_at',
  shape: record({utr, single_send_name, subject: 'text|null', status, sent_at: 'moment|null', ...numbers}),
};

/** Automations, whose counters are sums over all their emails: the service does not count single emails. */
export const automationMailings: MailingKind = {
  of: automations,
  list: automationOperations.list,
  details: automationOperations.details,
  countersOf: countersOfAutomation,
  moment: 'live_at',
  shape: record({
    utr: automation.utr,
    automation_name: automation.automation_name,
    status: automation.status,
    live_at: automation.live_at,
    ...numbers,
  }),
};

/** A counter or rate of several mailings: its values, and each later mailing against the first, by utr. */
export const compared = record({measure: 'text', values: 'json', against_first: 'json'});

/** The values of a line of `results`, including those of every list. */
export type StatsInput = Loose & {
  readonly utr?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly compare?: boolean;
  readonly fail_if?: readonly string[];
};

const takes = params({
  since: {type: 'text', value: 'day', help: 'Only what went out on this day or later: "last monday"'},
  until: {type: 'text', value: 'day', help: 'Only what went out on this day or earlier: 2026-05'},
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
    gives: [{list: kind.shape}, {list: compared}],
    run: async (context, typed) => {
      const input = typed as Loose as StatsInput;
      return input.compare
        ? (await import('./compare.js')).runCompare(context, kind, input)
        : (await import('./results.js')).runResults(context, kind, input);
    },
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
  'load pictures unseen, others never load them. --compare sets the ones you name side by side, and says which rates differ ' +
  'by more than chance explains: of equal mailings, at most one screen of twenty says so. --fail-if looks at each one, and skips rates that are n/a.';
