import {escapeHtml} from '../html/escape.js';
import {elementsIn, parseHtml, textOf} from '../html/parse.js';
import {openingText, plainText} from '../html/plain-text.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {capital, plural} from '../words/sentence.js';
import {type FilledMailing, fillMailing} from './fill-mailing.js';
import {countPictures, mailFrame} from './mail-frame.js';
import type {Mailing} from './mailing.js';
import {pageStyle} from './page-style.js';
import {sampleReader, sampleSender} from './sample-reader.js';
import {schemes} from './scheme.js';

/** A script with which a served page reloads when its mailing changes, and the nonce that allows the script to run. */
export type Live = {readonly script: string; readonly nonce: string};

/** The mark of a preview, which may be replaced without a question. */
export const GENERATOR = '<meta name="generator" content="emk templates preview">';

/** A self-contained page that shows a mailing as its readers get it, and forbids fetching and running. */
export function previewPage(mailing: Mailing, live?: Live): string {
  const {html, ...texts} = fillMailing(mailing);
  const mail = {...texts, html: printable(html)};
  const {name} = mailing;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(live)}">
${GENERATOR}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${line(name)} · preview</title>
<style>${pageStyle}</style>${live ? `\n<script nonce="${live.nonce}">${live.script}</script>` : ''}
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
${inbox(mailing, mail)}
${frames(name, mail)}
<section class="text"><h2>As plain text</h2><pre tabindex="0" role="region" aria-label="As plain text">${escapeHtml(printable(plainText(mail.html))) || 'There is no text.'}</pre></section>
</main>
${findings(mailing.findings)}
${tags(mail)}
<footer>${notes(mailing)
    .map(note => `<p>${note}</p>`)
    .join('')}</footer>
</body>
</html>
`;
}

/** What the page may do: show itself, and if it is served, ask whether it changed. */
export const policy = (live?: Live): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    ...(live ? [`script-src 'nonce-${live.nonce}'`, "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

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
function inbox(mailing: Mailing, {subject, preheader, html}: FilledMailing): string {
  const {name: from} = mailing.sender ?? sampleSender;
  const title = subject ?? titleOf(html);
  const after = preheader?.trim() ? preheader : openingText(parseHtml(html));
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

function notes({html}: Mailing): string[] {
  const pictures = countPictures(html);
  return [
    ...(pictures === 0
      ? []
      : [
          `${plural(pictures, 'One picture is shown as a grey box', `${pictures} pictures are shown as grey boxes`)}, because this page downloads nothing. Links don't open; point at one to see where it leads.`,
        ]),
    "Dark shows the email's own dark styles. Mail programs that darken emails themselves may show other colours.",
  ];
}

function titleOf(html: string): string {
  const [title] = [...elementsIn(parseHtml(html))].filter(({tagName}) => tagName === 'title');
  const texts = title?.childNodes.map(node => textOf(node) ?? '') ?? [];
  return texts.join('').trim();
}

/** Text that cannot change the reading direction around it. */
const isolated = (text: string): string => `<bdi>${line(text)}</bdi>`;

const line = (text: string): string => escapeHtml(printable(text).replaceAll(/\s+/g, ' ').trim());

/** Text without control characters and half characters, which a page cannot contain. */
const printable = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd');
