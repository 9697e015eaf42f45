/** What stands on the screen between questions, and what leaves it when a person goes back. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, test} from 'vitest';
import {writeNow} from '../../src/output/text/terminal.js';
import {createAnswerTrail} from '../../src/prompts/answer-trail.js';

/** A terminal that forgets what it shows, except for the movements of its cursor. */
function scene(columns = 40) {
  const moves: string[] = [];
  const said: string[] = [];
  const stderr = {
    isTTY: true,
    columns,
    write: (text: string) => void (text.startsWith('\u001b') ? moves : said).push(text),
  };
  const trail = createAnswerTrail({stdout: stderr, stderr} as never);
  const say = (text: string): void => writeNow(stderr, text, 'words');
  const answer = (question: string) => trail.follow(question, async () => 'an answer');
  const goBack = (question: string) => trail.follow(question, async () => undefined);
  return {moves, said, stderr, say, answer, goBack, trail};
}

test('rows are counted however the words arrive', async () => {
  const {say, answer, goBack, moves} = scene();
  await answer('First?');
  for (const piece of ['one ', 'line\n', 'x'.repeat(81), '\n', '\n']) say(piece);
  await goBack('Second?');
  await answer('First?');
  // One answer, one line, three rows of one long line, and an empty one.
  expect(moves).toEqual(['\u001b[6A\r\u001b[J']);
});

test('a question that was not asked before takes back no answer', async () => {
  const {say, answer, goBack, moves} = scene();
  await answer('First?');
  say('a reason\n');
  await goBack('Second?');
  await answer('Something new?');
  expect(moves).toEqual(['\u001b[1A\r\u001b[J']);
});

test('what stays true is said again, and then stands above the question', async () => {
  const {say, answer, goBack, trail, said} = scene();
  await answer('First?');
  trail.lasting(() => say('The sender was created.\n'));
  for (let times = 0; times < 2; times++) {
    await goBack('Second?');
    await answer('First?');
  }
  expect(said).toEqual(Array(2).fill('The sender was created.\n'));
});

test('a window of another width keeps everything', async () => {
  const {say, answer, goBack, moves, stderr} = scene();
  await answer('First?');
  Object.assign(stderr, {columns: 30});
  say('a reason\n');
  Object.assign(stderr, {columns: 40});
  await goBack('Second?');
  await answer('First?');
  expect(moves).toEqual([]);
});

test('nothing that was said is kept', {tags: ['long']}, () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const {trail, say, said} = scene();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let line = 0; line < 10; line++) {
    say(`${String(line).repeat(1_000_000)}\n`);
    said.splice(0);
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
  expect(trail).toBeDefined();
});
