import {describe, expect, test} from 'vitest';
import {record, words} from '../../src/api/describe/notation.js';
import type {Shape} from '../../src/api/describe/schema.js';
import {contact} from '../../src/endpoints/contacts.js';
import {mailing} from '../../src/endpoints/mailings.js';
import {sender} from '../../src/endpoints/senders.js';
import {NotFoundError} from '../../src/errors.js';
import type {Result} from '../../src/output/results/result.js';
import {displayWidth} from '../../src/output/text/width.js';
import {toView} from '../../src/records/view/select.js';
import {contacts, print, someone, sourceOf} from './source.js';

const rows = [
  someone({}),
  someone({
    id: 20,
    first_name: '名前',
    email: null,
    custom_field: null,
    created_at: '2026-12-31T23:30:00.000000Z',
    contact_type: {id: 4, name: 'a\nb\u001b[31m'},
  }),
];
const columns = {columns: 'id,first_name,email,custom_field,contact_type,created_at'};
const lines = (...texts: string[]): string => texts.map(text => `${text}\n`).join('');

describe('a table', () => {
  test('off a terminal is aligned and whole', async () => {
    const {out} = await print(contacts(sourceOf([rows]), columns), {timeZone: 'Europe/Berlin'});
    expect(out).toBe(
      lines(
        'ID  First name  Email            Own fields  List        Created',
        ' 1  Ada         ada@example.com  age=36      Newsletter  2026-03-04 14:05',
        '20  名前                                     a↵b␛[31m    2027-01-01 00:30',
      ),
    );
  });

  test('on a terminal has borders, and fits', {tags: ['long']}, async () => {
    const {out, notices} = await print(contacts(sourceOf([rows]), columns), {width: 72});
    expect(notices).toEqual(['2 contacts.', '+1 column in a wider window, or in a pipe (| less -S): Created.']);
    expect(out).toBe(
      lines(
        '┌────┬────────────┬─────────────────┬────────────┬────────────┐',
        '│ ID │ First name │ Email           │ Own fields │ List       │',
        '├────┼────────────┼─────────────────┼────────────┼────────────┤',
        '│  1 │ Ada        │ ada@example.com │ age=36     │ Newsletter │',
        '│ 20 │ 名前       │                 │            │ a↵b␛[31m   │',
        '└────┴────────────┴─────────────────┴────────────┴────────────┘',
      ),
    );
  });

  test.each([40, 60, 80, 120, 200])('is as wide as a terminal of %i columns at most, and even', async width => {
    const wide = someone({
      id: 3,
      email: `${'é日👍🏽'.repeat(30)}`,
      first_name: 'e\u0301'.repeat(40),
      contact_type: {name: '🇩🇪'.repeat(9)},
    });
    const {out} = await print(contacts(sourceOf([[...rows, wide]]), {columns: 'id,first_name,email,contact_type'}), {
      width,
    });
    const widths = new Set(
      out
        .trimEnd()
        .split('\n')
        .map(line => displayWidth(line)),
    );
    expect(widths.size).toBe(1);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  });

  test('shows its head in bold where there are colours, and nothing else in any', async () => {
    const {out} = await print(contacts(sourceOf([rows]), {columns: 'id,city'}), {width: 72, color: true});
    expect(out.split('\n')[1]).toBe('│ \u001b[1mID\u001b[22m │ \u001b[1mCity  \u001b[22m │');
    expect(out.match(/\p{Cc}\[/gu)).toHaveLength(4);
  });

  test('shows a status in colour, and nothing of that colour where there are none', async () => {
    const sends = (): Result => ({
      kind: 'records',
      records: sourceOf([[0, 1, 2, 3, 9].map(status => ({utr: `u${status}`, single_send_name: 'running', status}))]),
      shape: mailing,
      key: 'utr',
      label: 'single_send_name',
      noun: {one: 'mailing', many: 'mailings'},
      view: toView({columns: 'utr,single_send_name,status'}, {shape: mailing, columns: []}),
    });
    const {out} = await print(sends(), {width: 80, color: true});
    expect(out.split('\n').slice(3, 8)).toEqual([
      '│ u0   │ running │ \u001b[33mnew      \u001b[39m │',
      '│ u1   │ running │ \u001b[33mscheduled\u001b[39m │',
      '│ u2   │ running │ \u001b[33msending  \u001b[39m │',
      '│ u3   │ running │ \u001b[32msent     \u001b[39m │',
      '│ u9   │ running │ 9         │',
    ]);
    expect((await print(sends(), {width: 80})).out).not.toMatch(/\p{Cc}\[/u);
    expect((await print(sends())).out).not.toMatch(/\p{Cc}\[/u);
    const sheet: Result = {kind: 'record', record: {is_verified: 1}, shape: sender, key: 'id'};
    expect((await print(sheet, {width: 80, color: true})).out).toContain('│ \u001b[32myes\u001b[39m │');
  });

  test('longer than a thousand records has the widths of the first thousand and the room left, and cuts no number', async () => {
    const many = Array.from({length: 1000}, (_, id) => ({id, email: 'ada@example.com'}));
    const later = [
      {id: 1000, email: 'somebody.with.a.longer.name@example.com'},
      {id: 123456789, email: 'bob@example.com'},
    ];
    const list = () => contacts(sourceOf([many, later]), {columns: 'email,id'});
    expect((await print(list(), {width: 80})).out.trimEnd().split('\n').slice(-3)).toEqual([
      '│ somebody.with.a.longer.name@example.com  │    1000 │',
      '│ bob@example.com                        │ 123456789 │',
      '└──────────────────────────────────────────┴─────────┘',
    ]);
    expect((await print(list())).out.trimEnd().split('\n').slice(-2)).toEqual([
      'somebody.with.a.longer.name@example.com     1000',
      'bob@example.com  123456789',
    ]);
  });

  test('never loses the key and the name, and every column is there when all are asked for', async () => {
    const list = (input = {}) => ({...contacts(sourceOf([rows]), {columns: 'created_at,city,email,id', ...input})});
    const {out, notices} = await print({...list(), label: 'email'}, {width: 60});
    expect(out.split('\n')[1]).toBe('│ Created          │ City   │ Email           │ ID │');
    expect(notices).toEqual(['2 contacts.']);
    const narrow = await print(
      {...list({columns: 'created_at,custom_field,contact_type,email,id'}), label: 'email'},
      {width: 60},
    );
    expect(narrow.out.split('\n')[1]).toBe('│ Created          │ Own fields │ Email           │ ID │');
    expect(narrow.notices[1]).toBe('+1 column in a wider window, or in a pipe (| less -S): List.');
    const all = await print(list({columns: 'all'}), {width: 60});
    expect(all.out).toContain('│ Region         │');
    expect(all.notices).toEqual(['2 contacts.']);
  });

  test('with more columns than there is room for on half a terminal becomes a sheet for each record', async () => {
    const {out} = await print(contacts(sourceOf([rows]), {columns: 'id,email,created_at,updated_at'}), {width: 40});
    expect(out).toBe(
      lines(
        '┌─────────┬──────────────────┐',
        '│ ID      │ 1                │',
        '│ Email   │ ada@example.com  │',
        '│ Created │ 2026-03-04 13:05 │',
        '│ Changed │                  │',
        '└─────────┴──────────────────┘',
        '',
        '┌─────────┬──────────────────┐',
        '│ ID      │ 20               │',
        '│ Email   │                  │',
        '│ Created │ 2026-12-31 23:30 │',
        '│ Changed │                  │',
        '└─────────┴──────────────────┘',
        '',
      ),
    );
  });

  test('on a terminal too narrow for a sheet becomes lines of fields', async () => {
    const {out} = await print(contacts(sourceOf([rows]), {columns: 'id,email,created_at,updated_at'}), {width: 20});
    expect(out).toBe(
      lines(
        'ID: 1',
        'Email:',
        '  ada@example.com',
        'Created:',
        '  2026-03-04 13:05',
        'Changed:',
        '',
        'ID: 20',
        'Email:',
        'Created:',
        '  2026-12-31 23:30',
        'Changed:',
        '',
      ),
    );
  });

  test('for a screen reader becomes lines with the name of each value, without borders, empty fields and ids', async () => {
    const columns = ['email', 'id', 'created_at', 'updated_at'];
    const list = () => ({...contacts(sourceOf([rows]), {}, columns), label: 'email'});
    expect((await print(list(), {width: 80, readAloud: true})).out).toBe(
      lines('Email: ada@example.com', 'Created: 2026-03-04 13:05', '', 'Email:', 'Created: 2026-12-31 23:30', ''),
    );
    const from_email = `${'a.long.address.'.repeat(8)}@example.com`;
    const sheet: Result = {kind: 'record', record: {from_email, is_verified: 1}, shape: sender, key: 'id'};
    expect((await print(sheet, {width: 80, readAloud: true})).out).toBe(`Email: ${from_email}\nVerified: yes\n`);
  });

  test.each([8, 12, 20, 24, 26, 27, 28, 29])('never runs over the edge of %i columns', async width => {
    const wide = someone({city: '名前'.repeat(20), alt_email: 'a\nb'.repeat(30)});
    for (const columns of ['id', 'all', 'id,email,created_at,updated_at,contact_type']) {
      const {out} = await print(contacts(sourceOf([[...rows, wide]]), {columns}), {width});
      expect(Math.max(...out.split('\n').map(displayWidth))).toBeLessThanOrEqual(width);
    }
    const {out} = await print({kind: 'record', record: wide, shape: contact, key: 'id'}, {width});
    expect(Math.max(...out.split('\n').map(displayWidth))).toBeLessThanOrEqual(width);
    expect(out).toContain('ID');
  });

  test('of records with unlisted fields shows them when all are asked for', async () => {
    const list = contacts(
      sourceOf([
        [
          {id: 1, nickname: 'ace'},
          {id: 2, score: 9},
        ],
      ]),
      {columns: 'all'},
    );
    expect((await print(list, {format: 'csv'})).out.split('\n')[0]?.endsWith('contact_type,nickname,score')).toBe(true);
  });
});

describe('words for people', () => {
  const shown = async (shape: Shape, of: object): Promise<string> => {
    const view = toView({}, {shape, columns: Object.keys(of)});
    const list: Result = {
      kind: 'records',
      records: sourceOf([[of]]),
      shape,
      key: 'id',
      noun: {one: 'it', many: 'them'},
      view,
    };
    return (await print(list)).out.split('\n')[1]?.trim() ?? '';
  };

  test.each([
    [record({f: 'flag'}), 0, 'no'],
    [record({f: 'flag'}), 1, 'yes'],
    [record({f: 'flag'}), '1', 'yes'],
    [record({f: 'flag'}), true, 'yes'],
    [record({f: 'flag'}), 7, '7'],
    [record({f: 'integer'}), 0, '0'],
    [record({f: words('draft', 'live')}), 1, 'live'],
    [record({f: words('draft', 'live')}), 2, '2'],
    [record({f: words('draft', 'live')}), 'paused', 'paused'],
    [record({f: 'timestamp|null'}), '2026-07-01T10:20:30.123456Z', '2026-07-01 10:20'],
    [record({f: 'text'}), '1980-04-03T00:00', '1980-04-03'],
    [record({f: 'text'}), '1980-04-03T09:30:00', '1980-04-03 09:30'],
    [record({f: 'timestamp'}), 'soon', 'soon'],
    [record({f: 'timestamp'}), '2026-99-01T10:20:30.123456Z', '2026-99-01T10:20:30.123456Z'],
    [record({f: 'moment'}), '2026-07-01 10:20:30', '2026-07-01 10:20'],
    [record({f: 'moment'}), '0000-00-00 00:00:00', ''],
    [record({f: 'text'}), '0000-00-00', ''],
    [record({f: 'text'}), '0000-00-00 is no date', '0000-00-00 is no date'],
    [record({f: 'timestamp'}), '0000-00-00T00:00:00.000000Z', ''],
    [record({f: 'text'}), '2026-07-01T10:20:30.123456Z', '2026-07-01T10:20:30.123456Z'],
    [
      record({f: 'json'}),
      [
        {id: '3', table: 'contacts_'},
        {id: 4, table: 'segments_'},
      ],
      'contacts_3, segments_4',
    ],
    [
      record({f: 'json'}),
      {age: {field_name: 'age', field_value: '36'}, vip: {field_name: 'vip', field_value: null}},
      'age=36',
    ],
    [record({f: 'json'}), {id: 3, name: 'Newsletter', deleted_at: null}, 'Newsletter'],
    [record({f: 'json'}), {open: [1, 2], deep: {er: true}}, 'open=1, 2, deep=er=yes'],
    [record({f: 'json'}), [], ''],
    [record({f: 'text|null'}), null, ''],
  ])('%j of %j is %s', async (shape, value, expected) => {
    expect(await shown(shape, {f: value})).toBe(expected);
  });

  test('a record that is a plain word is its own only field', async () => {
    const view = toView({}, {shape: {}, columns: ['tag']});
    const tags = (): Result => ({
      kind: 'records',
      records: sourceOf([['age', 'city'] as never]),
      shape: {},
      key: 'tag',
      noun: {one: 'tag', many: 'tags'},
      view,
    });
    expect((await print(tags())).out).toBe('Tag\nage\ncity\n');
    expect((await print(tags(), {format: 'id'})).out).toBe('age\ncity\n');
    expect((await print(tags(), {format: 'json'})).out).toBe('[\n  "age",\n  "city"\n]\n');
  });
});

describe('JSON', () => {
  test('carries records as they were sent, more than one batch of them too', async () => {
    const {out} = await print(contacts(sourceOf([[rows[0] ?? {}], [], [rows[1] ?? {}]])), {format: 'json'});
    expect(out).toBe(`${JSON.stringify(rows, null, 2)}\n`);
  });

  test('with columns carries only those, nested as they were sent', async () => {
    const of = {...someone({recipient_id: [{id: '3', table: 'contacts_'}]}), nothing: null};
    const asked = {columns: 'contact_type.name,custom_field.age,recipient_id.id,id,status'};
    const view = toView(asked, {shape: {...mailing, ...contact}, columns: ['id']});
    const {out} = await print({...contacts(sourceOf([[of]])), view}, {format: 'jsonl'});
    expect(out).toBe(
      '{"contact_type":{"name":"Newsletter"},"custom_field":{"age":{"field_name":"age","field_value":"36"}},"recipient_id":[{"id":"3"}],"id":1}\n',
    );
  });

  test('on a terminal escapes what could fool its reader', async () => {
    const list = () => contacts(sourceOf([[{city: 'a\u202eb\u009b'}]]));
    expect((await print(list(), {format: 'json', width: 80})).out).toContain('"a\\u202eb\\u009b"');
    expect((await print(list(), {format: 'json'})).out).toContain('"a\u202eb\u009b"');
  });
});

describe('numbers that no double holds', () => {
  const lines = '{"id":9007199254740992}\n{"id":9007199254740993,"n":1e400}\n';
  const list = (input = {}) =>
    contacts(
      Object.assign(
        sourceOf([
          lines
            .trim()
            .split('\n')
            .map(line => JSON.parse(line)),
        ]),
        {
          async *lines() {
            yield Buffer.from(lines);
          },
        },
      ),
      input,
    );

  test('keep their digits in JSON', async () => {
    expect((await print(list(), {format: 'jsonl'})).out).toBe(lines);
    expect((await print(list(), {format: 'json'})).out).toBe(
      '[\n  {\n    "id": 9007199254740992\n  },\n  {\n    "id": 9007199254740993,\n    "n": 1e400\n  }\n]\n',
    );
    expect((await print(list({limit: 1}), {format: 'json'})).out).toBe('[\n  {\n    "id": 9007199254740992\n  }\n]\n');
  });

  test.each([9007199254740992, Number.POSITIVE_INFINITY, -9007199254740992, 1.5])(
    'are no ids to hand on: %d',
    async id => {
      await expect(print(contacts(sourceOf([[{id: 1}, {id}]])), {format: 'id'})).rejects.toMatchObject({
        code: 'foreign_answer',
        hint: expect.stringContaining('-o jsonl'),
      });
    },
  );

  test('but the largest whole ones are, and texts of any length', async () => {
    const ids = [9007199254740991, '9007199254740993', 0];
    const {out} = await print(contacts(sourceOf([ids.map(id => ({id}))])), {format: 'id'});
    expect(out).toBe('9007199254740991\n9007199254740993\n0\n');
  });
});

describe('ids', () => {
  test('are one a line, whatever the service says', async () => {
    const list = contacts(sourceOf([[{id: 1}, {id: 'a\nb'}, {}]]));
    expect(await print(list, {format: 'id'})).toMatchObject({
      out: '1\na↵b\n',
      warnings: ['1 of 3 records have no id, so they were not printed.'],
    });
  });
});

describe('one record', () => {
  const result: Result = {
    kind: 'record',
    record: {extra: 'x', ...someone({city: 'two\nlines \u001b[31m', first_name: '名前'})},
    shape: contact,
    key: 'id',
  };

  test("is a sheet of its fields, the shape's first", async () => {
    expect((await print(result)).out).toBe(
      lines(
        'ID           1',
        'First name   名前',
        'Last name    Lovelace',
        'Email        ada@example.com',
        'Other email',
        'City         two↵lines ␛[31m',
        'Own fields   age=36',
        'Created      2026-03-04 13:05',
        'List         Newsletter',
        'Extra        x',
      ),
    );
  });

  test('on a terminal has room for lines', async () => {
    expect((await print(result, {width: 30})).out).toBe(
      lines(
        '┌─────────────┬──────────────┐',
        '│ ID          │ 1            │',
        '│ First name  │ 名前         │',
        '│ Last name   │ Lovelace     │',
        '│ Email       │ ada@example. │',
        '│             │ com          │',
        '│ Other email │              │',
        '│ City        │ two          │',
        '│             │ lines ␛[31m  │',
        '│ Own fields  │ age=36       │',
        '│ Created     │ 2026-03-04   │',
        '│             │ 13:05        │',
        '│ List        │ Newsletter   │',
        '│ Extra       │ x            │',
        '└─────────────┴──────────────┘',
      ),
    );
  });

  test('shows the beginning of a very long value', async () => {
    const page: Result = {...result, record: {html: '<p>\n'.repeat(100)}};
    const {out} = await print(page, {width: 60});
    expect(out.match(/<p>/g)).toHaveLength(12);
    expect(out).toContain('… 89 more lines; -o json shows all');
    expect((await print(page)).out.match(/<p>/g)).toHaveLength(100);
  });

  test.each([
    ['jsonl', '{"id":7,"email":"=a"}\n'],
    ['json', '{\n  "id": 7,\n  "email": "=a"\n}\n'],
    ['csv', "id,email\n7,'=a\n"],
    ['tsv', "id\temail\n7\t'=a\n"],
    ['id', '7\n'],
  ] as const)('as %s is %j', async (format, expected) => {
    expect((await print({...result, record: {id: 7, email: '=a'}}, {format})).out).toBe(expected);
  });
});

describe('what was done', () => {
  const done: Result = {
    kind: 'done',
    sentence: 'Deleted 2 contacts.',
    done: [1, 'a-b'],
    failed: [{id: 3, error: new NotFoundError('There is no contact 3.', {hint: 'Look again.'})}],
  };

  test.each([
    ['table', ''],
    ['csv', ''],
    ['tsv', ''],
    ['id', '1\na-b\n'],
    [
      'jsonl',
      '{"done":[1,"a-b"],"failed":[{"id":3,"error":{"code":"not_found","message":"There is no contact 3."}}]}\n',
    ],
  ] as const)('as %s prints %j', async (format, expected) => {
    expect((await print(done, {format})).out).toBe(expected);
  });

  test('as JSON is one document', async () => {
    expect(JSON.parse((await print(done, {format: 'json'})).out)).toMatchObject({done: [1, 'a-b'], failed: [{id: 3}]});
  });
});

describe("emk's own", () => {
  const data: Result = {kind: 'data', data: [{a: 1}, {a: 2}], text: 'A\u001b[2J\nB'};

  test.each([
    ['table', 'A␛[2J\nB\n'],
    ['csv', 'A␛[2J\nB\n'],
    ['jsonl', '{"a":1}\n{"a":2}\n'],
    ['json', '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]\n'],
  ] as const)('as %s is %j', async (format, expected) => {
    expect((await print(data, {format})).out).toBe(expected);
  });

  test('raw bytes stay what they are, and nothing is nothing', async () => {
    const body = Buffer.from('a\u001b\n');
    expect((await print({kind: 'raw', body})).out).toBe('a\u001b\n');
    expect((await print({kind: 'raw', body}, {width: 80})).out).toBe('a␛\n');
    expect((await print({kind: 'nothing'}, {format: 'json'})).out).toBe('');
  });
});
