import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {isUndone, pastRuns} from '../../../src/contacts-import/journal/runs.js';
import {collectAdded} from '../../../src/contacts-import/send/added-contacts.js';
import type {ListedContact} from '../../../src/contacts-import/send/service.js';
import {findAdded, unlookedRows} from '../../../src/contacts-import/undo/find-added.js';
import {agreeToMailAgain, madeUnsubscribes} from '../../../src/contacts-import/undo/mail-again.js';
import {toUndoReport} from '../../../src/contacts-import/undo/undo-report.js';
import {RefusedError} from '../../../src/errors.js';
import {newState} from '../../../src/work/state.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone, lost} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun({yes: true});
});
afterEach(() => run.close());

const at = '2026-01-01T00:00:00Z';
const contact = (id: number, email: string | null, fields = {}): ListedContact => ({
  ...{id, email, contact_type_id: 1, deleted_at: null, created_at: at, updated_at: at},
  ...fields,
});
const last = () => pastRuns(run.context.host).at(-1);

describe('of the contacts that an import added', () => {
  const service = (contacts: readonly ListedContact[]) => ({
    count: async () => contacts.length,
    isGone: async () => false,
    async *contacts() {
      yield contacts;
    },
    contact: async () => undefined,
  });
  const found = (contacts: readonly ListedContact[], added: readonly ListedContact[]) => {
    const known = collectAdded(10);
    for (const one of added) known.see(one);
    const header = {id: 'X', baseline: {lastId: 10}};
    const state = {...newState(), added: [known.record([])]};
    return findAdded(service(contacts), {folder: '', header: header as never, state});
  };

  test('those that nobody touched go, by their ids, whatever is older or newer', async () => {
    const added = [contact(11, 'a@x.org'), contact(12, 'b@x.org'), contact(13, 'c@x.org')];
    const changed = contact(12, 'b@x.org', {city: 'Pune', updated_at: '2026-01-02T00:00:00Z'});
    const list = [contact(10, 'old@x.org'), contact(11, 'a@x.org'), changed, contact(14, 'new@x.org')];
    expect(await found(list, added)).toMatchObject({
      ...{unchanged: [11], changed: [{id: 12, email: 'b@x.org'}], absent: 1},
      listing: {listed: 4, count: 4, complete: true},
    });
  });

  test('a contact with another time than the last look showed was touched', async () => {
    const touched = {updated_at: '2026-01-02T00:00:00Z'};
    const [one, other] = [contact(11, 'a@x.org'), contact(11, 'a@x.org', touched)];
    expect((await found([other], [one])).changed).toHaveLength(1);
    expect((await found([other], [other])).unchanged).toEqual([11]);
    expect((await found([one], [other])).changed).toHaveLength(1);
  });

  test('rows without a contact in the journal are those that were sent, not looked up and not refused', () => {
    const added = [collectAdded(0).record([[3, 4]]), collectAdded(0).record([[6, 6]])];
    const refused = new Map([[9, 'No.']]);
    expect(unlookedRows({...newState(), sent: [[2, 10]], added, refused})).toEqual([
      ...[
        [2, 2],
        [5, 5],
      ],
      ...[
        [7, 8],
        [10, 10],
      ],
    ]);
  });
});

