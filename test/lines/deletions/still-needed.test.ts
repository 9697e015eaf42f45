/** What a scheduled mailing or a live automation needs is not deleted silently, and --yes is not enough. */
import {beforeAll, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {said} from '../../support/said.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
beforeAll(async () => {
  const make = async (line: string) => {
    expect(await shell().emk(`${line} --yes`)).toMatchObject({code: 0, stderr: expect.anything()});
  };
  await make('lists create Readers');
  await make('lists create Others');
  await make(
    'contacts create --email nora@acme.example --list Readers --first-name Nora --last-name New --country 101',
  );
  await make('fields create pet --kind text');
  await make(
    'mailings create --name June --subject "Hello ((pet))" --preheader News --from 1 --group 1 --to list:Readers --except list:Others --template 2 --at "2026-05-01 09:00"',
  );
  await make('automations create --kind welcome --name Hello --for list:Readers --group 1');
  await make('automations emails add --automation Hello --from 1 --subject One --unit instantly --template 2');
  await make('automations set-live Hello');
});

const email = async () => (await shell().emk('automations emails list Hello -o id')).stdout.trim();

describe.each([
  ['senders delete 1', 'sender-exists', 'Mailing "June" is scheduled to go out from it.'],
  ['lists delete Readers', 'audience-exists', 'The automation "Hello" is live, and mails people who join it.'],
  ['lists delete Others', 'audience-exists', 'Mailing "June" is scheduled, and skips the people in it.'],
  ['fields delete pet', 'unknown-tag', 'Mailing "June" is scheduled, and uses ((pet)).'],
  [
    'automations emails delete EMAIL --automation Hello',
    'no-emails',
    'The automation "Hello" is live, and has no other email.',
  ],
])('%s', (line, check, says) => {
  const words = async (more: string) => `${line.replace('EMAIL', await email())} ${more}`;

  test('is refused', {tags: ['long']}, async () => {
    for (const more of ['--yes', '--dry-run']) {
      const {code, stderr} = await shell().emk(await words(more));
      expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
      expect(stderr).toContain(`Nothing was deleted.`);
      expect(stderr).toContain(`--force ${check}`);
    }
  });

  test('goes on by the name of the check, and says so', async () => {
    expect(await shell().emk(await words(`--force ${check} --dry-run`))).toMatchObject(said(0, `${says} (${check})`));
  });
});

test('a person is shown it at the question', async () => {
  const {code, stderr} = await atTerminal(shell(), 'senders delete 1', ['?', 'n\r']);
  expect([code, stderr]).toEqual([130, expect.stringMatching(/Still needed +Mailing "June" is scheduled to go out/)]);
});

test('what nothing needs is deleted as before', async () => {
  expect(await shell().emk('lists create Spare')).toMatchObject({code: 0});
  expect(await shell().emk('lists delete Spare --yes')).toMatchObject({code: 0});
});
