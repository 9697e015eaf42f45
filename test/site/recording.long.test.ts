/**
 * The recording in the README and on the first page of the site: the tour, in a terminal of the system.
 * `npm run recordings` writes it; otherwise it is compared.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {stops} from '../../src/sandbox/commands/tour-script.js';
import {bareDesk, describeInTerminal, keys} from '../terminal/terminal.js';
import {film, type Moment} from './film.js';

const picture = new URL('../../src/site/guides/recording.svg', import.meta.url);
const size = {columns: 84, rows: 26};
const title =
  'emk in a terminal: an import that is checked and verified, a mistake found before readers do, a mailing, and who got it';

/** The moments in which a line is typed. */
const typing = (line: string): readonly Moment[] =>
  [0.25, 0.5, 0.75, 1].map(part => ({
    received: `${prompt}${line.slice(0, Math.ceil(line.length * part))}`,
    seconds: part === 1 ? 0.8 : 0.3,
  }));

const prompt = '\u001b[32m$\u001b[39m ';

describeInTerminal('the recording', () => {
  test('is what the tour shows', {timeout: 120_000}, async () => {
    const line = 'emk sandbox tour';
    const env = {EMK_SANDBOX_CLOCK: 'step@2030-03-04T12:00:00Z'};
    const terminal = bareDesk().open(line.split(' ').slice(1), {...size, env});
    const moments = [...typing(line)];
    const received = () => `${prompt}${line}\r\n${terminal.received()}`;
    for (const at of stops.keys()) {
      await terminal.waitForQuestion(`? ${at + 1} of ${stops.length}: `);
      moments.push({received: received(), seconds: at === 0 ? 5 : 6});
      terminal.type(keys.enter);
    }
    expect(await terminal.ended(), terminal.screen()).toBe(0);
    moments.push({received: received(), seconds: 6});
    // Where pictures do not move, people see the first moment.
    const filled = {received: moments.at(-2)?.received ?? '', seconds: 2};
    const drawn = await film([filled, ...moments], title, size);
    expect(drawn.length).toBeLessThan(60_000);
    if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(picture, drawn);
    else expect(drawn).toBe(readFileSync(picture, 'utf8'));
  });
});
