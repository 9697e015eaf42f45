/** What emk 0.1 was called: each line works, gives what today's line gives, and nothing says the old words. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type Shell, startShell} from '../support/shell.js';

const letter = '<p>Hello ((first_name))</p><p><a href="((unsubscribe_preferences))">Unsubscribe</a></p>';
const send =
  'create --name Old --subject Words --preheader Of --from news@acme.example --group Offers --template Blank ' +
  `--html '${letter}' --at "2026-05-01 09:00" --yes -o json`;
/** The words of 0.1, which nothing says today. */
const theirs =
  /contact.types?|single.sends?|unsubscribers?\b|unsubscribe.groups?|notification.recipients?|schedules\b|stats|--type|type:/i;
const parents = '--allow-automations --country Germany -o json';

test.for([
  ['contact-types list -o json', 'lists list -o json'],
  ['contact-types create Leads -o json', 'lists create Leads -o json'],
  ['contacts list --type Staff --limit 5', 'contacts list --list Staff --limit 5'],
  [
    `contacts create --type Newsletter --email a@b.example ${parents}`,
    `contacts create a@b.example --list Newsletter ${parents}`,
  ],
  ['contacts import f.csv --type Staff --yes -o json', 'contacts import f.csv --list Staff --yes -o json'],
  ['contacts sync f.csv --type Staff --update --yes', 'contacts sync f.csv --list Staff --update --yes'],
  ['people find ann', 'contacts find ann'],
  ['single-sends list', 'mailings list'],
  [`single-sends ${send} --to type:Newsletter`, `mailings ${send} --to list:Newsletter`],
  ["single-sends list --where 'recipient_id=type:Newsletter'", "mailings list --where 'recipient_id=list:Newsletter'"],
  ['single-sends check "Autumn preview"', 'mailings check "Autumn preview"'],
  ['single-sends stats "Spring news"', 'results "Spring news"'],
  ['unsubscribers list', 'unsubscribes list'],
  ['unsubscribe-groups list', 'groups list'],
  ['automations schedules list --automation Welcome', 'automations emails list Welcome'],
  [
    'segments recipients list --segment="Joined in spring" -o json',
    'segments recipients list "Joined in spring" -o json',
  ],
  ['notification-recipients list', 'notifications list'],
] as const)('%s', async ([old, today]) => {
  const once = await play(old);
  const {code, stdout} = await play(today);
  expect({code: once.code, stdout: once.stdout}).toEqual({code, stdout});
  expect(code, once.stderr).toBe(0);
  expect(once.stderr).not.toMatch(theirs);
});

test('a seed by its old words makes what it says', async () => {
  const shell = await startShell({seed: {kind: 'empty'}});
  shell.write(
    'seed.yaml',
    'contact-types: [{name: QA}]\nnotification-recipients: [{email: qa@example.com, owner: QA}]\n',
  );
  const {code, stdout, stderr} = await shell.emk('seed seed.yaml --yes');
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(theirs)]);
  expect(stdout).not.toMatch(theirs);
  expect((await shell.emk('lists list -o csv --columns name')).stdout).toContain('QA');
  await shell.close();
});

test('no help, no guide and no completion says the words of the API', async () => {
  const shell = await startShell();
  const {stdout} = await shell.emk('commands -o json');
  const {commands} = JSON.parse(stdout) as {commands: ReadonlyArray<{command: string}>};
  const help = JSON.stringify(
    commands.filter(({command}) => command !== 'emk api'),
    (key, value) => (key === 'operations' ? undefined : value),
  );
  const guides = readdirSync('docs').filter(name => /\.(?:md|sh)$/.test(name));
  const texts = [
    help,
    ...[...guides.map(name => `docs/${name}`), 'dist/complete.json'].map(path => readFileSync(path, 'utf8')),
  ];
  expect(help.length).toBeGreaterThan(50_000);
  for (const text of texts) {
    expect(text).not.toMatch(
      /contact[- ]types?|single[- ]sends?|unsubscribers?\b|unsubscribe[- ]groups?|notification[- ]recipients?|automations[- ]schedules|--type\b|\btype:(?!:)/i,
    );
  }
  await shell.close();
});

/** What a line gives on an account of its own, without what no two runs have alike. */
async function play(line: string): Promise<Awaited<ReturnType<Shell['emk']>>> {
  const shell = await startShell();
  shell.write('f.csv', 'email,first_name,country\nold@words.example,Olga,Germany\n');
  const {code, stdout, stderr} = await shell.emk(line);
  await shell.close();
  const alike = (text: string) => text.replaceAll(shell.folder, '').replaceAll(/\b[0-9a-z]{4,}-[0-9a-z-]{4,}\b/g, '…');
  // A digest is of the moment, too.
  return {code, stdout: alike(stdout).replace(/(Digest +)\w+/, '$1…'), stderr};
}
