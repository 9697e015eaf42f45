/** Each format of a list and of a record: what a line prints of what a service sends. */
import {describe, expect, test} from 'vitest';
import {displayWidth} from '../../../src/output/text/width.js';
import {lines, printed, someone} from '../../support/listed.js';

const rows = [
  someone(),
  someone({
    id: 20,
    first_name: '名前',
    email: null,
    custom_field: null,
    created_at: '2026-12-31T23:30:00.000000Z',
    contact_type: {id: 4, name: 'a\nb\u001b[31m'},
  }),
];
const columns = '--columns id,first_name,email,custom_field,contact_type,created_at';

describe('a table', () => {
  test('off a terminal is aligned and whole', async () => {
    const {out} = await printed(`contacts list ${columns}`, rows, {env: {TZ: 'Europe/Berlin'}});
    expect(out).toBe(
      lines(
        'ID  First name  Email            Own fields  List        Created',
        ' 1  Ada         ada@example.com  age=36      Newsletter  2026-03-04 14:05',
        '20  名前                                     a↵b␛[31m    2027-01-01 00:30',
      ),
    );
  });

  test('on a terminal has borders, and fits', async () => {
    const {out} = await printed(`contacts list ${columns}`, rows, {width: 72, env: {NO_COLOR: '1'}});
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
      email: 'é日👍🏽'.repeat(30),
      first_name: 'e\u0301'.repeat(40),
      contact_type: {id: 1, name: '🇩🇪'.repeat(9)},
    });
    const {out} = await printed('contacts list --columns id,first_name,email,contact_type', [...rows, wide], {width});
    const widths = new Set(out.trimEnd().split('\n').map(displayWidth));
    expect(widths.size).toBe(1);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  });

  test('has colours for its head and for a status, and none without colours', async () => {
    const sends = [0, 1, 2, 3, 9].map(status => ({utr: `u${status}`, single_send_name: 'running', status}));
    const line = 'mailings list --columns utr,single_send_name,status';
    const {out} = await printed(line, sends, {width: 80, env: {FORCE_COLOR: '1'}});
    expect(out.split('\n')[1]).toContain('\u001b[1mStatus   \u001b[22m');
    expect(out.split('\n').slice(3, 8)).toEqual([
      '│ u0   │ running │ \u001b[33mnew      \u001b[39m │',
      '│ u1   │ running │ \u001b[33mscheduled\u001b[39m │',
      '│ u2   │ running │ \u001b[33msending  \u001b[39m │',
      '│ u3   │ running │ \u001b[32msent     \u001b[39m │',
      '│ u9   │ running │ 9         │',
    ]);
    for (const look of [{width: 80, env: {NO_COLOR: '1'}}, {}])
      expect((await printed(line, sends, look)).out).not.toMatch(/\p{Cc}\[/u);
  });

  test('longer than a thousand records has the widths of the first thousand, and cuts no number', async () => {
    const many = [
      ...Array.from({length: 1000}, (_, id) => ({id, email: 'ada@example.com'})),
      {id: 1000, email: 'somebody.with.a.longer.name@example.com'},
      {id: 123456789, email: 'bob@example.com'},
    ];
    const {out} = await printed('contacts list --columns email,id', many);
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      'somebody.with.a.longer.name@example.com     1000',
      'bob@example.com  123456789',
    ]);
  });

  test('with more columns than there is room for becomes lines for each record', async () => {
    const line = 'contacts list --columns id,email,created_at,updated_at';
    expect((await printed(line, rows.slice(0, 1), {width: 40})).out).toBe(
      lines('ID: 1', 'Email: ada@example.com', 'Created: 2026-03-04 13:05', 'Changed:', ''),
    );
    expect((await printed(line, rows.slice(0, 1), {width: 20})).out).toBe(
      lines('ID: 1', 'Email:', '  ada@example.com', 'Created:', '  2026-03-04 13:05', 'Changed:', ''),
    );
  });

  test.each([8, 12, 20, 24, 26, 27, 28, 29])('never runs over the edge of %i columns', async width => {
    const wide = someone({city: '名前'.repeat(20), alt_email: 'a\nb'.repeat(30)});
    for (const some of ['id', 'all', 'id,email,created_at,updated_at,contact_type']) {
      const {out} = await printed(`contacts list --columns ${some}`, [...rows, wide], {width});
      expect(Math.max(...out.split('\n').map(displayWidth))).toBeLessThanOrEqual(width);
    }
  });

  test('of records with fields that nobody listed shows them when all are asked for', async () => {
    const some = [{id: 1, nickname: 'ace', score: 9}];
    const {out} = await printed('contacts list --columns all -o csv', some);
    expect(out.split('\n')[0]).toMatch(/,nickname,score$/);
  });
});

