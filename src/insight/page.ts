import {createHash} from 'node:crypto';
import {escapeHtml} from '../letters/html/text.js';
import {clean} from '../output/text/sanitise.js';
import {sentMomentInWords} from '../records/dates/words.js';
import type {Report} from './figures.js';
import {zoneInWords} from './months.js';
import {
  type AgendaBlock,
  agendaBlocks,
  headlineOf,
  monthsInWords,
  type Section,
  type SectionRow,
  sectionsOf,
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
<p>${monthsInWords(report)}. Made on ${sentMomentInWords(report.now)}.</p>
</header>
<main>
<dl>
${headlineOf(report).map(({label, value, of}) => markup`<div><dt>${label}</dt><dd>${value}</dd><dd><bdi>${of}</bdi></dd></div>`)}
</dl>
${attention(report)}
${sectionsOf(report).map(section)}
<section aria-labelledby="coming-up">
<h2 id="coming-up">Coming up</h2>
${agendaBlocks(report.agenda).map(block)}
</section>
</main>
<footer><p>emk made this page from the account. Its months begin and end at midnight in ${zoneInWords(report.time_zone)}.</p></footer>
</body>
</html>
`.markup;
}

/** The page's style. Its colours are the browser's own, light or dark. */
const style = `
:root{color-scheme:light dark}
body{max-width:66rem;margin:0 auto;padding:2rem 1.5rem;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h2{margin-top:2.5rem}
dl{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}
dd{margin:0}
dt+dd{font-size:1.4rem;font-weight:600}
table{width:100%;border-collapse:collapse}
caption{display:none}
th,td{padding:.4rem .5rem .4rem 0;border-bottom:1px solid;text-align:left;font-weight:400;vertical-align:top}
.n{text-align:right;white-space:nowrap}
small{display:block}
ul{padding-left:1.1rem}
`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** What a person should look at. What to do about it is for the person who runs emk, and not on a page for others. */
function attention({attention: findings}: Report): Markup {
  if (findings.length === 0) return nothing;
  return markup`<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<ul>${findings.map(({says}) => markup`<li>${says}</li>`)}</ul>
</section>`;
}

const section = ({
  id,
  title,
  heads: [row = '', ...heads],
  rows,
}: Section): Markup => markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<table><caption>${title}</caption>
<thead><tr><th scope="col">${row}</th>${heads.map(head => markup`<th scope="col" class="n">${head}</th>`)}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody></table>
</section>`;

const rowOf = ({name, note, cells}: SectionRow): Markup =>
  markup`<tr><th scope="row"><bdi>${name}</bdi>${note === undefined ? nothing : markup`<small>${note}</small>`}</th>${cells.map(
    cell => markup`<td class="n">${cell}</td>`,
  )}</tr>`;

const block = ({heading, items = [], says = []}: AgendaBlock): Markup =>
  markup`${heading === undefined ? nothing : markup`<h3>${heading}</h3>`}${says.map(each => markup`<p>${each}</p>`)}${items.map(
    ({title, lines}) => markup`<p><strong>${title}</strong>${lines.map(line => markup`<br>${line}`)}</p>`,
  )}`;

/** Safe markup for a page. Only `markup` creates it, so that no text of an account gets into a page unescaped. */
type Markup = {readonly markup: string};

type PagePart = Markup | string | ReadonlyArray<Markup | string>;

/** Puts values into markup. Texts are cleaned of control characters and escaped for elements and quoted attributes. */
const markup = (strings: TemplateStringsArray, ...parts: readonly PagePart[]): Markup => ({
  markup: strings.reduce((all, string, index) => all + toText(parts[index - 1] ?? '') + string),
});

const nothing: Markup = {markup: ''};

const toText = (part: PagePart): string => {
  if (typeof part === 'string') return escapeHtml(clean(part));
  return 'markup' in part ? part.markup : part.map(toText).join('');
};
