/**
 * Files of emk state their version. An unknown version is refused in files that say what was done or must be done, and
 * ignored in files that emk can recreate. A file without a version has the first one.
 */
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect} from 'vitest';
import {readNames} from '../src/accounts/cached-names.js';
import {paceBoard} from '../src/accounts/pace-board.js';
import {checksum, END_BYTES, indexPath} from '../src/address-index/layout.js';
import {lookUp} from '../src/address-index/read-index.js';
import {beginIndex} from '../src/address-index/write-index.js';
import {readUntaken} from '../src/contacts-import/sync/untaken-store.js';
import {fakeHost} from './accounts/fake-host.js';
import {eitherTest, longTest, portion, test} from './in-two-parts.js';
import {journalLine} from './journal-line.js';
import {said} from './said.js';
import {useFreshShell} from './use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const at = (path: string): string => join(shell().folder, path);

const put = (path: string, text: string): string => {
  mkdirSync(dirname(at(path)), {recursive: true});
  return shell().write(path, text);
};

const isFile = (pattern: RegExp) => (name: string) => pattern.test(name.replaceAll('\\', '/'));

/** The one file in the folder of the test that matches. */
const keptFile = (pattern: RegExp): string => {
  const found = readdirSync(shell().folder, {recursive: true, encoding: 'utf8'}).filter(isFile(pattern));
  expect(found).toHaveLength(1);
  return at(found[0] ?? '');
};

/** Changes the version of a kept object; undefined removes it. */
const setVersion = (path: string, version: unknown): void => {
  const text = readFileSync(path, 'utf8');
  const [first = '', ...others] = text.split('\n');
  writeFileSync(path, path.endsWith('.jsonl') ? withVersion(first) + others.join('\n') : changed(JSON.parse(text)));

  function withVersion(line: string): string {
    const {record, ...plain} = JSON.parse(line);
    return record ? journalLine({...record, version}) : `${changed(plain)}\n`;
  }

  function changed(kept: object): string {
    return JSON.stringify({...kept, version});
  }
};

const TEST = ['single-sends', 'test', 'Autumn preview', '--to', 'me@acme.example', '--yes'];

type Refused = {
  /** Creates the file. */
  readonly before: () => Promise<unknown> | unknown;
  readonly file: RegExp;
  readonly line: string;
  readonly or: string;
  /** The versions that this emk reads, if not only the first. */
  readonly reads?: string;
  /** The content of the first version, if it differed in more than the missing version. */
  readonly older?: string;
};

const cases: Readonly<Record<string, Refused>> = {
  configuration: {
    before: () => shell().emk('config set timeout 90s'),
    file: /^config\/config\.json$/,
    line: 'config set retries 1',
    or: 'Or name another folder in EMK_CONFIG_DIR',
  },
  'journal of an import': {
    before: () => shell().emk('contacts import leads.csv --type 1 --verify none --allow-automations --yes'),
    file: /^state\/imports\/\w+\/journal\.jsonl$/,
    line: 'contacts import status',
    or: 'Or move ',
    reads: '1 to 3',
  },
  'copy of a deletion': {
    before: () => shell().emk(['single-sends', 'cancel', 'Autumn preview', '--yes']),
    file: /^state\/deleted\/.*\.jsonl$/,
    line: 'single-sends create --from-file 2026-03-04-1 --at 2030-05-01T09:00 --yes',
    or: 'You can also read it yourself',
  },
  'journal of a deletion': {
    async before() {
      shell().sandbox.misbehave('DELETE /contacts/delete=503-maintenance,retry-after=9999,after=1');
      await shell().emk('contacts delete 4 5 --yes');
      shell().sandbox.faults.clear();
    },
    file: /^state\/work\/.*\.jsonl$/,
    line: 'contacts delete 4 5 --yes',
    or: 'Or delete that file, and run the same line again with --if-exists.',
    reads: '1 to 3',
  },
  'memory of erased people': {
    before: () => shell().emk('contacts erase ann@example.com --yes'),
    file: /^state\/erased\/.*\.jsonl$/,
    line: 'contacts erase ann@example.com --forget',
    or: 'Or delete that file: then emk does not see when these people come back.',
  },
  'map of columns': {
    before: () => put('state/import-maps/crm.json', '{"version": 1, "columns": {"email": "email"}}'),
    file: /^state\/import-maps\/crm\.json$/,
    line: 'contacts import leads.csv --type 1 --map-file crm --dry-run',
    or: 'Or save the map again with --save-map.',
    older: '{"email": "email"}',
  },
  'note of a seed': {
    before: () => shell().emk('seed seed.yaml --run pr-12 --yes'),
    file: /\/pr-12\/seed\.json$/,
    line: 'seed seed.yaml --run pr-12 --yes',
    or: 'Or choose another id for this run.',
  },
  'pull that was cut short': {
    before: () => put('a/.emk-pull-drafts/.ready.json', '{"paths": [], "obsolete": []}'),
    file: /\.ready\.json$/,
    line: 'account pull a',
    or: 'Or delete that folder and pull again',
  },
};

