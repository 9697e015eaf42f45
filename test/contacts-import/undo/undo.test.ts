import {rmSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {operations as lists} from '../../../src/endpoints/lists.js';
import {samples} from '../../random-runs.js';
import {tries} from '../../sample.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {type Fate, gone, Killed, lost} from '../fake-service.js';
import {journalOf, lengthOf, markOf, tear} from '../journal-file.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  for (const email of ['old@example.com', 'p3@example.com']) known(run, email);
});
afterEach(() => run.close());

/** A contact that exists before anything is imported. */
function known({service}: FakeRun, email: string, contact_type_id = 1): void {
  const at = '2026-01-01T00:00:00.000000Z';
  const id = -1000 + service.listed.length;
  service.listed.push({id, contact_type_id, deleted_at: null, created_at: at, updated_at: at, first_name: '', email});
}

const listed = ({service}: FakeRun): string[] => service.listed.map(({email}) => email);

/** Changes some contacts as a person would. */
function change({service}: FakeRun, ...emails: readonly string[]): void {
  service.now += 60_000;
  for (const contact of service.listed.filter(({email}) => emails.includes(email))) {
    Object.assign(contact, {city: 'Pune', updated_at: new Date(service.now).toISOString()});
  }
}

test('what a complete import added is deleted, and nobody else', async () => {
  run.write('leads.csv', leads(30));
  expect((await run.import()).data).toMatchObject({added: 29});
  known(run, 'late@example.com');
  expect(await run.undo()).toMatchObject({exit: 0, data: {result: 'undone', added: 29, to_delete: 29, deleted: 29}});
  expect(listed(run)).toEqual(['old@example.com', 'p3@example.com', 'late@example.com']);
  expect(await run.undo()).toMatchObject({exit: 0, data: {deleted: 0}});
});

test('it does not need the file once the list was looked at', async () => {
  run.write('leads.csv', leads(30));
  await run.import();
  rmSync(join(run.folder, 'leads.csv'));
  expect(await run.undo()).toMatchObject({exit: 0, data: {deleted: 29}});
});

test('ten that somebody changed are named and kept, unless --force', async () => {
  run.write('leads.csv', leads(40));
  await run.import();
  const ten = Array.from({length: 10}, (_, at) => `p${at + 20}@example.com`);
  change(run, ...ten);
  expect(await run.undo()).toMatchObject({
    exit: 0,
    data: {to_delete: 29, changed: 10, deleted: 29, contacts: {changed: {length: 10}}},
  });
  expect(listed(run)).toEqual(['old@example.com', 'p3@example.com', ...ten]);
  expect(await run.undo({force: true})).toMatchObject({exit: 0, data: {deleted: 10}});
  expect(listed(run)).toEqual(['old@example.com', 'p3@example.com']);
});

test('a broken import must be resumed first, and is taken back after that', async () => {
  run.write('leads.csv', leads(300));
  run.service.fate = upload => (upload > 1 ? {applied: 0, error: gone()} : undefined);
  expect((await run.import()).exit).toBe(8);
  const {exit, error} = await run.undo();
  expect([exit, error?.message, error?.hint]).toEqual([
    2,
    expect.stringContaining('was never verified'),
    expect.stringContaining('emk contacts import resume'),
  ]);
  expect(listed(run)).toHaveLength(12);
  run.service.fate = () => undefined;
  expect((await run.resume()).exit).toBe(0);
  expect(await run.undo()).toMatchObject({exit: 0, data: {deleted: 299}});
  expect(run.resumable()).toBe(false);
  expect(listed(run)).toEqual(['old@example.com', 'p3@example.com']);
});

/** The answers to deletions are lost, and from then on the list cannot be read. Returns what lets it be read again. */
function loseAnswers({service, context}: FakeRun, applied?: number): () => void {
  const {stream} = service;
  let isLost = false;
  service.changeFate = () => {
    isLost = true;
    return {...(applied === undefined ? {} : {applied}), error: lost()};
  };
  const unreadable: typeof stream = (...[operation, ...rest]) => {
    if (isLost && operation.route.startsWith('GET /contacts/list')) throw gone();
    return stream(operation, ...rest);
  };
  Object.assign(context, {stream: unreadable});
  return () => Object.assign(context, {stream});
}

test('nobody knows what became of a deletion whose answer was lost where the list cannot be read either', async () => {
  run.write('leads.csv', leads(30));
  await run.import();
  loseAnswers(run, 0);
  const {exit, error} = await run.undo();
  expect([exit, error?.hint]).toEqual([9, expect.stringContaining('emk looks first')]);
  expect(run.service.listed).toHaveLength(31);
});

test('an undo that deleted all, and could not look afterwards, is over once the next one has looked', async () => {
  run.write('leads.csv', leads(30));
  await run.import();
  const readable = loseAnswers(run);
  expect((await run.undo()).exit).toBe(9);
  readable();
  expect(await run.undo()).toMatchObject({exit: 0, data: {to_delete: 0, deleted: 0}});
  expect(await run.undo()).toMatchObject({exit: 0, data: {deleted: 0}});
});

