/** Watched statistics: redrawn in place, through failures and window sizes, and the terminal is restored. */
import {expect} from 'vitest';
import {longTest} from '../in-two-parts.js';
import {describeInTerminal, desk, keys} from './terminal.js';

const small = {columns: 80, rows: 24};
const watching = ['single-sends', 'stats', '--watch', '1'];

describeInTerminal('stats --watch', () => {
  longTest('draws in place at 80x24, marks what changed, follows the window, and ends by q', async () => {
    const here = await desk();
    const terminal = here.open(watching, small);
    await terminal.waitFor(/│ Spring news +│ +8 {2}│ ██ +50\.0% {2}│[\s\S]*Read at .*every 1 s\. q to quit/);
    expect(terminal.isAsBefore()).toBe(false);
    await here.play(['single-sends', 'duplicate', 'Spring news', '--yes', '-q'], []);
    await terminal.waitFor(/1 new of 4 mailings/);
    // Mail that has just arrived is opened in the following hours.
    const turned = await fetch(`${here.sandbox.origin}/__clock`, {
      method: 'POST',
      headers: {PublicKey: here.sandbox.publicKey, SecretKey: here.sandbox.secretKey},
      body: new URLSearchParams({by: '1d'}),
    });
    expect(turned.ok).toBe(true);
    const changed = await terminal.waitFor(/│ Spring news .*▲/);
    expect(changed.split('\n').length).toBeLessThanOrEqual(24);

    await terminal.resize(120, 24);
    await terminal.waitFor(/│ Spring news +│ \d{4}-.*█{6} /);
    await terminal.resize(60, 10);
    await terminal.waitFor(/… and \d+ more lines/);
    await terminal.resize(40, 24);
    await terminal.waitFor(/│ Open rate +│/);

    await terminal.resize(80, 24);
    await terminal.waitFor(/│ Total of 4/);
    terminal.type('q');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.isAsBefore()).toBe(true);
    const left = terminal.screen();
    expect(left).toContain('│ Total of 4');
    expect(left).not.toMatch(/Read at|▲/);
  });

  longTest('ends by Ctrl-C with the cursor restored', async () => {
    const terminal = (await desk()).open(watching, small);
    await terminal.waitFor('q to quit');
    terminal.type(keys.ctrlC);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.isAsBefore()).toBe(true);
    expect(terminal.screen()).toBe('');
  });

  longTest('shows a read that fails, keeps what it knew, and tries again', async () => {
    const here = await desk();
    const terminal = here.open([...watching, '--retries', '1'], small);
    await terminal.waitFor('q to quit');
    here.sandbox.misbehave('GET /single-send/list=500:1');
    await terminal.waitFor(/│ Spring news.*These numbers are from .*Since\s+then:\s+The\s+service\s+failed/s);
    await terminal.waitFor(/Read at/);
    terminal.type('q');
    expect(await terminal.ended()).toBe(0);
  });

  longTest('says on the same screen why it waits', async () => {
    const here = await desk();
    const terminal = here.open(watching, small);
    await terminal.waitFor('q to quit');
    here.sandbox.misbehave('GET /single-send/list=429:1');
    await terminal.waitFor(/│ Spring news.*Since then:.*waiting/s);
    await terminal.waitFor(/Read at/);
    terminal.type('q');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.screen()).not.toContain('waiting');
  });

  longTest('ends with exit code 10 once a limit is broken', async () => {
    const here = await desk();
    const terminal = here.open([...watching, '--fail-if', 'single_send_name=Flash'], small);
    await terminal.waitFor('q to quit');
    await here.play(['single-sends', 'update', 'Autumn preview', '--name', 'Flash', '--yes', '-q'], []);
    expect(await terminal.ended()).toBe(10);
    expect(terminal.isAsBefore()).toBe(true);
    expect(terminal.screen()).toMatch(/"Flash": Name is Flash, and\s+the limit is single_send_name=Flash\./);
  });
});
