import type {WholeAnswer} from '../account/answer.js';
import type {RunningAccount} from '../account/open-account.js';

/** The folders of files that are served beside the API. */
export const fileFolders: readonly string[] = ['/design/', '/images/'];

/** Serves the files whose addresses are in records: designs as pages, previews as pictures. */
export async function servedFile(
  {store, service}: RunningAccount,
  {path}: {readonly path: string},
): Promise<WholeAnswer | undefined> {
  const [, folder, name] = /^\/(design|images)\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (folder === 'images') return {status: 200, headers: {'content-type': 'image/svg+xml'}, body: picture(name)};
  const html = await store.transaction(db => service.designOf(db, name));
  return html === undefined
    ? undefined
    : {status: 200, headers: {'content-type': 'text/html; charset=UTF-8', ...withoutScripts}, body: html};
}

/** A design may be anybody's page, and must not act as one of the sandbox's own. */
const withoutScripts = {'content-security-policy': 'sandbox'};

const picture = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#eee"/><text x="16" y="108" font-family="sans-serif" font-size="18">${name.replace(/[<&>"]/g, '')}</text></svg>\n`;
