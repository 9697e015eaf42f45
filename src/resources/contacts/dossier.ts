import {targetOf} from '../../accounts/target.js';
import {tracesHere} from '../../accounts/traces-here.js';
import {readsWithoutKeys} from '../../api/client/key-mask.js';
import type {Context} from '../../commands/command.js';
import {placeOfPage, writePage} from '../../commands/pages/page-file.js';
import {NotFoundError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {erasedHere} from '../../who-left/erased.js';
import {memoryInWords} from './certificate.js';
import type {Dossier} from './dossier.schema.js';
import {factsOf} from './dossier-facts.js';
import {dossierPage} from './dossier-page.js';
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
  const found = await findTraces(readsWithoutKeys(context, context.keyMask), address);
  const files = (await tracesHere(context.host, address)).map(({path}) => path);
  const remembered = (await erasedHere(context)).day(address) ?? null;
  if (found.length + files.length === 0 && remembered === null) {
    throw new NotFoundError(`emk found nothing about ${address}.`, {
      hint: 'Check the spelling. To search for a part of an address or name: emk contacts find',
    });
  }
  const dossier: Dossier = {
    address,
    account: targetOf(await context.account()).origin,
    at: context.host.now().toISOString(),
    records: found.map(({where, of, id, record}) => ({where, of, id, record})),
    files,
    remembered,
  };
  if (place) return writePage(context, dossierPage(dossier), place, page);
  return {kind: 'data', data: dossier, text: dossierInWords(dossier)};
}

function dossierInWords({address, account, at, records, files, remembered}: Dossier): string {
  const parts = records.map(({where, of, record}) => {
    const facts = factsOf(record).map(([name, value]) => `  ${name}: ${value}\n`);
    return `\n${where}: ${of}\n${facts.join('')}`;
  });
  const here = files.length === 0 ? '' : `\nFiles on this machine\n${files.map(path => `  ${path}\n`).join('')}`;
  const memory = remembered === null ? '' : `\n${memoryInWords(address, remembered).join('\n')}\n`;
  return `${address}\nAccount ${account}, ${at.slice(0, 19).replace('T', ' ')} UTC\n${parts.join('')}${here}${memory}`;
}
