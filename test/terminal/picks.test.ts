/** Records are picked from lists, and questions are gone back from and cancelled. */

import {expect, test} from 'vitest';
import {sample} from '../sample.js';
import {describeInTerminal, desk, keys} from './terminal.js';

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

  test('by a name and Enter in one piece, as programs and slow connections send them', async () => {
    const {code, screen} = await (await desk()).play(['lists', 'show'], [['❯ Newsletter', `cust${enter}`]]);
    expect(code, screen).toBe(0);
    expect(screen).toContain('✔ Which list? Customers');
  });

  test('a mailing by its status and date, and by its subject, what is not out yet first and then the newest', {
    tags: ['long'],
  }, async () => {
    const {code, screen} = await (await desk()).play(
      ['mailings', 'show', '--columns', 'single_send_name'],
      [
        [/❯ Autumn preview +scheduled [\d-]+ 08:00\n +Summer offer +sent [\d-]+ \d\d:\d\d\n +Spring news/, 'offer for'],
        ['❯ Summer offer', enter],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain('✔ Which mailing? Summer offer');
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
    [['automations', 'schedules', 'add'], '? Which automation?'],
  ])('the question for %j is a question', async (words, question) => {
    const {screen} = await (await desk()).play(words, [[question, ctrlC]]);
    expect(screen).toContain(question);
  });

  test('to be changed, field by field', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['groups', 'update'],
      [
        ['❯ Weekly news', enter],
        [/◯ Name of the group +Weekly news/, space],
        ['◉ Name of the group', enter],
        ['? Name of the group: Weekly news', ` and more${enter}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen.replaceAll(/\n\s*/g, ' ')).toContain(
      `Next time: emk groups update 'Weekly news' --name 'Weekly news and more'`,
    );
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
        ['? Delete 2 lists', 'y'],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain('Deleted 2 lists ("Customers", "Staff")');
    expect(screen).not.toContain('Next time');
  });

  test('below another record, which is asked for first', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['automations', 'schedules', 'delete'],
      [
        ['❯ Win back', 'welcome'],
        ['❯ Welcome', enter],
        [/◯ Welcome, /, esc],
        ['❯ Win back', 'welcome'],
        ['❯ Welcome', enter],
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
      ['automations', 'schedules', 'delete', '--automation', 'Welcome'],
      [
        [/❯ ◯ Welcome, /, space],
        ['◉', enter],
        ['? Delete', 'y'],
      ],
    );
    expect(code, screen).toBe(0);
    // The same line makes no sense again.
    expect(screen).not.toContain('Next time');
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
      ['notifications', 'add'],
      [
        ['? Email address, or paste several:', `ops@b.example${enter}`],
        ['? Name of the owner:', `Op${esc}`],
        ['? Email address, or paste several: ops@b.example', enter],
        ['? Name of the owner:', `Ops${enter}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain('emk notifications add --email ops@b.example --owner Ops');
  });

  test('takes the answer off the screen that is taken back', {tags: ['long']}, async () => {
    const here = await desk();
    const {screen} = await here.play(
      ['notifications', 'add'],
      [
        ['? Email address, or paste several:', `ops@b.example${enter}`],
        ['? Name of the owner:', esc],
        [/^\? Email address, or paste several: ops@b\.example/m, `${keys.ctrlU}it@b.example${enter}`],
        ['? Name of the owner:', `Ops${enter}`],
      ],
    );
    expect(screen.match(/Email address/g)).toHaveLength(1);
    expect(screen).toContain('✔ Email address, or paste several: it@b.example');
  });

  test('takes all answers about a row off the screen, and what was said after an answer', {
    tags: ['long'],
  }, async () => {
    const here = await desk();
    here.write('bad.csv', 'email,country\na@b.example,India\nnobody,India\nno one,India\n');
    const {screen} = await here.play(
      ['contacts', 'import', 'bad.csv', '--list', 'Staff'],
      [
        ['❯ Fix them now', enter],
        ['❯ Type another value…', enter],
        ['? email: nobody', `@b.example${enter}`],
        ['? Line 4: ', esc],
        [/^\? Line 3: /m, 'skip'],
        ['❯ Skip this row', enter],
        ['? Line 4: ', ctrlC],
      ],
    );
    expect(screen).toContain('Line 3: the address “nobody” in “email” has no @. Skip this row');
    expect(screen).not.toMatch(/✔.*Type another value/);

    const mailing = ['mailings', 'create', '--template', 'Newsletter'];
    const {screen: told} = await here.play(mailing, [
      ['? Subject line:', `May${enter}`],
      ['"May", like the subject', esc],
      [/^\? Subject line: May/m, ` news${enter}`],
      ['"May news", like the subject', ctrlC],
    ]);
    expect(told.match(/Subject line/g)).toHaveLength(1);
    expect(told.match(/like the subject/g)).toHaveLength(1);
  });

  test('out of making a new one leads to the list', {tags: ['long']}, async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['automations', 'create', '--list', 'welcome', '--name', 'Hello', '--for', 'list:Staff'],
      [
        ['❯ ◯ Unsubscribe group', space],
        ['◉ Unsubscribe group', enter],
        ['❯ Weekly news', '\u001b[A'],
        ['❯ New group…', enter],
        ['? Name of the group:', esc],
        ['❯ Weekly news', enter],
        ['Next time: ', esc],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain(`--group 'Weekly news'`);
  });
});

describeInTerminal('leaving', () => {
  test('with Ctrl-C in the midst of it leaves nothing behind', async () => {
    const here = await desk();
    const {code, screen} = await here.play(
      ['notifications', 'add'],
      [
        ['? Email address, or paste several:', `ops@b.example${enter}`],
        ['? Name of the owner:', ctrlC],
      ],
    );
    expect(code).toBe(130);
    expect(screen).not.toContain('Next time');
    const list = await here.play(['notifications', 'list', '-o', 'csv'], []);
    expect(list.screen).not.toContain('ops@b.example');
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
    const {code, screen} = await (await desk()).play(['fields', 'create', '--list', 'colour'], []);
    expect(code).toBe(2);
    expect(screen).toContain('--list must be one of');
  });

  test('where an answer has no form', async () => {
    const {code, screen} = await (await desk()).play(['sandbox', 'run'], []);
    expect(code).toBe(2);
    expect(screen).toContain('There is no command to run.');
  });
});

describeInTerminal('what is pasted', () => {
  test('is one answer, line ends and all', {tags: ['long']}, async () => {
    const here = await desk();
    const terminal = here.open(['lists', 'create']);
    await terminal.waitFor('? Name of the list:');
    terminal.paste('Spring\rleads');
    await terminal.answer('Name of the list: Spring leads', enter);
    await terminal.waitFor(`Next time: emk lists create --name 'Spring leads'`);
    expect(await terminal.ended()).toBe(0);
  });
});
