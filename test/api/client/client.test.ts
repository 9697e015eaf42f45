/** The client: what it sends, reads and tells, and what a dry run only notes, with a service of a few answers. */
import {expect, test} from 'vitest';
import {isChangeUnderWay} from '../../../src/api/client/changes-under-way.js';
import {createClient} from '../../../src/api/client/client.js';
import type {Permit} from '../../../src/api/describe/permit.js';
import type {ApiRequest} from '../../../src/api/describe/request.js';
import {operations as automations} from '../../../src/endpoints/automations.js';
import {operations as contacts} from '../../../src/endpoints/contacts.js';
import {operations as contactLists} from '../../../src/endpoints/lists.js';
import {operations as locations} from '../../../src/endpoints/locations.js';
import {KeysError, RefusedError, UnreachableError} from '../../../src/errors.js';

const permit = {} as Permit;
const success = (message: unknown): string => JSON.stringify({status: 'success', message});
const lists = (...names: readonly string[]): string =>
  success({contactTypes: names.map((name, at) => ({id: at + 1, name}))});

type Piece = string | Error;
type Given = {readonly status?: number; readonly pieces: readonly Piece[]};

/** A client of a service that gives these answers, one after another. */
function served(answers: ReadonlyArray<Given | string>, {planned = false, tries = 3} = {}) {
  const [sent, noted, warned, watched, odd]: [string[], string[], string[], string[], unknown[]] = [[], [], [], [], []];
  const client = createClient({
    async exchange({method, path}: ApiRequest) {
      sent.push(`${method} ${path}`);
      const answer = answers[sent.length - 1] ?? '';
      const {status = 200, pieces} = typeof answer === 'string' ? {pieces: [answer]} : answer;
      const body = (async function* () {
        for (const piece of pieces) {
          if (piece instanceof Error) throw piece;
          yield Buffer.from(piece);
        }
      })();
      return {status, headers: {'content-type': 'application/json'}, withoutKeys: (text: string) => text, body};
    },
    pace: {before: async () => {}, after: () => {}},
    ...{timeout: () => 1000, longest: () => 1000, signal: new AbortController().signal},
    beforeWrite: async () => {},
    changes: {made: 0, open: 0},
    observe: {sending: () => {}, answered: () => {}, failed: () => {}},
    awaits: () => () => {},
    patience: {tries, budget: {left: 100_000}, sleep: async () => {}, random: () => 0, waiting: () => {}},
    plainRead: contactLists.list,
    planned: planned ? ({method, path}: ApiRequest) => void noted.push(`${method} ${path}`) : undefined,
    warn: sentence => warned.push(sentence),
    oddities: {
      watchList:
        ({route}) =>
        () =>
          void watched.push(route),
      one: (_, record) => void odd.push(record),
      explain: () => undefined,
    },
  });
  return {client, sent, noted, warned, watched, odd};
}

async function all<T>(items: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const some of items) found.push(...some);
  return found;
}

test('a list comes whole from a call, and record by record from a stream, also one of several', async () => {
  const {client, sent, watched} = served([
    lists('A', 'B'),
    lists('A'),
    success({countries: [{id: 1}], states: [{id: 2}], cities: []}),
  ]);
  expect(await client.call(contactLists.list)).toMatchObject([{name: 'A'}, {name: 'B'}]);
  expect(watched).toContain('GET /contacts-type');
  expect(await all(client.stream(contactLists.list))).toMatchObject([{name: 'A'}]);
  expect(await all(client.stream(locations.all, {}, 'states'))).toEqual([{id: 2}]);
  expect(sent).toHaveLength(3);
  expect([...new Set(watched)]).toEqual(['GET /contacts-type', 'GET /get/country-state-city']);
  const first = served([success({countries: [{id: 1}], states: [], cities: []})]);
  expect(await all(first.client.stream(locations.all))).toEqual([{id: 1}]);
});

test('one record is looked at for oddities, and a text before the answer is told', async () => {
  const {client, odd, warned} = served([success({contactType: {id: 7, name: 'A'}}), `Notice: x${lists('A')}`]);
  expect(await client.call(contactLists.details, {contact_type_id: 7})).toMatchObject({id: 7});
  expect([odd, warned]).toEqual([[{id: 7, name: 'A'}], []]);
  expect(await all(client.stream(contactLists.list))).toMatchObject([{name: 'A'}]);
  expect(warned).toEqual([expect.stringContaining('printed a warning before its answer')]);
  const single = served([`Notice: x${success({contactType: {id: 7, name: 'A'}})}`]);
  await single.client.call(contactLists.details, {contact_type_id: 7});
  expect(single.warned).toEqual([expect.stringContaining('printed a warning before its answer')]);
  const made = served([success('Added Successfully')]);
  await made.client.send(permit, contactLists.create, {name: 'A'});
  expect(made.odd).toEqual([]);
});

