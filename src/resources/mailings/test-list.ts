import {configOf} from '../../accounts/save-config.js';
import {settings} from '../../accounts/settings.js';
import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {type contact, operations as contacts} from '../../endpoints/contacts.js';
import {operations as lists} from '../../endpoints/lists.js';
import {PreflightError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {lowerTrimmed, quoted, withMore} from '../../words/sentence.js';
import {startedAutomations} from '../shared/started-automations.js';
import {runOfContact} from './test-marks.js';

/** The list for tests, and who is in it. It has no id before the first test. */
export type TestList = {readonly name: string; readonly id: number | undefined; readonly people: readonly Tester[]};

export type Tester = {
  readonly id: number;
  readonly address: string;
  /** The test that added this contact, according to its mark. */
  readonly run: string | undefined;
  readonly created: string;
};

/** What the configuration calls the list for tests. */
const testListName = (context: Pick<Context, 'host' | 'warn'>): string =>
  configOf(context).settings['test-list'] ?? settings['test-list'].standard;

/** Reads the list that the configuration names for tests. */
export async function readTestList(context: Context): Promise<TestList> {
  const name = testListName(context);
  const ids: number[] = [];
  await forEachRecord(noneIfNotFound(context.stream(lists.list)), one => {
    if (isNotDeleted(one) && lowerTrimmed(one.name) === lowerTrimmed(name)) ids.push(one.id);
  });
  const [id, ...others] = ids;
  if (others.length > 0) {
    throw new PreflightError(`There are ${ids.length} lists called "${name}", and tests need exactly one.`, {
      hint:
        'Nothing was sent. Delete or rename the others, or use another list for tests: emk config set test-list "My ' +
        'tests"',
    });
  }
  return {name, id, people: id === undefined ? [] : await peopleIn(context, id)};
}

/** The people in a list that is known to be small. */
export const peopleIn = (context: Pick<Context, 'stream'>, list: number): Promise<Tester[]> =>
  peopleWho(context, ({contact_type_id}) => Number(contact_type_id) === list);

/** The contacts of an account that match, in any list. */
export async function peopleWho(
  {stream}: Pick<Context, 'stream'>,
  isMeant: (record: RecordOf<typeof contact>, run: string | undefined) => boolean,
): Promise<Tester[]> {
  const people: Tester[] = [];
  await forEachRecord(noneIfNotFound(stream(contacts.list)), record => {
    const {id, email, address_line2, deleted_at, created_at: created} = record;
    const run = runOfContact(address_line2);
    if (isNotDeleted({deleted_at}) && isMeant(record, run))
      people.push({id, address: foldAddress(email ?? ''), run, created});
  });
  return people;
}

/** Refuses a list with other people: a test mails only its testers, and deletes nobody else's contacts. */
export function refuseOthers({name, people}: TestList, addresses: readonly string[]): void {
  const others = people.filter(({address}) => !addresses.includes(address));
  if (others.length === 0) return;
  const shown = others.slice(0, SHOWN).map(({address}) => address || 'somebody without an address');
  throw new PreflightError(
    `Other people are on the list "${name}" and would get this test: ${withMore(shown, others.length)}.`,
    {
      hint: `Nothing was sent. Take them out with "emk contacts delete ${others
        .slice(0, SHOWN)
        .map(({id}) => id)
        .join(' ')}", or keep another list for tests: emk config set test-list "My tests"`,
    },
  );
}

/** Refuses a list that automations use: they would mail the testers. */
export async function refuseAutomations(context: Context, {name, id}: TestList): Promise<void> {
  if (id === undefined) return;
  const started = await startedAutomations(context, {list: id});
  if (started.length === 0) return;
  throw new PreflightError(`The list "${name}" starts ${quoted(started)}, and a test adds people to it.`, {
    hint: 'Nothing was sent. Pause the automation, or use another list for tests: emk config set test-list "My tests"',
  });
}

const SHOWN = 5;
