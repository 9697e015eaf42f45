/**
 * The recording in the README and on the first page of the site: emk in a terminal of the system, with the sandbox.
 * `npm run recordings` writes it; otherwise it is compared.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {leadsFile} from '../../src/sandbox/commands/tour-script.js';
import {WHOLE} from '../terminal/recording.js';
import {type Desk, describeInTerminal, desk, keys} from '../terminal/terminal.js';
import {film, type Moment} from './film.js';

const {enter, up} = keys;
const picture = new URL('../../src/site/guides/recording.svg', import.meta.url);
const size = {columns: 84, rows: 26};
const title =
  'emk in a terminal: an import that is checked and verified, and a mailing that asks before it is scheduled';

/** Keys that answer a question, once the terminal shows it to its last line. */
type Answer = readonly [question: string, typed: string];

/** A line as it is typed, its questions and its end. */
async function play(here: Desk, line: string, words: readonly string[], answers: readonly Answer[]): Promise<Moment[]> {
  const prompt = '\u001b[32m$\u001b[39m ';
  const moments: Moment[] = [];
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const typed = line.slice(0, Math.ceil(line.length * part));
    moments.push({received: `${prompt}${typed.replaceAll('\n', '\r\n')}`, seconds: part === 1 ? 0.8 : 0.3});
  }
  const typed = `${prompt}${line.replaceAll('\n', '\r\n')}\r\n`;
  const terminal = here.open(words, size);
  for (const [question, keysTyped] of answers) {
    await terminal.waitFor(question);
    await terminal.waitFor(WHOLE);
    moments.push({received: typed + terminal.received(), seconds: 2.6});
    terminal.type(keysTyped);
  }
  expect(await terminal.ended(), terminal.screen()).toBe(0);
  moments.push({received: typed + terminal.received(), seconds: 4});
  return moments;
}

const wordsIn = (line: string): string[] =>
  [...line.replaceAll('\\\n', ' ').matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', '')).slice(1);

describeInTerminal('the recording', () => {
  test('is what emk shows', {timeout: 120_000}, async () => {
    const here = await desk();
    here.write(leadsFile.name, leadsFile.content);
    const brought = 'emk contacts import leads.csv';
    const mailed = [
      'emk single-sends create --name May --subject "Hello ((first_name))" \\',
      '    --preheader "What is new" --from news@acme.example --group Offers \\',
      '    --to "type:Spring leads" --template Newsletter --at "2030-05-04 09:00"',
    ].join('\n');
    const moments = [
      ...(await play(here, brought, wordsIn(brought), [
        ['❯ Newsletter', up],
        ['❯ New list…', enter],
        ['? Name of the list:', `Spring leads${enter}`],
        ['? Import 8 contacts', `y${enter}`],
      ])),
      ...(await play(here, mailed, wordsIn(mailed), [['? ', `y${enter}`]])),
    ];
    const drawn = await film(moments.map(settled), title, size);
    expect(drawn.length).toBeLessThan(60_000);
    if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(picture, drawn);
    else expect(drawn).toBe(readFileSync(picture, 'utf8'));
  });
});

/** The port of the sandbox is another in each run. */
const settled = ({received, seconds}: Moment): Moment => ({
  received: received.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8025'),
  seconds,
});
