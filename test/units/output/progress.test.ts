import {describe, expect, test} from 'vitest';
import {createProgress, type ProgressDisplay} from '../../../src/output/live/progress.js';
import {displayWidth} from '../../../src/output/text/width.js';

type Watched = {
  readonly progress: ProgressDisplay;
  readonly pass: (milliseconds: number) => void;
  readonly seen: string[];
};

function watch(style: Parameters<typeof createProgress>[0]['style'], width = 80): Watched {
  let time = 1_000_000;
  const seen: string[] = [];
  const progress = createProgress({style, width, elapsed: () => time, write: text => seen.push(text)});
  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };
  return {progress, seen, pass};
}

const back = '\r\u001b[K';

describe('on a terminal', () => {
  test('is drawn in place and taken away', () => {
    const {progress, pass, seen} = watch('bar');
    progress.show({label: 'Sending', done: 0, total: 1000});
    pass(2000);
    progress.show({label: 'Sending', done: 250, total: 1000});
    progress.clear();
    progress.clear();
    expect(seen).toEqual([`${back}Sending 0 of 1,000`, `${back}Sending 250 of 1,000`, back]);
  });

  test('is drawn at most ten times a second', () => {
    const {progress, pass, seen} = watch('bar');
    for (let done = 0; done < 1000; done++) {
      progress.show({label: 'Reading', done});
      pass(1);
    }
    expect(seen).toHaveLength(10);
  });

  test('tells each step at once', () => {
    const {progress, pass, seen} = watch('bar');
    progress.show({label: 'Reading', done: 5000});
    pass(10);
    progress.show({label: 'Sending', done: 100});
    expect(seen).toEqual([`${back}Reading 5,000`, `${back}Sending 100`]);
  });

  test('fits a narrow terminal, and is harmless whatever its label says', () => {
    const {progress, seen} = watch('bar', 20);
    progress.show({label: 'Sending 日本語\u001b[2J\nand more than fits', done: 1, total: 2});
    expect(seen[0]?.startsWith(back)).toBe(true);
    expect(displayWidth(seen[0]?.slice(back.length) ?? '')).toBeLessThanOrEqual(19);
    expect(seen[0]?.slice(back.length)).not.toMatch(/\p{Cc}/u);
  });
});

describe('beside data on the same terminal', () => {
  test('the bar is gone before a line of data begins, and comes back below it', () => {
    const {progress, seen} = watch('bar');
    progress.show({label: 'Reading'});
    progress.makeRoom('id,name\n');
    progress.makeRoom('1,Ada\n');
    progress.show({label: 'Reading', done: 1});
    expect(seen).toEqual([`${back}Reading`, back, `${back}Reading 1`]);
  });

  test.each(['half a li', Buffer.from('half a li')])('no bar is drawn over a line that is not finished', half => {
    const {progress, pass, seen} = watch('bar');
    progress.makeRoom(half);
    progress.show({label: 'Reading'});
    progress.makeRoom('');
    pass(1000);
    progress.show({label: 'Reading'});
    expect(seen).toEqual([]);
    progress.makeRoom(typeof half === 'string' ? 'ne\n' : Buffer.from('ne\n'));
    progress.show({label: 'Reading'});
    expect(seen).toEqual([`${back}Reading`]);
  });
});

test('elsewhere it is a line every ten seconds, so that short work says nothing', () => {
  const {progress, pass, seen} = watch('lines');
  for (let second = 0; second < 25; second++) {
    progress.show({label: 'Sending', done: second * 10, total: 1000});
    pass(1000);
  }
  progress.clear();
  expect(seen).toEqual(['Sending 100 of 1,000\n', 'Sending 200 of 1,000\n']);
});

test('for programs each is an object', () => {
  const {progress, pass, seen} = watch('json');
  progress.show({label: 'Settling'});
  pass(10_000);
  progress.show({label: 'Settling'});
  pass(1);
  progress.show({label: 'Sending', done: 0, total: 90});
  pass(20_000);
  progress.show({label: 'Sending', done: 30, total: 90});
  expect(seen.map(line => JSON.parse(line))).toEqual([
    {progress: {label: 'Settling'}},
    {progress: {label: 'Sending', done: 30, total: 90}},
  ]);
});
