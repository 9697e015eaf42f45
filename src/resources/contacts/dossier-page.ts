import {markup, nothing} from '../../commands/pages/markup.js';
import {selfContained} from '../../commands/pages/self-contained.js';
import {dateInWords} from '../../records/dates/spoken-words.js';
import {capital} from '../../words/letters.js';
import type {Dossier} from './dossier.schema.js';
import {factsOf} from './dossier-facts.js';

/** The dossier as a page, to print or hand over. */
export const dossierPage = ({address, account, at, records, files, remembered}: Dossier): string =>
  selfContained(
    `${address} · dossier`,
    markup`<header><h1>${address}</h1><p class="lead">What the account <bdi>${account}</bdi> knows about this address. Made on ${dateInWords(Date.parse(at))}.</p></header>
<main>
${records.map(section)}
${files.length === 0 ? nothing : markup`<section><h2>Files on the sender's machine</h2><ul class="notes">${files.map(path => markup`<li>${path}</li>`)}</ul></section>`}
${remembered === null ? nothing : markup`<section><h2>Erased on ${dateInWords(Date.parse(remembered))}</h2><p>The sender's machine keeps this day and a keyed hash of the address, so that you do not come back unseen. Nobody can read the address from it.</p></section>`}
</main>
<footer><p>emk made this page from the lists that the service's API shows. It does not have the service's logs, backups and statistics.</p></footer>`,
  );

const section = ({
  where,
  of,
  record,
}: Dossier['records'][number]) => markup`<section><h2>${capital(where)}: <bdi>${of}</bdi></h2>
<div class="card"><table><tbody>${factsOf(record).map(
  ([name, value]) => markup`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>`,
)}</tbody></table></div></section>
`;
