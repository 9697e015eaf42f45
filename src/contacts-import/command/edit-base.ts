import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {peopleKeyOf} from '../../who-left/people-key.js';
import {HeaderOnlyError} from '../file/open-import.js';
import {fileSource} from '../file/source.js';
import {prepare} from '../run/prepare.js';
import {beginBase, realPath} from '../sync/kept-bases.js';
import {markingOf} from '../sync/read-rows.js';
import {agreeOnTerms} from '../sync/terms.js';
import {toSettings} from './options.js';
import {toSyncSettings} from './sync-options.js';

export type GoingOut = {
  readonly token: string;
  /** The list that the file was written from. */
  readonly type: number;
  /** The file as it was written. */
  readonly path: string;
  /** The file that the person gets, if it is another. */
  readonly out?: string | undefined;
  /** The contacts in the order of its lines. */
  readonly ids: readonly number[];
};

/** How a file that was edited comes back: every change counts, and an empty cell empties its field. */
const editSync = {...toSyncSettings({update: 'all', clear: true}), isPart: true};

/** Keeps what a file says when it goes out to be edited, read as it will be read when it comes back. */
export async function keepBase(context: Context, {token, type, path, out = path, ids}: GoingOut): Promise<void> {
  const {host} = context;
  const account = await context.account();
  const silent = {...context, warn: () => undefined, notice: () => undefined};
  const settings = toSettings({file: path, delimiter: ',', encoding: 'utf-8', status_column: 'none'}, host);
  const prepared = await prepare(silent, fileSource(host, path), settings).catch(noRows);
  const {terms} = prepared
    ? agreeOnTerms(prepared.checked, editSync, prepared.fields, prepared.findCountry)
    : {terms: undefined};
  const head = {
    written: host.now().toISOString(),
    ...targetOf(account),
    type,
    file: realPath(out),
    fields: terms?.fields.map(({name}) => name) ?? [],
  };
  const {base, path: kept} = beginBase(host, token, {
    head,
    most: prepared?.checked.good ?? 0,
    key: peopleKeyOf(account),
  });
  if (prepared && terms) {
    const idOf = await idsByLine(prepared.checked, ids);
    await prepared.checked.hashGoodRows(markingOf(terms), ({line, key, hashes}) => {
      if (key === undefined) return;
      const entry = base.add(key, idOf(line));
      for (let field = 0; field < hashes.length; field++) {
        base.put(entry, {person: key, field, mark: hashes[field] as number});
      }
    });
  }
  await base.save(kept);
}

type Checked = Awaited<ReturnType<typeof prepare>>['checked'];

/** The id of the contact on each line, for lines that are asked in their order. A cell may have several lines. */
async function idsByLine({rowsAt}: Checked, ids: readonly number[]): Promise<(line: number) => number> {
  const lines: number[] = [];
  const noting = {
    has(line: number) {
      lines.push(line);
      return false;
    },
  };
  for await (const _ of rowsAt(noting));
  let at = 0;
  return line => {
    while (at < lines.length && (lines[at] as number) < line) at++;
    return ids[at] ?? 0;
  };
}

/** A file with only a header is one without people. */
function noRows(error: unknown): undefined {
  if (!(error instanceof HeaderOnlyError)) throw error;
}
