import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {importsFolder, journalPath} from '../../../src/contacts-import/journal/runs.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {gone, lost, tooLarge} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const journalFolder = (): string => {
  const folder = importsFolder(run.context.host);
  return join(
    folder,
    readdirSync(folder)
      .filter(name => name !== 'locks')
      .sort()
      .at(-1) ?? '',
  );
};

test('a row that the service refuses is found by halving, and named with what the service said', async () => {
  run.write('leads.csv', leads(300));
  run.service.poison.add('p123@example.com');
  const {exit, data, error} = await run.import();
  expect(exit).toBe(8);
  expect(data).toMatchObject({result: 'partial', added: 299, verified: 299, rejected: 1, missing: 0});
  expect(run.read('leads.refused.csv')).toBe(
    'email,first_name,rejected_because\np123@example.com,First123,"the service refused it: Something is wrong with the file."\n',
  );
  expect(JSON.parse(run.read('leads.refused.jsonl'))).toEqual({
    line: 125,
    reason: 'the service refused it: Something is wrong with the file.',
  });
  expect(error?.message).toBe('1 row was rejected; the others were imported.');
  expect(new Set(run.service.listed.map(({email}) => email)).size).toBe(299);
  expect(run.service.listed).toHaveLength(299);
});

test('a service that refuses everything is not asked about every row', async () => {
  run.write('leads.csv', leads(300));
  for (let at = 0; at < 300; at++) run.service.poison.add(`p${at}@example.com`);
  const {exit, data, error} = await run.import();
  expect(exit).toBe(5);
  expect(error?.message).toContain('refused 10 rows in a row');
  expect(data).toMatchObject({added: 0, rejected: 10});
  expect(run.service.uploads.length).toBeLessThan(30);
});

test('a request that is too large is halved until it passes, and stays small', async () => {
  run.write('leads.csv', leads(200));
  run.service.fate = (_upload, rows) => (rows.length > 40 ? {applied: 0, error: tooLarge()} : undefined);
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 200, verified: 200}});
  expect(run.service.listed).toHaveLength(200);
  expect(run.service.uploads.map(({length}) => length)).toEqual([
    10, 190, 95, 47, 23, 23, 1, 23, 23, 2, 23, 23, 23, 23, 3,
  ]);
});

test('a request that never got through is tried again until --max-wait, then left for a resume', async () => {
  run.write('leads.csv', leads(30));
  const began = run.service.now;
  run.service.fate = upload => (upload > 1 ? {applied: 0, error: gone()} : undefined);
  const first = await run.import();
  expect(first.exit).toBe(8);
  expect(first.error?.message).toContain('10 of 30 rows were added.');
  expect(run.service.now - began).toBeLessThan(60_000);
  run.service.fate = () => undefined;
  expect(await run.resume()).toMatchObject({exit: 0, data: {added: 30, verified: 30, skipped: {earlier: 10}}});
  expect(run.service.listed).toHaveLength(30);
});

test('a list that never comes to rest leaves absent rows unknown, by their lines, and a resume resolves them', async () => {
  run.write('leads.csv', leads(40));
  run.service.fate = upload => (upload === 2 ? {applied: 12, error: lost()} : undefined);
  run.service.restless = true;
  const {exit, error, data} = await run.import();
  expect(exit).toBe(9);
  expect(error?.message).toContain('lines 24–41 of leads.csv');
  expect(error?.message).toContain('keeps changing. Before: 22 rows arrived. After: not added.');
  expect(error?.hint).toContain('emk import resume');
  expect(data).toMatchObject({result: 'unknown', added: 22, unknown: 18});
  run.service.restless = false;
  run.service.fate = () => undefined;
  expect(await run.resume()).toMatchObject({exit: 0, data: {added: 40, verified: 40, unknown: 0}});
  expect(run.service.listed.filter(({email}) => email.endsWith('@example.com'))).toHaveLength(40);
});

test('a list that is cut short proves nothing: unknown stays unknown and nothing is sent twice', async () => {
  run.write('leads.csv', leads(60));
  run.service.listCap = 20;
  run.service.fate = upload => (upload === 2 ? {error: lost()} : undefined);
  const {exit, error} = await run.import();
  expect(exit).toBe(9);
  expect(error?.message).toContain('lines 22–61 of leads.csv');
  expect(error?.message).toContain('the service lists 20 contacts of the list but counts ');
  expect((await run.resume()).exit).toBe(9);
  expect(run.service.uploads).toHaveLength(2);
  run.service.listCap = Number.POSITIVE_INFINITY;
  expect((await run.resume()).exit).toBe(0);
  expect(run.service.uploads).toHaveLength(2);
});

