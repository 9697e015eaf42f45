/** Given answers are not lost if the command ends with an error. */
import {expect, test} from 'vitest';
import {bareDesk, describeInTerminal, desk, keys} from '../support/terminal.js';
import {words} from '../support/words.js';

const {enter} = keys;

/** A text without line breaks: a terminal breaks a long line anywhere. */
const unbroken = (text: string): string => text.replaceAll(/\s/g, '');

describeInTerminal('answers', () => {
  const given = 'mailings create --preheader News --group 1 --to contacts_1 --template 2 --now';

  test('stand as one line above the refusal by the checks', async () => {
    const {play} = await desk();
    const {code, screen} = await play(words(`${given} --from 2`), [['? Subject line:', `It's May${enter}`]]);
    expect(code, screen).toBe(2);
    expect(unbroken(screen)).toContain(
      unbroken('error: The sender Acme Support <support@acme.example> is not verified'),
    );
    expect(screen).not.toContain('Next time');
    expect(unbroken(screen)).toContain(
      unbroken(`Your answers as one line: emk send --subject 'It'\\''s May' --preheader News --group 1`),
    );
  });

  test('stand there after a no, too', {tags: ['long']}, async () => {
    const {play} = await desk();
    const {code, screen} = await play(words(`${given} --from 1`), [
      ['? Subject line:', `Hello${enter}`],
      ['? Mail "Hello" to', `n${enter}`],
    ]);
    expect(code, screen).toBe(130);
    expect(unbroken(screen)).toContain(unbroken('Your answers as one line: emk send --subject Hello --preheader News'));
  });

  test('are not repeated where none were needed', async () => {
    const {play} = await desk();
    const {code, screen} = await play(words(`${given} --subject May --from 2`), []);
    expect(code, screen).toBe(2);
    expect(screen).toContain('is not verified');
    expect(screen).not.toContain('Your answers');
  });

  test('never hold a key', async () => {
    const {play} = bareDesk();
    const {screen} = await play(
      ['auth', 'login', '--base-url', 'http://127.0.0.1:9/api', '--public-key', 'pk_1', '--retries', '1'],
      [['ecret key', `sk_secret${enter}`]],
    );
    expect(screen).toContain('Could not reach');
    expect(screen).not.toContain('sk_secret');
  });
});
