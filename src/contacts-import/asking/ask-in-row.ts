import {BACK, type Back} from '../../commands/ask.js';

/** Asks a series of questions. Esc goes back to the previous one, and leaves the first. */
export async function askInRow<T, A>(
  things: readonly T[],
  ask: (thing: T) => Promise<A | Back>,
  isLast: (answer: A) => boolean = () => false,
): Promise<readonly A[] | Back> {
  const answers: A[] = [];
  for (let thing = things[0]; thing !== undefined; thing = things[answers.length]) {
    const answer = await ask(thing);
    if (answer !== BACK) answers.push(answer);
    else if (answers.pop() === undefined) return BACK;
    if (answer !== BACK && isLast(answer)) return answers;
  }
  return answers;
}
