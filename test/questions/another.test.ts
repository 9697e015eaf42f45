/** After an email was added to an automation, emk asks for the next one and keeps the automation. */
import {expect} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {longTest} from '../in-two-parts.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const enter = '\r';

longTest('one email after another is added to the automation that was chosen', async () => {
  const email = (subject: string) =>
    [
      ['Which email?', `newsletter`],
      ['❯ Newsletter', enter],
      ['Subject line', `${subject}${enter}`],
      ['as soon as somebody joins', enter],
      ['Anything else?', enter],
    ] as const;
  const {code, stderr} = await atTerminal(
    shell(),
    'automations schedules add',
    ['Welcome', 'birthday'],
    ['❯ Birthday', enter],
    ...email('Day one'),
    ['Add another email to this automation?', `y${enter}`],
    ...email('Day two'),
    ['Add another email to this automation?', enter],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('start it: emk automations set-live Birthday')]);
  expect(stderr).toContain('Next time: emk automations schedules add --automation Birthday');
  const {stdout} = await shell().emk('automations schedules list Birthday -o json');
  expect(JSON.parse(stdout).map(({subject}: {subject: string}) => subject)).toEqual(['Day one', 'Day two']);
});
