import type {Admit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {PreflightError} from '../../errors.js';
import {type AtDoor, openDoor} from '../../who-left/door.js';
import {readLeavings} from '../../who-left/leavings.js';
import {letInAll, stoppedBy} from '../../who-left/let-in.js';
import {byName, type Stopped, stoppedInWords} from '../../who-left/words.js';
import {plural} from '../../words/count.js';
import {andList} from '../../words/list.js';

type Testers = Pick<AtDoor, 'include_unsubscribed'> & {
  readonly addresses: readonly string[];
  /** The group of the mailing. */
  readonly group: number;
};

/** Takes testers through the door. The service mails none who left everything or the mailing's group, so nobody can choose to. */
export async function letTestersIn(
  context: Context,
  {addresses, group, include_unsubscribed: included}: Testers,
): Promise<Admit> {
  const door = await openDoor(context);
  const stopped = stoppedBy(door, addresses);
  const leavers = stopped.filter(({reason}) => reason === 'left_a_group');
  const leavings = leavers.length > 0 ? await readLeavings(context, await door.whoLeft()) : () => [];
  const everything = stopped.filter(({reason}) => reason === 'unsubscribed');
  const thisGroup = leavers.filter(({address}) => leavings(address).includes(group));
  refuseUnmailed(everything, thisGroup);
  const others = stopped.filter(({reason}) => !(included && reason === 'left_a_group'));
  await letInAll(context, others, `Mail the test to ${plural(others.length, 'this person', 'them')} anyway?`);
  return door.admit;
}

function refuseUnmailed(everything: readonly Stopped[], thisGroup: readonly Stopped[]): void {
  const all = [...everything, ...thisGroup];
  if (all.length === 0) return;
  const who = andList([
    ...(everything.length > 0 ? [stoppedInWords(everything)] : []),
    ...(thisGroup.length > 0
      ? [`${byName(thisGroup.map(({address}) => address))} unsubscribed from the group of this mailing`]
      : []),
  ]);
  throw new PreflightError(`${who}, so the service would not mail ${plural(all.length, 'this person', 'them')}.`, {
    hint: `Nothing was sent. Remove ${plural(all.length, 'this address', 'these addresses')} from --to.`,
  });
}
