import {createHash} from 'node:crypto';
import {readdir, stat, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {stateFolder} from '../../core/own-files/folders.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {capital, plural, slug} from '../../core/words/sentence.js';
import type {Finding} from '../../records/fields/finding.js';
import {isPixel} from '../html/lint-link.js';
import {attributeOf, type Letter, readLetter, textOf} from '../html/parse.js';
import {openingText, plainText} from '../html/plain-text.js';
import {escapeHtml} from '../html/text.js';
import {type FilledMailing, fillMailing, type Mailing, sampleReader, sampleSender} from './mailing.js';

/** The mark of a preview, which may be replaced without a question. */
export const GENERATOR = '<meta name="generator" content="emk templates preview">';

/** A self-contained page that shows a mailing as its readers get it, and forbids fetching and running. */
export function previewPage(mailing: Mailing): string {
  const {html, ...texts} = fillMailing(mailing);
  const mail = {...texts, html: printable(html)};
  const letter = readLetter(mail.html);
  const {name} = mailing;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
${GENERATOR}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${line(name)} · preview</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${isolated(name)}</h1>
<dl>${facts(mailing)
    .map(([about, fact]) => `<div><dt>${about}</dt><dd>${isolated(fact)}</dd></div>`)
    .join('')}</dl>
</header>
<fieldset><legend>Colours</legend>${schemes
    .map(
      (scheme, at) =>
        `<label><input type="radio" name="scheme" value="${scheme}"${at === 0 ? ' checked' : ''}> ${capital(scheme)}</label>`,
    )
    .join('')}</fieldset>
<main>
${inbox(mailing, mail, letter)}
${frames(name, mail)}
<section class="text"><h2>As plain text</h2><pre tabindex="0" role="region" aria-label="As plain text">${escapeHtml(printable(plainText(mail.html))) || 'There is no text.'}</pre></section>
</main>
${findings(mailing.findings)}
${tags(mail)}
<footer>${notes(letter)
    .map(note => `<p>${note}</p>`)
    .join('')}</footer>
</body>
</html>
`;
}

/** What the page and the frames in it may do: show themselves. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The two colour schemes of mail programs. */
const schemes = ['light', 'dark'] as const;

type Scheme = (typeof schemes)[number];

function facts({
  sender = sampleSender,
  audience,
  reader = sampleReader,
}: Mailing): ReadonlyArray<readonly [string, string]> {
  return [
    ['From', `${sender.name} <${sender.email}>`],
    ...(audience === undefined ? [] : [['To', audience] as const]),
    ['Filled with', reader.who],
  ];
}

/** One line of an inbox, on a wide and on a narrow screen; a text that does not fit is cut where its own script ends. */
function inbox(mailing: Mailing, {subject, preheader}: FilledMailing, letter: Letter): string {
  const {name: from} = mailing.sender ?? sampleSender;
  const title = subject ?? titleOf(letter);
  const after = preheader?.trim() ? preheader : openingText(letter.page);
  const row = (kind: string): string =>
    `<div class="row ${kind}"><b>${isolated(from)}</b><bdi class="subject">${line(title || '(no subject)')}</bdi><bdi class="after">${line(after.slice(0, 250))}</bdi></div>`;
  const about =
    subject === undefined && title ? '<p class="note">A template has no subject, so this shows its title.</p>' : '';
  return `<section class="inbox"><h2>In an inbox</h2><div class="inboxes">${row('wide')}${row('narrow')}</div>${about}</section>`;
}

const frames = (name: string, {html}: FilledMailing): string =>
  [
    ['desktop', 'On a desktop, 640 pixels wide'],
    ['phone', 'On a phone, 375 pixels wide'],
  ]
    .map(
      ([kind, title]) =>
        `<section class="${kind}"><h2>${title}</h2><div class="device" tabindex="0" role="region" aria-label="${title}">${schemes
          .map(
            scheme =>
              `<iframe class="${scheme}" title="${line(name)}, ${kind}, ${scheme}" sandbox srcdoc="${escapeHtml(mailFrame(html, scheme))}"></iframe>`,
          )
          .join('')}</div></section>`,
    )
    .join('\n');

/**
 * The letter as a mail program in this scheme shows it. Its frame is a sandbox under the policy of the page: nothing is
 * loaded or run, and a link has no window to open.
 */
const mailFrame = (html: string, scheme: Scheme): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off"><base target="_blank"><style>${frameStyle(scheme)}</style>${inScheme(html.replaceAll(unpoliced, '<x-'), scheme)}`;

const frameStyle = (scheme: Scheme): string =>
  `:root{color-scheme:${scheme}!important}body{margin:8px}img:not([src^="data:"]){background:#dde1e6;color:#3d4650}`;

/** Both schemes are on one page, so what asks for the scheme of the screen gets that of its frame. */
const inScheme = (html: string, scheme: Scheme): string =>
  html.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
  );

/** Elements that may look up or connect to a server although a policy forbids to load from it, and pages in the page. */
const unpoliced = /<(?=(?:link|iframe|frame|object|embed)[\s/>])/gi;

function findings(found: readonly Finding[] | undefined): string {
  if (found === undefined || found.length === 0) return '';
  const items = [...found.filter(isError), ...found.filter(each => !isError(each))].map(
    ({level, says, hint, line: at}) =>
      `<li class="${level}"><b>${level === 'error' ? 'Error' : 'Warning'}</b>${at === undefined ? '' : ` in line ${at}`}: ${isolated(says)}${hint ? ` <span class="hint">${isolated(hint)}</span>` : ''}</li>`,
  );
  return `<section class="findings"><h2>To fix</h2><ul>${items.join('')}</ul></section>`;
}

const isError = ({level}: Finding): boolean => level === 'error';

function tags({used}: FilledMailing): string {
  if (used.length === 0) return '';
  const rows = used.map(
    ([name, value]) =>
      `<tr><th scope="row">${isolated(`((${name}))`)}</th><td>${value === undefined ? '<em>not filled: the account has no such tag</em>' : value === '' ? '<em>empty for this person</em>' : isolated(value)}</td></tr>`,
  );
  return `<section class="tags"><h2>Tags</h2><table><tbody>${rows.join('')}</tbody></table></section>`;
}

function notes({elements}: Letter): string[] {
  // What is on other servers is missing in a preview.
  const isElsewhere = (src = ''): boolean => !/^\s*data:image\//i.test(src);
  const pictures = elements.filter(
    each => each.tagName === 'img' && !isPixel(each) && isElsewhere(attributeOf(each, 'src')),
  ).length;
  const missing = `${plural(pictures, 'One picture is missing', `${pictures} pictures are missing`)}, because this page downloads nothing. Links don't open; point at one to see where it leads.`;
  return [
    ...(pictures === 0 ? [] : [missing]),
    "Dark shows the email's own dark styles. Mail programs that darken emails themselves may show other colours.",
  ];
}

function titleOf({elements}: Letter): string {
  const title = elements.find(({tagName}) => tagName === 'title');
  return (title?.childNodes ?? [])
    .map(node => textOf(node) ?? '')
    .join('')
    .trim();
}

/** Text that cannot change the reading direction around it. */
const isolated = (text: string): string => `<bdi>${line(text)}</bdi>`;

const line = (text: string): string => escapeHtml(printable(text).replaceAll(/\s+/g, ' ').trim());

/** Text without control characters and half characters, which a page cannot contain. */
const printable = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd');

/** Writes a preview into a private folder, because it may show a person's data, and deletes old ones. */
export async function keepPreview(host: Host, mailing: Mailing): Promise<string> {
  const folder = join(stateFolder(host), 'previews');
  const path = join(folder, `${fileName(mailing.name)}.html`);
  await tellingFileTrouble(async () => {
    makeFolder(folder);
    await writeWhole(path, [previewPage(mailing)]);
  });
  await removeOld(folder, host.now().getTime() - KEPT);
  return path;
}

/** Deletes old previews: each is for one look, and nobody would delete them by hand. */
async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const {mtimeMs} = await stat(path).catch(() => ({mtimeMs: Number.POSITIVE_INFINITY}));
    if (mtimeMs < before) await unlink(path).catch(() => {});
  }
}

