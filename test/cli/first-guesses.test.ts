/** What people type before they have read anything, where it leads them, and the question about what they meant. */
import {describe, expect, test} from 'vitest';
import {correctedLine} from '../../src/cli/offer-line.js';
import {firstPlace, route} from '../../src/cli/route.js';
import {tree} from '../../src/cli/tree.js';
import {inTypedWords, topWords} from '../../src/commands/tree-words.js';
import {EmkError} from '../../src/errors.js';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

/** What emk runs at once; after a question mark, the line that it asks whether to run; in quotes, what it answers. */
const guesses = `
  lists                       contact-types
  people                      contacts
  mailings                    single-sends
  mail                        ? mailings
  emails                      ? mailings
  campaigns                   ? mailings
  newsletters                 ? mailings
  sent                        ? mailings list
  history                     ? mailings list
  drafts                      ? mailings list
  users                       ? people
  subscribers                 ? people
  clients                     ? people
  audience                    ? lists
  groups                      ? unsubscribe-groups
  results                     single-sends stats
  stats                       ? results
  report                      report
  reports                     ? report
  login                       auth login
  logout                      auth logout
  switch                      auth switch
  whoami                      ? auth status
  status                      ? auth status
  settings                    ? config list
  import leads.csv            contacts import
  upload leads.csv            ? import leads.csv
  export                      ? people export
  find ada                    contacts find
  search ada                  contacts find
  list                        contact-types
  list create Foo             contact-types create
  list contacts               ? people list
  list find                   ? lists list
  list all                    ? lists list
  lists find                  ? lists list
  list find Leads             ? list show Leads
  mailings find May           ? mailings show May
  mailings search May         ? mailings show May
  mailings search             ? mailings list
  senders find                ? senders list
  segments find VIP           "To see who is in a segment: emk segments recipients list VIP"
  ls                          "Name the kind of record first, as in: emk people list"
  show ada@example.com        ? people show ada@example.com
  show mailing May            ? mailings show May
  create list Foo             ? lists create Foo
  new mailing                 ? send
  add contact ada@example.com ? people create --email ada@example.com
  delete contact ada@a.com    ? people delete ada@a.com
  update contact              ? people update
  edit                        ? people edit
  send                        single-sends create
  write                       ? send
  schedule May                "To plan a mailing: emk send --at "tomorrow 9am". To move one: emk reschedule May --at "tomorrow 9am""
  reschedule May              single-sends reschedule
  cancel May                  single-sends cancel
  stop May                    "To stop a scheduled mailing, and keep a copy to send later: emk cancel May"
  pause Welcome               "Only an automation can be paused: emk automations pause Welcome. To stop a scheduled mailing: emk cancel Welcome"
  test May                    single-sends test
  preview May                 ? templates preview May
  check May                   ? mailings check May
  check may.md                ? templates lint may.md
  welcome                     ? automations create
  forget ada@example.com      ? people erase ada@example.com
  unsubscribe ada@example.com ? unsubscribers add --email ada@example.com
  unsubscribed                ? unsubscribers
  today                       ? agenda
  calendar                    ? agenda
  undo                        ? import undo
  docs                        ? help topics
  init                        ? login
  setup                       ? login
  demo                        ? sandbox tour
  quit                        "There is nothing to leave: each line of emk ends by itself."
  exit                        "There is nothing to leave: each line of emk ends by itself."`
  .trim()
  .split('\n')
  .map(line => line.trim().split(/(?:(?<=\S) {2,}| (?=\? ))/))
  .map(([typed = '', leads = '']) => ({typed, leads}));

describe('a first guess', () => {
  test.each(guesses)('$typed: $leads', async ({typed, leads}) => {
    expect(await placeOf(typed.split(' '))).toBe(leads);
  });

  test('reaches a command most of the time', () => {
    expect(guesses).toHaveLength(75);
    expect(guesses.filter(({leads}) => !leads.startsWith('"')).length).toBeGreaterThanOrEqual(45);
  });
});

