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
:root{color-scheme:light dark;--page:#f5f3ee;--card:#fffefb;--ink:#20292f;--soft:#59646b;--line:#e2ddd2;--plain:#2b6e6a;--loss:#b0552f;--rate:#5a5aa6;--track:#ebe6db;--warn:#7a5600;--bad:#a3281f}
@media screen and (prefers-color-scheme:dark){:root{--page:#14181b;--card:#1c2226;--ink:#e6eaec;--soft:#a2aeb5;--line:#303a40;--plain:#63b8b0;--loss:#e28e68;--rate:#a3a4ea;--track:#2b343a;--warn:#e8bd5a;--bad:#ff9c8f}}
*{box-sizing:border-box}
html{background:var(--page);-webkit-text-size-adjust:100%}
body{max-width:66rem;margin:0 auto;padding:3rem 1.5rem 4rem;color:var(--ink);background:var(--page);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{margin:0;font:600 2.3rem/1.15 Georgia,"Iowan Old Style","Times New Roman",serif;letter-spacing:-.01em}
h2{margin:0 0 1rem;font:600 1.45rem/1.2 Georgia,"Iowan Old Style","Times New Roman",serif}
h3{margin:0;font-size:.95rem;font-weight:600}
p{margin:.4rem 0 0}
.soft,caption,th,dt{color:var(--soft)}
.lead{margin-top:.5rem;color:var(--soft)}
.cards,.pair{display:grid;gap:1rem;margin:0;padding:0;list-style:none}
.cards{grid-template-columns:repeat(6,1fr);margin-top:2rem}
.pair{grid-template-columns:repeat(auto-fit,minmax(17rem,1fr))}
.cards>div,.card{margin:0;min-width:0;padding:1.1rem;background:var(--card);border:1px solid var(--line);border-radius:12px;break-inside:avoid}
section>.card,section>.pair{margin-top:1rem}
section>h2+.card,section>h2+.pair{margin-top:0}
dt{font-size:.85rem}
dd{margin:.15rem 0 0}
.cards dd{font-size:1.4rem;font-weight:600;line-height:1.2;letter-spacing:-.01em}
.cards dd+dd{font-size:.82rem;font-weight:400;line-height:1.4;letter-spacing:0;color:var(--soft)}
svg{color:var(--plain)}
#unsubscribed~* svg{color:var(--loss)}
#mailings~* svg,#automations~* svg{color:var(--rate)}
rect{fill:currentColor}
.bar{display:block;margin-top:.3rem}
.bar .track{fill:var(--track)}
table{width:100%;border-collapse:collapse;font-size:.92rem}
caption{text-align:left;font-size:.85rem;padding-bottom:.5rem}
th{font-size:.8rem;font-weight:500;text-align:left}
th,td{padding:.5rem .5rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th:last-child,td:last-child{padding-right:0}
tbody tr:last-child>*{border-bottom:0}
tbody th{font-size:inherit;color:var(--ink);font-weight:500}
td.n,th.n{padding-left:.6rem;text-align:right;white-space:nowrap;overflow-wrap:normal;width:1%}
@media (min-width:48rem){td.n,th.n{min-width:5.5rem}}
td small,tbody th small{display:block;font-size:.82rem;font-weight:400;color:var(--soft)}
section{margin-top:3.2rem}
ul.plain-list{list-style:none;margin:0;padding:0}
ul.plain-list>li+li{margin-top:.9rem;padding-top:.9rem;border-top:1px solid var(--line)}
.level{font-size:.78rem;font-weight:600;letter-spacing:.03em;text-transform:uppercase}
.error .level{color:var(--bad)}
.warning .level{color:var(--warn)}
.notes li+li{margin-top:.4rem}
.notes{margin:0;padding-left:1.1rem;color:var(--soft);font-size:.92rem}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media print,(max-width:60rem){.cards{grid-template-columns:repeat(3,1fr)}}
@media (max-width:36rem){body{padding:1.8rem 1rem 3rem}h1{font-size:1.8rem}.cards{grid-template-columns:1fr 1fr;gap:.7rem}.cards>div,.card{padding:.9rem}.cards dd{font-size:1.35rem}table{font-size:.84rem}th,td{padding-right:0}td.n,th.n{padding-left:.5rem}}
@page{size:A4;margin:14mm}
@media print{html,body{background:#fff}body{max-width:none;padding:0;font-size:10pt;line-height:1.45}.cards>div,.card{border-color:#ccc;background:#fff}section,footer{margin-top:1.2rem}h2,caption,thead,tr:first-child,tr:nth-last-child(2){break-after:avoid}tr{break-inside:avoid}.card:has(table,li){break-inside:auto;box-decoration-break:clone;-webkit-box-decoration-break:clone}th,td{padding-top:.25rem;padding-bottom:.25rem}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
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
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((all, string, index) => all + toText(parts[index - 1] ?? '') + string),
});

/** Empty markup, for omitted parts. */
const nothing: Markup = {markup: ''};

const toText = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part.split(joiners).map(cleanPart).join(''));
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(toText).join('');
};

/** Persian words and emoji of several people need these marks. A terminal may draw them too wide, a browser does not. */
const joiners = /(\u200c|\u200d|\ufe0e|\ufe0f)/;
const cleanPart = (part: string): string => (joiners.test(part) ? part : clean(part));
