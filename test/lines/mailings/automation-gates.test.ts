/** A yes never starts an automation: whatever moves people needs --allow-automations, at a terminal, in a script and by an agent. */

import {mkdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {startAgent} from '../../support/agent.js';
import {atTerminal} from '../../support/at-terminal.js';
import {sample} from '../../support/sample.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell({seed: {kind: 'demo'}});

/** "Welcome" is live on the list Newsletter, "Win back" on a segment of the list Customers. */
beforeAll(async () => {
  await goLive('"Win back"');
  write('leads.csv', 'email,country\neve@example.com,India\n');
  write('guests.csv', 'email,first_name,last_name\neve@example.com,Eve,E\nflo@example.com,Flo,F\n');
  write('cities.csv', 'email,city\nerik@hansen.example,Rome\n');
  write(
    'seed.yaml',
    `lists: [{name: QA}]
groups: [{name: CI, description: For tests}]
automations: [{name: Hello, kind: welcome, for: "list:QA", group: CI}]
contacts: [{type: QA, email: ada@example.com, country: France}]
`,
  );
  await emk('seed seed.yaml --run r1 --yes');
  const hello = await emk("automations list --where 'automation_name~Hello' -o id");
  await goLive(hello);
  const ada = await emk("contacts list --where 'email~ada' -o id");
  await emk(`contacts delete ${ada} --yes`);
  await emk('contacts delete 1 --yes');
  await emk('segments recipients delete 1 --segment "Customers in Germany" --yes');
  await emk('automations emails delete "Two days with us" --automation Welcome --yes');
  for (const folder of ['added', 'joined', 'mailed']) await emk(`account pull ${folder} --contacts`);
  const newsletter = 'added/contacts/newsletter.csv';
  write(newsletter, `${read(newsletter)}Eve,E,eve@example.com,,India${','.repeat(12)}\n`);
  const [segments, automations] = ['joined/segments.yaml', 'mailed/automations.yaml'];
  write(
    segments,
    read(segments)
      .replace(/( +)(- email: greta.*\n(?: +\w.*\n)+)/, '$1$2$1$2')
      .replace('greta@vogel', 'eve@vogel'),
  );
  write(automations, read(automations).replace('subject: Welcome, ((first_name))', 'subject: Welcome!'));
  await emk('contacts create --list Customers --email bo@gmial.com --country India --allow-automations');
});

async function emk(line: string): Promise<string> {
  const ran = await shell().emk(line);
  if (ran.code !== 0) throw new Error(`${line}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout.trim();
}

async function goLive(automation: string): Promise<void> {
  await emk(`automations emails add --automation ${automation} --from 1 --subject Hi --unit instantly --template 2`);
  await emk(`automations set-live ${automation} --yes`);
}

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(shell().folder, name)), {recursive: true});
  shell().write(name, text);
};
const read = (name: string): string => readFileSync(join(shell().folder, name), 'utf8');

const starts = ' would start the live automation "';
const mayStart = ' may start the live automation "Win back"';
const goesTo = ' would go to everyone who joins the live automation "Welcome", and maybe to people who joined before';

/** Every way to bring people to a live automation, and what its question says. */
const ways = [
  ['contacts create --list Newsletter --email eve@example.com --country India', starts],
  ['contacts create --list Newsletter --email eve@example.com --country India --if-missing', starts],
  ['contacts update 16 --list Newsletter', starts],
  ['contacts update 11 --email new@hansen.example', mayStart],
  ['contacts import leads.csv --list Newsletter', starts],
  ['contacts sync leads.csv --list Newsletter', starts],
  ['contacts sync cities.csv --list Customers --update', mayStart],
  ['segments recipients add --segment 1 --email eve@example.com --first-name Eve --last-name E', starts],
  ['segments recipients add --segment 1 --file guests.csv', starts],
  [`automations emails add --automation Welcome --from 1 --subject New --unit instantly --template 2`, goesTo],
  ['account apply added --contacts', starts],
  ['account apply joined', starts],
  ['account apply mailed', goesTo],
  ['seed seed.yaml --run r1', starts],
  ['undo 2026-03-04-2', starts],
  ['undo 2026-03-04-3', starts],
  ['undo 2026-03-04-4', goesTo],
] as const;

/** A deletion is asked about first, and then what it starts. */
const broughtBack: readonly string[] = ['undo 2026-03-04-2', 'undo 2026-03-04-3', 'undo 2026-03-04-4'];

const refused = {
  code: 2,
  stderr: expect.stringMatching(/(?:would|may) (?:start|go to).* live automation.*--allow-automations/s),
};

test.each(ways)('%s is refused with a yes alone at a terminal too', {tags: ['long']}, async way => {
  expect(await atTerminal(shell(), `${way} --yes`)).toMatchObject(refused);
});

test.each(sample(ways, 9))(
  '%s is refused with a yes alone in a script; a person is asked, and nobody is mailed',
  async (way, question) => {
    const before = await everybody();
    expect(await shell().emk(`${way} --yes`)).toMatchObject(refused);
    const first = broughtBack.includes(way) ? ([['Bring back', 'y\r']] as const) : [];
    expect((await atTerminal(shell(), way, ...first, [question, 'n\r'])).code).not.toBe(0);
    expect(await everybody()).toEqual(before);
  },
);

test('an agent that may write moves nobody to a live automation either', async () => {
  mkdirSync(join(shell().folder, 'lists'), {recursive: true});
  write('lists/leads.csv', read('leads.csv'));
  const before = await everybody();
  const agent = await startAgent(shell(), 'mcp --allow-writes --folder lists');
  const person = {email: 'eve@example.com', 'first-name': 'Eve', 'last-name': 'E'};
  for (const [tool, given] of [
    ['create', {kind: 'contacts', list: 'Newsletter', country: 'India', ...person}],
    ['create', {kind: 'segment-recipients', segment: 'Customers in Germany', ...person}],
    ['update', {kind: 'contacts', record: '16', list: 'Newsletter'}],
    ['update', {kind: 'contacts', record: '11', email: 'new@hansen.example'}],
    ['import_contacts', {file: 'leads.csv', list: 'Newsletter'}],
  ] as const) {
    const {failed, says} = await agent.call(tool, given);
    expect([failed, says.error?.message], tool).toEqual([true, expect.stringMatching(/(?:would|may) start/)]);
  }
  expect(await everybody()).toEqual(before);
});

test('with --allow-automations the mail goes out', async () => {
  const before = await everybody();
  await emk('contacts create --list Newsletter --email eve@example.com --country India --yes --allow-automations');
  expect((await everybody()).filter(mail => !before.includes(mail))).toEqual(['eve@example.com Welcome, ']);
});

/** Who got which mail. */
async function everybody(): Promise<string[]> {
  const {origin, secretKey} = shell().sandbox;
  const answer = await fetch(`${origin}/__mail`, {headers: {SecretKey: secretKey}});
  const {message} = (await answer.json()) as {message: {deliveries: Array<{to: string; subject: string}>}};
  return message.deliveries.map(({to, subject}) => `${to} ${subject}`);
}
