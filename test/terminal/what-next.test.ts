/** A job that was done with questions ends with what can come next, and its line is one of the choices. */
import {expect} from 'vitest';
import {longTest, test} from '../in-two-parts.js';
import {bareDesk, describeInTerminal, desk, keys} from './terminal.js';

const {enter, up, down, ctrlC} = keys;
const rescheduling = ['single-sends', 'reschedule', '--at', '+1 day'];
const moved = [
  ['❯ Autumn preview', enter],
  ['? Mail "Autumn preview"', 'y'],
] as const;

describeInTerminal('after a job', () => {
  longTest(
    'a scheduled mailing can be tested, moved and cancelled, and no line is offered that moves it twice',
    async () => {
      const {code, screen} = await (await desk()).play(rescheduling, [
        ...moved,
        [/❯ Nothing more\n +Send me a test +test\n +Change the time +reschedule\n/, up],
        ['❯ Cancel it', enter],
        [/\? .*Autumn preview.*\?/, 'y'],
        [/❯ Nothing more\n +Send it at another time +send\n/, enter],
      ]);
      expect(code, screen).toBe(0);
      expect(screen).not.toContain('Show the line');
      expect(screen).not.toContain('Next time');
    },
  );

  longTest(
    'Esc in a step leads back to the choices without a word, and leaving those leaves a job that is done',
    async () => {
      const {code, screen} = await (await desk()).play(rescheduling, [
        ...moved,
        ['❯ Nothing more', down],
        ['❯ Send me a test', enter],
        ['? Who gets the test?', keys.escape],
        [/❯ Nothing more[\s\S]*Esc/, ctrlC],
      ]);
      expect(code, screen).toBe(0);
      expect(screen).not.toContain('Cancelled');
    },
  );

  longTest('Ctrl-C leaves emk: in a step with the exit code of what was left, and on the way home too', async () => {
    const here = await desk();
    const inStep = [
      ['❯ Nothing more', down],
      ['❯ Send me a test', enter],
      ['? Who gets the test?', ctrlC],
    ] as const;
    const left = await here.play(rescheduling, [...moved, ...inStep]);
    expect(left.code, left.screen).toBe(130);
    const fromHome = [
      ['? What would you like to do?', 'move'],
      ['❯ Move a scheduled mailing', enter],
      ['❯ Autumn preview', enter],
      ['? The new time:', `+1 day${enter}`],
      ['? Mail "Autumn preview"', 'y'],
    ] as const;
    const fromStep = await here.play([], [...fromHome, ...inStep]);
    expect(fromStep.code, fromStep.screen).toBe(130);
    const fromChoices = await here.play([], [...fromHome, ['❯ Nothing more', ctrlC]]);
    expect(fromChoices.code, fromChoices.screen).toBe(0);
    const home = await here.play(
      [],
      [...fromHome, ['❯ Nothing more', keys.escape], [/What would.*\n[\s\S]*❯ Move/, 'q']],
    );
    expect(home.code, home.screen).toBe(0);
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
        [/❯ Nothing more\n +Import a file again +import\n +See who is on the list +people list\n/, enter],
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
        [/❯ Nothing more\n +See them +people list\n +Bring back something else +restore\n/, enter],
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
      ],
    );
    expect(cancelled.code, cancelled.screen).toBe(130);
    expect(cancelled.screen).not.toContain('Show the line');
  });

  longTest(
    'a test of a mailing leads to its change while that has a point, and of a new one to its people',
    async () => {
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
      const fresh = await here.play(
        ['test', 'may.md'],
        [
          [/Did you mean "emk test --html @may.md"\?/, 'y'],
          ['? Subject line:', `May${enter}`],
          ['? Text that inboxes show', `News${enter}`],
          ['? Who gets the test?', `me@acme.example${enter}`],
          ['? Anything else?', enter],
          ['? Mail a test of "May"', 'y'],
          [/❯ Nothing more\n +Send it to people +send\n/, down],
          ['❯ Send it to people', enter],
          [/Who gets it\?|Who should get/, ctrlC],
        ],
      );
      expect(fresh.screen).toContain('What next?');
    },
  );

  longTest(
    'restore asks what to bring back, the latest first, and a person who was changed is there to be seen',
    async () => {
      const here = await desk();
      for (const name of ['Autumn preview', 'Spring news'])
        expect((await here.play(['mailings', 'delete', name, '--yes'], [])).code).toBe(0);
      const {code, screen} = await here.play(
        ['restore'],
        [
          [/\? Bring back what\?\n❯ .*mailing "Spring news"\n.*"Autumn preview"/, enter],
          ['? When does it go out?', keys.escape],
        ],
      );
      expect(code, screen).toBe(130);
      const changed = await here.play(
        ['people', 'update', 'bob@example.com'],
        [
          ['? What should change?', 'city'],
          ['❯ ◯ Name of the city', ' '],
          ['◉ Name of the city', enter],
          ['? Name of the city', `${keys.ctrlU}Bonn${enter}`],
          [
            /❯ Nothing more\n +See everything about this person +people show\n +Change something else +people update\n/,
            down,
          ],
          ['❯ See everything', enter],
        ],
      );
      expect(changed.code, changed.screen).toBe(0);
      expect(changed.screen).toMatch(/✔ What next[\s\S]*bob@example.com/);
    },
  );

  longTest('a login leads to the screen of emk alone, and one beside it to a switch', async () => {
    const {sandbox} = await desk();
    const here = bareDesk();
    const login = [
      ['? Address of the service', `${sandbox.baseUrl}${enter}`],
      ['? Public key', `${sandbox.publicKey}${enter}`],
      ['? Secret key', `${sandbox.secretKey}${enter}`],
    ] as const;
    const first = await here.play(
      ['login'],
      [
        ...login,
        [/❯ Nothing more\n +See what you can do +emk\n/, down],
        ['❯ See what you can do', enter],
        ['Profile "default" at', 'q'],
      ],
    );
    expect(first.code, first.screen).toBe(0);
    const second = await here.play(
      ['login', 'shop'],
      [...login, [/❯ Nothing more\n +Switch to it +switch\n/, down], ['❯ Switch to it', enter]],
    );
    expect(second.code, second.screen).toBe(0);
    expect(second.screen).toContain('The profile "shop" (127.0.0.1');
  });

  longTest('one email after another goes into an automation, which is then set live', async () => {
    const email = (subject: string) =>
      [
        ['? Which email?', 'newsletter'],
        [/❯ Newsletter/, enter],
        ['? Subject line', `${subject}${enter}`],
        ['❯ instantly', enter],
        ['? Anything else?', enter],
      ] as const;
    const {code, screen} = await (await desk()).play(
      ['automations', 'schedules', 'add', '--automation', 'Birthday'],
      [
        ...email('Day one'),
        [/❯ Nothing more\n +Add another email +automations schedules add\n +Set it live +automations set-live\n/, down],
        ['❯ Add another email', enter],
        ...email('Day two'),
        [/Day two[\s\S]*❯ Nothing more/, enter],
      ],
    );
    expect(code, screen).toBe(0);
  });

  longTest('a line that needs no questions, and a dry run, end without one', async () => {
    const here = await desk();
    const line = [...rescheduling, 'Autumn preview'];
    expect((await here.play([...line, '--yes'], [])).code).toBe(0);
    const {code, screen} = await here.play([...rescheduling, '--dry-run'], [['❯ Autumn preview', enter]]);
    expect(code, screen).toBe(0);
    expect(screen).not.toContain('What next?');
  });
});
