/** Everything in an account, as its lists show it. */
import type {Shell} from '../../support/shell.js';

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;

export type Lists = {readonly [list: string]: Rows};

/** Reads every list. People who left any group are together under `members`. */
export async function listsOf(shell: Shell): Promise<Lists> {
  const list = async (...words: readonly string[]): Promise<Rows> => {
    const {code, stdout, stderr} = await shell.emk([...words, '-o', 'json']);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const nouns = ['lists', 'contacts', 'unsubscribes', 'groups', 'senders', 'automations', 'mailings', 'notifications'];
  const all = Object.fromEntries(await Promise.all(nouns.map(async noun => [noun, await list(noun, 'list')] as const)));
  const members = (all['groups'] ?? []).map(({id}) => list('groups', 'recipients', 'list', `id:${id}`));
  return {
    ...all,
    fields: await list('fields', 'list', '--where', 'is_reserved=no'),
    members: (await Promise.all(members)).flat(),
  };
}
