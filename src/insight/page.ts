import {createHash} from 'node:crypto';
import {capital} from '../core/words/sentence.js';
import {escapeHtml} from '../letters/html/text.js';
import {sparkline} from '../output/text/pictures.js';
import {clean} from '../output/text/sanitise.js';
import {sentMomentInWords} from '../records/dates/words.js';
import type {Report} from './figures.js';
import {zoneInWords} from './months.js';
import {
  agendaBlocks,
  type Block,
  type Cell,
  type Chart,
  headlineOf,
  type Row,
  type Section,
  sectionsOf,
  spanInWords,
} from './sections.js';

/** Builds a report as one page with its style inside. Its policy forbids scripts, fetching and any other style. */
export function reportPage(report: Report): string {
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
${sectionsOf(report).map(section)}
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

/** The page's style: for wide screens, phones, dark mode and paper. */
const style = `
:root{color-scheme:light dark;--page:#f5f3ee;--card:#fffefb;--ink:#20292f;--soft:#59646b;--line:#e2ddd2;--bar:#2b6e6a;--track:#ebe6db;--warn:#7a5600;--bad:#a3281f}
@media screen and (prefers-color-scheme:dark){:root{--page:#14181b;--card:#1c2226;--ink:#e6eaec;--soft:#a2aeb5;--line:#303a40;--bar:#63b8b0;--track:#2b343a;--warn:#e8bd5a;--bad:#ff9c8f}}
*{box-sizing:border-box}
html,body{background:var(--page)}
body{max-width:66rem;margin:0 auto;padding:3rem 1.5rem 4rem;color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1,h2,h3,p,dl,dd,ul{margin:0;padding:0}
h1{font-size:2.2rem;line-height:1.2}
h2{margin-bottom:1rem;font-size:1.4rem}
h3{font-size:.95rem}
p,dd,li+li{margin-top:.4rem}
section,footer{margin-top:3rem}
.soft,.lead,.notes,caption,th,dt,small,footer{color:var(--soft)}
caption,th,dt,small,.notes,footer{font-size:.85rem}
.cards,.pair{display:grid;gap:1rem}
.cards{grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));margin-top:2rem}
.pair{grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr))}
.cards>div,.card{min-width:0;padding:1.1rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
section>p+.card{margin-top:1rem}
.cards dd{font-size:1.4rem;font-weight:600;line-height:1.2}
.cards dd+dd{font-size:.82rem;font-weight:400;color:var(--soft)}
rect{fill:var(--bar)}
.track{fill:var(--track)}
table{width:100%;border-collapse:collapse;font-size:.92rem}
caption,th{text-align:left;font-weight:500}
th,td{padding:.5rem .5rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child>*{border-bottom:0}
tbody th{font-size:inherit;color:var(--ink)}
.n{padding-left:.6rem;text-align:right;white-space:nowrap;overflow-wrap:normal}
.bar,td small,th small{display:block}
.plain-list{list-style:none}
.notes{padding-left:1.1rem}
.level{font-size:.78rem;font-weight:600;text-transform:uppercase}
.error .level{color:var(--bad)}
.warning .level{color:var(--warn)}
@media (max-width:36rem){body{padding:1.8rem 1rem 3rem}.cards{grid-template-columns:1fr 1fr}.cards>div,.card{padding:.9rem}table{font-size:.84rem}th,td,.n{padding-left:.3rem;padding-right:0}}
@page{size:A4;margin:14mm}
@media print{html,body{background:#fff}body{max-width:none;padding:0;font-size:10pt}section,footer{margin-top:1.2rem}h2,caption,thead{break-after:avoid}tr,.cards>div{break-inside:avoid}*{print-color-adjust:exact}}
`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** What a person should look at. What to do about it is for the person who runs emk, and not on a page for others. */
function attention({attention: findings}: Report): Markup {
  if (findings.length === 0) return nothing;
  return markup`<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<div class="card"><ul class="plain-list">${findings.map(
    ({level, says}) => markup`<li class="${level}"><span class="level">${level}</span><p>${says}</p></li>`,
  )}</ul></div>
</section>`;
}

const section = (each: Section): Markup => markup`<section aria-labelledby="${each.id}">
<h2 id="${each.id}">${each.title}</h2>
${each.says === undefined ? nothing : markup`<p class="soft">${each.says}</p>`}
${each.chart ? monthsOf(each.chart) : nothing}
${each.rows.length === 0 ? nothing : tableOf(each)}
</section>`;

/** What came month by month, of which the numbers are read aloud and the columns only seen. */
const monthsOf = ({label, values, words}: Chart): Markup =>
  markup`<p class="soft">${capital(label)}: <span aria-hidden="true">${sparkline(values)}</span> ${values.map(words).join(' ')}</p>`;

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
  markup`<tr><th scope="row"><bdi>${name}</bdi>${note === undefined ? nothing : markup`<small>${note}</small>`}</th>${cells.map(
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
    each => markup`<p>${each}</p>`,
  )}${
    items.length === 0
      ? nothing
      : markup`<ul class="plain-list">${items.map(
          ({title, lines}) =>
            markup`<li><p><strong>${title}</strong></p>${lines.map(line => markup`<p class="soft">${line}</p>`)}</li>`,
        )}</ul>`
  }</div>`;

/** Safe markup for a page. Only `markup` creates it, so that no text of an account gets into a page unescaped. */
type Markup = {readonly markup: string};

type Part = Markup | string | number | ReadonlyArray<Markup | string>;

/** Puts values into markup. Texts are cleaned of control characters and escaped for elements and quoted attributes. */
const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((all, string, index) => all + toText(parts[index - 1] ?? '') + string),
});

const nothing: Markup = {markup: ''};

const toText = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part.split(joiners).map(cleanPart).join(''));
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(toText).join('');
};

/** Persian words and emoji of several people need these marks. A terminal may draw them too wide, a browser does not. */
const joiners = /(\u200c|\u200d|\ufe0e|\ufe0f)/;
const cleanPart = (part: string): string => (joiners.test(part) ? part : clean(part));
