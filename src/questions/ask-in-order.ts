import {BACK, type Back, type TypedValues} from '../commands/ask.js';

/** One question: what it adds to the line, and which questions follow from the answer. */
export type Step = {ask(soFar: TypedValues, canGoBack: boolean): Promise<Answer | Back>};

type Answer = {
  readonly given: TypedValues;
  readonly followedBy?: readonly Step[];
  /** Nobody was asked, so there is nothing to go back to. */
  readonly isTold?: true;
};

/** Asks questions in order. Each can go back; the first only if there is something before it. */
export async function askInOrder(
  steps: readonly Step[],
  begin: TypedValues,
  canLeave: boolean,
): Promise<TypedValues | Back> {
  const before: Array<{readonly given: TypedValues; readonly left: readonly Step[]}> = [];
  let given = begin;
  let left = steps;
  for (let [step, ...rest] = left; step; [step, ...rest] = left) {
    const answer = await step.ask(given, canLeave || before.length > 0);
    if (answer === BACK) {
      const last = before.pop();
      if (!last) return BACK;
      ({given, left} = last);
    } else {
      if (!answer.isTold) before.push({given, left});
      given = {...given, ...answer.given};
      left = [...(answer.followedBy ?? []), ...rest];
    }
  }
  return given;
}