test('a dry run deletes nothing and writes nothing', async () => {
  run.write('leads.csv', leads(30));
  await run.import();
  const before = lengthOf(journalOf(run));
  Object.assign(run.context.globals, {dryRun: true});
  expect(await run.undo()).toMatchObject({exit: 0, data: {result: 'planned', to_delete: 29, deleted: 0}});
  expect(lengthOf(journalOf(run))).toBe(before);
  expect(run.service.changes).toEqual([]);
});

test('what a sync added is taken back, and what it changed is not', async () => {
  run.write('leads.csv', 'email,first_name,country\np3@example.com,New,Germany\np4@example.com,Four,India');
  expect((await run.sync({update: 'all'})).data).toMatchObject({done: {added: 1, changed: 1}});
  expect((await run.undo()).data).toMatchObject({deleted: 1});
  expect(run.service.listed.find(({email}) => email === 'p3@example.com')).toMatchObject({first_name: 'New'});
});

const fate: fc.Arbitrary<Fate | undefined> = fc.oneof(
  {weight: 4, arbitrary: fc.constant(undefined)},
  {weight: 1, arbitrary: fc.constant({error: lost()})},
  {weight: 1, arbitrary: fc.nat(40).map(applied => ({applied, error: lost()}))},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({late, error: lost()}))},
  {weight: 1, arbitrary: fc.constant({applied: 0, error: gone()})},
  {weight: 1, arbitrary: fc.boolean().map(after => ({killed: true as const, ...(after ? {} : {applied: 0})}))},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({killed: true as const, late}))},
);

const story = fc.record({
  rows: fc.integer({min: 1, max: 60}),
  resumes: fc.nat(2),
  uploads: fc.array(fate, {maxLength: 5}),
  changes: fc.array(fate, {maxLength: 4}),
  deaths: fc.array(fc.integer({min: 1, max: 40}), {maxLength: 4}),
  torn: fc.constantFrom('none', 'half', 'whole'),
  edited: fc.array(fc.nat(59), {maxLength: 4}),
});

test('whatever broke the import or the undo: in the end only those are left who were there or were changed', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({rows, resumes, uploads, changes, deaths, torn, edited}) => {
      const told = startFakeRun();
      try {
        const {service} = told;
        for (const email of ['old@example.com', 'p3@example.com']) known(told, email);
        known(told, 'p1@example.com', 2);
        told.write('leads.csv', leads(rows));
        service.fate = upload => uploads[upload - 1];
        service.changeFate = at => changes[at - 1];
        let lives = 0;
        const attempt = async (work: () => Promise<{exit: number}>): Promise<number | undefined> => {
          service.dieIn = deaths[lives++] ?? Number.POSITIVE_INFINITY;
          const mark = markOf(told);
          try {
            return (await work()).exit;
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
            if (!error.sending) tear(told, mark, torn);
            service.now += 1000;
            return undefined;
          }
        };
        await attempt(() => told.import());
        for (let at = 0; at < resumes && told.resumable(); at++) await attempt(() => told.resume());
        service.dieIn = Number.POSITIVE_INFINITY;
        service.now += 40_000;
        const before = JSON.stringify(service.listed.slice(0, 3));
        // Any call lets late rows arrive.
        await told.context.call(lists.list);
        const hand = edited
          .map(at => `p${at}@example.com`)
          .filter(email => email !== 'p3@example.com' && email !== 'p1@example.com');
        change(told, ...hand);
        const kept = listed(told).filter(email => hand.includes(email));
        let exit: number | undefined;
        for (let tries = 0; exit !== 0 && exit !== 4 && tries < 12; tries++) {
          exit = await attempt(() => told.undo());
          expect([undefined, 0, 4, 6, 8, 9]).toContain(exit);
        }
        expect(exit).toBeOneOf([0, 4]);
        service.now += 100_000;
        service.dieIn = Number.POSITIVE_INFINITY;
        expect(JSON.stringify(service.listed.slice(0, 3))).toBe(before);
        expect(listed(told).slice(3).sort()).toEqual(kept.sort());
        // An import that was killed before it sent anything has nothing to undo, and can still be resumed.
        if (exit === 0) expect(told.resumable()).toBe(false);
      } finally {
        told.close();
      }
    }),
    samples(tries(4, 20)),
  );
}, 600_000);

test('of a list that was deleted since, says so, and deletes nobody', async () => {
  run.write('leads.csv', leads(30));
  await run.import();
  run.service.listGone = true;
  const before = listed(run);
  expect(await run.undo()).toMatchObject({exit: 0, data: {result: 'undone', deleted: 0}});
  expect(run.said).toContain('! The list was deleted meanwhile, so some contacts of the import may stay.');
  expect(listed(run)).toEqual(before);
});

test('a contact that moved to another list is not called deleted, and stays', async () => {
  run.write('leads.csv', leads(30));
  await run.import();
  for (const one of run.service.listed) if (one.email === 'p7@example.com') Object.assign(one, {contact_type_id: 2});
  expect(await run.undo()).toMatchObject({exit: 0, data: {deleted: 28, absent: 1}});
  expect(run.said.join('\n')).toContain('28 to delete · 1 no longer on the list');
  expect(listed(run)).toContain('p7@example.com');
});
