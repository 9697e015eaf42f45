import {type Collection, deletionOf} from '../../api/describe/collection.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose} from '../../api/describe/schema.js';
import {effectOf} from '../../effect/effect.js';
import {PartialError} from '../../errors.js';
import {andList} from '../../words/list.js';
import type {Context} from '../command.js';
import {groupOf} from '../not-found.js';

/** Records of one name created at the same moment: the one to keep, and an error if a duplicate stays. */
type SimultaneousDuplicates = {readonly kept: Loose; readonly error?: PartialError};

/** Reports new records of one name, perhaps from another run, and offers to delete the later one: all keep the first. */
export async function settleSimultaneous(
  context: Context,
  of: Collection,
  alike: readonly Loose[],
): Promise<SimultaneousDuplicates | undefined> {
  const [kept, ...duplicates] = [...alike].sort((one, other) => Number(one['id']) - Number(other['id']));
  if (!kept || duplicates.length === 0) return undefined;
  const {noun, key, label} = of;
  const ids = duplicates.map(duplicate => String(duplicate[key]));
  const there = `There are ${alike.length} new ${noun.many} "${String(kept[label])}", where one was wanted`;
  const remove = of.operations['delete'] && deletionOf(of);
  const parameter = remove && recordName(remove);
  const {ask, globals, agree, send, warn} = context;
  const offers = ask.possible && !globals.yes;
  if (
    remove &&
    parameter &&
    offers &&
    (await ask.confirm(`${there}. Keep ${String(kept[key])} and delete ${ids.join(', ')}?`))
  ) {
    const permit = await agree(effectOf('deletes', of, duplicates.length), {settled: 'a person has said yes'});
    for (const duplicate of duplicates) await send(permit, remove, {[parameter]: duplicate[key]} as never);
    warn(`${there}. The later one, ${ids.join(', ')}, was deleted.`);
    return {kept};
  }
  return {
    kept,
    error: new PartialError(`${there}: ${andList([String(kept[key]), ...ids])}.`, {
      hint: remove
        ? `Keep ${String(kept[key])} and delete the other with: emk ${groupOf(noun)} delete ${ids.join(' ')}`
        : `Keep ${String(kept[key])} and delete the other, ${ids.join(' ')}, in the service itself: its API deletes no ${noun.many}.`,
    }),
  };
}