describe('words for people', () => {
  test.each<readonly [string, string, object, string]>([
    ['senders list', 'is_verified', {is_verified: 0}, 'no'],
    ['senders list', 'is_verified', {is_verified: '1'}, 'yes'],
    ['senders list', 'is_verified', {is_verified: 7}, '7'],
    ['mailings list', 'status', {status: 1}, 'scheduled'],
    ['mailings list', 'status', {status: 8}, '8'],
    ['contacts list', 'created_at', {created_at: '2026-07-01T10:20:30.123456Z'}, '2026-07-01 10:20'],
    ['contacts list', 'created_at', {created_at: 'soon'}, 'soon'],
    ['contacts list', 'created_at', {created_at: '2026-99-01T10:20:30.123456Z'}, '2026-99-01T10:20:30.123456Z'],
    ['contacts list', 'created_at', {created_at: '0000-00-00T00:00:00.000000Z'}, ''],
    ['contacts list', 'city', {city: '1980-04-03T09:30:00'}, '1980-04-03 09:30'],
    ['contacts list', 'city', {city: '0000-00-00'}, ''],
    ['contacts list', 'city', {city: '0000-00-00 is no date'}, '0000-00-00 is no date'],
    ['mailings list', 'sent_at', {sent_at: '2026-07-01 10:20:30'}, '2026-07-01 10:20'],
    ['mailings list', 'sent_at', {sent_at: '0000-00-00 00:00:00'}, ''],
    ['contacts list', 'custom_field', {custom_field: {age: {field_name: 'age', field_value: '36'}}}, 'age=36'],
    ['contacts list', 'custom_field', {custom_field: {open: [1, 2], deep: {er: true}}}, 'open=1, 2, deep=er=yes'],
    ['contacts list', 'custom_field', {custom_field: []}, ''],
  ])('emk %s --columns %s: %j', async (line, column, record, text) => {
    const {out} = await printed(`${line} --columns ${column}`, [{id: 1, ...record}]);
    expect(out.split('\n')[1]?.trim()).toBe(text);
  });
});

test('an audience is named with its kind, in whichever form it is sent, and each list is read once', async () => {
  const targets = [
    {id: '1', table: 'contacts_'},
    {id: '1', table: 'segments_'},
    'contacts_2',
    {id: '9', table: 'lists_'},
  ];
  const others = {
    contactTypes: [
      {id: 1, name: 'Newsletter'},
      {id: 2, name: 'Cust\u001b[31m'},
    ],
    segments: [{id: 1, segment_name: 'VIP'}],
  };
  const sends = [{recipient_id: targets}, {recipient_id: targets}];
  const {out, asked} = await printed('mailings list --columns recipient_id', sends, {others});
  expect(out.split('\n')[1]).toBe('Newsletter (list), VIP (segment), Cust␛[31m (list), lists_9');
  expect(asked.slice(1).sort()).toEqual(['/contacts-type', '/segment/list']);
  for (const format of ['json', 'jsonl', 'csv', 'tsv', 'id'])
    expect(
      (await printed(`mailings list --columns utr,recipient_id -o ${format}`, sends, {others})).asked,
    ).toHaveLength(1);
});

