/** `automations show`: the usual record, and for people its emails as a timeline. */
import {Writable} from 'node:stream';
import {stripVTControlCharacters} from 'node:util';
import {describe, expect, test} from 'vitest';
import {displayWidth} from '../../src/output/text/width.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

async function timelineAt(columns: number): Promise<string> {
  let shown = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      shown += String(chunk);
      done();
    },
  });
  await shell().emk('automations show Welcome', {host: {stdout: Object.assign(stdout, {isTTY: true, columns})}});
  return (
    stripVTControlCharacters(shown)
      .split(/\n{2,}/)
      .at(-1) ?? ''
  );
}

describe('the line of time', () => {
  test('names senders and templates, in the order in which emails come, off a terminal without lines', {
    tags: ['long'],
  }, async () => {
    const {stdout} = await shell().emk('automations show Welcome');
    expect(stdout.split('\n\n')[1]).toBe(
      [
        'start    people who join Newsletter (13 people)',
        'at once  "Welcome, ((first_name))"',
        '         from news@acme.example, template Welcome',
        '+2 days  "Two days with us"',
        '         from news@acme.example, template Newsletter',
        '',
      ].join('\n'),
    );
  });

  test.each([30, 45, 80])('fits a terminal of %i columns', async columns => {
    const drawn = await timelineAt(columns);
    expect(drawn).toMatch(/^● start +people who join/);
    expect(drawn).toMatch(/^└ \+2 days +"Two days/m);
    for (const line of drawn.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  });

  test('is not in other formats, nor where fields were asked for', async () => {
    for (const options of ['-o json', '-o csv', '-o md', '--columns automation_name']) {
      const {stdout} = await shell().emk(`automations show Welcome ${options}`);
      expect(stdout).not.toContain('people who join');
    }
  });

  test('says where there are no emails how to add one', async () => {
    const {stdout} = await shell().emk("automations show 'Win back'");
    expect(stdout).toMatch(/no emails yet\n +emk automations emails add --automation 'Win back'\n/);
  });

  test('adds up waits, keeps late mails in order, and is not steered by what they say', {tags: ['long']}, async () => {
    const add = (subject: string, wait: string, unit: string) =>
      shell().emk([
        ...['automations', 'schedules', 'add', '--automation', 'Birthday', '--from', '1', '--subject', subject],
        ...['--wait', wait, '--unit', unit, '--template', '2'],
      ]);
    await add('Late', '3', 'days');
    await add('\u001b[31mSoon</script>\u202e', '5', 'hours');
    await add('Day', '1', 'days');
    const {stdout} = await shell().emk('automations show Birthday');
    expect(stdout.match(/^(?:at once|\+\d+ \w+) .*/gm)).toEqual([
      '+5 h     "␛[31mSoon</script>"',
      '+1 day   "Day", 19 h after the one before',
      '+3 days  "Late", 2 days after the one before',
    ]);
  });

  test('that cannot be read is said, and the record is shown anyway', async () => {
    shell().sandbox.misbehave('GET /automations/schedule=500');
    const {code, stdout, stderr} = await shell().emk('automations show Welcome');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Name +Welcome$/m)]);
    expect(stderr).toContain('warning: emk cannot show the emails of the automation:');
  });
});
