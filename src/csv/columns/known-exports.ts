import {lookUp} from '../../words/look-up.js';
import {headerKey} from './header-names.js';
import type {StatusKind} from './status-words.js';

/** What emk knows of another tool's export whose headers alone would mislead. Headers are keys: without case, spaces and signs. */
export type ExportFormat = {
  readonly tool: string;
  /** Headers that only this export has together; `a|b` means either. */
  readonly marks: readonly string[];
  /** What columns say about who gets mail. */
  readonly status?: {readonly [header: string]: StatusKind | 'nothing'};
  /** Columns that look like a part of the address but are not, with their real content. */
  readonly notAddress?: {readonly [header: string]: string};
};

const byConnection = 'it is where their internet connection was, not their address.';

/** All other exports that emk is tested with read well by their headers. */
const exportFormats: readonly ExportFormat[] = [
  {
    tool: 'mailchimp-subscribed',
    marks: ['leid', 'euid', 'cc', 'region'],
    notAddress: {cc: byConnection, region: byConnection},
  },
  {
    // Two properties are both called “Email hard bounce reason”.
    tool: 'hubspot',
    marks: [
      'recordid',
      'leadstatus|marketingcontactstatus|emailhardbouncereason|unsubscribedfromallemail|optedoutofemailonetoone',
    ],
    status: {
      emailhardbouncereason: 'bounce reason',
      emailaddressquarantined: 'bounced',
      emailaddressquarantinereason: 'bounce reason',
      invalidemailaddress: 'bounced',
      isgloballyineligible: 'withdrawn',
      marketingemailsbounced: 'nothing',
      optedoutofemailonetoone: 'nothing',
      leadstatus: 'nothing',
    },
  },
  {
    tool: 'klaviyo',
    marks: ['klaviyoid'],
    status: {emailsuppressions: 'leaving reason', emailmarketingconsenttimestamp: 'nothing'},
  },
  {
    tool: 'zoho',
    marks: ['recordid', 'contactowner', 'createdtime', 'unsubscribedmode'],
    status: {unsubscribedmode: 'leaving reason'},
  },
  {
    tool: 'ghost',
    marks: ['subscribedtoemails', 'complimentaryplan'],
    status: {deletedat: 'withdrawn'},
  },
  {
    tool: 'cordial',
    marks: ['channelsemailaddress', 'channelsemailsubscribestatus'],
    // People with “none” have never subscribed.
    status: {channelsemailsubscribestatus: 'agreed'},
  },
  {
    tool: 'lyris',
    marks: ['emailaddr', 'membertype'],
    status: {membertype: 'state', subtype: 'state'},
  },
  {
    // Who has no opt-in has never subscribed.
    tool: 'omnisend',
    marks: ['emailoptindate', 'emailoptoutdate'],
    status: {emailoptindate: 'agreed or empty'},
  },
  {
    tool: 'phplist',
    marks: ['isthissubscriberconfirmed', 'isthissubscriberblacklisted'],
    status: {
      isthissubscriberconfirmed: 'agreed',
      isthissubscriberblacklisted: 'unsubscribed',
      isthisaccountdisabled: 'withdrawn',
    },
  },
  {
    // Everybody in it gets no mail, since a time; its numbers say how they came to that.
    tool: 'promio-blacklist',
    marks: ['senderid', 'ts', 'custid', 'mail', 'status'],
    status: {ts: 'unsubscribed', status: 'nothing'},
  },
  {
    // The state is that of its API.
    tool: 'kit',
    marks: ['id', 'firstname', 'emailaddress', 'state', 'createdat'],
    status: {state: 'state'},
  },
];

/** The tool that exported a file with these headers, if emk knows it; the one with the most marks. */
export function formatOf(headers: readonly string[]): ExportFormat | undefined {
  const keys = new Set(headers.map(headerKey));
  const [best] = exportFormats
    .filter(({marks}) => marks.every(mark => mark.split('|').some(key => keys.has(key))))
    .sort((a, b) => b.marks.length - a.marks.length);
  return best;
}

/** The columns of a known export that look like a part of the address but are not, with their real content. */
export function notAddress(
  columns: ReadonlyArray<{readonly header: string; readonly column: number}>,
): Map<number, string> {
  const {notAddress: known = {}} = formatOf(columns.map(({header}) => header)) ?? {};
  return new Map(
    columns.flatMap(({header, column}) => {
      const holds = lookUp(known, headerKey(header));
      return holds === undefined ? [] : [[column, holds] as const];
    }),
  );
}
