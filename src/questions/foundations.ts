import type {Reference} from '../api/describe/schema.js';
import {BACK, type TypedValues} from '../commands/ask.js';
import type {Command, Context, Foundation} from '../commands/command.js';
import {accountWords} from '../commands/globals.js';
import {holdsAny} from '../commands/verbs/listed.js';
import {andList} from '../words/sentence.js';
import type {Step} from './ask-in-order.js';
import type {Tools} from './question.js';
import {recordMaker} from './record-maker.js';
import {wordsFor} from './record-words.js';

/**
 * Says before the first question what an account lacks for a command, and makes it on the way: otherwise a question in
 * the middle would have nothing to choose from. `laid` is called if something is made, for an account that is new.
 */
export const foundationsFirst = (tools: Tools, command: Command, laid: () => void): Step => ({
  async ask(soFar, canGoBack) {
    const {context} = tools;
    const lacking = context.globals.dryRun ? [] : await whatLacks(context, command, soFar);
    const [first, ...others] = lacking.map(each => laying(tools, each));
    if (!first) return {given: {}, isTold: true};
    laid();
    await context.ask.lasting(() =>
      context.notice(`This account still needs ${andList(lacking.map(({says}) => says))}. emk asks for that first.`),
    );
    const answer = await first.ask(soFar, canGoBack);
    return answer === BACK ? BACK : {...answer, followedBy: others};
  },
});

type Lacking = Foundation & {readonly key: string; readonly from: Reference};

async function whatLacks(context: Context, {asks, takes}: Command, soFar: TypedValues): Promise<readonly Lacking[]> {
  const lacking: Lacking[] = [];
  for (const [key, foundation] of Object.entries(asks?.foundations ?? {})) {
    const from = foundation.from ?? takes[key]?.from;
    if (soFar[key] !== undefined || from === undefined) continue;
    if (!(await holdsAny(context, (await from()).default, {}, foundation.fits)))
      lacking.push({...foundation, key, from});
  }
  return lacking;
}

/** Makes one thing that the account lacks. It stays, so there is nothing to go back to afterwards. */
const laying = (tools: Tools, {key, from, line, fits}: Lacking): Step => ({
  async ask() {
    const {context} = tools;

    const {default: source} = await from();
    if (line) {
      await context.runLine?.([...accountWords(context.globals), ...line], context.host);
      return (await holdsAny(context, source, {}, fits)) ? {given: {}, isTold: true} : BACK;
    }
    const make = await recordMaker(tools, source, true);
    const made = await make?.();
    if (made === undefined || made === BACK) return BACK;
    const [word] = await wordsFor(context, source, [made], {});
    return {given: {[key]: word}, isTold: true};
  },
});
