/** A marketer's spreadsheet at a terminal: a German file of 40 columns is imported with one screen and one yes. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type Desk, describeInTerminal, desk, keys} from '../support/terminal.js';
import {words} from '../support/words.js';

const {enter} = keys;

const others = Array.from({length: 36}, (_, at) => `Merkmal ${at + 1}`);

/** 40 columns, of which 36 match nothing. */
const wide = (...people: readonly (readonly string[])[]): string =>
  [['E-Mail', 'Vorname', 'Nachname', 'Ort', ...others], ...people.map(each => [...each, ...others.map(() => 'x')])]
    .map(cells => `${cells.join(';')}\r\n`)
    .join('');

const ada = ['ada@example.com', 'Ada', 'Lovelace', 'London'];
const grace = ['grace@example.com', 'Grace', 'Hopper', 'New York'];

/** The output of another line, to look at the account. */
const printed = async (here: Desk, ...words: readonly string[]): Promise<string> => (await here.play(words, [])).screen;

describeInTerminal('an import at a terminal', () => {
  test('of 25 columns into a new list asks at most six questions', {tags: ['long']}, async () => {
    const here = await desk();
    const known = ['Email', 'First name', 'Last name', 'City', 'Country', 'Company'];
    const own = others.slice(0, 25 - known.length);
    const someone = ['zoe@b.example', 'Zoe', 'Zorn', 'Ulm', 'Germany', 'Acme', ...own.map(() => 'x')];
    here.write('leads.csv', `${[...known, ...own].join(',')}\n${someone.join(',')}\n`);
    const {code, screen} = await here.play(
      ['import', '--list', 'Fair', '--create-list'],
      [
        ['? Which CSV file?', `leads.csv${enter}`],
        ['❯ Skip them', enter],
        ['? Import 1 contact into "Fair"', 'y\r'],
      ],
    );
    expect(code, screen).toBe(0);
    expect((screen.match(/^✔ /gm) ?? []).length, screen).toBeLessThanOrEqual(6);
  });

  test('of a file that changes before the last yes makes no list', async () => {
    const here = await desk();
    here.write('leads.csv', 'email,country\nzoe@b.example,Germany\n');
    const terminal = here.open(['import', 'leads.csv', '--list', 'Fair', '--create-list']);
    await terminal.waitFor('? Import 1 contact into "Fair"');
    here.write('leads.csv', 'email,country\nyan@b.example,Germany\nzoe@b.example,Germany\n');
    terminal.type('y\r');
    expect(await terminal.ended(), terminal.screen()).toBe(2);
    expect(terminal.screen()).toContain('leads.csv changed while it was being read.');
    expect(await printed(here, 'lists', 'list', '--columns', 'name')).not.toContain('Fair');
  });

  test('of 40 columns has one screen for all of them, and makes a list and a field only after the last yes', {
    tags: ['long'],
  }, async () => {
    const here = await desk();
    here.write('kontakte.csv', wide(ada, grace));
    const terminal = here.open(['import', 'kontakte.csv', '--list', 'Messe', '--create-list'], {columns: 80, rows: 24});
    await terminal.answer('❯ Skip them', `make${enter}`);
    await terminal.waitForQuestion('? Import 2 contacts');
    expect(await printed(here, 'lists', 'list', '-o', 'csv')).not.toContain('Messe');
    expect(await printed(here, 'fields', 'list', '-o', 'csv')).not.toContain('merkmal_1');
    terminal.type('y\r');
    expect(await terminal.ended()).toBe(0);
    const [, line = ''] = /Next time: emk (.*)/.exec(terminal.screen().replaceAll('\n', '')) ?? [];
    const again = await here.play([...words(line), '--dry-run'], []);
    expect(again.screen).toContain('2 already in the list');
    expect(again.screen).not.toContain('no field');
  });

  test('names the account once, as a sync does', {tags: ['long']}, async () => {
    const here = await desk();
    here.write('leads.csv', 'email,first_name,country\nnew@example.com,New,Portugal\n');
    for (const verb of ['import', 'sync']) {
      const {screen} = await here.play(
        ['contacts', verb, 'leads.csv', '--list', 'Customers'],
        [[/\? (?:Import|Add) 1/, `n${enter}`]],
      );
      expect(screen.split('127.0.0.1').length - 1, screen).toBe(1);
    }
  });

  test('of 10 columns asks five questions at most, and its line has all the answers', {tags: ['long']}, async () => {
    const here = await desk();
    here.write(
      'leads.csv',
      'email,first_name,last_name,city,country,A,B,C,D,E\na@b.example,Ada,L,Ulm,Deutschlnd,1,2,3,4,5\n',
    );
    const {code, screen} = await here.play(
      ['contacts', 'import'],
      [
        ['? Which CSV file?', `leads.csv${enter}`],
        ['❯ Newsletter', 'staff'],
        ['❯ Staff', enter],
        ['❯ Skip them', `make${enter}`],
        ['? The service does not know “Deutschlnd”', enter],
        ['? Import 1 contact into "Staff"?', 'y\r'],
      ],
      {columns: 100},
    );
    expect(code, screen).toBe(0);
    expect(screen.match(/^✔ /gm)).toHaveLength(5);
    expect(screen.replaceAll('\n', '')).toContain(
      'emk import leads.csv --list Staff --map A=+a --map B=+b --map C=+c --map D=+d --map E=+e --country Deutschlnd=',
    );
  });

  test('of 40 columns with bad rows asks one question for each kind of finding', {tags: ['long']}, async () => {
    const here = await desk();
    const text = wide(
      ada,
      ['Grace Hopper <grace@example.com>', '', '', 'New York'],
      ['alan@gmail', 'Alan', 'Turing', 'London'],
      ['edsger@example,com', 'Edsger', 'Dijkstra', 'Rotterdam'],
      ['nobody', 'No', 'Body', 'Nowhere'],
      ['joan', 'Joan', 'Clarke', 'Bletchley'],
      ['barbara@gmial.com', 'Barbara', 'Liskov', 'Boston'],
    );
    here.write('kontakte.csv', text);
    const terminal = here.open(['contacts', 'import', 'kontakte.csv', '--list', 'Staff'], {columns: 80, rows: 24});
    await terminal.answer('❯ Skip them', enter);
    await terminal.answer('? 1 address looks mistyped (gmial.com)', enter);
    await terminal.answer('? 2 addresses are unclear', enter);
    await terminal.answer('❯ Skip these 2 rows', enter);
    await terminal.answer('? Import 5 contacts into "Staff" and skip 2 rows?', `y${enter}`);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.screen()).toContain('5 added, all verified · 2 skipped');
    // What no option says is not left out in silence.
    expect(terminal.screen().replaceAll('\n', '')).toContain('(first correct the addresses in the file)');
    expect(readFileSync(join(here.folder, 'kontakte.csv'), 'utf8')).toBe(text);
    const list = await here.play(
      ['contacts', 'list', '--list', 'Staff', '-o', 'csv', '--columns', 'email,first_name'],
      [],
    );
    for (const each of ['grace@example.com', 'alan@gmail.com,Alan', 'barbara@gmail.com']) {
      expect(list.screen).toContain(each);
    }
  });
});
