import {bar, sparkline} from '../output/drawing/bars.js';
import {clean} from '../output/text/sanitise.js';
import {pad, truncate, wrap} from '../output/text/width.js';
import {counted} from '../words/count.js';
import {agendaBlocks, audiencesInWords, findingInLines} from './agenda-text.js';
import {moreInWords, mostUrgent} from './attention.js';
import type {AutomationFigures, Report} from './report.schema.js';
import {
  countInWords,
  extremesOf,
  groupInWords,
  joinedWithin,
  rateInWords,
  spanInWords,
  unsubscribedWithin,
} from './wording.js';

/** A report for a terminal of 80 columns: bars for sizes and rates, small columns for months. */
export const reportInWords = (report: Report): string =>
  `${[
    [`${report.account} at a glance: ${spanInWords(report)}`, ...numberLines(report)],
    attentionLines(report),
    peopleLines(report),
    unsubscribeLines(report),
    sendLines(report),
    automationLines(report),
    ['Coming up', ...agendaBlocks(report.agenda).flat().map(indented)],
    ['What the service cannot tell', ...report.cannot_tell.flatMap(each => wrapped(each))],
  ]
    .filter(block => block.length > 0)
    .map(block => block.map(clean).join('\n'))
    .join('\n\n')}\n`;

/** The most important numbers, in two lines. */
function numberLines({people, sends, agenda, ...report}: Report): string[] {
  const {total} = sends;
  const [next] = [...agenda.scheduled, ...agenda.later];
  const joined = joinedWithin({people});
  const left = unsubscribedWithin(report);
  return [
    `  ${countInWords(people.total)} people · ${countInWords(joined)} joined · ${countInWords(left)} unsubscribed`,
    `  ${counted(total.triggered ?? 0, 'mail')} sent · ${rateInWords(total.open_rate)} opened · next: ${next ? `"${next.single_send_name}", ${(next.moment ?? 'now').slice(0, 16)}` : 'nothing is scheduled'}`,
  ];
}

function attentionLines({attention}: Report): string[] {
  if (attention.length === 0) return [];
  const urgent = mostUrgent(attention);
  return ['Needs attention', ...urgent.shown.flatMap(findingInLines), ...moreInWords(urgent).map(line => `  ${line}`)];
}

function peopleLines(report: Report): string[] {
  const {total, lists, months} = report.people;
  const most = Math.max(1, ...lists.map(({people}) => people));
  return [
    'People',
    `  ${countInWords(total)} on ${counted(lists.length, 'list')}; ${countInWords(joinedWithin(report))} joined in these months`,
    row('joined by month', sparkline(months.map(({joined}) => joined))),
    ...lists.map(({name, people, joined}) => row(name, sized(people, most), sparkline(joined))),
  ];
}

function unsubscribeLines(report: Report): string[] {
  const {total, groups, months} = report.unsubscribes;
  const most = Math.max(1, ...groups.map(({unsubscribed}) => unsubscribed));
  return [
    'Unsubscribed',
    `  ${countInWords(total)} in all; ${countInWords(unsubscribedWithin(report))} in these months`,
    row('left by month', sparkline(months.map(({unsubscribed}) => unsubscribed))),
    ...groups.map(({group_name, unsubscribed, by_month}) =>
      row(groupInWords(group_name), sized(unsubscribed, most), sparkline(by_month)),
    ),
  ];
}

function sendLines({sends}: Report): string[] {
  const {total, list, months} = sends;
  if (list.length === 0) return ['Sends', '  Nothing went out in these months.'];
  const extremes = extremesOf(sends);
  return [
    'Sends',
    `  ${counted(list.length, 'send')} of ${counted(total.triggered ?? 0, 'mail')}: ${rateInWords(total.delivered_rate)} arrived`,
    row('opened by month', sparkline(months.map(({open_rate}) => open_rate))),
    row('', headings),
    ...list.slice(0, SHOWN).map(send => row(`${send.sent_at.slice(0, 10)} ${send.single_send_name}`, figures(send))),
    ...(list.length > SHOWN ? [`  and ${counted(list.length - SHOWN, 'older one')}; -o json has them all`] : []),
    row('all together', figures(total)),
    ...(extremes
      ? wrapped(
          `Most opened "${extremes.best.single_send_name}", least "${extremes.worst.single_send_name}": ${extremes.difference}.`,
        )
      : []),
  ];
}

function automationLines({automations}: Report): string[] {
  if (automations.length === 0) return [];
  return [
    'Automations, since they were made',
    row('', headings),
    ...automations.flatMap(each => [
      row(each.automation_name, figures(each)),
      `    ${each.status}, for ${each.for === null ? 'nobody yet' : audiencesInWords([each.for])}`,
    ]),
  ];
}

const sized = (count: number, most: number): string => `${countInWords(count).padStart(9)}  ${bar(count / most, 20)}`;

const figures = ({
  triggered,
  open_rate,
  bounce_rate,
  unsubscribe_rate,
}: Pick<AutomationFigures, 'triggered' | 'open_rate' | 'bounce_rate' | 'unsubscribe_rate'>): string =>
  [
    countInWords(triggered).padStart(9),
    `${rateInWords(open_rate).padStart(6)} ${bar(open_rate, 10)}`,
    rateInWords(bounce_rate).padStart(7),
    rateInWords(unsubscribe_rate).padStart(6),
  ].join('  ');

const headings = ['mails'.padStart(9), 'opened'.padEnd(17), 'bounced', '  left'].join('  ');

/** A name in its column, and the facts about it. */
const row = (name: string, ...cells: readonly string[]): string =>
  `  ${pad(truncate(clean(name), NAMES), NAMES, false)}  ${cells.join('  ')}`.trimEnd();

const wrapped = (text: string): string[] =>
  wrap(clean(text), WIDTH - 4).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`));

const indented = (line: string): string => (line === '' ? '' : `  ${line}`);

const WIDTH = 80;
const NAMES = 26;

/** How many mailings a terminal shows, so that the rest of the report stays visible. */
const SHOWN = 12;
