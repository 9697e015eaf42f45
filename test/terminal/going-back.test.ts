/** Esc takes back an answer, and nothing that is still true. */
import {expect, test} from 'vitest';
import {bareDesk, describeInTerminal, desk, keys} from '../support/terminal.js';

const {enter, escape: esc, ctrlC} = keys;
const times = (screen: string, text: string): number => screen.split(text).length - 1;

describeInTerminal('going back', () => {
  test('from a question about a file leads to the first question of the line', {
    tags: ['long'],
  }, async () => {
    const {play, write} = await desk();
    write('leads.csv', 'email,first_name\nada@example.com,Ada\nbob@@example.com,Bob\n');
    const {code, screen} = await play(
      ['contacts', 'import', 'leads.csv', '--set', 'country=India'],
      [
        ['❯ Newsletter', enter],
        ['? 1 address is unclear', esc],
        [/^✔ Import into which list\? Newsletter\n\? Import into which list\?\n❯ Newsletter/, enter],
        ['? 1 address is unclear', ctrlC],
      ],
    );
    expect(code, screen).toBe(130);
    expect(times(screen, '✔ Import into which list? Newsletter')).toBe(2);
    expect(times(screen, 'address is unclear')).toBe(1);
  });

  test('in a login leads from a key to the question before it, and says so where the key is hidden', async () => {
    const {code, screen} = await bareDesk().play(
      ['login'],
      [
        ['? Address of the service', `127.0.0.1:1/api${enter}`],
        ['? Public key:', `pk_one${enter}`],
        ['? Secret key', `sk_one${esc}`],
        [/Public key:[\s\S]*\? Public key:/, esc],
        ['? Address of the service (such as mail.example.com/api): 127.0.0.1:1/api', esc],
      ],
    );
    expect({code, screen}).toEqual({code: 130, screen: expect.stringContaining('Cancelled.')});
    expect(screen).not.toContain('sk_one');
  });
});
