import {orBack} from '../../ask/terminal/ask.js';

/** Asks a series of questions. Esc goes back to the previous one, and leaves the first. */
export async function askInRow<T, A extends string>(
  things: readonly T[],
  ask: (thing: T) => Promise<A>,
  isLast: (answer: A) => boolean = () => false,
): Promise<readonly A[]> {
  const answers: A[] = [];
  for (let thing = things[0]; thing !== undefined; thing = things[answers.length]) {
    const current = thing;
    const answer = await orBack(
      () => ask(current),
      error => {
        if (answers.pop() === undefined) throw error;
      },
    );
    if (answer !== undefined) answers.push(answer);
    if (answer !== undefined && isLast(answer)) return answers;
  }
  return answers;
}
