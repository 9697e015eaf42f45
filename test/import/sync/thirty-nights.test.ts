/**
 * Nights of a sync in which everything goes wrong: the file changes, people leave by themselves or are erased, and the
 * service fails at any step. In the morning nobody is owed anything, unless the service was down throughout.
 */

import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sample, tries} from '../../support/sample.js';
import {NOON} from '../../support/shell.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

/** People who come and go, and two who stay: a sync refuses a file that has nobody of the list. */
const people = Array.from({length: 14}, (_, at) => `p${at}`);
const staying = ['ada', 'bo'];

const some = (most: number): fc.Arbitrary<readonly string[]> => fc.subarray(people, {maxLength: most});
const sometimes = (most: number): fc.Arbitrary<readonly string[]> => fc.oneof(fc.constant([]), some(most));

/** What a sync reads before its work and in between. */
const reads = [
  ...['contacts-type', 'custom-fields', 'reserve-fields', 'get/country-state-city', 'automations', 'segment/list'],
  ...['contacts/list', 'contacts/details', 'global-unsubscribes', 'unsubscribes-groups*'],
].map(path => `GET /${path}`);
/** What it sends. */
const changes = [
  ...['contacts/upload-csv', 'contacts/update', 'contacts/bulk-delete'].map(path => `POST /${path}`),
  ...['POST /global-unsubscribes/save', 'POST /unsubscribes-groups/manually-add', 'DELETE /contacts/delete'],
];
const before = ['502-html', '502-html,status=503', '503-maintenance', '500', '429,retry-after=20', 'reset-before'];
const after = ['500,applied', '502-html,applied', '502-html,status=504,applied', 'lost-reply', 'empty,applied'];
const kinds = [...before, ...after, 'empty', 'truncate', 'truncate,bytes=300', 'late-commit,s=0'];
const timeOut = ['hang', 'hang,applied'];

/** A fault at one step: mostly more often in a row than a single request is tried. */
const faultAt = (place: string): fc.Arbitrary<string> =>
  fc
    .record({
      kind: fc.oneof({weight: 12, arbitrary: fc.constantFrom(...kinds)}, fc.constantFrom(...timeOut)),
      times: fc.integer({min: 1, max: 5}),
      after: place.startsWith('GET') ? fc.nat(2) : fc.constant(0),
    })
    .map(({kind, times, after}) => `${place}=${kind.replace(/(?=,|$)/, `:${times},after=${after}`)}`);

const night = fc.record({
  away: some(2),
  back: some(4),
  badExport: sometimes(3),
  otherCity: some(2),
  leaving: some(2),
  leavingGroup: some(1),
  erased: sometimes(1),
  down: fc.constantFrom<readonly string[]>([], [], [], [], ['*=502-html'], ['POST *=500', 'DELETE *=500']),
  faults: fc.subarray(reads, {minLength: 3}).chain(some => fc.tuple(...[...some, ...changes].map(faultAt))),
});

type Night = typeof night extends fc.Arbitrary<infer T> ? T : never;

/** The file: who is in it, and what it says of them. */
type Crm = {
  readonly there: Set<string>;
  readonly elsewhere: Set<string>;
};

type Gone = 'unsubscribe' | 'delete';

test.each(
  sample<{seed: number; gone: Gone}>(
    [
      {seed: 1, gone: 'unsubscribe'},
      {seed: 2, gone: 'delete'},
    ],
    1,
  ),
)(
  'seed $seed: who is gone is left to $gone',
  async ({seed, gone}) => {
    await shell().emk('lists create Leads');
    await shell().emk('groups create Offers --description Offers --display');
    const crm: Crm = {there: new Set([...staying, ...people.slice(0, 9)]), elsewhere: new Set()};
    shell().write('crm.csv', csvOf(crm, []));
    expect((await shell().emk('contacts import crm.csv --list Leads')).code).toBe(0);
    const wrong: string[] = [];
    for (const [at, tonight] of fc.sample(night, {seed, numRuns: tries(3, 30)}).entries()) {
      const said = await play(crm, gone, tonight, at + 1);
      wrong.push(...said.map(one => `night ${at + 1}: ${one} (${[...tonight.down, ...tonight.faults].join(' ; ')})`));
    }
    expect(wrong).toEqual([]);
  },
  300_000,
);

/** Plays one day and its night. Returns what is wrong in the morning. */
async function play(crm: Crm, gone: Gone, tonight: Night, day: number): Promise<readonly string[]> {
  const now = new Date(Date.parse(NOON) + day * 86_400_000);
  const emk = (line: string) => shell().emk(line, {host: {now: () => now}});
  for (const name of tonight.away) crm.there.delete(name);
  for (const name of tonight.back) crm.there.add(name);
  for (const name of tonight.otherCity) toggle(crm.elsewhere, name);
  for (const name of tonight.leaving) await emk(`unsubscribes add ${addressOf(name)}`);
  for (const name of tonight.leavingGroup) await emk(`groups recipients add --group Offers ${addressOf(name)}`);
  for (const name of tonight.erased) await emk(`contacts erase ${addressOf(name)} --yes`);
  shell().write('crm.csv', csvOf(crm, tonight.badExport));
  const before = await account();
  const {down, faults} = tonight;
  for (const one of down.length > 0 ? down : faults) shell().sandbox.misbehave(one);
  const {code, stdout, stderr} = await emk(
    `contacts sync crm.csv --list Leads --update --gone ${gone} --yes -o json EMK_SETTLE=1ms ` +
      (down.length > 0 ? '' : 'EMK_MAX_WAIT=1h --timeout 300ms'),
  );
  shell().sandbox.faults.clear();
  const data = stdout === '' ? undefined : (JSON.parse(stdout) as Told);
  const inFile = new Map(namesIn(crm, tonight.badExport).map(name => [name, addressOf(name)]));
  return judge({before, after: await account(), inFile, gone, down: down.length > 0, code, data, stderr});
}

