import {type Described, type Markup, markup, nothing, picture, shareBar} from '../../commands/pages/markup.js';
import {fromSent} from '../../records/dates/clock.js';
import {inPercent, rateInWords} from '../../records/fields/readable.js';
import type {Rate} from '../../statistics/counters.js';
import {counted} from '../../words/sentence.js';
import {shortDay} from '../months.js';
import type {Report, Sent} from '../report.schema.js';
import {countInWords} from '../wording.js';

/** Sent mail: rates over time, and each mailing with its numbers. */
export const mailingsSection = ({mailings}: Report): Markup => {
  const {list, total} = mailings;
  if (list.length === 0) {
    return markup`<section aria-labelledby="mailings"><h2 id="mailings">Mailings</h2><p class="card">Nothing went out in these months.</p></section>`;
  }
  return markup`<section aria-labelledby="mailings">
<h2 id="mailings">Mailings</h2>
<div class="small">
${rateFigure(list, 'open_rate', {title: 'Opened', of: total.open_rate, tone: 'rate'})}
${rateFigure(list, 'bounce_rate', {title: 'Bounced', of: total.bounce_rate, tone: 'loss'})}
${rateFigure(list, 'unsubscribe_rate', {title: 'Unsubscribed', of: total.unsubscribe_rate, tone: 'loss'})}
</div>
<div class="card">
<table><caption>${counted(list.length, 'mailing')} with ${counted(total.triggered ?? 0, 'mail')}, ${rateInWords(total.delivered_rate)} of which arrived</caption>
<thead><tr><th scope="col">Mailing</th><th scope="col" class="n">Mails</th><th scope="col" class="n wide">Arrived</th><th scope="col" class="n">Opened</th><th scope="col" class="n">Bounced</th><th scope="col" class="n">Left</th></tr></thead>
<tbody>${list.map(
    send =>
      markup`<tr><th scope="row"><bdi>${send.name}</bdi><small>${send.sent_at.slice(0, 10)} · <bdi>${send.subject}</bdi></small></th><td class="n">${countInWords(send.triggered)}</td><td class="n wide">${rateInWords(send.delivered_rate)}</td><td class="n">${rateInWords(send.open_rate)}${shareBar(send.open_rate, 'rate')}</td><td class="n">${rateInWords(send.bounce_rate)}</td><td class="n">${rateInWords(send.unsubscribe_rate)}</td></tr>`,
  )}</tbody></table>
</div>
</section>`;
};

type RateFigure = {readonly title: string; readonly of: number | null; readonly tone: 'rate' | 'loss'};

const rateFigure = (list: readonly Sent[], rate: Rate, {of, ...look}: RateFigure): Markup =>
  markup`<figure class="card">
<figcaption><div class="row"><h3>${look.title}</h3><strong>${rateInWords(of)}</strong></div></figcaption>
${rateOverTime(list, rate, {...look, height: 120})}
</figure>`;

/** Draws a rate of each mailing in the order of sending; mailings without a rate are omitted. */
function rateOverTime(
  list: readonly Sent[],
  rate: Rate,
  {title, ...look}: Omit<RateFigure, 'of'> & {readonly height: number},
): Markup {
  const [last, first] = [fromSent(list[0]?.sent_at ?? ''), fromSent(list.at(-1)?.sent_at ?? '')];
  const points = list
    .flatMap(send => {
      const value = send[rate];
      const at = last === first ? 0.5 : (fromSent(send.sent_at) - first) / (last - first);
      return value === null ? [] : [{at, rate: value, day: shortDay(send.sent_at)}];
    })
    .reverse();
  return rateChart(points, {
    ...look,
    id: rate,
    title: `${title}, mailing by mailing`,
    says:
      points.length === 0
        ? 'No mail was sent in these months.'
        : `From the first mailing to the last: ${points.map(point => rateInWords(point.rate)).join(', ')}.`,
  });
}

/** A rate at a moment, from 0 at the beginning of the chart to 1 at its end, and its day. */
type Point = {readonly at: number; readonly rate: number; readonly day: string};

/** Draws rates over time as points on a line, with the rate above each that has room, and the first and the last day. */
function rateChart(points: readonly Point[], {height, ...described}: Described & {readonly height: number}): Markup {
  const most = points.reduce((top, {rate}) => Math.max(top, rate), 0);
  const [above, below] = [22, 20];
  const x = ({at}: Point): string => `${Number((2 + at * 96).toFixed(3))}%`;
  const y = (rate: number): number =>
    Math.round(height - below - (most === 0 ? 0 : (rate / most) * (height - above - below)));
  return picture(
    {...described, height},
    markup`<line class="grid" x1="0" x2="100%" y1="${y(most)}" y2="${y(most)}"/><line class="base" x1="0" x2="100%" y1="${y(0)}" y2="${y(0)}"/>${points
      .slice(1)
      .map((point, index) => {
        const before = points[index] ?? point;
        return markup`<line class="rate" x1="${x(before)}" y1="${y(before.rate)}" x2="${x(point)}" y2="${y(point.rate)}"/>`;
      })}${points.map(point => markup`<circle cx="${x(point)}" cy="${y(point.rate)}" r="3.5"/>`)}${labelled(points).map(
      point =>
        markup`<text class="value${besideEdge(point)}" x="${x(point)}" y="${y(point.rate) - 8}">${inPercent(point.rate)}</text>`,
    )}${points.length === 0 ? markup`<text x="50%" y="${height / 2}">${described.says}</text>` : nothing}${points
      .filter((_, index) => index === 0 || index === points.length - 1)
      .map(
        point => markup`<text class="day${besideEdge(point)}" x="${x(point)}" y="${height - 5}">${point.day}</text>`,
      )}`,
  );
}

/** The points whose rate is written: the highest, the last and the first, then all that are far enough from those. */
function labelled(points: readonly Point[]): readonly Point[] {
  const highest = points.filter(({rate}) => points.every(other => other.rate <= rate)).slice(0, 1);
  const kept: Point[] = [];
  for (const point of [...highest, ...points.slice(-1), ...points]) {
    if (kept.every(other => Math.abs(other.at - point.at) >= LABEL)) kept.push(point);
  }
  return kept;
}

/** How much of the chart's width a rate takes. */
const LABEL = 0.16;

/** Text at an edge of the chart stays inside. */
const besideEdge = ({at}: Point): string => (at < LABEL / 2 ? ' start' : at > 1 - LABEL / 2 ? ' end' : '');
