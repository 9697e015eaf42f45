import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import type {Context} from '../../change/context.js';
import {type Command, command} from '../../commands/command.js';
import {exitAfter, InterruptedError, UsageError} from '../../core/errors.js';
import {columnsOf, type Host, hostWith} from '../../core/system/host.js';
import {createSink} from '../../output/results/sink.js';
import {wrap} from '../../output/text/width.js';

/** One step of the tour: its name, what is worth knowing, and the line as typed. */
type Stop = {
  readonly does: string;
  readonly says: string;
  readonly line: string;
  /** How far the sandbox's clock moves before it, in milliseconds. */
  readonly later?: number;
};

const opening =
  'With emk you do email marketing from the terminal: import people, send mailings and see how they did.\n' +
  'This tour plays in a sandbox, a local copy of the service, so nothing reaches anybody.\n';

const files: {readonly [name: string]: string} = {
  'leads.csv': `Email,First name,Last name,Country,City
ada@example.com,Ada,Lovelace,United Kingdom,London
grace@example.com,Grace,Hopper,United States,New York
edsger@example.com,Edsger,Dijkstra,Netherlands,Rotterdam
konrad@example.com,Konrad,Zuse,Germany,Berlin
barbara@example.com,Barbara,Liskov,United States,Boston
gone@example.org,Radia,Perlman,United States,Seattle
niklaus@example.com,Niklaus,Wirth,Switzerland,Zurich
frances@example.com,Frances,Allen,United States,Peru
`,
  'spring.md': `Hello *|FNAME|*,

we have opened a shop: [see our plants](https://acme.example/plants).

[Leave this list](*|UNSUB|*)
`,
};

/** The way from a file of people to the mail that one of them got, in lines without questions. */
const stops: readonly Stop[] = [
  {
    does: 'Import people',
    says: 'leads.csv has 8 people. emk checks each row, asks before it changes anything (here --yes answers), and skips people who have unsubscribed.',
    line: 'emk import leads.csv --list "Spring leads" --create-list --yes',
  },
  {
    does: 'See who is on the list',
    says: 'Every list can be searched, sorted and saved as a file.',
    line: 'emk contacts list --list "Spring leads" --columns fullname,email,country --sort fullname',
  },
  {
    does: 'Find a mistake before readers do',
    says: 'This letter was written for Mailchimp, and readers would see its tags. emk shows the change, and makes it.',
    line: 'emk templates lint spring.md --fix',
  },
  {
    does: 'Send a mailing',
    says: 'emk checks the mailing, and asks before it sends. Here --yes answers again.',
    line: 'emk send --name "Spring hello" --subject "Hello ((first_name))" --preheader "We have opened a shop" --from news@acme.example --group "Weekly news" --to list:"Spring leads" --template Blank --html @spring.md --now --yes',
  },
  {
    does: 'Read what Ada got',
    says: 'The sandbox keeps the mail that it would have sent. Its clock moves on by an hour now.',
    later: 3_600_000,
    line: 'emk sandbox mail --to ada@example.com',
  },
  {
    does: 'See how it did',
    says: 'Some people have read it already.',
    line: 'emk results "Spring hello"',
  },
  {
    does: 'Answer a question',
    says: 'Radia was in leads.csv too, and asks why she got nothing.',
    line: 'emk contacts show gone@example.org --mailing "Spring hello"',
  },
];

const END = 'That was the tour. Log in with "emk login", or play on with "emk --sandbox".\n';

/** Shows emk at work: real commands, one after another, on an account of its own. */
export const tour: Command = command({
  summary: 'See emk at work: real commands in a sandbox, deleted afterwards',
  details: 'emk waits for Enter before each command; with --no-input it does not.',
  takes: {},
  gives: 'conversation',
  examples: ['emk sandbox tour', 'emk sandbox tour --no-input'],
  calls: [],
  run: async context => {
    const folder = mkdtempSync(join(tmpdir(), 'emk-tour-'));
    try {
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      return {kind: 'nothing', exit: await play(context, folder, context.ask.possible)};
    } catch (error) {
      // A person who leaves the tour needs no message: nothing was changed.
      if (error instanceof InterruptedError) return {kind: 'nothing', exit: error.exit};
      throw error;
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  },
});

async function play(context: Context, folder: string, waits: boolean): Promise<number> {
  const {host, ask, runLine} = context;
  if (!runLine) throw new UsageError('The tour needs emk itself.', {hint: 'Run it from a shell: emk sandbox tour'});
  const {write} = createSink(host.stdout, {notice: context.notice, warn: context.warn});
  const say = (text: string): Promise<void> => write(`${text}\n`);
  const width = host.stdout.isTTY ? columnsOf(host.stdout) : Number.POSITIVE_INFINITY;
  const fitted = (text: string): string =>
    text
      .split('\n')
      .flatMap(line => wrap(line, width))
      .join('\n');
  let time = host.now().getTime();
  await say(fitted(opening));
  for (const [at, {does, says, line, later = 0}] of stops.entries()) {
    if (host.interrupted.aborted) return exitAfter(host.interrupted);
    await say(`${at + 1} of ${stops.length}: ${does}\n${fitted(says)}\n\n$ ${line}`);
    if (waits && !(await ask.confirm('Run it?', {standard: true}))) return 0;
    time += later;
    const exit = await runLine(['--sandbox', ...wordsOf(line).slice(1)], inside(host, folder, time));
    if (exit !== 0) return exit;
    await say('');
  }
  await say(fitted(END));
  return 0;
}

/** The machine as the lines of the tour see it: a folder and an account of their own, and nobody to be asked. */
function inside(host: Host, folder: string, time: number): Host {
  const kept = Object.entries(host.env).filter(([name]) => !name.startsWith('EMK_') || name === 'EMK_PLAIN');
  const env = {
    ...Object.fromEntries(kept),
    EMK_SANDBOX_DB: join(folder, 'account.db'),
    EMK_SANDBOX_CLOCK: `step@${new Date(time).toISOString()}`,
    EMK_STATE_DIR: join(folder, 'state'),
    EMK_CONFIG_DIR: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  return hostWith(host, {cwd: folder, env, stdin: Readable.from([])});
}

/** Splits a line of the tour into words; words with spaces are in double quotes. */
const wordsOf = (line: string): string[] => (line.match(word) ?? []).map(each => each.replaceAll('"', ''));

const word = /(?:[^\s"]|"[^"]*")+/g;
