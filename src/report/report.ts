import {readsWithoutKeys} from '../api/client/key-mask.js';
import {command} from '../commands/command.js';
import {UsageError} from '../errors.js';
import {mayRedraw} from '../system/host.js';
import {limitations} from './limitations.js';

/** `emk report`: the account at a glance, in the terminal, as a page, as JSON or for Slack. */
export default command({
  summary: 'The account at a glance, in the terminal or as a page',
  details:
    'Shows people by list and by month of joining, unsubscribes by month and group, mailings with their rates, the ' +
    'best and the worst, automations, upcoming mailings of the next 7 days, and what needs attention. It only ' +
    'reads.\n\nWithout a file it prints to the terminal. FILE.html becomes one page that works offline: you can ' +
    'mail it, print it on A4 and read it in the dark. --slack prints the JSON of one message, which a script sends ' +
    `to a webhook.\n\nWhere nothing was sent, the rate is n/a. The page, the picture and the message are for people who do not run emk: they have no lines to type, and not the list for test mails. ${limitations.join(' ')}`,
  takes: {
    file: {type: 'text', value: 'file.html', help: 'Write one page to this file'},
    since: {
      type: 'text',
      value: 'month',
      help: 'The first month, as in 2026-03, "3 months ago" or "this year" (default: the last 12 months)',
    },
    title: {type: 'text', value: 'name', help: "Title of the report (default: the account's name)", decides: 'output'},
    open: {type: 'flag', help: 'Open the page in the browser', decides: 'output'},
    slack: {type: 'flag', help: 'Print the JSON of a message for a Slack webhook', decides: 'output'},
    chart: {type: 'text', value: 'file.svg', help: 'Write one picture for a slide to this file', decides: 'output'},
  },
  args: ['file'],
  makesPage: 'file',
  examples: [
    'emk report',
    'emk report --out report.html --since 2026-01 --open',
    'emk report --chart report.svg',
    'emk report --slack --out report.json && curl --data @report.json -H \'Content-type: application/json\' "$SLACK_WEBHOOK"',
    'emk report "reports/$(date +%F).html" --overwrite --quiet',
    'emk report --out report.json && jq .people.months report.json',
  ],
  calls: async () => (await import('./read-report.js')).reportReads,
  gives: [
    {document: () => import('./report.schema.js')},
    {document: () => import('./slack.schema.js')},
    {document: () => import('../output/results/written-file.schema.js')},
  ],
  async run(context, {slack, since, title, chart, ...pageOptions}) {
    const wantsPage = pageOptions.file !== undefined || pageOptions.open;
    if (chart !== undefined && (wantsPage || slack)) {
      throw new UsageError('--chart writes a picture and nothing else.', {
        hint: 'Remove --chart for the page or the message.',
      });
    }
    if (slack && wantsPage) {
      throw new UsageError('--slack prints a message and writes no page.', {
        hint: 'Remove --slack for the page, or the file and --open for the message.',
      });
    }
    const page = {...pageOptions, what: chart === undefined ? 'report' : 'chart'};
    const [pages, {readReport}, {makeReport}, {clockOf}, {firstMonth}, {reportForOthers}, {testListName}] =
      await Promise.all([
        import('../commands/pages/page-file.js'),
        import('./read-report.js'),
        import('./make-report.js'),
        import('./clock.js'),
        import('./first-month.js'),
        import('./for-others.js'),
        import('../resources/single-sends/test-list.js'),
      ]);
    const {placeEnding, placeOfPage, writePage} = pages;
    const clock = clockOf(context);
    const first = firstMonth(since, clock, context.notice);
    const place =
      chart === undefined
        ? await placeOfPage(context, page)
        : await placeEnding(context, chart, {form: 'svg', what: 'report'});
    const read = await readReport(readsWithoutKeys(context, context.keyMask), clock);
    const report = makeReport({...read, account: title?.trim() || read.account}, first);
    const others = reportForOthers(report, testListName(context));
    if (slack) {
      const {slackMessage} = await import('./slack.js');
      return {kind: 'raw', body: `${JSON.stringify(slackMessage(others))}\n`, form: 'json'};
    }
    if (place && chart !== undefined) {
      const {reportSlide} = await import('./page/report-slide.js');
      return writePage(context, reportSlide(others), place, page);
    }
    if (place) {
      const {reportPage} = await import('./page/page.js');
      return writePage(context, reportPage(others), place, page);
    }
    const {reportInWords} = await import('./report-text.js');
    return {kind: 'data', data: report, text: reportInWords(report, context.screenWidth, mayRedraw(context.host))};
  },
});
