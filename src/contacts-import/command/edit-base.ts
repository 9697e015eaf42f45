import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {peopleKeyOf} from '../../who-left/people-key.js';
import {HeaderOnlyError} from '../file/open-import.js';
import {fileSource} from '../file/source.js';
import {prepare} from '../run/prepare.js';
import {basePath, dropOldBases, realPath} from '../sync/kept-bases.js';
import {agreeOnTerms} from '../sync/terms.js';
import {writeBaseOf} from '../sync/write-base.js';
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
  const settings = {...toSettings({file: path, encoding: 'utf-8', status_column: ['none']}, context), isOurs: true};
  const prepared = await prepare(silent, fileSource(host, path), settings).catch(noRows);
  dropOldBases(host);
  await writeBaseOf(
    prepared && {
      ...agreeOnTerms(prepared.checked, editSync, prepared.fields, prepared.findCountry),
      checked: prepared.checked,
      ids,
    },
    {
      path: basePath(host, token),
      about: {...targetOf(account), type, file: realPath(out)},
      key: peopleKeyOf(account),
    },
  );
}

/** A file with only a header is one without people. */
function noRows(error: unknown): undefined {
  if (!(error instanceof HeaderOnlyError)) throw error;
}
