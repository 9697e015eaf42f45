import type {Client} from '../api/client/client.js';
import {recordName} from '../api/describe/route.js';
import type {Loose, Reference, Source} from '../api/describe/schema.js';
import {BACK, type Back, type TypedValues} from '../commands/ask.js';
import {optionFilling} from '../commands/resolve-names.js';
import {holdsAny} from '../commands/verbs/listed.js';
import type {ListedRecord} from '../commands/verbs/record-choice.js';
import type {Choice} from '../prompts/choice.js';
import {searchStream} from '../prompts/search-stream.js';
import {findId} from './find-id.js';
import {explain, questionOf} from './parameter-title.js';
import type {Question} from './question.js';
import {readWhileAsking} from './read-while-asking.js';
import {recordChoices} from './record-choices.js';
import {recordMaker, recordNamer, type ToMake} from './record-maker.js';
import {wordsFor} from './record-words.js';

/** Asks for one or several records from their list. If the list belongs to a parent record, asks for that first. */
export async function askRecord(
  question: Question,
  from: Reference,
): Promise<readonly string[] | BelowChosen | ToMake | Back> {
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
    if (chosen === BACK || typeof chosen === 'symbol') return BACK;
    const answer = await chosenFrom({...question, canGoBack: true}, source, {
      input: {[parent.key]: chosen.id},
      isOnLine: option !== undefined,
    });
    if (answer === BACK) continue;
    if (option === undefined || 'toMake' in answer) return answer;
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
): Promise<readonly string[] | ToMake | Back> {
  const {tools, param, canGoBack} = question;
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
  const answer = await oneOrNew(question, source, parent);
  if (answer === BACK) return BACK;
  if (answer === NONE) return [''];
  return 'toMake' in answer ? answer : toWords([answer]);
}

/** Asks for one record until there is one, which may be made on the way. */
async function oneOrNew(
  question: Question,
  source: Source,
  parent: Loose,
): Promise<ListedRecord | ToMake | typeof NONE | Back> {
  const {tools, command, key, param} = question;
  const {makes, only} = command.asks ?? {};
  const isKey = command.args.includes(key);
  const title = isKey ? `Which ${source.noun.one}?` : questionOf(param);
  const makesItself = makes?.[key] !== undefined;
  // A new record is none of those that were there before.
  const make =
    isKey || only?.[key] ? undefined : await (makesItself ? recordNamer(tools, source) : recordMaker(tools, source));
  if (make && !(await holdsAny(tools.context, source, parent))) return make();
  for (;;) {
    const answer = await pickOne({...question, title}, source, parent, make && `New ${source.noun.one}…`);
    if (answer !== MAKE) return answer;
    const record = await make?.();
    if (record && record !== BACK) return record;
  }
}

/** The choice for a new record, and the choice that empties the field. */
const MAKE: unique symbol = Symbol('make');
const NONE: unique symbol = Symbol('none');

function pickOne(
  {title, ...question}: Question & {readonly title: string},
  source: Source,
  parent: Loose,
  make?: string,
): Promise<ListedRecord | typeof MAKE | typeof NONE | Back> {
  const {tools, command, key, param, canGoBack, current} = question;
  const only = command.asks?.only?.[key];
  const [now] = current;
  const canBeNone = param.blank === 'empties' && now !== undefined;
  const isNow = (value: ListedRecord | typeof MAKE | typeof NONE): boolean =>
    typeof value === 'object' && [value.id, value.name].some(word => word === now);
  async function* choices(client: Pick<Client, 'stream'>): AsyncGenerator<readonly Choice<ListedRecord>[]> {
    for await (const batch of recordChoices(client, source, parent, only))
      yield batch.map(each =>
        isNow(each.value) ? {...each, note: [each.note, 'now'].filter(Boolean).join(' · ')} : each,
      );
  }
  return readWhileAsking(tools.context, client =>
    tools.context.ask.guided.pick<ListedRecord | typeof MAKE | typeof NONE>(title, {
      from: searchStream<ListedRecord | typeof MAKE | typeof NONE>(() => choices(client)),
      always: [
        ...(make === undefined ? [] : [{name: make, value: MAKE} as const]),
        ...(canBeNone ? [{name: 'None', value: NONE} as const] : []),
      ],
      isNow,
      about: explain(question),
      canGoBack,
    }),
  );
}
