import type {Report} from '../../src/report/report.schema.js';

const figures = {
  ...{triggered: null, delivered: null, unique_opens: null, total_opens: null, bounces: null, unsubscribes: null},
  ...{delivered_rate: null, open_rate: null, bounce_rate: null, unsubscribe_rate: null},
};

/** The report of an empty account. */
export const emptyReport: Report = {
  ...{account: 'new', made_at: '2026-03-04T12:00:00.000Z', now: '2026-03-04 12:00:00', time_zone: null},
  ...{since: '2026-03', until: '2026-03', cannot_tell: [], attention: [], automations: []},
  contacts: {total: 0, undated: 0, lists: [], months: [{month: '2026-03', joined: 0, contacts: 0}]},
  unsubscribes: {total: 0, groups: [], months: [{month: '2026-03', unsubscribed: 0}]},
  mailings: {total: figures, list: [], months: [{month: '2026-03', mailings: 0, ...figures}]},
  agenda: {
    ...{now: '2026-03-04 12:00:00', until: '2026-03-11', time_zone: null},
    ...{scheduled: [], under_way: [], later: [], automations: []},
  },
};
