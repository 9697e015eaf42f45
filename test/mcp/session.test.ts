/** One session of an agent with --allow-sends, as a person would follow it. UPDATE=1 writes it anew. */
import {expect, test} from 'vitest';
import {startAgent} from '../support/agent.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('an agent sends the news, and a person agrees', async () => {
  const said: string[] = [];
  const agent = await startAgent(shell(), 'mcp --allow-sends', {
    person: question => {
      said.push(question.replace(/^/gm, '? '), '! 12');
      return {action: 'accept', content: {number: 12}};
    },
  });
  const calls: ReadonlyArray<readonly [string, object]> = [
    ['count', {kind: 'contacts', list: 'Newsletter'}],
    ['preview', {mailing: 'Newsletter'}],
    ['create', {kind: 'lists', name: 'Mine'}],
    ['prepare_send', {...may, to: ['list:Nobody']}],
    ['prepare_send', may],
    ['confirm_send', {digest: 'DIGEST'}],
    ['confirm_send', {digest: 'DIGEST'}],
    ['list', {kind: 'mailings', where: ['single_send_name=May news'], columns: 'single_send_name,status'}],
  ];
  let digest = '';
  for (const [name, given] of calls) {
    said.push(`> ${name} ${JSON.stringify(given)}`);
    const answered = await agent
      .call(name, {...given, ...('digest' in given && {digest})})
      .catch((error: Error) => ({says: {refused: error.message}}));
    const {says} = answered as {readonly says: {readonly result?: {readonly digest?: string}}};
    digest = says.result?.digest ?? digest;
    said.push(withoutChance(JSON.stringify(says, undefined, 1)), '');
  }
  await expect(`${said.join('\n').replaceAll(digest, 'DIGEST')}`).toMatchFileSnapshot('session.txt');
});

const may = {
  name: 'May news',
  subject: 'Hello ((first_name))',
  preheader: 'What is new',
  from: 'news@acme.example',
  group: '1',
  to: ['list:Newsletter'],
  template: 'Newsletter',
  at: '2026-05-01 09:00',
};

/** Codes of records are made up anew in each sandbox. */
const withoutChance = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'CODE');
