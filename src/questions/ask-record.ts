import {recordName} from '../api/describe/route.js';
import type {Loose, Reference, Source} from '../api/describe/schema.js';
import {BACK, type Back, type TypedValues} from '../commands/ask.js';
import {optionFilling} from '../commands/resolve-names.js';
import type {ListedRecord} from '../commands/verbs/record-choice.js';
import {searchStream} from '../prompts/search-stream.js';
import {findId} from './find-id.js';
import {explain, questionOf} from './parameter-title.js';
import type {Question} from './question.js';
import {readWhileAsking} from './read-while-asking.js';
import {recordChoices} from './record-choices.js';
import {wordsFor} from './record-words.js';

/** Asks for one or several records from their list. If the list belongs to a parent record, asks for that first. */
export async function askRecord(question: Question, from: Reference): Promise<readonly string[] | BelowChosen | Back> {
  const {default: source} = await from();
  const parent = parentOf(source);
  if (!parent?.from) return chosenFrom(question, source, {input: {}, isOnLine: true});
  const input = await parentOnLine(question, parent.key);
  if (input) return chosenFrom(question, source, {input, isOnLine: true});
  const {tools, command, key} = question;
  const option = optionFilling(command, key, parent.key);
  for (;;) {
    const {default: parents} = await parent.from();
    const chosen = await pickOne({...question, title: `In which ${parents.noun.one}?`}, parents, {});
    if (chosen === BACK) return BACK;
    const answer = await chosenFrom({...question, canGoBack: true}, source, {
      input: {[parent.key]: chosen.id},
      isOnLine: option !== undefined,
    });
    if (answer === BACK) continue;
    if (option === undefined) return answer;
    const [word] = await wordsFor(tools.context, parents, [chosen], {});
    return {words: answer, within: {[option]: word}};
  }
}

/** The words for records, and the option that says below which record they stand: without it a name would not be found. */
export type BelowChosen = {readonly words: readonly string[]; readonly within: TypedValues};

function parentOf({list}: Source): {readonly key: string; readonly from: Reference | undefined} | undefined {
  const key = recordName(list);
  return key === undefined ? undefined : {key, from: list.params[key]?.from};
}

async function parentOnLine({tools, command, key, soFar}: Question, needed: string): Promise<Loose | undefined> {
  const option = optionFilling(command, key, needed);
  if (option === undefined || soFar[option] === undefined) return undefined;
  return {[needed]: await findId(tools.context, command, option, soFar)};
}

/** The parent record of a list, and whether the line names it: without that, names in the list cannot be looked up. */
type Parent = {readonly input: Loose; readonly isOnLine: boolean};

async function chosenFrom(
  question: Question,
  source: Source,
  {input: parent, isOnLine}: Parent,
): Promise<readonly string[] | Back> {
  const {tools, command, key, param, canGoBack} = question;
  const toWords = async (records: readonly ListedRecord[]): Promise<readonly string[]> =>
    isOnLine ? wordsFor(tools.context, source, records, parent) : records.map(({id}) => id);
  if (param.many) {
    const answer = await readWhileAsking(tools.context, client =>
      tools.context.ask.guided.several(`Which ${source.noun.many}?`, {
        from: searchStream(() => recordChoices(client, source, parent)),
        canGoBack,
      }),
    );
    return answer === BACK ? BACK : toWords(answer);
  }
  const title = command.args.includes(key) ? `Which ${source.noun.one}?` : questionOf(param);
  const answer = await pickOne({...question, title}, source, parent);
  return answer === BACK ? BACK : toWords([answer]);
}

function pickOne(
  {title, ...question}: Question & {readonly title: string},
  source: Source,
  parent: Loose,
): Promise<ListedRecord | Back> {
  const {tools, command, key, canGoBack, current} = question;
  const only = command.asks?.only?.[key];
  return readWhileAsking(tools.context, client =>
    tools.context.ask.guided.pick<ListedRecord>(title, {
      from: searchStream(() => recordChoices(client, source, parent, only)),
      isNow: ({id, name}) => current[0] === id || current[0] === name,
      about: explain(question),
      canGoBack,
    }),
  );
}
