/** Every way in which people are added to a list or a segment, or get another address. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {markedAddress} from '../../src/files/seed/marks.js';
import type {Cell, User} from './cell.js';
import {csvOf, type Out, type Person} from './leave.js';

export type WayIn = {
  /** As the guide says it. */
  readonly name: string;
  /** The command of the tree that adds people here; a request by hand is no command's. */
  readonly command: string;
  readonly users: readonly User[];
  /** The ways to leave that make sense here; all, if omitted. */
  readonly outs?: readonly Out[];
  /** Whether people who left get another address here. */
  readonly moves?: true;
  /** The address by which they come, if not by their own. */
  readonly comes?: (person: Person) => string;
  /** The address by which they leave and come, if the command makes it. */
  readonly is?: (out: Out, list: string) => string;
  /** What happens before anybody leaves. */
  before?(cell: Cell): Promise<unknown>;
  enter(cell: Cell): Promise<unknown>;
};

const alone = ['terminal', 'script'] as const;
const all = [...alone, 'agent'] as const;
/** The ways to leave after which a contact is still there. */
const stillThere = ['everything', 'group', 'gone', 'segment', 'other domain', 'other letters'] as const;
const plain = ['everything', 'group', 'gone', 'erased', 'segment', 'list'] as const;

const each = async (cell: Cell, work: (person: Person, at: number) => Promise<unknown>): Promise<void> => {
  for (const [at, person] of cell.people.entries()) await work(person, at);
};

/** Contacts of other people, by the number of the person whose address they get. */
const others = ({people, list}: Cell, domain = 'other.example'): readonly string[] =>
  people.map(({out}) => `${out.replace(' ', '-')}.${list.toLowerCase()}@${domain}`);

const importing = async (cell: Cell, list: string, csv: string): Promise<string> =>
  cell.emk(['contacts', 'import', cell.write(csv), '--list', list, '--yes']);

const names = ['--first-name', 'Ann', '--last-name', 'Door'] as const;

