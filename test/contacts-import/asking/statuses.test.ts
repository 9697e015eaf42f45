/** Words of a status column that emk does not know: a person explains them, and a script gets the line that does. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone} from '../fake-service.js';
import {answering} from '../person.js';

const file = [
  'email,Status',
  'a@example.com,active',
  'b@example.com,test',
  'c@example.com,Won it',
  'd@example.com,TEST',
  'e@example.com,unsubscribed',
  '',
].join('\n');

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  run.write('leads.csv', file);
});
afterEach(() => run.close());

test('a script gets the values with their counts, and the line to run', async () => {
  Object.assign(run.context, {line: 'emk import leads.csv --list 7'});
  const {exit, error} = await run.import();
  expect({exit, message: error?.message, hint: error?.hint}).toEqual({
    exit: 2,
    message:
      '“Status” of leads.csv says who gets no mail, but emk does not know these values: “test” (2 rows, first in line 3), “Won it” (line 4).',
    hint: [
      'Say what each one means: out (gets no mail) or active (gets mail).',
      "For example: emk import leads.csv --list 7 --status test=out --status 'Won it=out'",
      'If “Status” says something else: emk import leads.csv --list 7 --status-column none',
    ].join('\n'),
  });
  expect(run.service.uploads).toEqual([]);
});

test('beside a column that says it in known words, the other column stays', async () => {
  run.write('leads.csv', 'email;Newsletter;Status\na@example.com;ja;Kunde\nb@example.com;nein;Interessent\n');
  Object.assign(run.context, {line: 'emk import leads.csv --list 7'});
  const {error} = await run.import();
  expect(error?.hint).toBe(
    [
      'Say what each one means: out (gets no mail) or active (gets mail).',
      'For example: emk import leads.csv --list 7 --status Kunde=out --status Interessent=out',
      'If “Status” says something else: emk import leads.csv --list 7 --status-column Newsletter',
    ].join('\n'),
  );
  expect((await run.import({status_column: ['Newsletter']})).data?.added).toBe(1);
});

test('that line imports those who get mail', async () => {
  const {exit, data} = await run.import({status: ['test=out', 'won it=active']});
  expect({exit, added: data?.added}).toEqual({exit: 0, added: 2});
  expect(run.service.listed.map(({email}) => email)).toEqual(['a@example.com', 'c@example.com']);
});

test('a word that emk knows may mean something else in one file', async () => {
  expect((await run.import({status: ['test=out', 'Won it=out', 'active=out']})).data?.added ?? 0).toBe(0);
});

test('what is no word with a meaning is refused', async () => {
  expect((await run.import({status: ['test=left']})).error).toMatchObject({
    exit: 2,
    message: '--status takes a word, =, and active or out, not "test=left".',
  });
  expect((await run.import({status: ['test']})).error?.exit).toBe(2);
});

test('a file without such a column says that --status has no effect', async () => {
  run.write('leads.csv', 'email\na@example.com\n');
  await run.import({status: ['test=out']});
  expect(run.said).toContain(
    '! --status has no effect: no column of leads.csv says who gets no mail. To name it, add --status-column.',
  );
});

test('a person is asked about each word once, and a resume knows the answers', async () => {
  const asked = answering(run, {
    picks: {'What does "test"': 'They get no mail', 'What does "Won it"': 'They get mail'},
  });
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import()).exit).toBe(6);
  run.service.fate = () => undefined;
  expect((await run.resume()).exit).toBe(0);
  expect(asked.filter(question => !question.startsWith('Import'))).toEqual([
    'What does "test" in "Status" mean (2 rows)?',
    'What does "Won it" in "Status" mean (1 row)?',
  ]);
  expect(run.service.listed.map(({email}) => email)).toEqual(['a@example.com', 'c@example.com']);
});

test('a person may say that the column is about something else', async () => {
  const asked = answering(run, {picks: {'What does "test"': '"Status" says something else'}});
  expect((await run.import()).data?.added).toBe(5);
  expect(asked).toEqual([expect.stringContaining('What does'), expect.stringContaining('Import 5')]);
});

test('a column of many words is no status that anybody would be asked about', async () => {
  const asked = answering(run, {picks: {}});
  const rows = Array.from({length: 9}, (_, row) => `x${row}@example.com,word${row}\n`);
  run.write('leads.csv', `email,Status\n${rows.join('')}`);
  expect((await run.import()).exit).toBe(2);
  expect(asked).toEqual([]);
});

describe('a column that may say who gets no mail', () => {
  const blocked = 'email,Mailsperre,Tags\na@example.com,,vip\nb@example.com,ja,vip\n';
  const line = 'emk import leads.csv --list 7';

  test('stops a script with both lines that answer, and each of them imports', async () => {
    Object.assign(run.context, {line});
    run.write('leads.csv', blocked);
    const {exit, error} = await run.import();
    expect({exit, message: error?.message, hint: error?.hint}).toEqual({
      exit: 2,
      message: '“Mailsperre” of leads.csv may say who gets no mail: “ja” (line 3).',
      hint: `To skip this person: ${line} --status-column Mailsperre\nIf it says something else: ${line} --map Mailsperre=`,
    });
    expect(run.service.uploads).toEqual([]);
    expect((await run.import({status_column: ['Mailsperre']})).data?.added).toBe(1);
    expect((await run.import({map: ['Mailsperre=']})).data?.added).toBe(1);
    expect(run.service.listed.map(({email}) => email)).toEqual(['a@example.com', 'b@example.com']);
  });

  test.each([
    ['Yes: skip these people', ['a@example.com'], {status_column: ['Mailsperre']}],
    ['No: it says something else', ['a@example.com', 'b@example.com'], {map: ['Tags=', 'Mailsperre=']}],
  ])('is asked about at a terminal: %s', async (answer, sent, said) => {
    const told: unknown[] = [];
    Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
    run.write('leads.csv', blocked);
    const asked = answering(run, {picks: {'Which field': 'Skip', 'Does "Mailsperre"': answer}});
    expect((await run.import()).exit).toBe(0);
    expect(asked.slice(1)).toEqual([
      'Does "Mailsperre" say who gets no mail? It says "ja" in 1 row',
      expect.stringContaining('Import'),
    ]);
    expect(told.pop()).toMatchObject(said);
    expect(run.service.listed.map(({email}) => email)).toEqual(sent);
  });

  test('is asked about although a person skipped it on the screen, where its first rows say nothing', {
    tags: ['long'],
  }, async () => {
    const rows = Array.from({length: 5000}, (_, row) => `p${row}@example.com,vip ${'x'.repeat(40)}\n`);
    run.write('leads.csv', `email,Tags\n${rows.join('')}late@example.com,DND\n`);
    const asked = answering(run, {picks: {'Which field': 'Skip', 'Does "Tags"': 'Yes: skip these people'}});
    expect((await run.import()).data?.skipped.status).toMatchObject({unsubscribed: 1});
    expect(asked).toEqual([
      'Which field does each column fill?',
      'Does "Tags" say who gets no mail? It says "DND" in 1 row',
      expect.stringContaining('Import 5,000 contacts'),
    ]);
  });

  test('is asked about although a person made a field of it on the screen', async () => {
    run.write('leads.csv', blocked);
    const asked = answering(run, {picks: {'Which field': 'Make a new field', 'Does "Mailsperre"': 'Yes: skip'}});
    expect((await run.import()).data?.skipped.status).toMatchObject({unsubscribed: 1});
    expect(asked[1]).toBe('Does "Mailsperre" say who gets no mail? It says "ja" in 1 row');
  });

  test('is told once: a resume does not ask again', async () => {
    run.write('leads.csv', blocked);
    answering(run, {picks: {'Which field': 'Skip', 'Does "Mailsperre"': 'No: it says something else'}});
    run.service.fate = () => ({applied: 0, error: gone()});
    expect((await run.import()).exit).toBe(6);
    run.service.fate = () => undefined;
    expect((await run.resume()).exit).toBe(0);
    expect(run.service.listed.length).toBe(2);
  });
});

test('a sync asks and takes the same', async () => {
  expect((await run.sync({status: ['test=out', 'Won it=active']})).exit).toBe(0);
  expect(run.service.listed.map(({email}) => email)).toEqual(['a@example.com', 'c@example.com']);
});
