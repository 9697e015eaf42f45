import {noPlan} from '../../../src/contacts-import/send/plan.js';
import type {SyncPlan} from '../../../src/contacts-import/sync/plan-sync.js';
import {makeRowTable} from '../../../src/contacts-import/sync/row-table.js';
import {settings} from './held-against.js';

type Part<T> = Partial<{[K in keyof T]: unknown}>;

type Given = Omit<Part<SyncPlan>, 'job' | 'sync' | 'list' | 'counts'> & {
  readonly send?: number;
  readonly gone?: readonly number[];
  readonly left?: number;
  readonly listed?: number;
  readonly sync?: Part<SyncPlan['sync']>;
  readonly counts?: Part<SyncPlan['counts']>;
  readonly checked?: Part<SyncPlan['job']['checked']>;
  readonly context?: object;
  readonly allowAutomations?: boolean;
};

/** The plan of a sync of two rows, with what a test is about. */
export function fakePlan(given: Given = {}): SyncPlan {
  const {
    send = 0,
    gone = [],
    left = 0,
    listed = 100,
    sync,
    counts,
    checked,
    context,
    allowAutomations,
    ...rest
  } = given;
  const none = {ids: [], first: []};
  const first = gone.map(id => ({id, email: `p${id}@example.com`}));
  const job = {
    context: {globals: {yes: true}, ask: {possible: false}, ...context},
    account: {name: 'test', source: 'environment', baseUrl: 'http://127.0.0.1/api', publicKey: 'p', secretKey: 's'},
    settings: {allowAutomations: allowAutomations === true, includeUnsubscribed: false},
    checked: {
      ...{rows: 2, good: 2, rejected: 0, repeated: 0, readAs: new Map(), columns: [], warnings: []},
      ...{status: {headers: [], left: 0, bounced: 0, out: 0}, strangeCountries: [], mistyped: []},
      ...{encoding: 'utf-8', delimiter: ',', newFields: []},
      ...checked,
    },
    plan: {...noPlan(), send},
    ...{source: {name: 'leads.csv', path: '/leads.csv'}, type: {id: 1, name: 'Leads'}, files: {}, automations: []},
  };
  return {
    ...{job, remembers: true, givenUp: [], bySync: [], starts: {adding: [], changing: []}, comeBack: undefined},
    sync: {...settings, gone: 'delete', ...sync},
    ...{
      compared: job.checked,
      terms: {fields: []},
      wanted: new Set(),
      findCountry: undefined,
      rows: makeRowTable(2, 0),
    },
    list: {
      ...{baseline: {listed, complete: true}, gone: {ids: [...gone], first}, left, keyless: none, doubles: none},
      ...{unlike: 0, moving: new Map(), back: {conflicts: [], dropped: none, joined: none, addresses: new Map()}},
    },
    counts: {
      ...{
        same: 0,
        toChange: 0,
        differs: 0,
        needsCountry: 0,
        ambiguous: 0,
        keyless: 0,
        taken: 0,
        stopped: 0,
        occupied: 0,
      },
      ...counts,
    },
    differences: {carried: {}, notCarried: {}},
    ...rest,
  } as unknown as SyncPlan;
}
