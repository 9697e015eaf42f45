import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {markup, nothing} from '../../commands/pages/markup.js';
import {placeOfPage, writePage} from '../../commands/pages/page-file.js';
import {selfContained} from '../../commands/pages/self-contained.js';
import {NotFoundError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {lookHere} from '../../own-files/look-here.js';
import {dateInWords} from '../../records/dates/spoken-words.js';
import {erasedHere} from '../../who-left/erased.js';
import {whoseMark} from '../../who-left/people-key.js';
import {capital} from '../../words/sentence.js';
import {memoryInWords, unreadInWords} from './certificate.js';
import type {Dossier} from './dossier.schema.js';
import {factsOf} from './dossier-facts.js';
import {findTraces} from './traces.js';

type Wanted = {
  readonly address: string;
  readonly file?: string | undefined;
  readonly open?: boolean | 0 | 1 | undefined;
};

/** Reads everything about one person, and prints it or writes it as a page. */
export async function personDossier(context: Context, {address, ...pageOptions}: Wanted): Promise<Result> {
  const page = {...pageOptions, what: 'dossier'};
  const place = await placeOfPage(context, page);
  const owner = await context.account();
  const whose = whoseMark(owner, address);
  const found = await findTraces(context, address);
  const here = await lookHere(context.host, address, whose);
  const files = here.found.map(({path}) => path).filter(path => path !== place?.path);
  const remembered = (await erasedHere(context)).day(address) ?? null;
  if (found.length + files.length === 0 && remembered === null) {
    throw new NotFoundError(`emk found nothing about ${address}.`, {
      hint: 'Check the spelling. To search for a part of an address or name: emk find',
    });
  }
  const dossier: Dossier = {
    address,
    account: targetOf(owner).origin,
    at: context.host.now().toISOString(),
    records: found.map(({where, of, id, record}) => ({where, of, id, record})),
    files,
    unread: here.unread,
    remembered,
  };
  if (place) return writePage(context, dossierPage(dossier), place, {...page, whose});
  return {kind: 'data', data: dossier, text: dossierInWords(dossier)};
}

function dossierInWords({address, account, at, records, files, unread, remembered}: Dossier): string {
  const parts = records.map(({where, of, record}) => {
    const facts = factsOf(record).map(([name, value]) => `  ${name}: ${value}\n`);
    return `\n${where}: ${of}\n${facts.join('')}`;
  });
  const here = files.length === 0 ? '' : `\nFiles on this machine\n${files.map(path => `  ${path}\n`).join('')}`;
  const unknown = unread.length === 0 ? '' : `\n${unreadInWords(unread).join('\n')}\n`;
  const memory = remembered === null ? '' : `\n${memoryInWords(address, remembered).join('\n')}\n`;
  return `${address}\nAccount ${account}, ${at.slice(0, 19).replace('T', ' ')} UTC\n${parts.join('')}${here}${unknown}${memory}`;
}

/** The dossier as a page, to print or hand over. */
const dossierPage = ({address, account, at, records, files, unread, remembered}: Dossier): string =>
  selfContained(
    `${address} · dossier`,
    markup`<header><h1>${address}</h1><p class="lead">What the account <bdi>${account}</bdi> knows about this address. Made on ${dateInWords(Date.parse(at))}.</p></header>
<main>
${records.map(section)}
${files.length === 0 ? nothing : markup`<section><h2>Files on the sender's machine</h2><ul class="notes">${files.map(path => markup`<li>${path}</li>`)}</ul></section>`}
${unread.length === 0 ? nothing : markup`<section><h2>Files on the sender's machine that could not be searched</h2><ul class="notes">${unread.map(({of, why}) => markup`<li>${of}: ${why}</li>`)}</ul></section>`}
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
