import {columnChart} from '../commands/pages/column-chart.js';
import {type Markup, markup, nothing, sentence, shareBar} from '../commands/pages/markup.js';
import {selfContained} from '../commands/pages/self-contained.js';
import {counted} from '../core/words/sentence.js';
import {sparkline} from '../output/text/pictures.js';
import {sentMomentInWords} from '../records/dates/words.js';
import {rateInWords} from '../records/fields/readable.js';
import {mostUrgent} from './concerns.js';
import {type Month, monthInWords, monthsFrom, shortMonth, zoneInWords} from './months.js';
import {
  agendaBlocks,
  type Block,
  countInWords,
  headline,
  type Row,
  type Section,
  sectionsOf,
  spanInWords,
} from './sections.js';
import type {Figures, Report} from './shapes.js';

/** Builds a report as one page. */
export const reportPage = (report: Report): string => {
  const months = monthsFrom(report.since, report.until);
  return selfContained(
    `${report.account} at a glance`,
    markup`<header>
<h1><bdi>${report.account}</bdi> at a glance</h1>
<p class="lead">${spanInWords(report)}. Made on ${sentMomentInWords(report.now)}.</p>
</header>
<main>
${cards(report)}
${attention(report)}
${sectionsOf(report).map(each => section(each, months))}
<section aria-labelledby="coming-up">
<h2 id="coming-up">Coming up</h2>
<div class="pair">${agendaBlocks(report.agenda).map(block)}</div>
</section>
<section aria-labelledby="cannot-tell">
<h2 id="cannot-tell">What the service cannot tell</h2>
<ul class="notes">${report.cannot_tell.map(each => markup`<li>${each}</li>`)}</ul>
</section>
</main>
<footer><p>emk made this page from the account. Its months begin and end at midnight in ${zoneInWords(report.time_zone)}.</p></footer>`,
  );
};

function cards(report: Report): Markup {
  const {people, joined, left, mails, opened, next} = headline(report);
  const card = (name: string, value: string, below: string): Markup =>
    markup`<div><dt>${name}</dt><dd>${value}</dd><dd><bdi>${below}</bdi></dd></div>`;
  return markup`<dl class="cards">
${card('People', people, `on ${counted(report.contacts.lists.length, 'list')}`)}
${card('Joined', joined, 'in these months')}
${card('Unsubscribed', left, 'in these months')}
${card('Emails sent', countInWords(mails), `in ${counted(report.mailings.list.length, 'mailing')}`)}
${card('Opened', opened, 'of what arrived')}
${card('Next mailing', next ? shortDay(next.moment ?? '') : 'none', next ? next.name : 'is scheduled')}
</dl>`;
}

/** `5 Mar` */
const shortDay = (moment: string): string => `${Number(moment.slice(8, 10))} ${shortMonth(moment)}`;

/** What a person should look at. What to do about it is for the person who runs emk, and not on a page for others. */
function attention(report: Report): Markup {
  const {shown, more} = mostUrgent(report.attention);
  if (shown.length === 0) return nothing;
  return markup`<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<div class="card"><ul class="plain-list">${shown.map(
    ({level, says}) => markup`<li class="${level}"><span class="level">${level}</span><p>${sentence(says)}</p></li>`,
  )}</ul>${more === 0 ? nothing : markup`<p class="soft">And ${more} more.</p>`}</div>
</section>`;
}

const section = (each: Section, of: readonly Month[]): Markup => markup`<section aria-labelledby="${each.id}">
<h2 id="${each.id}">${each.title}</h2>
${each.says === undefined ? nothing : markup`<p class="soft">${each.says}</p>`}
${each.months ? chart(each.id, each.months, of) : nothing}
${each.rows.length === 0 ? nothing : markup`<div class="card">${each.rows.some(row => row.figures) ? figuresTable(each) : countsTable(each)}</div>`}
</section>`;

const chart = (
  id: string,
  {title, says, values, words}: NonNullable<Section['months']>,
  months: readonly Month[],
): Markup => markup`<figure class="card">
<figcaption><h3>${title}</h3></figcaption>
${columnChart(
  months.map((month, at) => ({label: shortMonth(month), value: values[at] ?? 0, words: words(values[at] ?? null)})),
  {id: `${id}-months`, height: 150, title, says, tone: tones[id] ?? 'plain'},
)}
<details><summary>The numbers</summary>
<table><caption>${title}</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="n">${title.split(/[, ]/)[0] ?? ''}</th></tr></thead>
<tbody>${months.map((month, at) => markup`<tr><th scope="row">${monthInWords(month)}</th><td class="n">${words(values[at] ?? null)}</td></tr>`)}</tbody></table></details>
</figure>`;

const tones: Readonly<Record<string, 'loss' | 'rate'>> = {unsubscribed: 'loss', mailings: 'rate'};

/** Rows with a count each, the bar of its share, and how many came in the months, which small columns show too. */
function countsTable({id, title, heads: [row, count, months], rows}: Section): Markup {
  const total = rows.reduce((sum, each) => sum + (each.count ?? 0), 0);
  return markup`<table><caption>${title} in all, and in these months</caption>
<thead><tr><th scope="col">${row}</th><th scope="col" class="n">${count}</th><th scope="col" class="n">${months}</th></tr></thead>
<tbody>${rows.map(
    each =>
      markup`<tr><th scope="row"><bdi>${each.name}</bdi>${shareBar(total === 0 ? null : (each.count ?? 0) / total, tones[id])}</th><td class="n">${countInWords(each.count ?? 0)}</td><td class="n">${countInWords((each.months ?? []).reduce((sum, joined) => sum + joined, 0))}<small aria-hidden="true">${sparkline(each.months ?? [])}</small></td></tr>`,
  )}</tbody></table>`;
}

const figuresTable = ({title, heads: [row], rows, total}: Section): Markup => markup`<table><caption>${title}</caption>
<thead><tr><th scope="col">${row}</th><th scope="col" class="n">Mails</th><th scope="col" class="n wide">Arrived</th><th scope="col" class="n">Opened</th><th scope="col" class="n">Bounced</th><th scope="col" class="n">Left</th></tr></thead>
<tbody>${[...rows, ...(total ? [total] : [])].map(figuresRow)}</tbody></table>`;

const figuresRow = ({name, note, aside = note, figures}: Row): Markup =>
  markup`<tr><th scope="row"><bdi>${name}</bdi>${aside === undefined ? nothing : markup`<small>${sentence(aside)}</small>`}</th>${cells(figures as Figures)}</tr>`;

const cells = ({triggered, delivered_rate, open_rate, bounce_rate, unsubscribe_rate}: Figures): Markup =>
  markup`<td class="n">${countInWords(triggered)}</td><td class="n wide">${rateInWords(delivered_rate)}</td><td class="n">${rateInWords(open_rate)}${open_rate === null ? nothing : shareBar(open_rate, 'rate')}</td><td class="n">${rateInWords(bounce_rate)}</td><td class="n">${rateInWords(unsubscribe_rate)}</td>`;

const block = ({heading, items = [], says = []}: Block): Markup =>
  markup`<div class="card">${heading === undefined ? nothing : markup`<h3>${heading}</h3>`}${says.map(
    each => markup`<p>${sentence(each)}</p>`,
  )}${
    items.length === 0
      ? nothing
      : markup`<ul class="plain-list">${items.map(
          ({title, lines}) =>
            markup`<li><p><strong>${sentence(title)}</strong></p>${lines.map(line => markup`<p class="soft">${sentence(line)}</p>`)}</li>`,
        )}</ul>`
  }</div>`;
