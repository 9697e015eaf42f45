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

  test('a line that needs no questions, and a dry run, end without one', async () => {
    const here = await desk();
    const line = [...rescheduling, 'Autumn preview'];
    expect((await here.play([...line, '--yes'], [])).code).toBe(0);
    const {code, screen} = await here.play([...rescheduling, '--dry-run'], [['❯ Autumn preview', enter]]);
    expect(code, screen).toBe(0);
    expect(screen).not.toContain('What next?');
  });
});
