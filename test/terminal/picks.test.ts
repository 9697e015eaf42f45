/** Records are picked from lists, and questions are gone back from and cancelled. */

import {expect, test} from 'vitest';
import {sample} from '../support/sample.js';
import {describeInTerminal, desk, keys} from '../support/terminal.js';

const {enter, escape: esc, space, down, ctrlC} = keys;

describeInTerminal('a record is picked from its list', () => {
  test.each(sample([80, 40], 1))('to be shown, at %i columns', async columns => {
    const {code, screen} = await (await desk()).play(
      ['lists', 'show'],
      [
        ['❯ Newsletter', 'CUST'],
        ['❯ Customers', enter],
      ],
      {columns},
    );
    expect(code).toBe(0);
    expect(screen).toContain('✔ Which list? Customers');
    expect(screen.replaceAll(/\n\s*/g, ' ')).toContain('Next time: emk lists show Customers');
  });

  test('a mailing by its status and date, and by its name, what is not out yet first and then the newest', {
    tags: ['long'],
  }, async () => {
    const {code, screen} = await (await desk()).play(
      ['mailings', 'show', '--columns', 'single_send_name'],
      [
        [
          /❯ Autumn preview +scheduled · [\d-]+ \d\d:\d\d\n +Summer offer +sent · [\d-]+ \d\d:\d\d\n +Spring news +sent · /,
          'offer',
        ],
        ['❯ Summer offer', enter],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain('✔ Which mailing? Summer offer');
  });

  test('and the one that waits, beside one of the same name that went out', async () => {
    const here = await desk();
    const autumn = ['mailings', 'update', 'Autumn preview', '--name', 'Summer offer', '--force', 'same-name'];
    await here.play(autumn, []);
    const {screen} = await here.play(
      ['cancel'],
      [
        ['❯ Summer offer', enter],
        ['Cancel mailing "Summer offer"? (y/N)', enter],
      ],
    );
    expect(screen).not.toContain('Several mailings');
  });

  test('and a question that has nothing to offer does not stay above its error', {tags: ['long']}, async () => {
    const here = await desk();
    await here.play(['automations', 'pause', 'Welcome'], []);
    const {code, screen} = await here.play(['automations', 'pause'], []);
    expect(code, screen).toBe(2);
    expect(screen.trim()).toMatch(/^error: There is nothing to pause/);
  });

  test.each([
    [['segments', 'recipients', 'add'], '? Which segment?'],
    [['groups', 'recipients', 'add'], '? Which group?'],
    [['automations', 'emails', 'add'], '? Which automation?'],
  ])('the question for %j is a question', async (words, question) => {
    const {screen} = await (await desk()).play(words, [[question, ctrlC]]);
    expect(screen).toContain(question);
  });

  test('at the first question Esc leaves; at the next one it goes back', async () => {
    const here = await desk();
    const add = ['segments', 'recipients', 'add'];
    await here.play(add, [['? Which segment?', esc]]);
    const {screen} = await here.play(add, [
      ['? Which segment?', enter],
      ['? Who?', esc],
      ['? Which segment?', ctrlC],
    ]);
    expect(screen).toContain('? Which segment?');
  });

  test('not for a list of doubles without that word, which would be everybody', async () => {
    const {code, screen} = await (await desk()).play(['contacts', 'delete', '--list', 'Staff'], []);
    expect([code, screen]).toEqual([2, expect.stringContaining('--list is for --doubles.')]);
  });

  test('several to be deleted', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['lists', 'delete'],
      [
        ['◯ Newsletter', down],
        ['❯ ◯ Customers', space],
        ['◉ Customers', down],
        ['❯ ◯ Staff', space],
        ['◉ Staff', enter],
        ['? Delete 2 lists', 'y\r'],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain('Deleted 2 lists ("Customers", "Staff")');
  });

  test('below another record, which is asked for first', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['automations', 'emails', 'delete'],
      [
        ['❯ Win back', 'welcome'],
        ['❯ Welcome', enter],
        [/◯ Welcome, /, esc],
        [/✔ In which automation\? Welcome\n\? In which automation\?\n[\s\S]*❯ Welcome/, enter],
        [/❯ ◯ Welcome, /, space],
        ['◉', enter],
        [/\? Delete email "Welcome, /, `n${enter}`],
      ],
    );
    expect(code, screen).toBe(130);
    expect(screen).not.toContain('Next time');
  });

  test('by its name, below the one that the line names', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['automations', 'emails', 'delete', '--automation', 'Welcome'],
      [
        [/❯ ◯ Welcome, /, space],
        ['◉', enter],
        ['? Delete', 'y\r'],
      ],
    );
    expect(code, screen).toBe(0);
  });

  test.each([
    ['mailings', 'duplicate', '❯ Autumn preview', '? Copy mailing'],
    ['senders', 'verify', '❯ support@', '? Send a verification mail'],
  ])('%s %s asks before it mails', async (group, verb, first, question) => {
    const {code} = await (await desk()).play(
      [group, verb],
      [
        [first, enter],
        [question, `n${enter}`],
      ],
    );
    expect(code).toBe(130);
  });
});

describeInTerminal('the way back', () => {
  test('leads to the question before, which stands as it was answered', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['fields', 'create'],
      [
        ['? Name of the field:', `shoe${enter}`],
        ['❯ text', esc],
        [/\? Name of the field:[^✔]*shoe/, enter],
        ['❯ text', enter],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain('emk fields create --name shoe --kind text');
  });
});

describeInTerminal('leaving', () => {
  test('with Ctrl-C in the midst of it leaves nothing behind', async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['fields', 'create'],
      [
        ['? Name of the field:', `shoe${enter}`],
        ['❯ text', ctrlC],
      ],
    );
    expect(code).toBe(130);
    expect(screen).not.toContain('Next time');
    const list = await here.play(['fields', 'list', '-o', 'csv'], []);
    expect(list.screen).not.toContain('shoe');
  });
});

describeInTerminal('nothing is asked', () => {
  test.each<[string, readonly string[], Record<string, string>]>([
    ['with --no-input', ['--no-input'], {}],
    ['in CI', [], {CI: 'true'}],
  ])('%s', async (_, more, env) => {
    const {code, screen} = await (await desk()).play(['lists', 'create', ...more], [], {env});
    expect(code).toBe(2);
    expect(screen).toContain('--name is missing.');
  });

  test('when what stands on the line is wrong already', async () => {
    const {code, screen} = await (await desk()).play(['fields', 'create', '--kind', 'colour'], []);
    expect(code).toBe(2);
    expect(screen).toContain('--kind must be one of');
  });

  test('where an answer has no form', async () => {
    const {code, screen} = await (await desk()).play(['sandbox', 'run'], []);
    expect(code).toBe(2);
    expect(screen).toContain('There is no command to run.');
  });
});
