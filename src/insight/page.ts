import {createHash} from 'node:crypto';
import {escapeHtml} from '../letters/html/text.js';
import {sparkline} from '../output/text/pictures.js';
import {clean} from '../output/text/sanitise.js';
import {sentMomentInWords} from '../records/dates/words.js';
import type {Report} from './figures.js';
import {type Month, monthInWords, monthsFrom, zoneInWords} from './months.js';
import {
  agendaBlocks,
  type Block,
  type Cell,
  type Chart,
  headlineOf,
  mostUrgent,
  type Row,
  type Section,
  sectionsOf,
  spanInWords,
} from './sections.js';
import {style} from './style.js';

/** Builds a report as one page with its style inside. Its policy forbids scripts, fetching and any other style. */
export function reportPage(report: Report): string {
  const months = monthsFrom(report.since, report.until);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${report.account} at a glance</title>
<style>${{markup: style}}</style>
</head>
<body>
<header>
<h1><bdi>${report.account}</bdi> at a glance</h1>
<p class="lead">${spanInWords(report)}. Made on ${sentMomentInWords(report.now)}.</p>
</header>
<main>
<dl class="cards">
${headlineOf(report).map(({label, value, of}) => markup`<div><dt>${label}</dt><dd>${value}</dd><dd><bdi>${of}</bdi></dd></div>`)}
</dl>
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
<footer><p>emk made this page from the account. Its months begin and end at midnight in ${zoneInWords(report.time_zone)}.</p></footer>
</body>
</html>
`.markup;
}

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

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

const section = (each: Section, months: readonly Month[]): Markup => markup`<section aria-labelledby="${each.id}">
<h2 id="${each.id}">${each.title}</h2>
${each.says === undefined ? nothing : markup`<p class="soft">${each.says}</p>`}
${each.chart ? monthsOf(each.chart, months) : nothing}
${each.rows.length === 0 ? nothing : tableOf(each)}
</section>`;

/** What came month by month, with bars relative to the largest; of a rate, the bar is the rate itself. */
function monthsOf({title, heads, values, words, isShare}: Chart, months: readonly Month[]): Markup {
  const most = isShare ? 1 : Math.max(1, ...values.map(value => value ?? 0));
  const rows = months.map((month, at) => {
    const value = values[at] ?? null;
    return {name: monthInWords(month), cells: [{says: words(value), share: value === null ? null : value / most}]};
  });
  return tableOf({title, heads, rows});
}

const tableOf = ({
  title,
  heads: [row = '', ...heads],
  rows,
  total,
}: Pick<
  Section,
  'title' | 'heads' | 'rows' | 'total'
>): Markup => markup`<div class="card"><table><caption>${title}</caption>
<thead><tr><th scope="col">${row}</th>${heads.map(head => markup`<th scope="col" class="n">${head}</th>`)}</tr></thead>
<tbody>${[...rows, ...(total ? [total] : [])].map(rowOf)}</tbody></table></div>`;

const rowOf = ({name, note, cells}: Row): Markup =>
  markup`<tr><th scope="row"><bdi>${name}</bdi>${note === undefined ? nothing : markup`<small>${sentence(note)}</small>`}</th>${cells.map(
    cell => markup`<td class="n">${cell.says}${drawingOf(cell)}</td>`,
  )}</tr>`;

/** What is drawn below a number. Screen readers skip it, because the number says the same. */
function drawingOf({share, months}: Cell): Markup {
  if (months) return markup`<small aria-hidden="true">${sparkline(months)}</small>`;
  if (typeof share !== 'number') return nothing;
  const width = Number((Math.min(1, Math.max(0, share)) * 100).toFixed(2));
  return markup`<svg class="bar" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/><rect width="${width}%" height="6" rx="3"/></svg>`;
}

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

/** Safe markup for a page. Only `markup` creates it, so that no text of an account gets into a page unescaped. */
type Markup = {readonly markup: string};

type Part = Markup | string | number | ReadonlyArray<Markup | string>;

/** Puts values into markup. Texts are cleaned of control characters and escaped for elements and quoted attributes. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((all, string, index) => all + toText(parts[index - 1] ?? '') + string),
});

/** Empty markup, for omitted parts. */
const nothing: Markup = {markup: ''};

/** A sentence with names, where a name from right to left does not turn the words around it. */
export const sentence = (text: string): Markup => ({markup: toText(text).replace(fromTheRight, '\u2068$&\u2069')});

const fromTheRight = /[\p{sc=Arab}\p{sc=Hebr}](?:[^\p{L}]*[\p{sc=Arab}\p{sc=Hebr}])*/gu;

const toText = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part.split(joiners).map(cleanPart).join(''));
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(toText).join('');
};

/** Persian words and emoji of several people need these marks. A terminal may draw them too wide, a browser does not. */
const joiners = /(\u200c|\u200d|\ufe0e|\ufe0f)/;
const cleanPart = (part: string): string => (joiners.test(part) ? part : clean(part));
