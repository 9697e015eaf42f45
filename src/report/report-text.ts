import {rateInWords} from '../records/fields/readable.js';
import {counted} from '../words/sentence.js';
import {agendaBlocks, audiencesInWords, findingInLines, textOfBlocks} from './agenda-text.js';
import {moreInWords, mostUrgent} from './attention.js';
import type {Report} from './report.schema.js';
import {type Rows, rowsFor} from './report-rows.js';
import {countInWords, groupInWords, joinedWithin, spanInWords, unsubscribedWithin} from './wording.js';

/** A report for a terminal: bars for sizes and rates, small columns for months, unless pictures help nobody. */
export function reportInWords(report: Report, width?: number, pictures = true): string {
  const rows = rowsFor(width ?? 80, pictures);
  return textOfBlocks(
    [
      [`${report.account} at a glance: ${spanInWords(report)}`, ...numberLines(report)],
      attentionLines(report, width),
      peopleLines(report, rows),
      unsubscribeLines(report, rows),
      mailingLines(report, rows),
      automationLines(report, rows),
      ['Coming up', ...agendaBlocks(report.agenda).flat().map(indented)],
      ['What the service cannot tell', ...report.cannot_tell.flatMap(each => rows.wrapped(each))],
    ],
    width,
  );
}

function numberLines({contacts, mailings, agenda, ...report}: Report): string[] {
  const {total} = mailings;
  const [next] = [...agenda.scheduled, ...agenda.later];
  const joined = joinedWithin({contacts});
  const left = unsubscribedWithin(report);
  return [
    `  ${countInWords(contacts.total)} people · ${countInWords(joined)} joined · ${countInWords(left)} unsubscribed`,
    `  ${counted(total.triggered ?? 0, 'mail')} sent · ${rateInWords(total.open_rate)} opened · next: ${next ? `"${next.name}", ${(next.moment ?? 'now').slice(0, 16)}` : 'nothing is scheduled'}`,
  ];
}

function attentionLines({attention}: Report, width: number | undefined): string[] {
  if (attention.length === 0) return [];
  const urgent = mostUrgent(attention);
  return [
    'Needs attention',
    ...urgent.shown.flatMap(each => findingInLines(each, width)),
    ...moreInWords(urgent).map(line => `  ${line}`),
  ];
}

function peopleLines(report: Report, {row, sized, monthly}: Rows): string[] {
  const {total, lists, months} = report.contacts;
  const most = Math.max(1, ...lists.map(({contacts}) => contacts));
  return [
    'People',
    `  ${countInWords(total)} on ${counted(lists.length, 'list')}; ${countInWords(joinedWithin(report))} joined in these months`,
    row(
      'joined by month',
      monthly(
        months.map(({joined}) => joined),
        countInWords,
      ),
    ),
    ...lists.map(({name, contacts, joined}) => row(name, sized(contacts, most), monthly(joined, countInWords))),
  ];
}

function unsubscribeLines(report: Report, {row, sized, monthly}: Rows): string[] {
  const {total, groups, months} = report.unsubscribes;
  const most = Math.max(1, ...groups.map(({unsubscribed}) => unsubscribed));
  return [
    'Unsubscribed',
    `  ${countInWords(total)} in all; ${countInWords(unsubscribedWithin(report))} in these months`,
    row(
      'by month',
      monthly(
        months.map(({unsubscribed}) => unsubscribed),
        countInWords,
      ),
    ),
    ...groups.map(({name, unsubscribed, by_month}) =>
      row(groupInWords(name), sized(unsubscribed, most), monthly(by_month, countInWords)),
    ),
  ];
}

function mailingLines({mailings}: Report, {row, figures, headings, monthly}: Rows): string[] {
  const {total, list, months} = mailings;
  if (list.length === 0) return ['Mailings', '  Nothing went out in these months.'];
  return [
    'Mailings',
    `  ${counted(list.length, 'mailing')} with ${counted(total.triggered ?? 0, 'mail')}: ${rateInWords(total.delivered_rate)} arrived`,
    row(
      'opened by month',
      monthly(
        months.map(({open_rate}) => open_rate),
        rateInWords,
      ),
    ),
    row('', headings),
    ...list.slice(0, SHOWN).map(send => row(`${send.sent_at.slice(0, 10)} ${send.name}`, figures(send))),
    ...(list.length > SHOWN ? [`  and ${counted(list.length - SHOWN, 'older one')}; to see them all: -o json`] : []),
    row('all together', figures(total)),
  ];
}

function automationLines({automations}: Report, {row, figures, headings}: Rows): string[] {
  if (automations.length === 0) return [];
  return [
    'Automations, since they were created',
    row('', headings),
    ...automations.flatMap(each => [
      row(each.name, figures(each)),
      `    ${each.status}, for ${each.for === null ? 'nobody yet' : audiencesInWords([each.for])}`,
    ]),
  ];
}

const indented = (line: string): string => (line === '' ? '' : `  ${line}`);

/** How many mailings a terminal shows, so that the rest of the report stays visible. */
const SHOWN = 12;
