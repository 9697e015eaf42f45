import type {Context} from '../change/context.js';
import {command} from '../commands/command.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {UsageError} from '../core/errors.js';
import {writtenFileDocument} from '../output/results/result.js';

/** What cannot be read from the service. */
const limitations = [
  'The service gives numbers of opens and bounces, not names: nobody can tell who opened a mailing or who bounced.',
  'Growth counts people who are there today, by the day they were added. The service does not say when somebody ' +
    'left a list or was deleted.',
  'People on two lists count on each.',
  'An automation has one total since it was created. The service does not show where each person is in it.',
  'Opens are an estimate: some mail programs load pictures unseen, others never load them.',
];

/** `emk report`: the account at a glance, in the terminal, as a page or as JSON. */
export default command({
  summary: 'The account at a glance, in the terminal or as a page',
  details:
    'Shows people by list and by month of joining, unsubscribes by month and group, mailings with their rates, ' +
    'automations, upcoming mailings of the next 7 days, and what needs attention. It only reads.\n\nWithout a file it prints ' +
    `to the terminal. FILE.html becomes one page that works offline.\n\nWhere nothing was sent, the rate is n/a. ${limitations.join(' ')}`,
  takes: {
    file: {type: 'text', value: 'file.html', help: 'Write one page to this file'},
  },
  args: ['file'],
  writes: 'page',
  examples: [
    'emk report',
    'emk report --out report.html',
    'emk report "reports/$(date +%F).html" --overwrite --quiet',
    'emk report --out report.json && jq .contacts.months report.json',
  ],
  calls: async () => (await import('./read.js')).reportReads,
  gives: [{document: async () => ({default: (await import('./figures.js')).report})}, writtenFileDocument],
  async run(context, {file}) {
    const [{readReport}, {makeReport}, {clockOf}] = await Promise.all([
      import('./read.js'),
      import('./figures.js'),
      import('./months.js'),
    ]);
    const place = await placeOfPage(context, file);
    const report = makeReport(await readReport(context, clockOf(context)));
    if (place === undefined) {
      const {reportInWords} = await import('./text.js');
      return {kind: 'data', data: report, text: reportInWords(report)};
    }
    const {reportPage} = await import('./page.js');
    await writeAt(place, reportPage(report));
    const data = {path: place.name, rows: null};
    return {kind: 'data', data, text: '', sentence: `Wrote the report to ${place.name}.`};
  },
});

/** Checks whether the page may be written, before reading the account for minutes. */
async function placeOfPage(context: Context, file: string | undefined): Promise<FilePlace | undefined> {
  if (file === undefined) return undefined;
  if (/\.html?$/i.test(file)) return placeFor(context, file);
  throw new UsageError(`"${file}" does not end in .html.`, {hint: 'Name the file like report.html.'});
}