const toggle = (set: Set<string>, name: string): unknown => set.delete(name) || set.add(name);

const addressOf = (name: string): string => `${name}@example.com`;

const namesIn = ({there}: Crm, missing: readonly string[]): string[] =>
  [...there].filter(name => !missing.includes(name));

const csvOf = (crm: Crm, missing: readonly string[]): string =>
  [
    'email,first_name,city,country',
    ...namesIn(crm, missing).map(
      name => `${addressOf(name)},${name},${crm.elsewhere.has(name) ? 'Rome' : 'Bari'},Italy`,
    ),
  ].join('\n');

type Account = {
  /** The address of each person in the list. */
  readonly listed: ReadonlyMap<string, string>;
  /** What each address left: everything, or groups. */
  readonly left: ReadonlySet<string>;
};

async function account(): Promise<Account> {
  const read = async <T>(line: string): Promise<readonly T[]> => JSON.parse((await shell().emk(line)).stdout) as T[];
  const contacts = await read<{first_name: string; email: string}>('contacts list -o json');
  const unsubscribes = await read<{email_address: string; unsubscribe_groups_id: number | null}>(
    'unsubscribes list -o json',
  );
  const listed = new Map(contacts.map(({first_name, email}) => [first_name, email]));
  expect(listed.size, 'people who are in the list twice').toBe(contacts.length);
  return {
    listed,
    left: new Set(unsubscribes.map(one => `${one.email_address} ${one.unsubscribe_groups_id ?? 'everything'}`)),
  };
}

type Counts<N extends string> = Readonly<Record<N, number>>;

type Told = {
  readonly to_do: Counts<'add' | 'change' | 'delete' | 'unsubscribe'>;
  readonly done: Counts<'added' | 'changed' | 'deleted' | 'unsubscribed'>;
  readonly failures: ReadonlyArray<{readonly id: string | number}>;
  readonly contacts: {readonly gone: ReadonlyArray<{readonly id: number; readonly email: string}>};
  readonly skipped: {readonly unsubscribed: number};
  readonly left_a_group: number;
  readonly erased: number;
};

type Morning = {
  readonly before: Account;
  readonly after: Account;
  /** The address of each person in the file. */
  readonly inFile: ReadonlyMap<string, string>;
  readonly gone: Gone;
  readonly down: boolean;
  readonly code: number;
  readonly data: Told | undefined;
  readonly stderr: string;
};

const judge = (morning: Morning): string[] => [
  ...wrongEnd(morning),
  ...wronglyUnsubscribed(morning),
  ...unseen(morning),
];

/** Nobody is owed anything after a 0; where the service was down, all to whom something is owed are named. */
function wrongEnd({after: {listed, left}, inFile, gone, down, code, data, stderr}: Morning): string[] {
  const owed = [...listed]
    .filter(([name, address]) => !inFile.has(name) && (gone === 'delete' || !left.has(`${address} everything`)))
    .map(([, address]) => address);
  if (!down) {
    // New people whose upload was lost too often in a row wait for the next night, and are named.
    const isAdded =
      code === 0 ||
      (code === 8 && data && isLeft(data.to_do.add, data.done.added) && !isLeft(data.to_do.change, data.done.changed));
    if (!isAdded) return [`it ends with ${code}: ${stderr}`];
    return owed.map(address => `${address} is owed`);
  }
  if (![0, 6, 7, 8].includes(code)) return [`it ends with ${code}: ${stderr}`];
  // A list that cannot be read names nobody.
  const named = data === undefined && code !== 0 && code !== 8 ? owed : data ? owedIn(data) : [];
  return [...named].sort().join() === owed.sort().join() ? [] : [`${named.join()} is named, ${owed.join()} is owed`];
}

const isLeft = (wanted: number, made: number): boolean => wanted > made;

/** Who is named as still to be deleted or unsubscribed; where the work stopped before it began, that is everybody. */
function owedIn({to_do, done, failures, contacts: {gone}}: Told): readonly string[] {
  if (!isLeft(to_do.delete + to_do.unsubscribe, done.deleted + done.unsubscribed)) return [];
  const failed = new Set(failures.map(({id}) => id));
  const named = gone.filter(({id, email}) => failed.has(id) || failed.has(email));
  return (named.length > 0 ? named : gone).map(({email}) => email);
}

/** Only people who are gone are unsubscribed. */
function wronglyUnsubscribed({before, after, inFile}: Morning): string[] {
  const gone = [...before.listed].filter(([name]) => !inFile.has(name)).map(([, address]) => `${address} everything`);
  return [...after.left].filter(one => !before.left.has(one) && !gone.includes(one)).map(one => `${one}: unsubscribed`);
}

const leftBy = ({left}: Account, address: string): string[] =>
  [...left].filter(one => one.startsWith(`${address} `)).map(one => one.slice(address.length + 1));

/** Who left by themselves or was erased comes into no list, and is counted. */
function unseen({before, after, inFile, code, data}: Morning): string[] {
  const back = [...after.listed]
    .filter(([name, address]) => !before.listed.has(name) && leftBy(before, address).length > 0)
    .map(([, address]) => `${address} is back`);
  if (code !== 0 || !data) return back;
  const listed = new Set(after.listed.values());
  const skipped = [...inFile.values()].filter(address => !listed.has(address));
  const counted = data.skipped.unsubscribed + data.left_a_group;
  return skipped.length === counted ? back : [...back, `${skipped.join()} are skipped, ${counted} counted`];
}
