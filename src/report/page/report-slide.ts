import {columnChart} from '../../commands/pages/column-chart.js';
import {markup} from '../../commands/pages/markup.js';
import {figure, panel, slide} from '../../commands/pages/slide.js';
import {rateInWords} from '../../records/fields/percent.js';
import {counted} from '../../words/sentence.js';
import {shortMonth} from '../months.js';
import type {Report} from '../report.schema.js';
import {countInWords, joinedWithin, spanInWords, unsubscribedWithin} from '../wording.js';
import {saysOf} from './people-section.js';
import {rateOverTime} from './sends-section.js';

/** Builds a report as one picture for a slide: four numbers, who joined, and how mailings were opened. */
export function reportSlide(report: Report): string {
  const {people, sends} = report;
  const opened = rateInWords(sends.total.open_rate);
  const joined = countInWords(joinedWithin(report));
  return slide(
    {
      title: `${report.account} at a glance`,
      lead: spanInWords(report),
      says: `${counted(people.total, 'person', 'people')}, of whom ${joined} joined in these months. ${opened} of the mail that arrived was opened.`,
    },
    markup`${figure(64, countInWords(people.total), 'people')}
${figure(364, joined, 'joined')}
${figure(664, countInWords(unsubscribedWithin(report)), 'unsubscribed')}
${figure(964, opened, `opened of ${counted(sends.total.triggered ?? 0, 'mail')}`)}
${panel(
  {x: 64, y: 330, width: 552, height: 310},
  'Joined each month',
  columnChart(
    people.months.map(({month, joined}) => ({label: shortMonth(month), value: joined})),
    {id: 'joined', height: 310, title: 'People who joined each month', says: saysOf(report)},
  ),
)}
${panel({x: 664, y: 330, width: 552, height: 310}, 'Opened, mailing by mailing', rateOverTime(sends.list, 'open_rate', {title: 'Opened', tone: 'rate', height: 310}))}`,
  );
}
