/**
 * Plays the transcripts in `transcripts/`: text files in which a line after `$ ` is typed, followed by the text that a
 * person sees. `2> ` marks stderr, an exit code other than 0 is written as `[exit n]`, and prose between commands is
 * free; an empty line of the output is written as `·`, because an empty line ends it. `$ NAME=value emk …` sets the
 * environment, `$ emk … <<< text` gives standard input, `$EMK_BASE_URL` and the keys are those of the sandbox, `% file leads.csv` makes a file of the indented lines below it,
 * and `% fault POST /contacts/add=lost-reply` lets the sandbox misbehave from there on. `UPDATE=1` writes the output
 * instead of comparing it; it never changes an exit code.
 */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {isWindows} from '../support/run-against.js';
import {startShell} from '../support/shell.js';

const folder = new URL('./', import.meta.url);

/** The names to play, without their ending; all if the variable is not set. */
const wanted = process.env['EMK_TRANSCRIPTS']?.split(',');

const isWanted = (name: string): boolean => name.endsWith('.txt') && (wanted?.includes(name.slice(0, -4)) ?? true);

const names = readdirSync(folder).filter(isWanted);

test.each(names)('%s', plays, 120_000);

async function plays(name: string): Promise<void> {
  const file = new URL(name, folder);
  const written = readFileSync(file, 'utf8');
  const played = await play(written);
  if (!process.env['UPDATE']) {
    expect(played).toBe(written);
    return;
  }
  if (process.env['CI']) throw new Error('UPDATE=1 is for people who look at what changed.');
  expect(exits(played)).toEqual(exits(written));
  writeFileSync(file, played);
}

async function play(text: string): Promise<string> {
  const shell = await startShell();
  const {baseUrl, publicKey, secretKey} = shell.sandbox;
  const variables: Readonly<Record<string, string>> = {
    EMK_BASE_URL: baseUrl,
    EMK_PUBLIC_KEY: publicKey,
    EMK_SECRET_KEY: secretKey,
  };
  const played: string[] = [];
  try {
    for (const block of blocksOf(text)) {
      const [first = '', ...below] = block.split('\n');
      if (first.startsWith('% fault ')) {
        shell.sandbox.misbehave(first.slice('% fault '.length));
        played.push(block);
      } else if (first.startsWith('% file ')) {
        shell.write(first.slice('% file '.length), `${below.map(line => line.replace(/^ {2}/, '')).join('\n')}\n`);
        played.push(block);
      } else if (first.startsWith('$ ')) {
        const [, settings = '', line = '', stdin] = /^\$ ((?:\w+=\S* )*)emk ?(.*?)(?: <<< (.*))?$/.exec(first) ?? [];
        const env = Object.fromEntries(
          settings
            .split(' ')
            .filter(Boolean)
            .map(pair => pair.split('=') as [string, string]),
        );
        const known = (text: string): string => text.replace(/\$(EMK_\w+)/g, (_, name) => variables[name] ?? '');
        const ran = await shell.emk(known(line), {
          env,
          stdin: stdin === undefined ? '' : `${known(stdin).replaceAll('\\n', '\n')}\n`,
        });
        const stderr = ran.stderr.replace(/^/gm, '2> ').replace(/2> $/, '');
        const seen = `${ran.stdout}${ran.stdout && !ran.stdout.endsWith('\n') ? '\n' : ''}${stderr}`;
        const settled = withoutFolder(seen, shell.folder)
          .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
          .replace(/("key": ")[0-9a-f]{16}"/g, '$1KEY"')
          .replace(/(Digest {5}|"(?:fact|digest)": ")[0-9a-f]{24}\b/g, '$1DIGEST')
          .trimEnd()
          .replace(/\n(?=\n)/g, '\n·');
        played.push(
          [first, ...(settled ? [settled] : []), ...(ran.code === 0 ? [] : [`[exit ${ran.code}]`])].join('\n'),
        );
      } else {
        played.push(block);
      }
    }
  } finally {
    await shell.close();
  }
  return `${played.join('\n\n')}\n`;
}

/** The text with ~ for the folder of the shell, and with the slashes of other systems where it runs on Windows. */
function withoutFolder(seen: string, folder: string): string {
  if (!isWindows) return seen.replaceAll(folder, '~');
  return [folder, JSON.stringify(folder).slice(1, -1)]
    .reduce((text, path) => text.replaceAll(path, '~'), seen)
    .replace(/~(?:\\{1,2}[\w. -]+)+/g, path => path.replaceAll(/\\+/g, '/'));
}

const blocksOf = (text: string): readonly string[] => text.trimEnd().split(/\n\n+(?=\$ |% |[^\s2[])/);

const exits = (text: string): string[] => text.match(/^(?:\$ .*|\[exit \d+\])$/gm) ?? [];
