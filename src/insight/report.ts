import {command} from '../commands/command.js';
import {mayRedraw} from '../core/system/host.js';
import {limitations} from './shapes.js';

/** `emk report`: the account at a glance, in the terminal, as a page or as JSON. */
export default command({
  summary: 'The account at a glance, in the terminal or as a page',
  details:
    'Shows people by list and by month of joining, unsubscribes by month and group, mailings with their rates, ' +
    'automations, upcoming mailings of the next 7 days, and what needs attention. It only reads.\n\nWithout a file it prints ' +
    'to the terminal. FILE.html becomes one page that works offline: you can mail it, print it on A4 and read it in the ' +
    `dark.\n\nWhere nothing was sent, the rate is n/a. ${limitations.join(' ')}`,
  takes: {
    file: {type: 'text', value: 'file.html', help: 'Write one page to this file'},
    since: {
      type: 'text',
      value: 'month',
      help: 'The first month, as in 2026-03, "3 months ago" or "this year" (default: the last 12 months)',
    },
    open: {type: 'flag', help: 'Open the page in the browser', decides: 'output'},
  },
  args: ['file'],
  makesPage: 'file',
  examples: [
    'emk report',
    'emk report --out report.html --since 2026-01 --open',
    'emk report "reports/$(date +%F).html" --overwrite --quiet',
    'emk report --out report.json && jq .contacts.months report.json',
  ],
  calls: async () => (await import('./read.js')).reportReads,
  gives: [
    {document: async () => ({default: (await import('./shapes.js')).report})},
    {document: () => import('../output/results/written-file.schema.js')},
  ],
  async run(context, {since, ...pageOptions}) {
    const page = {...pageOptions, what: 'report'};
    const [{placeOfPage, writePage}, {readReport}, {makeReport}, {clockOf, firstMonth}] = await Promise.all([
      import('../commands/pages/page-file.js'),
      import('./read.js'),
      import('./figures.js'),
      import('./months.js'),
    ]);
    const clock = clockOf(context);
    const first = firstMonth(since, clock, context.notice);
    const place = await placeOfPage(context, page);
    const read = await readReport(context, clock);
    const report = makeReport(read, first);
    if (place) {
      const {reportPage} = await import('./page.js');
      return writePage(context, reportPage(report), place, page);
    }
    const {reportInWords} = await import('./text.js');
    return {kind: 'data', data: report, text: reportInWords(report, context.screenWidth, mayRedraw(context.host))};
  },
});