const KEPT = 7 * 24 * 3_600_000;

/** A file name that every file system accepts and that no other mailing has, in any alphabet. */
function fileName(name: string): string {
  return `${slug(name, 60) || 'mailing'}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
}

/** The style of a preview, for wide and narrow screens, light and dark. */
export const pageStyle = `
:root {color-scheme: light dark; --ground: #f5f6f8; --card: #fff; --ink: #1b1f24; --faint: #545d68; --line: #d0d7de; --error: #b3261e; --warning: #7a4d00}
@media screen and (prefers-color-scheme: dark) {
  :root {--ground: #0f1318; --card: #181d24; --ink: #e6edf3; --faint: #a3adb8; --line: #343b44; --error: #ff9d94; --warning: #eac06a}
}
* {box-sizing: border-box}
body {margin: 0 auto; max-width: 1560px; padding: 20px; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif}
h1 {margin: 0; font-size: 22px; overflow-wrap: anywhere}
h2 {break-after: avoid; margin: 0 0 8px; font-size: 14px; font-weight: 600; color: var(--faint)}
dl {display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 8px 0 0}
dl div {display: flex; gap: 6px; min-width: 0}
dt {flex: none; color: var(--faint)}
dd {margin: 0; min-width: 0; overflow-wrap: anywhere}
fieldset {display: inline-flex; gap: 16px; margin: 16px 0; padding: 6px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card)}
legend {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}
label {display: flex; align-items: center; gap: 6px; cursor: pointer}
main {display: grid; gap: 24px 20px; grid-template-columns: 482px 284px minmax(0, 1fr); --scale: .75}
section {min-width: 0}
.inbox {grid-column: 1 / -1}
.inboxes {display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px 20px}
.row {border: 1px solid #d0d7de; border-radius: 8px; background: #fff; color: #1b1f24; padding: 10px 14px; overflow: hidden}
.row .after {color: #545d68}
.wide {display: flex; gap: 14px; width: 760px; max-width: 100%; white-space: nowrap}
.row > * {overflow: hidden; text-overflow: ellipsis; text-align: left}
.wide b {flex: none; max-width: 30%}
.wide .subject {flex: none; max-width: 60%}
.wide .after {flex: 1; min-width: 0}
.narrow {display: grid; width: 340px; max-width: 100%}
.narrow b, .narrow .subject {white-space: nowrap}
.narrow .after {display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere}
.device {overflow: auto hidden; height: calc(860px * var(--scale)); border: 1px solid var(--line); border-radius: 8px; background: #fff}
.phone .device {border-radius: 20px}
iframe {display: block; height: 860px; margin: 0 calc(var(--wide) * (var(--scale) - 1)) 0 0; width: var(--wide); border: 0; transform: scale(var(--scale)); transform-origin: 0 0}
iframe.dark {color-scheme: dark; display: none}
iframe.light {color-scheme: light}
.desktop {--wide: 640px}
.phone {--wide: 375px}
body:has([value=dark]:checked) iframe.light {display: none}
body:has([value=dark]:checked) iframe.dark {display: block}
body:has([value=dark]:checked) .device {background: #121212}
body:has([value=dark]:checked) .row {background: #1f1f1f; border-color: #444; color: #f1f1f1}
body:has([value=dark]:checked) .row .after {color: #b5b5b5}
pre {margin: 0; max-height: calc(860px * var(--scale)); overflow: auto; padding: 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext}
.findings, .tags {margin-top: 24px}
ul {margin: 0; padding-left: 20px}
li {overflow-wrap: anywhere}
.error b {color: var(--error)}
.warning b {color: var(--warning)}
.hint, .note, footer, em {color: var(--faint)}
.note {margin: 8px 0 0}
table {border-collapse: collapse; max-width: 100%}
th, td {padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere}
th {font-family: ui-monospace, monospace; font-size: 13px}
footer {margin-top: 24px; font-size: 14px}
footer p {margin: 0 0 4px}
@media (min-width: 1500px) {main {grid-template-columns: 642px 377px minmax(0, 1fr); --scale: 1}}
@media (max-width: 1139px) {
  main {grid-template-columns: minmax(0, 1fr); --scale: 1}
  .desktop {order: 2}
  .text {order: 3}
  .device {max-width: 642px}
  .phone .device {max-width: 377px}
  pre {max-height: none}
}
@media (max-width: 420px) {body {padding: 7px}}
`;