describe('an unknown version is refused, and its file stays as it was', () => {
  eitherTest.each(portion(Object.entries(cases), 3))('%s', async (_, {before, file, line, or, reads = '1', older}) => {
    put('leads.csv', 'email,country\nada@example.com,Germany\n');
    put('seed.yaml', 'contact-types:\n  - name: QA\n');
    await before();
    const path = keptFile(file);
    for (const version of [9, 0, 1.5, null]) {
      setVersion(path, version);
      const text = readFileSync(path, 'utf8');
      const {code, stderr} = await shell().emk(line);
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining(`its format is ${JSON.stringify(version)}, and this emk reads ${reads}.`),
      ]);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`Update emk, then run the same line again. ${or}`);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    if (older === undefined) setVersion(path, undefined);
    else writeFileSync(path, older);
    expect(await shell().emk(line), 'a file without a version is of the first').toMatchObject({code: 0});
  });

  longTest('note of an interrupted test', async () => {
    shell().sandbox.misbehave('DELETE /single/send/delete=500');
    expect((await shell().emk(TEST)).code).toBeGreaterThan(0);
    shell().sandbox.faults.clear();
    const path = keptFile(/^state\/tests\/\w+\.jsonl$/);
    setVersion(path, 9);
    expect(await shell().emk(TEST)).toMatchObject(said(3, 'its format is 9, and this emk reads 1 to 3.'));
    setVersion(path, undefined);
    expect((await shell().emk(TEST)).stderr).toContain('was interrupted');
  });
});

describe('an unknown version counts as nothing', () => {
  test('of names for completion, which the next list writes anew', async () => {
    const host = fakeHost({home: shell().folder});
    const names = () => readNames(host, {...shell().sandbox, source: 'environment'}, 'contact-types');
    await shell().emk('contact-types list');
    const path = keptFile(/names\/\w+\/contact-types\.json$/);
    const text = readFileSync(path, 'utf8');
    setVersion(path, 9);
    expect(names()).toEqual([]);
    await shell().emk('contact-types list');
    expect(readFileSync(path, 'utf8')).toBe(text);
    writeFileSync(path, '[["1","Newsletter"]]');
    expect(names(), 'the first format, without a version').toEqual([['1', 'Newsletter']]);
  });

  test('of the pace board, which the next run writes anew', () => {
    const host = fakeHost({cwd: shell().folder, home: shell().folder, env: {EMK_STATE_DIR: at('state')}});
    const board = paceBoard(host, {...shell().sandbox, source: 'environment', name: 'it', guard: 'none'} as never);
    const limits = {seen: 1, until: 2, gap: 3, next: 4};
    board.write(limits);
    const path = keptFile(/^state\/pace\/\w+\.json$/);
    setVersion(path, 9);
    expect(board.read()).toBeUndefined();
    setVersion(path, undefined);
    expect(board.read()).toEqual(limits);
    board.write(limits);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({version: 1, ...limits});
  });

  test('of the index of addresses, which the next list makes anew', () => {
    const index = beginIndex(at('index'), 1);
    index.add({id: 7, type: 1, email: 'ada@example.com'});
    index.finish(new Date(0));
    const path = indexPath(at('index'));
    expect(lookUp(at('index'), 'ada@example.com')?.entries).toMatchObject([{id: 7}]);
    const bytes = readFileSync(path);
    const end = bytes.length - END_BYTES;
    bytes.write('9', bytes.indexOf('"version":1') + '"version":'.length);
    bytes.writeUInt32BE(checksum(bytes.subarray(end - bytes.readUInt32BE(end), end), 1), end + 4);
    writeFileSync(path, bytes);
    expect(lookUp(at('index'), 'ada@example.com')).toBeUndefined();
  });

  test('of rows that the service did not take, which are tried again', async () => {
    const host = fakeHost({cwd: shell().folder, home: shell().folder, env: {EMK_STATE_DIR: at('state')}});
    const read = () => readUntaken(host, {origin: 'o', key: 'k', type: 1, file: 'leads.csv'});
    const rows = new Map([['hash', {times: 1, reason: null}]]);
    await read().save(rows);
    const path = keptFile(/untaken\/\w+\.json$/);
    setVersion(path, 9);
    expect(read().rows.size).toBe(0);
    setVersion(path, undefined);
    expect(read().rows).toEqual(rows);
    rmSync(path);
  });
});