export const waysIn: readonly WayIn[] = [
  {
    name: '`contacts create`',
    command: 'contacts create',
    users: all,
    enter: cell =>
      each(cell, person =>
        cell.user === 'agent'
          ? cell.call('create', {kind: 'contacts', list: cell.list, email: person.comes, country: 'India'}, person)
          : cell.run(
              ['contacts', 'create', '--list', cell.list, '--email', person.comes, '--country', 'India'],
              person,
            ),
      ),
  },
  {
    name: '`contacts create`, several people',
    command: 'contacts create',
    users: all,
    enter: cell =>
      cell.user === 'agent'
        ? cell.call('create', {kind: 'contacts', list: cell.list, email: cell.addresses.join(', '), country: 'India'})
        : cell.run([
            'contacts',
            'create',
            '--list',
            cell.list,
            '--email',
            cell.addresses.join(', '),
            '--country',
            'India',
          ]),
  },
  {
    name: '`contacts update --email`, a person who left',
    command: 'contacts update',
    users: all,
    outs: stillThere,
    moves: true,
    comes: ({left}) => `new.${left}`,
    enter: cell =>
      each(cell, person =>
        cell.user === 'agent'
          ? cell.call('update', {kind: 'contacts', record: person.left, email: person.comes}, person)
          : cell.run(['contacts', 'update', person.left, '--email', person.comes], person),
      ),
  },
  {
    name: "`contacts update --email`, to such a person's address",
    command: 'contacts update',
    users: all,
    before: cell => importing(cell, cell.list, csvOf(others(cell))),
    enter: cell =>
      each(cell, (person, at) =>
        cell.user === 'agent'
          ? cell.call('update', {kind: 'contacts', record: others(cell)[at], email: person.comes}, person)
          : cell.run(
              ['contacts', 'update', others(cell)[at] ?? '', '--email', person.comes, '--allow-duplicate'],
              person,
            ),
      ),
  },
  {
    name: '`contacts update --list`',
    command: 'contacts update',
    users: all,
    outs: stillThere,
    comes: ({left}) => left,
    enter: cell =>
      each(cell, person =>
        cell.user === 'agent'
          ? cell.call('update', {kind: 'contacts', record: person.left, list: cell.list}, person)
          : cell.run(['contacts', 'update', person.left, '--list', cell.list], person),
      ),
  },
  {
    name: '`contacts import`',
    command: 'contacts import',
    users: all,
    enter: async cell => {
      const file = cell.write(csvOf(cell.addresses));
      await (cell.user === 'agent'
        ? cell.call('import_contacts', {file, list: cell.list})
        : cell.run(['contacts', 'import', file, '--list', cell.list]));
    },
  },
  {
    name: '`contacts import resume`',
    command: 'contacts import resume',
    users: alone,
    outs: plain,
    before: async cell => {
      const file = cell.write(csvOf(cell.addresses));
      cell.shell.sandbox.misbehave('POST /contacts/upload-csv=503-maintenance:1');
      // Ctrl-C while the import waits for the service.
      const {signal, abort} = abortable();
      const host = {interrupted: signal, sleep: async () => abort()};
      const {stderr} = await cell.shell.emk(['contacts', 'import', file, '--list', cell.list, '--yes'], {host});
      toContinue.set(cell.list, /import resume (\S+)/.exec(stderr)?.[1] ?? stderr);
    },
    enter: cell => cell.run(['contacts', 'import', 'resume', toContinue.get(cell.list) ?? '']),
  },
  {
    name: '`contacts sync`',
    command: 'contacts sync',
    users: alone,
    enter: cell => cell.run(['contacts', 'sync', cell.write(csvOf(cell.addresses)), '--list', cell.list]),
  },
  {
    name: '`segments recipients add`',
    command: 'segments recipients add',
    users: all,
    enter: cell =>
      each(cell, person =>
        cell.user === 'agent'
          ? cell.call(
              'create',
              {kind: 'segment-recipients', segment: '2', email: person.comes, 'first-name': 'Ann', 'last-name': 'Door'},
              person,
            )
          : cell.run(['segments', 'recipients', 'add', '--segment', '2', ...names, '--email', person.comes], person),
      ),
  },
  {
    name: '`segments recipients add --file`',
    command: 'segments recipients add',
    users: alone,
    enter: cell =>
      cell.run(['segments', 'recipients', 'add', '--segment', '2', '--file', cell.write(csvOf(cell.addresses))]),
  },
  {
    name: '`undo` of a deletion of contacts',
    command: 'undo',
    users: alone,
    outs: plain,
    before: async cell => {
      await importing(cell, cell.list, csvOf(cell.addresses));
      const ids = await cell.emk(['contacts', 'list', '--list', cell.list, '-o', 'id']);
      await deleting(cell, 'contacts delete - --yes', ids);
    },
    enter: cell => cell.run(['undo', toContinue.get(cell.list) ?? '', '--yes']),
  },
  {
    name: '`undo` of a deletion of people in a segment',
    command: 'undo',
    users: alone,
    outs: plain,
    before: async cell => {
      await cell.emk(['segments', 'recipients', 'add', '--segment', '1', '--file', cell.write(csvOf(cell.addresses))]);
      await deleting(cell, 'segments recipients delete - --segment 1 --yes', cell.addresses.join('\n'));
    },
    enter: cell => cell.run(['undo', toContinue.get(cell.list) ?? '', '--yes']),
  },
  {
    name: '`account apply --contacts`',
    command: 'account apply',
    users: alone,
    before: cell => cell.emk(['account', 'pull', cell.list]),
    enter: async cell => {
      await cell.emk(['account', 'pull', cell.list, '--only', 'lists']);
      mkdirSync(join(cell.shell.folder, cell.list, 'contacts'), {recursive: true});
      cell.shell.write(join(cell.list, 'contacts', `${cell.list.toLowerCase()}.csv`), csvOf(cell.addresses));
      await cell.run(['account', 'apply', cell.list, '--contacts', '--only', 'lists']);
    },
  },
  {
    name: '`account apply`, people in a segment',
    command: 'account apply',
    users: alone,
    before: cell => cell.emk(['account', 'pull', cell.list, '--only', 'lists', '--only', 'segments']),
    enter: async cell => {
      const file = join(cell.shell.folder, cell.list, 'segments.yaml');
      const entry = (address: string): string =>
        `      - email: "${address}"\n        first-name: Ann\n        last-name: Door\n`;
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(/( {4}recipients:\n)/, `$1${cell.addresses.map(entry).join('')}`),
      );
      await cell.run(['account', 'apply', cell.list, '--only', 'segments']);
    },
  },
  {
    name: '`seed`, the same run again',
    command: 'seed',
    users: alone,
    outs: plain,
    is: (out, list) => markedAddress(list.toLowerCase(), `${out}@example.com`),
    enter: async cell => {
      const people = cell.people.map(({out}) => `  - {list: QA, email: ${out}@example.com, country: France}\n`);
      const file = cell.write(`lists:\n  - name: QA\ncontacts:\n${people.join('')}`, 'yaml');
      await cell.run(['seed', file, '--run', cell.list.toLowerCase()]);
    },
  },
  {
    name: '`mailings test --to`',
    command: 'mailings test',
    users: alone,
    // Each tester has a list of tests, in which nobody else may be, and stays there.
    enter: cell =>
      each(cell, async person => {
        await cell.emk(['config', 'set', 'test-list', `${cell.list}-${person.out}`]);
        await cell.run(['mailings', 'test', 'Autumn preview', 'EMK_MAX_WAIT=1', '--to', person.comes], person);
      }),
  },
];

/** What a cell has prepared, by its list: the copy of a deletion, or a run to continue. */
const toContinue = new Map<string, string>();

async function deleting({shell, list}: Cell, line: string, stdin: string): Promise<void> {
  const {stderr} = await shell.emk(line, {stdin});
  toContinue.set(list, /emk undo (\S+)/.exec(stderr)?.[1] ?? stderr);
}

function abortable(): {readonly signal: AbortSignal; readonly abort: () => void} {
  const controller = new AbortController();
  return {signal: controller.signal, abort: () => controller.abort()};
}
