import {recordName} from '../api/describe/route.js';
import type {Loose, Reference, Source} from '../api/describe/schema.js';
import {BACK, type Back} from '../commands/ask.js';
import {optionFilling} from '../commands/resolve-names.js';
import {searchStream} from '../prompts/search-stream.js';
import {idOf} from './id-of.js';
import {makerOf} from './make-new.js';
import type {Question} from './question.js';
import {type Named, recordChoices} from './record-choices.js';
import {wordsFor} from './record-word.js';
import {questionOf} from './title.js';
import {whileAsking} from './while-asking.js';

/** Asks for a record, or for several, from the list they stand in. Where the list hangs under a record, for that first. */
export async function askRecord(question: Question, from: Reference): Promise<readonly string[] | Back> {
  const {default: source} = await from();
  const parent = parentOf(source);
  if (!parent?.from) return chosenFrom(question, source, {input: {}, isOnLine: true});
  const input = await parentOnLine(question, parent.key);
  if (input) return chosenFrom(question, source, {input, isOnLine: true});
  for (;;) {
    const {default: parents} = await parent.from();
    const chosen = await pickOne({...question, title: `In which ${parents.noun.one}?`}, parents, {});
    if (chosen === BACK || typeof chosen === 'symbol') return BACK;
    const answer = await chosenFrom({...question, canGoBack: true}, source, {
      input: {[parent.key]: chosen.id},
      isOnLine: false,
    });
    if (answer !== BACK) return answer;
  }
}

/** The parameter by which a list is told whose it is. */
function parentOf({list}: Source): {readonly key: string; readonly from: Reference | undefined} | undefined {
  const key = recordName(list);
  return key === undefined ? undefined : {key, from: list.params[key]?.from};
}

/** The parent that the line names already. */
async function parentOnLine({means, command, key, so}: Question, needed: string): Promise<Loose | undefined> {
  const option = optionFilling(command, key, needed);
  if (option === undefined || so[option] === undefined) return undefined;
  return {[needed]: await idOf(means.context, command, option, so)};
}

/** The record that a list hangs under. A name finds nothing there where the line does not say which list it is. */
type Parent = {readonly input: Loose; readonly isOnLine: boolean};

async function chosenFrom(
  question: Question,
  source: Source,
  {input: parent, isOnLine}: Parent,
): Promise<readonly string[] | Back> {
  const {means, command, key, param, canGoBack} = question;
  const isKey = command.args.includes(key);
  const toWords = async (records: readonly Named[]): Promise<readonly string[]> =>
    isOnLine ? wordsFor(means.context, source, records, parent) : records.map(({id}) => id);
  if (param.many) {
    const answer = await whileAsking(means.context, client =>
      means.context.ask.guided.several(`Which ${source.noun.many}?`, {
        from: searchStream(() => recordChoices(client, source, parent)),
        canGoBack,
      }),
    );
    return answer === BACK ? BACK : toWords(answer);
  }
  const title = isKey ? `Which ${source.noun.one}?` : questionOf(param);
  const make = isKey ? undefined : await makerOf(means, source);
  for (;;) {
    const answer = await pickOne({...question, title}, source, parent, make && `New ${source.noun.one}…`);
    if (answer === BACK) return BACK;
    if (answer === NONE) return [''];
    const record = answer === MAKE ? await make?.() : answer;
    if (record && record !== BACK) return toWords([record]);
  }
}

/** The choice that is no record yet, and the one that empties the field. */
const MAKE: unique symbol = Symbol('make');
const NONE: unique symbol = Symbol('none');

function pickOne(
  {means, title, param, canGoBack, current}: Question & {readonly title: string},
  source: Source,
  parent: Loose,
  make?: string,
): Promise<Named | typeof MAKE | typeof NONE | Back> {
  const canBeNone = param.blank === 'empties' && current[0] !== undefined;
  return whileAsking(means.context, client =>
    means.context.ask.guided.pick<Named | typeof MAKE | typeof NONE>(title, {
      from: searchStream<Named | typeof MAKE | typeof NONE>(() => recordChoices(client, source, parent)),
      always: [
        ...(make === undefined ? [] : [{name: make, value: MAKE} as const]),
        ...(canBeNone ? [{name: 'None', value: NONE} as const] : []),
      ],
      help: current[0] === undefined ? undefined : `It is ${current[0]} now.`,
      canGoBack,
    }),
  );
}
