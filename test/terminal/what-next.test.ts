/** A job that was done with questions ends with what can come next, and its line is one of the choices. */
import {expect, test} from 'vitest';
import {describeInTerminal, desk, keys} from './terminal.js';

const {enter, up, down, ctrlC} = keys;
const rescheduling = ['single-sends', 'reschedule', '--at', '+1 day'];
const moved = [
  ['❯ Autumn preview', enter],
  ['? Mail "Autumn preview"', 'y'],
] as const;

describeInTerminal('after a job', () => {
  test('a scheduled mailing can be tested, moved and cancelled, and no line is offered that moves it twice', async () => {
    const {code, screen} = await (await desk()).play(rescheduling, [
      ...moved,
      [/❯ Nothing more\n +Send me a test +test\n +Change the time +reschedule\n/, up],
      ['❯ Cancel it', enter],
      [/\? .*Autumn preview.*\?/, 'y'],
    ]);
    expect(code, screen).toBe(0);
    expect(screen).not.toContain('as one line');
    expect(screen).not.toContain('Next time');
  });

  test('a step that is left leads back to the choices, and leaving those leaves a job that is done', async () => {
    const {code, screen} = await (await desk()).play(rescheduling, [
      ...moved,
      ['❯ Nothing more', down],
      ['❯ Send me a test', enter],
      ['? Who gets the test?', keys.escape],
      [/Cancelled\.[\s\S]*❯ Nothing more/, ctrlC],
    ]);
    expect(code, screen).toBe(0);
  });

  test('an import leads to a mailing to its list, and to its undo', async () => {
    const here = await desk();
    here.write('leads.csv', 'email,country\nzoe@b.example,Germany\n');
    const {code, screen} = await here.play(
      ['contacts', 'import', 'leads.csv'],
      [
        ['❯ Newsletter', 'staff'],
        ['❯ Staff', enter],
        ['? Import 1 contact', 'y'],
        [/❯ Nothing more\n +Write to them +send\n +See them +people list\n +Undo the import +import undo\n/, 'undo'],
        ['❯ Undo the import', enter],
        ['? Delete', 'y'],
      ],
    );
    expect(code, screen).toBe(0);
    expect((await here.play(['contacts', 'list', '--type', 'Staff', '--count'], [])).screen).toBe('2');
  });

  test('what was deleted comes back, and a cancelled mailing goes out at another time', async () => {
    const here = await desk();
    const deleted = await here.play(
      ['people', 'delete'],
      [
        ['Which contacts?', 'bob'],
        ['❯ ◯ bob@example.com', ' '],
        ['◉ bob@example.com', enter],
        ['? Delete contact', 'y'],
        [/❯ Nothing more\n +Bring it back +restore\n/, down],
        ['❯ Bring it back', enter],
        ['? Import 1 contact into "Newsletter"', 'y'],
      ],
    );
    expect(deleted.code, deleted.screen).toBe(0);
    expect((await here.play(['find', 'bob'], [])).screen).toContain('bob@example.com');
    const cancelled = await here.play(
      ['cancel'],
      [
        ['❯ Autumn preview', enter],
        ['? Cancel "Autumn preview"?', 'y'],
        [/❯ Nothing more\n +Send it at another time +send\n/, down],
        ['❯ Send it at another time', enter],
        ['? When does it go out?', ctrlC],
        [/Cancelled\.[\s\S]*❯ Nothing more/, enter],
      ],
    );
    expect(cancelled.screen).not.toContain('as one line');
  });

  test('a test of a mailing leads to its change while that has a point, and of a new one to its people', async () => {
    const here = await desk();
    const known = await here.play(
      ['test', '--to', 'me@acme.example'],
      [
        ['❯ One in my account', enter],
        ['❯ Autumn preview', enter],
        ['? Mail a test', 'y'],
        [/❯ Nothing more\n +Change it +mailings update\n +Send another test +test\n/, ctrlC],
      ],
    );
    expect(known.code, known.screen).toBe(0);
    here.write('may.md', '# May\n\nHello\n\n[Unsubscribe](((unsubscribe_preferences)))\n');
    const content = ['--subject', 'May', '--preheader', 'News', '--from', '1', '--group', '1', '--html', '@may.md'];
    const line = ['test', '--name', 'May', ...content, '--template', 'Blank'];
    const fresh = await here.play(line, [
      ['? Who gets the test?', `me@acme.example${enter}`],
      ['? Mail a test of "May"', 'y'],
      [/❯ Nothing more\n +Send it to people +send\n/, down],
      ['❯ Send it to people', enter],
      [/Who gets it\?|Who should get/, ctrlC],
      [/Cancelled\.[\s\S]*❯ Nothing more/, enter],
    ]);
    expect(fresh.screen).toContain('What next?');
  });

  test('a line that needs no questions, and a dry run, end without one', async () => {
    const here = await desk();
    const line = [...rescheduling, 'Autumn preview'];
    expect((await here.play([...line, '--yes'], [])).code).toBe(0);
    const {code, screen} = await here.play([...rescheduling, '--dry-run'], [['❯ Autumn preview', enter]]);
    expect(code, screen).toBe(0);
    expect(screen).not.toContain('What next?');
  });
});
