/** What is typed before a question is on the screen answers nothing, and Ctrl-Z loses no question. */
import {existsSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {describeInTerminal, desk, keys} from '../support/terminal.js';
import {held} from './held.js';

describeInTerminal('what is typed while emk works', () => {
  test('is no yes to the question that comes', {tags: ['long']}, async () => {
    const here = await desk();
    here.write('leads.csv', 'email,country\nada@example.com,India\n');
    const slow = await held(here.sandbox, /\/contacts(?:\?|$)/);
    slow.hold();
    const terminal = here.open(['contacts', 'import', 'leads.csv', '--list', 'Newsletter'], {
      env: {EMK_BASE_URL: slow.url},
    });
    await terminal.waitFor('Reading the list');
    terminal.type(`y${keys.enter}oh yes${keys.enter}`);
    slow.letGo();
    await terminal.waitFor('? Import');
    terminal.type(`n${keys.enter}`);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.screen()).toContain('Nothing was changed.');
  });

  test('is for the shell if no question comes', {tags: ['long']}, async () => {
    const here = await desk();
    const slow = await held(here.sandbox, /\/contact-types(?:\?|$)/);
    slow.hold();
    const shell = here.shell({EMK_BASE_URL: slow.url});
    await shell.answer('$', `emk lists list${keys.enter}`);
    await shell.answer('lists list', `echo "typed ""ahead"${keys.enter}`);
    slow.letGo();
    await shell.waitFor('typed ahead');
  });

  test('is for the shell at the end of a change, of a move and of a check too', {tags: ['long']}, async () => {
    const here = await desk();
    const slow = await held(here.sandbox, /\/single-send\/details/);
    const shell = here.shell({EMK_BASE_URL: slow.url});
    const lines = [
      'update "Autumn preview" --subject Later',
      'reschedule "Autumn preview" --at "+1 day"',
      'check "Autumn preview"',
    ];
    for (const [at, line] of lines.entries()) {
      const asked = slow.hold();
      await shell.answer(/\$$/, `emk mailings ${line}${line.startsWith('check') ? '' : ' --yes'}${keys.enter}`);
      await asked;
      shell.type(`echo "typed ""${at}"${keys.enter}`);
      slow.letGo();
      await shell.waitFor(`typed ${at}`);
    }
  });
});

/** A shell with job control, in which emk is started and stopped. */
const describeInShell = existsSync('/bin/bash') ? describeInTerminal : describe.skip;

describeInShell('Ctrl-Z', () => {
  const line = 'emk import leads.csv --list Newsletter; echo "ended with $?"';

  /** A file to import, and a list whose reading is held up. */
  const importing = async () => {
    const here = await desk();
    here.write('leads.csv', 'email,country\nada@example.com,India\n');
    const slow = await held(here.sandbox, /\/contacts(?:\?|$)/);
    slow.hold();
    return {shell: here.shell({EMK_BASE_URL: slow.url}), slow};
  };

  test('stops the work while progress is shown, with the terminal as the shell had it', {tags: ['long']}, async () => {
    const {shell, slow} = await importing();
    await shell.answer('$', line + keys.enter);
    await shell.answer('Reading the list', keys.ctrlZ);
    await shell.answer(
      /Stopped/,
      `stty -a | tr ' ' '\\n' | grep -xE -- '-?(echo|icanon|isig);?' | tr '\\n' +${keys.enter}`,
    );
    await shell.waitFor(screen => /(?<!-)isig\+/.test(screen) && /(?<!-)icanon\+/.test(screen));
    slow.letGo();
    shell.type(`fg; echo "then ""$?"${keys.enter}`);
    await shell.answer('? Import', `n${keys.enter}`);
    expect(await shell.waitFor(/then \d+/)).toContain('then 130');
  });

  test('Ctrl-C while progress is shown ends the work', {tags: ['long']}, async () => {
    const {shell} = await importing();
    await shell.answer('$', line + keys.enter);
    await shell.answer('Reading the list', keys.ctrlC);
    await shell.answer('Interrupted.', `stty -a | grep -oE -- '-?icanon'; echo "still ""here"${keys.enter}`);
    expect(await shell.waitFor('still here')).not.toContain('-icanon');
  });

  test('a job in the background is not stopped by its own progress', {tags: ['long']}, async () => {
    const {shell, slow} = await importing();
    await shell.answer('$', `${line.split(';')[0]} --yes --allow-automations &${keys.enter}`);
    await shell.answer('Reading the list', `echo "typed ""meanwhile"${keys.enter}`);
    await shell.waitFor('typed meanwhile');
    slow.letGo();
    shell.type(`wait; echo "then ""$?"${keys.enter}`);
    const ended = await shell.waitFor(/then \d+/);
    expect(ended).toContain('then 0');
    expect(ended).not.toContain('Stopped');
  });
});
