/** Random lines of words that emk knows: each ends as it says it may, and a dry run changes nothing. */
import {expect, test} from 'vitest';
import {tree} from '../src/cli/tree.js';
import {commandsOf, loadTree} from '../src/reference/walk.js';
import {randomRuns} from './random-runs.js';
import {useShell} from './use-shell.js';

const shell = useShell();

/** A source of numbers that is the same in every run, so that a failure can be played again. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** What somebody may write where a value is wanted, by chance right. */
const values = [
  ...['1', '2', '99', '0', '-1', 'Newsletter', 'type:Newsletter', 'segments_1', 'me@acme.example', 'not an address'],
  ...['', ' ', '-', '@', '@/nowhere', '/dev/null', 'tomorrow 9am', '2024-04-01 09:00', 'city=Pune', 'id>', 'null'],
  ...['2f1c', '62a01279-decc-4dfb-900b-a5129fad3033', 'Welcome', '\u001b]52;c;x\u0007', '\u202e', 'ü'.repeat(300)],
];

/** Commands that start servers, open browsers, wait for a person or other files, or change this machine. */
const aside =
  /^(sandbox|seed|doctor|completion|auth|config|account|contacts import|contacts sync|templates preview|api)\b/;

/** The exit codes that are documented, without that of an unforeseen error. */
const codes = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130];

/** Every object that was printed for a program. */
const documents = (text: string): string[] => text.split('\n').filter(line => line.startsWith('{"'));

test('random lines end as they say they may, and change nothing under --dry-run', async () => {
  const commands = commandsOf(await loadTree(tree)).filter(({path}) => !aside.test(path.join(' ')));
  const below = numbersFrom(20_260_304);
  const one = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  for (let run = 0; run < randomRuns(300); run++) {
    const {path, command} = one(commands);
    const given = [...command.args.filter(() => below(3) > 0).map(() => one(values))];
    const options = Object.entries(command.takes).filter(([key]) => !command.args.includes(key));
    for (const [key, {option = key, type}] of options.filter(() => below(4) === 0)) {
      given.push(`--${option.replaceAll('_', '-')}`, ...(type === 'flag' ? [] : [one(values)]));
    }
    const isStopped = /stats|preview|--watch/.test(given.join(' '));
    const format = one(['table', 'json', 'jsonl', 'csv', 'id']);
    const line = [...path, ...given, '-o', format, '--dry-run', ...(below(2) === 0 ? ['--yes'] : []), '--retries', '1'];
    if (isStopped) continue;
    const before = (await shell().sandbox.requests()).length;
    const {code, stdout, stderr} = await shell().emk(line);
    const said = `${JSON.stringify(line)} (${code})\n${stdout.slice(0, 500)}\n${stderr.slice(0, 1500)}`;
    expect(codes, said).toContain(code);
    expect(stderr, said).not.toMatch(/^\s+at .*:\d+|did not foresee/m);
    expect(stdout + stderr, said).not.toContain(shell().sandbox.secretKey);
    for (const text of documents(stdout + stderr)) expect(() => JSON.parse(text), said).not.toThrow();
    if (format === 'json' && code === 0 && /^[[{]/.test(stdout) && !stdout.includes('\n{'))
      expect(() => JSON.parse(stdout), said).not.toThrow();
    const changed = (await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET');
    expect(changed, said).toEqual([]);
  }
}, 120_000);
