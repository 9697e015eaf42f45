import {recordName} from '../../api/describe/route.js';
import type {Kinds, Loose, Param, Reference, Source} from '../../api/describe/schema.js';
import {type Choice, orBack, type TypedValues} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import {listedRecords} from '../../change/records/read.js';
import type {Command, OnlySome} from '../../commands/command.js';
import {isExactly, type ListedRecord, recordChoice} from '../../commands/find-record.js';
import {toInput} from '../../commands/input.js';
import {isNumber, parseReference} from '../../commands/parameters.js';
import {optionFilling, resolveNames} from '../../commands/resolve-names.js';
import {PreflightError} from '../../core/errors.js';
import {number} from '../../core/words/sentence.js';
import {isCode} from '../../core/words/values.js';
import {clean} from '../../output/text/sanitise.js';
import {isNotDeleted} from '../../records/fields/path.js';

/** Asks for one or several records from their list. If the list belongs to a parent record, asks for that first. */
export async function askRecord(question: Question, from: Reference): Promise<Answered> {
  const {context, command, key, param, before} = question;
  const {default: source} = await from();
  const parent = await parentOf(question, source);
  const {choices, all} = await choicesOf(context, source, parent.input, command.asks?.only?.[key]);
  const isBefore = ({id, name}: ListedRecord): boolean => before.includes(id) || before.includes(name);
  const choose = async (): Promise<readonly ListedRecord[]> =>
    param.many
      ? context.ask.several(`Which ${source.noun.many}?`, choices, {isTicked: isBefore})
      : [await context.ask.pick(questionAbout(question, source), choices, {isNow: isBefore})];
  const chosen = await orBack(choose, error => {
    if (!parent.isAsked) throw error;
  });
  if (!chosen) return askRecord(question, from);
  // Without its parent on the line, a name could not be looked up.
  const isOnLine = parent.option !== undefined || Object.keys(parent.input).length === 0;
  const words = chosen.map(record => (isOnLine ? wordFor(record, all) : record.id));
  return {words, ...(parent.option !== undefined && {within: {[parent.option]: parent.word}})};
}

const questionAbout = ({command, key, param}: Question, {noun}: Source): string =>
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
  const {choices, all} = await choicesOf(context, parents, {});
  const chosen = await context.ask.pick(`In which ${parents.noun.one}?`, choices);
  const onLine = option === undefined ? {} : {option, word: wordFor(chosen, all)};
  return {input: {[needed]: chosen.id}, ...onLine, isAsked: true};
}

type OfKind = ListedRecord & {readonly kind: string};

/** Asks who gets mail: lists and segments stand together. */
export async function askAudience({context, param, before}: Question, kinds: Kinds): Promise<readonly string[]> {
  const choices: Choice<OfKind>[] = [];
  for (const [kind, {from, shown}] of Object.entries(kinds)) {
    const ofKind = await listed(context, (await from()).default, {});
    choices.push(
      ...ofKind.choices.map(({note, value, ...rest}) => ({
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
  // As `list:Newsletter`, or in the service's form if the name would not find it.
  return chosen.map(one => {
    const ofKind = choices.map(({value}) => value).filter(({kind}) => kind === one.kind);
    return wordFor(one, ofKind) === one.id ? `${kinds[one.kind]?.sent}${one.id}` : `${one.kind}:${one.name}`;
  });
}

/** The records that are offered, and all of the list, among which a name must find one. */
type Listed = {readonly choices: ReadonlyArray<Choice<ListedRecord>>; readonly all: readonly ListedRecord[]};

/** The records of a list as choices. Throws if there are none. */
async function choicesOf(context: Context, source: Source, parent: Loose, only?: OnlySome): Promise<Listed> {
  const found = await listed(context, source, parent, only);
  if (found.choices.length === 0) throw only ? new PreflightError(only.none) : noneYet(source);
  return found;
}

/** The same of a list that may be empty. Of a very long one, only the beginning is offered. */
async function listed(context: Context, source: Source, parent: Loose, only?: OnlySome): Promise<Listed> {
  const records: Loose[] = [];
  const all: ListedRecord[] = [];
  const {noun, place = () => 0} = source;
  for await (const batch of listedRecords(context, source, parent)) {
    const there = batch.filter(isNotDeleted);
    all.push(...there.map(record => recordChoice(record, source).value));
    records.push(...there.filter(record => only?.fits(record) ?? true));
    context.progress.show({label: `Reading the ${noun.many}`, done: records.length});
    if (records.length > MOST_OFFERED) break;
  }
  context.progress.clear();
  if (records.length > MOST_OFFERED)
    context.notice(
      `Only ${number(MOST_OFFERED)} ${noun.many} are offered here. To choose another one, name it on the line.`,
    );
  const offered = records.slice(0, MOST_OFFERED).sort((one, other) => place(one) - place(other));
  return {choices: offered.map(record => recordChoice(record, source)), all};
}

const MOST_OFFERED = 10_000;

const noneYet = ({noun, see}: Source): PreflightError =>
  new PreflightError(`There is no ${noun.one} yet.`, {hint: `First: ${see.replace(/ list\b.*$/, '')} create`});

/** The word for a record on a line: its name if that finds no other of these, else its id. */
export const wordFor = ({id, name}: ListedRecord, among: readonly ListedRecord[]): string =>
  isTypable(name) && among.filter(other => isExactly(other.name, name)).length === 1 ? name : id;

/** Whether a name can be on a line without being read as an option, a file, an id or a keyword. */
const isTypable = (name: string): boolean =>
  name !== '' &&
  !/^[-@]/.test(name) &&
  clean(name) === name &&
  name.trim() === name &&
  parseReference(name).by === 'either' &&
  !isNumber(name) &&
  !isCode(name);

/** The question for one parameter. */
export type Question = {
  readonly context: Context;
  readonly command: Command;
  readonly key: string;
  readonly param: Param;
  /** The line so far, including answers. */
  readonly given: TypedValues;
  /** The words of the earlier answer, if a person went back to this question. */
  readonly before: readonly string[];
};

/** The words that a person would type, and an option that says in which record they are looked up. */
export type Answered = {readonly words: readonly string[]; readonly within?: TypedValues};

/** A parameter in a few words: its help up to the first colon, semicolon, default or end of a sentence. */
export const titleOf = ({help}: Param): string => help.split(/[:;]|\. | \(default/)[0] ?? help;

/** The part of the help that the title omits. */
export function detailsOf(param: Param): string | undefined {
  const more = param.help.slice(titleOf(param).length + 1).trim();
  return more === '' || param.question !== undefined ? undefined : more;
}

export const questionOf = (param: Param): string => param.question ?? `${titleOf(param)}:`;
