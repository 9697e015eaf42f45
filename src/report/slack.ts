import {clean} from '../output/text/sanitise.js';
import {truncate} from '../output/text/width.js';
import {rateInWords} from '../records/fields/percent.js';
import {counted} from '../words/sentence.js';
import {agendaBlocks} from './agenda-text.js';
import {mostUrgent} from './attention.js';
import type {Report} from './report.schema.js';
import type {Block, Mrkdwn, SlackMessage} from './slack.schema.js';
import {countInWords, extremesOf, joinedWithin, spanInWords, unsubscribedWithin} from './wording.js';

/** A report as one message of Block Kit, each text cut to Slack's limits. */
export function slackMessage(report: Report): SlackMessage {
  const title = `${report.account} at a glance`;
  const {people, sends, attention, agenda} = report;
  const extremes = extremesOf(sends);
  return {
    text: truncate(
      escaped(`${title}: ${counted(people.total, 'contact')}, ${counted(sends.list.length, 'mailing')}`),
      3000,
    ),
    blocks: [
      {type: 'header', text: {type: 'plain_text', text: truncate(clean(title), MOST_IN_HEADER), emoji: false}},
      {type: 'context', elements: [mrkdwn(escaped(spanInWords(report)))]},
      {
        type: 'section',
        fields: [
          figure('People', `${countInWords(people.total)} on ${counted(people.lists.length, 'list')}`),
          figure('Joined', countInWords(joinedWithin(report))),
          figure('Unsubscribed', countInWords(unsubscribedWithin(report))),
          figure('Mailings', `${countInWords(sends.list.length)}, ${counted(sends.total.triggered ?? 0, 'mail')}`),
          figure('Opened', rateInWords(sends.total.open_rate)),
          figure('Bounced', rateInWords(sends.total.bounce_rate)),
        ],
      },
      ...(extremes
        ? [
            section([
              `*Most opened*  ${escaped(extremes.best.single_send_name)}, ${rateInWords(extremes.best.open_rate)}`,
              `*Least opened*  ${escaped(extremes.worst.single_send_name)}, ${rateInWords(extremes.worst.open_rate)}`,
              escaped(extremes.difference),
            ]),
          ]
        : []),
      {type: 'divider'},
      section(['*Coming up*', ...agendaBlocks(agenda).flat().map(escaped)]),
      ...(attention.length > 0
        ? [
            section([
              '*Needs attention*',
              ...mostUrgent(attention).shown.map(
                ({level, says}) => `${level === 'error' ? '✗' : '!'} ${escaped(says)}`,
              ),
            ]),
          ]
        : []),
    ],
  };
}

const figure = (name: string, value: string): Mrkdwn => mrkdwn(`*${name}*\n${escaped(value)}`);

/** As many lines as fit: half an escaped character or half a name would be misread. */
function section(lines: readonly string[]): Block {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    const short = line.length > MOST_IN_LINE ? escaped('A line was too long for Slack, so it is missing here.') : line;
    if (length + short.length + 1 > MOST_IN_SECTION - MORE.length - 1) {
      kept.push(MORE);
      break;
    }
    kept.push(short);
    length += short.length + 1;
  }
  return {type: 'section', text: mrkdwn(kept.join('\n'))};
}

const mrkdwn = (text: string): Mrkdwn => ({type: 'mrkdwn', text, verbatim: true});

/** Escapes the three characters of Slack's own markup, such as a mention of everybody. */
const escaped = (text: string): string =>
  clean(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const MOST_IN_HEADER = 150;
const MOST_IN_SECTION = 3000;
const MOST_IN_LINE = 600;
const MORE = '… and more';