/** Where a line leads. */
async function placeOf(words: readonly string[]): Promise<string> {
  try {
    return (await route(words)).path.join(' ');
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const correction = error.correction && (await correctedLine(words, error.correction));
    return correction ? `? ${correction.join(' ')}` : `"${inTypedWords(tree, firstPlace(words), error.hint ?? '')}"`;
  }
}

describe('the words beside the names', () => {
  test.each([...topWords(tree)].filter(([word, [name]]) => word !== name))(
    '%s is the same command as its long form',
    async (word, place) => {
      const [short, long] = await Promise.all([route([word]), route(place)]);
      expect(short.path).toEqual(place);
      expect(short.target).toBe(long.target);
    },
  );

  test('mean one thing each', () => {
    const all = Object.entries(tree).flatMap(([name, {word, jobs = {}}]) => [name, word ?? [], ...Object.keys(jobs)]);
    expect(all.flat()).toEqual([...new Set(all.flat())]);
  });
});

describe('at a terminal', () => {
  const shell = useShell();
  const ASKS = 'Run it?';

  test.each([
    ['a command', 'lsits list -o id', 'emk lists list -o id'],
    ['an option', 'lists list --limti 1 -o id', 'emk lists list --limit 1 -o id'],
    ['an option with its value', 'lists list --limti=1 -o id', 'emk lists list --limit=1 -o id'],
    ['the name of a record', 'lists show Nwsletter -o id', 'emk lists show Newsletter -o id'],
    ['the name in an option', 'contacts list --type=Nwsletter --count', 'emk contacts list --type=Newsletter --count'],
  ])('%s that is nearly right is a question, and runs with Enter', async (_, typed, correction) => {
    const {code, stdout, stderr} = await atTerminal(shell(), typed, [ASKS, '\r']);
    expect(stderr).toContain(`Did you mean "${correction}"?`);
    expect({code, stdout}).toEqual(
      await shell()
        .emk(correction.replace('emk ', ''))
        .then(({code, stdout}) => ({code, stdout})),
    );
  });

  test('a letter after "send" is the email of the mailing', async () => {
    expect(await shell().emk('send may.html')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean --html @may.html?'),
    });
    shell().write('may.html', '<p>Hello <a href="((unsubscribe_preferences))">Unsubscribe</a></p>');
    const {stderr} = await atTerminal(shell(), 'send may.html', [ASKS, '\r'], ['Subject line:', '\u0003']);
    expect(stderr).toContain('Did you mean "emk send --html @may.html"?');
  });

  test.each([
    ['an email to check', 'check may.md', 'emk templates lint may.md'],
    ['a command and its option', 'lsits list --limti 1 -o id', 'emk lists list --limit 1 -o id'],
    ['three words', 'lsits lsit --limti 1 -o id', 'emk lists list --limit 1 -o id'],
  ])('%s: all that is nearly right is one question', async (_, typed, correction) => {
    shell().write('may.md', '# Hello\n\n[Unsubscribe](((unsubscribe_preferences)))\n');
    const {stderr} = await atTerminal(shell(), typed, [ASKS, '\r']);
    expect(new Set(stderr.match(/Did you mean "[^"]+"/g))).toEqual(new Set([`Did you mean "${correction}"`]));
  });

  test('after a no nothing runs', async () => {
    const {code, stdout} = await atTerminal(shell(), 'lsits list', [ASKS, 'n\r']);
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
  });

  test('a change without its own question is never offered', async () => {
    const {code, stderr} = await atTerminal(shell(), 'lists delete Nwsletter --yes');
    expect(code).toBe(4);
    expect(stderr).toContain('Did you mean "Newsletter"?');
    expect(stderr).not.toContain(ASKS);
  });

  test('a deletion still asks its own question', async () => {
    const {code, stderr} = await atTerminal(shell(), 'lists delete Nwsletter', [ASKS, '\r'], ['Delete', 'n\r']);
    expect(code).toBe(130);
    expect(stderr).toContain('"Newsletter"');
  });
});
