import type {Admit} from '../../api/describe/permit.js';
import type {InputOf} from '../../api/describe/schema.js';
import {findingsOf, settleFindings, warnOf} from '../../checks/findings.js';
import type {CheckRules} from '../../checks/options.js';
import {type Draft, type Mailing, readMailing, type SendForm} from '../../checks/read-mailing.js';
import type {Context} from '../../commands/command.js';
import {readPasted} from '../../csv/columns/pasted-people.js';
import {type Effect, effectOf, join} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import lists from '../../endpoints/lists.js';
import mailings from '../../endpoints/mailings.js';
import {PreflightError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type AtDoor, openDoor} from '../../who-left/door.js';
import {readLeavings} from '../../who-left/leavings.js';
import {letInAll, stoppedBy} from '../../who-left/let-in.js';
import {byName, type Stopped, stoppedInWords} from '../../who-left/words.js';
import {andList, plural} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import type {Ended} from '../../work/ending.js';
import {draftOf} from './draft.js';
import type {testTakes} from './options.js';
import {sendCard} from './send-gate.js';
import {CONTACT_MARK, carryOutTest, KEPT_MARK, MARK, openTestList, type TestDoes} from './test-run.js';

/** Sends a mailing to testers exactly as it will be, through a list for tests, and deletes the traces. */
export async function testSend(context: Context, input: InputOf<typeof testTakes>): Promise<Ended> {
  const {to, keep, strict, force, include_unsubscribed, ...given} = input;
  const {ask, globals} = context;
  const people = to.flatMap(text => readPasted(text).people);
  const typed = new Map(people.map(({email}) => [foldAddress(email), email]));
  const addresses = [...typed.keys()];
  const draft = await draftOf(context, {...given, recipient_id: ['contacts_0'], now: true});
  const group = draft.form.unsubscribe_group_id;
  const admit = await letTestersIn(context, {addresses: [...typed.values()], group, include_unsubscribed});
  if (!ask.possible && !globals.yes && !globals.dryRun) {
    await context.agree(testing(addresses), {what: mailsTest(draft.form.single_send_name, addresses)});
  }
  await context.mayChange();
  const wanted = {draft, addresses, admit, keeps: keep === true || keep === 1, strict, force};
  return context.takeTurns([['mailings test']], 'a test in this account', () => checkedTest(context, wanted));
}

/** What a test does: it mails the testers, adds them to a list that it may make, and deletes what it added. */
const testing = ({length: count}: readonly string[]): Effect<TestDoes> =>
  join<TestDoes>(
    effectOf('sends', mailings, 1, {people: {mailed: {count}}, at: 'now'}),
    effectOf('creates', lists, 0),
    effectOf('deletes', contacts, 0, {wayBack: 'none'}),
  );

const mailsTest = (name: string, addresses: readonly string[]): string =>
  `Mail a test of "${name}" to ${addresses.join(', ')}`;

type Wanted = CheckRules & {
  readonly draft: Draft;
  readonly addresses: readonly string[];
  readonly admit: Admit;
  readonly keeps: boolean;
};

/** Checks the list and the mailing, asks, and carries it out. */
async function checkedTest(context: Context, {draft, addresses, admit, keeps, strict, force}: Wanted): Promise<Ended> {
  const {globals} = context;
  const name = draft.form.single_send_name;
  const what = mailsTest(name, addresses);
  const list = await openTestList(context, addresses);
  const form: SendForm = {
    ...draft.form,
    single_send_name: `${keeps ? KEPT_MARK : MARK} ${name}`,
    subject: `${MARK} ${draft.form.subject}`,
    recipient_id: [],
    exclude_specific_recipient_id: [],
  };
  const testers = addresses.map(email => ({...TESTER, email}));
  const mailing = await readMailing(context, {...draft, form, moment: {schedule_type: 0}, limits: {}, more: testers});
  const found = findingsOf(mailing).filter(({check}) => !BESIDE_THE_POINT.has(check));
  const findings = settleFindings(found, {rules: {strict, force}, what: 'mailing'});
  if (globals.yes || globals.dryRun) warnOf(context, findings);
  const permit = await context.agree(testing(addresses), {
    what,
    card: async () => sendCard(toTesters(mailing, addresses), findings, () => what),
  });
  context.notice(
    `A test contact (${TESTER.first_name} ${TESTER.last_name}) fills the tags: the service fills them only for ` +
      `people on its lists.${draft.utr === undefined ? '' : ` To see them with a real person: emk templates preview ${shellWord(name)} --contact ADDRESS`}`,
  );
  return carryOutTest(context, {
    ...{list, form, addresses, keeps, name, permit, admit},
    tester: {
      ...TESTER,
      country: Number(mailing.sender.record?.country_id ?? 1),
      ...(keeps ? {} : {address_line2: CONTACT_MARK}),
    },
  });
}

/** The card of a test, which names its few people instead of lists. */
const toTesters = (mailing: Mailing, addresses: readonly string[]): Mailing => ({
  ...mailing,
  audience: {...mailing.audience, to: [{name: addresses.join(', '), people: addresses.length}]},
});

const TESTER = {first_name: 'Test', last_name: 'Reader'};

/** Checks that do not apply to a test, which goes to testers at any hour and resembles its mailing. */
const BESIDE_THE_POINT = new Set(['same-name', 'same-subject', 'odd-hour', 'running', 'tag-without-value', 'length']);

type Testers = Pick<AtDoor, 'include_unsubscribed'> & {
  readonly addresses: readonly string[];
  /** The group of the mailing. */
  readonly group: number;
};

/** Takes testers through the door. The service mails none who left everything or the mailing's group, so nobody can choose to. */
async function letTestersIn(
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