test('a list that was deleted meanwhile is named as the reason, and nothing is sent again', async () => {
  run.write('leads.csv', leads(60));
  run.service.fate = upload => {
    if (upload !== 2) return undefined;
    run.service.listGone = true;
    return {error: lost()};
  };
  const {exit, error} = await run.import();
  expect(exit).toBe(9);
  expect(error?.message).toContain('lines 12–61 of leads.csv: the list was deleted meanwhile. Before:');
  expect(run.service.uploads).toHaveLength(2);
});

test('a list that was deleted before the first look is refused, and not called one of unknown length', async () => {
  run.write('leads.csv', leads(3));
  let looks = 0;
  // It is there when its name is looked up.
  Object.defineProperty(run.service, 'listGone', {get: () => ++looks > 1});
  const {exit, error} = await run.import();
  expect([exit, error?.message]).toEqual([
    2,
    expect.stringContaining('was deleted a moment ago, so nobody was added.'),
  ]);
  expect(run.service.uploads).toHaveLength(0);
});

test('a list that was deleted before the last look is the reason why rows are not verified', async () => {
  run.write('leads.csv', leads(60));
  run.service.fate = upload => {
    run.service.listGone = upload === 2;
    return undefined;
  };
  const {exit, error} = await run.import();
  expect(exit).toBe(9);
  expect(error?.message).toMatch(/^The service took 60 rows but lists none of them: the list was deleted meanwhile\.$/);
});

test('Ctrl-C lets the request under way end, records it and says how to resume', async () => {
  run.write('leads.csv', leads(600));
  run.service.fate = upload => {
    if (upload === 2) run.interrupt.abort('SIGINT');
    return undefined;
  };
  const {exit, error, data} = await run.import();
  expect(exit).toBe(130);
  expect(error?.message).toMatch(/^Interrupted\. .* 260 of .* rows were added/);
  expect(error?.hint).toMatch(/^Run: emk import resume \w+$/);
  expect(data).toMatchObject({result: 'interrupted', added: 260});
  expect(run.said.join('\n')).toMatch(/Ctrl-C again stops at once; to continue later: emk import resume \w+/);
  const records = readFileSync(journalPath(journalFolder()), 'utf8').trimEnd().split('\n');
  expect(JSON.parse(records.at(-2) ?? '').record).toEqual({kind: 'answered', step: 2, as: 'acknowledged'});
});

test('the journal holds no address and no key, and only its owner may read it', async () => {
  run.write('leads.csv', leads(20));
  run.service.poison.add('p3@example.com');
  await run.import();
  const text = readFileSync(journalPath(journalFolder()), 'utf8');
  expect(statSync(journalPath(journalFolder())).mode & 0o777).toBe(0o600);
  expect(statSync(journalFolder()).mode & 0o777).toBe(0o700);
  expect(text).not.toMatch(/@example|First3/);
  expect(text).not.toContain('"pk"');
});

test('a damaged line in the middle of a journal is named, and nothing is sent', async () => {
  run.write('leads.csv', leads(600));
  run.service.fate = upload => (upload === 3 ? {applied: 0, error: gone()} : undefined);
  await run.import();
  const path = journalPath(journalFolder());
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [lines[0], lines[1]?.replace('begun', 'begin'), ...lines.slice(2)].join('\n'));
  const {exit, error} = await run.resume();
  expect(exit).toBe(3);
  expect(error?.message).toContain(`Line 2 of the journal ${path} is damaged`);
  expect(run.service.uploads).toHaveLength(3);
});

test('a file that has changed since is not resumed: its lines would name other rows', async () => {
  run.write('leads.csv', leads(40));
  run.service.fate = upload => (upload === 2 ? {applied: 0, error: gone()} : undefined);
  await run.import();
  run.write('leads.csv', leads(40, 1));
  const {exit, error} = await run.resume();
  expect(exit).toBe(2);
  expect(error?.message).toContain('leads.csv has changed since');
});

test('an import cannot be resumed in another account', async () => {
  run.write('leads.csv', leads(40));
  run.service.fate = upload => (upload === 2 ? {applied: 0, error: gone()} : undefined);
  await run.import();
  const account = await run.context.account();
  Object.assign(run.context, {account: async () => ({...account, publicKey: 'another'})});
  expect((await run.resume()).exit).toBe(3);
});

test('the copy of standard input is kept for a resume, and gone after the end', async () => {
  const {Readable} = await import('node:stream');
  Object.assign(run.context.host, {stdin: Readable.from([leads(40)])});
  run.service.fate = upload => (upload === 2 ? {applied: 0, error: gone()} : undefined);
  await run.import({file: '-'});
  const copy = join(journalFolder(), 'source.csv');
  expect(existsSync(copy)).toBe(true);
  run.service.fate = () => undefined;
  expect((await run.resume()).exit).toBe(0);
  expect(existsSync(copy)).toBe(false);
});
