import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {audienceOf} from '../../endpoints/audience.js';
import {operations as mailings, SENT} from '../../endpoints/mailings.js';
import {PreflightError} from '../../errors.js';
import type {OpenTest} from './test-journal.js';
import {peopleWho, type Tester, type TestList} from './test-list.js';
import {runOfSend} from './test-marks.js';
import {deleteTraces} from './test-traces.js';

/** What interrupted tests have left in the account, according to their marks and this machine's journal. */
export type Earlier = {
  readonly cutShort: OpenTest | undefined;
  readonly people: readonly Tester[];
  readonly sends: readonly MarkedSend[];
};

type MarkedSend = {
  readonly utr: string;
  readonly name: string;
  readonly run: string;
  readonly status: number;
  readonly created: string;
};

/** Finds them: this machine's tests everywhere, and others if they concern the list for tests. */
export async function findEarlier(
  context: Context,
  {id, people}: TestList,
  cutShort: OpenTest | undefined,
): Promise<Earlier> {
  const isOurs = (run: string): boolean => run === cutShort?.run;
  const inList = new Set(people.flatMap(({run}) => run ?? []));
  const ours = cutShort ? await peopleWho(context, (_, run) => run !== undefined && isOurs(run)) : [];
  const sends: MarkedSend[] = [];
  await forEachRecord(
    context.stream(mailings.list),
    ({utr, single_send_name: name, status, created_at: created, recipient_id}) => {
      const run = runOfSend(name);
      if (run === undefined) return;
      const isToList = audienceOf(recipient_id).includes(`contacts_${id}`);
      if (isOurs(run) || inList.has(run) || isToList) sends.push({utr, name, run, status: Number(status), created});
    },
  );
  const others = people.filter(({run}) => run !== undefined && !isOurs(run));
  return {cutShort, people: [...ours, ...others], sends};
}

/** Refuses while a test of another machine may be running: its mail would go to our people, and ours to its. */
export function refuseUnderWay({cutShort, people, sends}: Earlier, listName: string, clock: Date): void {
  const isFresh = ({run, created}: {readonly run: string | undefined; readonly created: string}): boolean =>
    run !== cutShort?.run && Math.abs(clock.getTime() - Date.parse(created)) < LONGEST_TEST;
  const person = people.find(isFresh);
  const send = sends.find(isFresh);
  if (!person && !send) return;
  throw new PreflightError(
    `Another test may be running in the list "${listName}": ${person ? `it added ${person.address}` : `it created "${send?.name}"`}.`,
    {
      hint:
        'Nothing was sent. Try again when it is done; after 15 minutes emk treats it as interrupted. Or use another list ' +
        'for tests: emk config set test-list "My tests"',
    },
  );
}

/** How long another machine's test may be running, in milliseconds. */
const LONGEST_TEST = 15 * 60_000;

/** What a person should know about them before the next test: above all who may get a second mail. */
export function aboutEarlier(
  {cutShort, people, sends}: Earlier,
  {name, addresses}: {readonly name: string; readonly addresses: readonly string[]},
): readonly string[] {
  const sentences = cutShort ? [...aboutCutShort(cutShort, sends, {name, addresses})] : [];
  const others = sends.filter(({run}) => run !== cutShort?.run);
  for (const {name: marked, status} of others)
    sentences.push(`An earlier test left "${marked}", which ${status === SENT ? 'went out' : 'may have gone out'}.`);
  const contacts = people.filter(({run}) => run !== cutShort?.run && !others.some(send => send.run === run));
  if (contacts.length > 0)
    sentences.push(`An earlier test left ${contacts.map(({address}) => address).join(', ')} in the list of tests.`);
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function aboutCutShort(
  {run, name, addresses, mail: known, keeps}: NonNullable<Earlier['cutShort']>,
  sends: Earlier['sends'],
  next: {readonly name: string; readonly addresses: readonly string[]},
): readonly string[] {
  const left = sends.find(send => send.run === run);
  const mail = left?.status === SENT ? 'sent' : known;
  const again = next.addresses.filter(address => addresses.includes(address));
  const isTwice = name === next.name && again.length > 0 && mail !== 'not sent';
  return [
    `An earlier test of "${name}" to ${addresses.join(', ')} was interrupted ${CAME_TO[mail]}.`,
    ...(isTwice ? [`${again.join(', ')} ${mail === 'sent' ? 'will' : 'may'} get this mail a second time.`] : []),
    ...(keeps ? ['What it added stays in the account.'] : []),
  ];
}

const CAME_TO = {
  'not sent': 'before its mail went out',
  'maybe sent': 'when its mail may have gone out already',
  sent: 'after its mail went out',
} as const;

/** Deletes what they left, and reports from which tests it was. */
export async function deleteEarlier(
  context: Context,
  {people, sends, cutShort}: Earlier,
  permit: Permit<'deletes'>,
): Promise<readonly string[]> {
  const [added, utrs] = [people.map(({id}) => id), sends.map(({utr}) => utr)];
  if (added.length > 0 || utrs.length > 0) await deleteTraces(context, permit, {added, utrs});
  const runs = [...people, ...sends].flatMap(({run}) => run ?? []);
  return [...new Set([...runs, ...(cutShort && !cutShort.keeps ? [cutShort.run] : [])])];
}
