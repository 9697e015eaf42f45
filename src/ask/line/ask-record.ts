import {recordName} from '../../api/describe/route.js';
import type {Kinds, Loose, Reference, Source} from '../../api/describe/schema.js';
import type {Context, OnlySome} from '../../commands/command.js';
import {toInput} from '../../commands/input.js';
import {optionFilling, resolveNames} from '../../commands/resolve-names.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {type ListedRecord, recordChoice} from '../../commands/verbs/record-choice.js';
import {PreflightError} from '../../errors.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {number} from '../../words/sentence.js';
import {orBack} from '../terminal/ask.js';
import type {Choice} from '../terminal/choices.js';
import {type Answered, type Question, questionOf} from './question.js';
import {wordsFor} from './record-words.js';

/** Asks for one or several records from their list. If the list belongs to a parent record, asks for that first. */
export async function askRecord(question: Question, from: Reference): Promise<Answered> {
  const {context, command, key, param, before} = question;
  const {default: source} = await from();
  const parent = await parentOf(question, source);
  const choices = await choicesOf(context, source, parent.input, command.asks?.only?.[key]);
  const isBefore = ({id, name}: ListedRecord): boolean => before.includes(id) || before.includes(name);
  const choose = async (): Promise<readonly ListedRecord[]> =>
    param.many
      ? context.ask.several(`Which ${source.noun.many}?`, choices, {isTicked: isBefore})
      : [await context.ask.pick(titleOf(question, source), choices, {isNow: isBefore})];
  const chosen = await orBack(choose, error => {
    if (!parent.isAsked) throw error;
  });
  if (!chosen) return askRecord(question, from);
  // Without its parent on the line, a name could not be looked up.
  const isOnLine = parent.option !== undefined || Object.keys(parent.input).length === 0;
  const words = isOnLine ? await wordsFor(context, source, chosen, parent.input) : chosen.map(({id}) => id);
  return {words, ...(parent.option !== undefined && {within: {[parent.option]: parent.word}})};
}

const titleOf = ({command, key, param}: Question, {noun}: Source): string =>
  command.args.includes(key) ? `Which ${noun.one}?` : questionOf(param);

type Parent = {
  readonly input: Loose;
  /** The option that names it on a line, and its word there. */
  readonly option?: string;
  readonly word?: string | undefined;
  readonly isAsked?: true;
};

/** The record in whose list others are looked up: from the line, or from a person. */
async function parentOf({context, command, key, given}: Question, {list}: Source): Promise<Parent> {
  const needed = recordName(list);
  const from = needed === undefined ? undefined : list.params[needed]?.from;
  if (needed === undefined || !from) return {input: {}};
  const option = optionFilling(command, key, needed);
  const param = option === undefined ? undefined : command.takes[option];
  if (option !== undefined && param && given[option] !== undefined) {
    const alone = {...command, takes: {[option]: param}, asks: {}};
    const {input} = await resolveNames(context, alone, toInput(alone, {[option]: given[option]}));
    return {input: {[needed]: input[option]}, option, word: String(given[option])};
  }
  const {default: parents} = await from();
  const chosen = await context.ask.pick(`In which ${parents.noun.one}?`, await choicesOf(context, parents, {}));
  if (option === undefined) return {input: {[needed]: chosen.id}, isAsked: true};
  const [word] = await wordsFor(context, parents, [chosen], {});
  return {input: {[needed]: chosen.id}, option, word, isAsked: true};
}

type OfKind = ListedRecord & {readonly kind: string};

/** Asks who gets mail: lists and segments stand together. */
export async function askAudience({context, param, before}: Question, kinds: Kinds): Promise<readonly string[]> {
  const choices: Choice<OfKind>[] = [];
  for (const [kind, {from, shown}] of Object.entries(kinds)) {
    const ofKind = await listed(context, (await from()).default, {});
    choices.push(
      ...ofKind.map(({note, value, ...rest}) => ({
        ...{...rest, value: {...value, kind}},
        note: [shown, note].filter(Boolean).join(' · '),
      })),
    );
  }
  const [first] = Object.values(kinds);
  if (choices.length === 0 && first) throw noneYet((await first.from()).default);
  const chosen = param.many
    ? await context.ask.several(questionOf(param), choices, {
        isTicked: ({kind, id, name}) =>
          before.includes(`${kind}:${name}`) || before.includes(`${kinds[kind]?.sent}${id}`),
        mayBeEmpty: param.required !== true && param.blank !== 'refused',
      })
    : [await context.ask.pick(questionOf(param), choices)];
  return audienceInWords(context, kinds, chosen);
}

/** Each as `list:Newsletter`, or in the service's form if the name would not find it. */
async function audienceInWords(context: Context, kinds: Kinds, chosen: readonly OfKind[]): Promise<readonly string[]> {
  const words = new Map<OfKind, string>();
  for (const [kind, {from, sent}] of Object.entries(kinds)) {
    const ofKind = chosen.filter(each => each.kind === kind);
    const found = await wordsFor(context, (await from()).default, ofKind, {});
    for (const [at, each] of ofKind.entries())
      words.set(each, found[at] === each.name ? `${kind}:${each.name}` : `${sent}${each.id}`);
  }
  return chosen.flatMap(each => words.get(each) ?? []);
}

/** The records of a list as choices. Throws if there are none. */
async function choicesOf(
  context: Context,
  source: Source,
  parent: Loose,
  only?: OnlySome,
): Promise<readonly Choice<ListedRecord>[]> {
  const choices = await listed(context, source, parent, only);
  if (choices.length === 0) throw only ? new PreflightError(only.none) : noneYet(source);
  return choices;
}

/** The same of a list that may be empty. Of a very long one, only the beginning is offered. */
async function listed(
  context: Context,
  source: Source,
  parent: Loose,
  only?: OnlySome,
): Promise<readonly Choice<ListedRecord>[]> {
  const records: Loose[] = [];
  const {noun, place = () => 0} = source;
  for await (const batch of listedRecords(context, source, parent)) {
    records.push(...batch.filter(record => isNotDeleted(record) && (only?.fits(record) ?? true)));
    context.progress.show({label: `Reading the ${noun.many}`, done: records.length});
    if (records.length > MOST_OFFERED) break;
  }
  context.progress.clear();
  if (records.length > MOST_OFFERED)
    context.notice(
      `Only ${number(MOST_OFFERED)} ${noun.many} are offered here. To choose another one, name it on the line.`,
    );
  return records
    .slice(0, MOST_OFFERED)
    .sort((one, other) => place(one) - place(other))
    .map(record => recordChoice(record, source));
}

const MOST_OFFERED = 10_000;

const noneYet = ({noun, see}: Source): PreflightError =>
  new PreflightError(`There is no ${noun.one} yet.`, {hint: `First: ${see.replace(/ list\b.*$/, '')} create`});
