/** What people type before they have read anything, where it leads them, and what emk thinks that they meant. */
import {describe, expect, test} from 'vitest';
import {route} from '../../src/cli/route.js';
import {tree} from '../../src/cli/tree.js';
import {topWords} from '../../src/commands/tree-words.js';
import {EmkError} from '../../src/errors.js';

/** What emk runs at once; after a question mark, the line that it proposes; in quotes, what it answers. */
const guesses = `
  lists                        contact-types
  people                       contacts
  mailings                     single-sends
  mail                         ? mailings
  emails                       ? mailings
  campaigns                    ? mailings
  newsletters                  ? mailings
  sent                         ? mailings list
  history                      ? mailings list
  drafts                       ? mailings list
  users                        ? people
  subscribers                  ? people
  clients                      ? people
  audience                     ? lists
  groups                       ? unsubscribe-groups
  results                      single-sends stats
  stats                        ? results
  report                       report
  reports                      ? report
  login                        auth login
  logout                       auth logout
  switch                       auth switch
  whoami                       ? auth status
  status                       ? auth status
  settings                     ? config list
  import leads.csv             contacts import
  upload leads.csv             ? import
  export                       export
  find ada                     contacts find
  search ada                   contacts find
  list                         contact-types
  list create Foo              contact-types create
  list contacts                "Its commands are list, show, create, update and delete."
  list find                    ? lists list
  list all                     ? lists list
  lists find                   ? lists list
  list find Leads              ? lists list
  mailings find May            ? mailings list
  mailings search May          ? mailings list
  mailings search              ? mailings list
  senders find                 ? senders list
  segments find VIP            ? segments list
  ls                           "Name the kind of record first, as in: emk people list"
  show ada@example.com         "Name the kind of record first, as in: emk people show"
  show mailing May             "Name the kind of record first, as in: emk people show"
  create list Foo              "Name the kind of record first, as in: emk people create"
  new mailing                  "Name the kind of record first, as in: emk people create"
  add contact ada@example.com  "Name the kind of record first, as in: emk people create"
  delete contact ada@a.com     "Name the kind of record first, as in: emk people delete"
  update contact               "Name the kind of record first, as in: emk people update"
  edit                         ? people edit
  send                         single-sends create
  write                        ? send
  schedule May                 "To plan a mailing: emk send --at "tomorrow 9am". To move one: emk reschedule NAME --at "tomorrow 9am""
  reschedule May               single-sends reschedule
  cancel May                   single-sends cancel
  stop May                     "To stop a scheduled mailing, and keep a copy to send later: emk cancel NAME"
  pause Welcome                "Only an automation can be paused: emk automations pause NAME. To stop a scheduled mailing: emk cancel NAME"
  test May                     single-sends test
  preview May                  ? templates preview
  check May                    ? mailings check
  check may.md                 ? mailings check
  welcome                      ? automations create
  forget ada@example.com       ? people erase
  unsubscribe ada@example.com  ? unsubscribers add
  unsubscribed                 ? unsubscribers
  today                        ? agenda
  calendar                     ? agenda
  undo                         ? import undo
  docs                         ? help topics
  init                         ? login
  setup                        ? login
  demo                         ? sandbox tour
  quit                         "There is nothing to leave: each line of emk ends by itself."
  exit                         "There is nothing to leave: each line of emk ends by itself."`
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
    const meant = /^Did you mean "emk (.*)"\?$/.exec(error.hint ?? '')?.[1];
    return meant === undefined ? `"${error.hint}"` : `? ${meant}`;
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