describe('the unsubscribes of a sync', () => {
  const csv = (...rows: readonly string[]) => run.write('leads.csv', ['email,country', ...rows].join('\n'));
  const row = (name: string) => `${name}@example.com,Germany`;
  const left = () => run.service.left.map(one => one.email_address);
  beforeEach(async () => {
    csv(row('ada'), row('bo'), row('cy'));
    await run.import();
    csv(row('ada'), row('bo'), row('new'));
    run.service.left.push({id: 50, email_address: 'own@example.com', unsubscribe_groups_id: null});
    run.service.now += 1000;
    await run.sync({gone: 'unsubscribe'});
    run.service.now += 1000;
    run.service.changes.length = 0;
  });

  test('are taken back with what it added, and nobody else’s are', async () => {
    expect(left()).toEqual(['own@example.com', 'cy@example.com']);
    const {exit, data} = await run.undo({mail_again: true});
    expect([exit, data]).toMatchObject([0, {result: 'undone', deleted: 1, to_delete: 1, mail_again: 1, failed: 0}]);
    expect([left(), run.service.listed.length]).toEqual([['own@example.com'], 3]);
    expect(last()?.state.end).toMatchObject({
      ...{result: 'undone', open: false, sent: 1, verified: 1, missing: 0},
      work: {unsubscribes: 1, undoes: 1},
    });
  });

  test('stay unless somebody says that these people get mail again', async () => {
    expect((await run.undo()).data).toMatchObject({result: 'undone', deleted: 1, mail_again: 0});
    expect([left(), run.said.some(said => said.includes('stays. With --mail-again'))]).toEqual([
      ...[['own@example.com', 'cy@example.com'], true],
    ]);
  });

  test('stay where somebody has subscribed the person and the person left again', async () => {
    Object.assign(run.service.left[1] ?? {}, {id: 51});
    expect((await run.undo({mail_again: true})).data).toMatchObject({deleted: 1, mail_again: 0});
    expect(left()).toEqual(['own@example.com', 'cy@example.com']);
  });

  test('stay of another person who has the entry by now', async () => {
    Object.assign(run.service.left[1] ?? {}, {email_address: 'eve@example.com'});
    expect((await run.undo({mail_again: true})).data).toMatchObject({mail_again: 0});
    expect(left()).toEqual(['own@example.com', 'eve@example.com']);
  });

  test('are taken back alone where nothing that it added is left', async () => {
    run.service.listed.pop();
    const {exit, data} = await run.undo({mail_again: true});
    expect([exit, data]).toMatchObject([0, {result: 'undone', deleted: 0, mail_again: 1, absent: 1}]);
    expect([run.service.changes, run.resumable(), last()?.state.undoing]).toEqual([['subscribe 2'], false, false]);
  });

  test('stay where the deletion before them could not reach the service', async () => {
    run.service.changeFate = () => ({applied: 0, error: gone()});
    const {exit, data} = await run.undo({mail_again: true});
    expect([exit, data]).toMatchObject([6, {deleted: 0, mail_again: 0}]);
    expect(run.service.changes.filter(change => change.startsWith('subscribe'))).toEqual([]);
  });

  test('that could not be taken back make the undo partial, and a second one counts on', async () => {
    run.service.changeFate = change => (change > 1 ? {applied: 0, error: new RefusedError('No.')} : undefined);
    const {exit, data} = await run.undo({mail_again: true});
    expect([exit, data]).toMatchObject([8, {result: 'partial', deleted: 1, mail_again: 0, failed: 1}]);
    expect(last()?.state.end).toMatchObject({result: 'partial', open: false, work: {undoes: 1}});
    run.service.changeFate = () => undefined;
    run.service.listed.push({...contact(99, 'new@example.com'), email: 'new@example.com'});
    const id = last()?.header.id ?? '';
    expect(await run.undo({id, mail_again: true})).toMatchObject({exit: 0, data: {mail_again: 1}});
    expect(last()?.state.end?.work).toMatchObject({undoes: 1, unsubscribes: 1});
  });

  test('whose answer was lost for good leave the undo open', async () => {
    run.service.changeFate = change => (change > 1 ? {applied: 0, error: lost()} : undefined);
    const {exit, data} = await run.undo({mail_again: true});
    expect([exit, data?.result]).toEqual([9, 'unknown']);
  });

  test('are asked about only where somebody may answer', async () => {
    const made = [{id: 1, address: 'cy@example.com'}];
    const asked: string[] = [];
    const context = (possible: boolean, globals: object, answer = true) => ({
      ...run.context,
      globals: {...run.context.globals, yes: false, ...globals},
      ask: {...run.context.ask, possible, confirm: async (what: string) => asked.push(what) > 0 && answer},
    });
    expect(await agreeToMailAgain(context(true, {}), made, false)).toBe(true);
    expect(await agreeToMailAgain(context(true, {}, false), made, false)).toBe(false);
    expect(asked).toHaveLength(2);
    for (const [possible, globals] of [
      ...[[false, {}] as const, [true, {yes: true}] as const],
      [true, {dryRun: true}] as const,
    ])
      expect(await agreeToMailAgain(context(possible, globals), made, false)).toBe(false);
    expect(await agreeToMailAgain(context(true, {}), made, true)).toBe(true);
    expect(await agreeToMailAgain(context(true, {}), [], true)).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test('need no read where it made none', async () => {
    const reads = run.service.reads.length;
    const none = {folder: '', header: {} as never, state: newState()};
    expect(await madeUnsubscribes(run.context, none)).toEqual([]);
    expect(run.service.reads).toHaveLength(reads);
  });
});

describe('the report of an undo', () => {
  const header = {
    ...{id: 'ABC', list: {id: 1, name: 'Leads'}, source: {name: 'leads.csv'}},
    ...{account: 'environment', origin: 'https://mail.example/api'},
  };
  const undo = (found: object, {ids = [] as number[], state = newState() as object, about = {}} = {}) => ({
    run: {folder: '/x', header: {...header, ...about} as never, state: state as never},
    found: {
      unchanged: [],
      changed: [],
      absent: 0,
      isTouched: () => false,
      listing: {complete: true, listed: 0, count: 0},
      ...found,
    },
    ...{ids, again: []},
  });
  const text = (of: ReturnType<typeof undo>, done: object = {}) => {
    const {result} = toUndoReport(of, {result: 'undone', deleted: 0, mailAgain: 0, failed: 0, ...done});
    return result.kind === 'data' ? (result.text ?? '') : '';
  };
  const changed = [{id: 2, email: null}];

  test('counts what is kept, and says how to delete it', () => {
    const kept = text(undo({unchanged: [1], changed}, {ids: [1]}), {result: 'planned'});
    expect(kept).toContain('2 contacts that it added: 1 to delete · 1 changed since, so kept (--force deletes them)');
    expect(kept).toContain('changed since: contact 2');
    const forced = text(undo({unchanged: [1], changed, absent: 3}, {ids: [1, 2]}), {result: 'planned'});
    expect(forced).toContain('2 to delete · 1 of them changed since · 3 no longer on the list');
    const none = text(undo({unchanged: [1]}, {ids: [1]}), {result: 'planned'});
    expect([none.includes('changed since'), none.includes('What the sync changed')]).toEqual([false, false]);
    expect(none).toContain('on mail.example');
    expect(text(undo({}, {about: {sync: {}, account: 'acme'}}), {result: 'planned'})).toContain('on acme');
  });

  test('says what was done', () => {
    expect(text(undo({}, {ids: [1, 2]}), {deleted: 2})).toBe('leads.csv → "Leads": 2 contacts deleted');
    expect(text(undo({}, {ids: [1, 2]}), {deleted: 1, failed: 1, mailAgain: 1})).toBe(
      'leads.csv → "Leads": 1 contact deleted · 1 person subscribed again · 1 not',
    );
    expect(text(undo({}))).toBe('leads.csv → "Leads": nothing to undo');
    const end = {kind: 'end', result: 'undone', at: '2026-03-05T09:30:00Z'};
    expect(text(undo({}, {state: {...newState(), end}}))).toBe(
      'leads.csv → "Leads": nothing to undo, since it was undone already on 2026-03-05 at 09:30 UTC',
    );
    expect(isUndone({state: newState()})).toBe(false);
  });
});
