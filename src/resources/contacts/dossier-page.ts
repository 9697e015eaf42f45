import {markup, nothing} from '../../commands/pages/markup.js';
import {style} from '../../commands/pages/style.js';
import {capital} from '../../words/letters.js';
import type {Dossier} from './dossier.schema.js';
import {factsOf} from './dossier-facts.js';

/** The dossier as a self-contained page, to print or hand over. */
export function dossierPage({address, account, at, records, files}: Dossier): string {
  const {markup: page} = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${address} · dossier</title>
<style>${{markup: style}}</style>
</head>
<body>
<header><h1>${address}</h1><p class="lead">What was in the account ${account} about this address on ${at.slice(0, 10)}</p></header>
<main>
${records.map(section)}
${files.length === 0 ? nothing : markup`<section><h2>Files on the sender's machine</h2><ul class="notes">${files.map(path => markup`<li>${path}</li>`)}</ul></section>`}
</main>
<footer><p>emk made this page from the lists that the service's API shows. It does not have the service's logs, backups and statistics.</p></footer>
</body>
</html>
`;
  return page;
}

const section = ({
  where,
  of,
  record,
}: Dossier['records'][number]) => markup`<section><h2>${capital(where)}: <bdi>${of}</bdi></h2>
<div class="card"><table><tbody>${factsOf(record).map(
  ([name, value]) => markup`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>`,
)}</tbody></table></div></section>
`;
