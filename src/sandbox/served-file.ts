import type {RunningAccount} from './account.js';
import type {WholeAnswer} from './answer.js';
import type {Db} from './behaviour.js';

/** What stands at the addresses that records name: designs as pages, previews as pictures. */
export async function servedFile(
  {store}: RunningAccount,
  {path}: {readonly path: string},
): Promise<WholeAnswer | undefined> {
  const [, folder, name] = /^\/(design|images)\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (folder === 'images') return {status: 200, headers: {'content-type': 'image/svg+xml'}, body: picture(name)};
  const html = await store.transaction(db => designOf(db, name));
  return html === undefined
    ? undefined
    : {status: 200, headers: {'content-type': 'text/html; charset=UTF-8'}, body: html};
}

const picture = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#eee"/><text x="16" y="108" font-family="sans-serif" font-size="18">${name.replace(/[<&>"]/g, '')}</text></svg>\n`;

/** The body of a scheduled mail or a single send, by its utr. */
const designOf = (db: Db, utr: string): string | undefined =>
  db.get<{html: string}>(
    `SELECT template_html AS html FROM automation_schedules WHERE utr = ?1
     UNION ALL SELECT coalesce(template_html, '') FROM single_sends WHERE utr = ?1`,
    [utr],
  )?.html;