describe('JSON', () => {
  test('carries records as they were sent, and with columns only those, nested as they were sent', async () => {
    const array = `[\n${rows.map(row => JSON.stringify(row)).join(',\n')}\n]\n`;
    expect((await printed('contacts list -o json', rows)).out).toBe(array);
    const {out} = await printed(
      'contacts list --columns contact_type.name,custom_field.age,id,city -o jsonl',
      [someone({city: undefined})],
      {others: {customFields: [{id: 12, field_name: 'age', field_type: 'number'}]}},
    );
    expect(out).toBe(
      '{"contact_type":{"name":"Newsletter"},"custom_field":{"age":{"field_name":"age","field_value":"36"}},"id":1}\n',
    );
  });

  test('on a terminal escapes what could fool its reader', async () => {
    const some = [someone({city: 'a\u202eb\u009b'})];
    for (const format of ['json', 'jsonl']) {
      expect((await printed(`contacts list -o ${format}`, some, {width: 80})).out).toContain('a\\u202eb\\u009b');
      expect((await printed(`contacts list -o ${format}`, some)).out).toContain('a\u202eb\u009b');
    }
  });

  test('keeps the digits of numbers that no double holds', async () => {
    const some = '[{"id":9007199254740992},{"id":9007199254740993,"n":1e400}]';
    expect((await printed('contacts list -o jsonl', some)).out).toBe(
      '{"id":9007199254740992}\n{"id":9007199254740993,"n":1e400}\n',
    );
    expect((await printed('contacts list -o json', some)).out).toBe(
      '[\n{"id":9007199254740992},\n{"id":9007199254740993,"n":1e400}\n]\n',
    );
    expect((await printed('contacts list -o json --limit 1', some)).out).toBe('[\n{"id":9007199254740992}\n]\n');
  });
});

describe('ids', () => {
  test('are one a line, whatever the service says', async () => {
    const {out, stderr} = await printed('contacts list -o id', [{id: 1}, {id: 'a\nb'}, {}, {id: '9007199254740993'}]);
    expect([out, stderr]).toEqual(['1\na↵b\n9007199254740993\n', expect.stringMatching(/^warning: 1 of 4 records/)]);
  });

  test.each(['9007199254740992', '1e400', '-9007199254740992', '1.5'])('%s is none to hand on', async id => {
    const {code, stderr} = await printed('contacts list -o id', `[{"id":1},{"id":${id}}]`);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('-o jsonl')]);
  });
});

describe('--count', () => {
  const four = [{id: 1}, {id: 2}, {id: 3}, {id: 4}];
  test.each([
    ['', '4\n'],
    ['--limit 3', '3\n'],
    ['--limit 9', '4\n'],
    ['--where id>1', '3\n'],
    ['--where id>1 --limit 2 --sort=-id', '2\n'],
    ['--where id>9', '0\n'],
  ])('of %s is %j', async (options, expected) => {
    expect(await printed(`contacts list --count ${options}`, four)).toMatchObject({out: expected, notices: []});
  });
});

describe('the end of a list on a terminal', () => {
  test.each([
    [1, '', '1 contact.'],
    [1234, '', '1,234 contacts.'],
    [12, '--limit 10', 'The first 10 contacts.'],
    [12, '--limit 20', '12 contacts.'],
    [1200, '--limit 10 --sort=-id', 'The first 10 contacts.'],
    [1200, '--limit 10 --sort=-id --where id>1000', 'The first 10 contacts.'],
    [12, '--limit 12 --sort=-id', 'The first 12 contacts.'],
  ])('of %i records with "%s" is %j', async (count, options, sentence) => {
    const many = Array.from({length: count}, (_, id) => ({id}));
    const line = `contacts list --columns id ${options}`;
    expect((await printed(line, many, {width: 80})).notices).toEqual([sentence]);
    expect((await printed(line, many)).notices).toEqual([]);
  });
});

test.each([
  ['table', ''],
  ['id', ''],
  ['md', ''],
  ['json', '[]\n'],
  ['jsonl', ''],
  ['csv', 'id,email\n'],
  ['tsv', 'id\temail\n'],
])('an empty list as %s is %j', async (format, out) => {
  for (const look of [{}, {width: 80}])
    expect(await printed(`contacts list --columns id,email -o ${format}`, [], look)).toMatchObject({code: 0, out});
});

describe('one record', () => {
  const record = {extra: 'x', ...someone({city: 'two\nlines \u001b[31m', first_name: '名前'})};

  test('is a sheet of its fields, on a terminal with room for lines', async () => {
    const shown = async (look: object) => (await printed('contacts show 1', [record], look)).out;
    expect(await shown({})).toContain('First name  名前\n');
    expect(await shown({})).toContain('City        two↵lines ␛[31m\n');
    expect(await shown({width: 60})).toMatch(/│ City +│ two +│\n│ +│ lines ␛\[31m +│/);
  });

  test.each([
    ['csv', /^id,.*\n1,/],
    ['id', /^1\n$/],
    ['jsonl', /^\{"extra":"x","id":1,.*\}\n$/],
  ])('as %s is for programs', async (format, expected) => {
    expect((await printed(`contacts show 1 -o ${format}`, [record])).out).toMatch(expected);
  });
});
