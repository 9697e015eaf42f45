import {describe, expect, test} from 'vitest';
import {BACK, type TypedValues} from '../../src/commands/ask.js';
import {askInOrder, type Step} from '../../src/questions/ask-in-order.js';

/** A question that gives the next of its answers each time, and notes that it was asked. */
function question(
  name: string,
  asked: string[],
  answers: ReadonlyArray<string | typeof BACK>,
  after: Step[] = [],
): Step {
  const left = [...answers];
  return {
    async ask(_, canGoBack) {
      asked.push(canGoBack ? name : `${name}!`);
      const answer = left.shift();
      if (answer === undefined) throw new Error(`${name} was asked once more`);
      return answer === BACK ? BACK : {given: {[name]: answer}, followedBy: after};
    },
  };
}

const play = async (make: (asked: string[]) => Step[], canLeave = false, given: TypedValues = {}) => {
  const asked: string[] = [];
  return {end: await askInOrder(make(asked), given, canLeave), asked};
};

describe('questions in a row', () => {
  test('are asked in order, and the first cannot be gone back from', async () => {
    const {end, asked} = await play(asked => [question('a', asked, ['1']), question('b', asked, ['2'])], false, {
      c: '3',
    });
    expect(end).toEqual({a: '1', b: '2', c: '3'});
    expect(asked).toEqual(['a!', 'b']);
  });

  test('are gone back through, and what was answered since is forgotten', async () => {
    const {end, asked} = await play(asked => [
      question('a', asked, ['1', '2']),
      question('b', asked, [BACK, '3', '4']),
      question('c', asked, [BACK, '5']),
    ]);
    expect(end).toEqual({a: '2', b: '4', c: '5'});
    expect(asked).toEqual(['a!', 'b', 'a!', 'b', 'c', 'b', 'c']);
  });

  test('bring others with them, which go when their reason goes', async () => {
    const {end, asked} = await play(asked => {
      const extra = question('extra', asked, [BACK]);
      const first: Step = {
        async ask() {
          asked.push('first');
          const once = asked.filter(name => name === 'first').length === 1;
          return {given: {}, followedBy: once ? [extra] : []};
        },
      };
      return [first, question('last', asked, ['x'])];
    });
    expect(end).toEqual({last: 'x'});
    expect(asked).toEqual(['first', 'extra', 'first', 'last']);
  });

  test('on the way to others can be left altogether', async () => {
    const {end} = await play(asked => [question('a', asked, ['1', BACK]), question('b', asked, [BACK])], true);
    expect(end).toBe(BACK);
  });
});