test('a file is no envelope', async () => {
  const {client} = served([{pieces: ['email,country\n']}]);
  expect(String((await client.call(contacts.sample)).bytes)).toBe('email,country\n');
});

test('a cut list is continued by an answer of the same kind, and another kind says what it means', async () => {
  const [first, rest] = [lists('A', 'B').slice(0, 50), lists('A', 'B')];
  const lost = new UnreachableError('The connection was lost.');
  const {client, sent} = served([{pieces: [first, lost]}, rest]);
  expect(await all(client.stream(contactLists.list))).toMatchObject([{name: 'A'}, {name: 'B'}]);
  expect(sent).toHaveLength(2);
  const other = served([
    {pieces: [first, lost]},
    {status: 422, pieces: [JSON.stringify({status: 'failed', errors: 'No.'})]},
  ]);
  await expect(all(other.client.stream(contactLists.list))).rejects.toBeInstanceOf(RefusedError);
});

test('a dry run notes changes and goes on with what they would give; reads are sent', async () => {
  const {client, sent, noted} = served([lists('A'), lists('B')], {planned: true});
  expect(await client.send(permit, contactLists.create, {name: 'A'})).toBe('Added Successfully');
  expect(await client.send(permit, automations.duplicate, {utr: 'u'})).toEqual({utr: '(not created: dry run)'});
  const change = {effect: 'creates', method: 'POST', path: '/raw'} as unknown as ApiRequest;
  expect(await client.raw({request: change, permit}, () => {})).toMatchObject({status: 0, text: '', complete: true});
  const pieces = client.download({request: change, permit}, live => live.body);
  expect(await pieces[Symbol.asyncIterator]().next()).toMatchObject({done: true});
  expect(sent).toEqual([]);
  expect(noted).toEqual(['POST /contacts-type/add', 'GET /automations/duplicate?utr=u', 'POST /raw', 'POST /raw']);
  expect(await client.call(contactLists.list)).toMatchObject([{name: 'A'}]);
  const read = {effect: 'reads', method: 'GET', path: '/raw'} as unknown as ApiRequest<'reads'>;
  expect(await client.raw({request: read}, () => {})).toMatchObject({status: 200, text: lists('B')});
  expect(noted).toHaveLength(4);
});

test('what a check of a raw answer throws decides whether it is tried again', async () => {
  const {client, sent} = served([{status: 500, pieces: ['x']}, 'fine']);
  const read = {effect: 'reads', method: 'GET', path: '/raw'} as unknown as ApiRequest<'reads'>;
  const answer = await client.raw({request: read}, ({text}) => {
    if (text === 'x') throw new UnreachableError('Not yet.');
  });
  expect([answer.text, sent]).toEqual(['fine', ['GET /raw', 'GET /raw']]);
});

test('a download of a change is under way until its last byte, and starts over before its first', async () => {
  const {client, sent} = served([{pieces: [new UnreachableError('Lost.')]}, {pieces: ['ab', 'cd']}]);
  const change = {effect: 'creates', method: 'POST', path: '/raw'} as unknown as ApiRequest;
  const got: string[] = [];
  for await (const piece of client.download({request: change, permit}, live => live.body)) {
    expect(isChangeUnderWay()).toBe(true);
    got.push(String(piece));
  }
  expect([got, isChangeUnderWay(), sent.length]).toEqual([['ab', 'cd'], false, 2]);
});

test('a refusal that sounds like keys is one if a plain read is refused too', async () => {
  const no = {status: 401, pieces: [JSON.stringify({status: 'failed', errors: 'Unauthorized'})]};
  const {client, sent} = served([no, no]);
  await expect(client.call(contactLists.details, {contact_type_id: 7})).rejects.toBeInstanceOf(KeysError);
  expect(sent.length).toBeGreaterThan(0);
});

test('an untiring client and persistent work try more often than a line is allowed to', async () => {
  const lost = {pieces: [new UnreachableError('Lost.')]};
  const few = served([lost, lists('A')], {tries: 1});
  await expect(few.client.call(contactLists.list)).rejects.toThrow('Lost.');
  const untiring = served([lost, lost, lists('A')], {tries: 1});
  expect(await untiring.client.untiring().call(contactLists.list)).toMatchObject([{name: 'A'}]);
  let tried = 0;
  const work = async () => {
    if (++tried < 4) throw new UnreachableError('Lost.');
    return 'done';
  };
  expect(await served([], {tries: 1}).client.persist(work)).toBe('done');
});
