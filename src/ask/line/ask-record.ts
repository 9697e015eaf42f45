import {recordName} from '../../api/describe/route.js';
import type {Kinds, Loose, Param, Reference, Source} from '../../api/describe/schema.js';
import type {Choice, TypedValues} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import {listedRecords} from '../../change/records/read.js';
import type {Command} from '../../commands/command.js';
import {isExactly, type ListedRecord, recordChoice} from '../../commands/find-record.js';
import {toInput} from '../../commands/input.js';
import {isNumber, parseReference} from '../../commands/parameters.js';
import {optionFilling, resolveNames} from '../../commands/resolve-names.js';
import {PreflightError} from '../../core/errors.js';
import {isCode} from '../../core/words/values.js';
import {clean} from '../../output/text/sanitise.js';
import {isNotDeleted} from '../../records/fields/path.js';

/** Asks for one or several records from their list, and returns the words that a person would type. */
export async function askRecord(question: Question, from: Reference): Promise<readonly string[]> {
  const {context, command, key, param, before} = question;
  const {default: source} = await from();
  const only = command.asks?.only?.[key];
  const records = await listed(context, source, await parentInput(question, source));
  const choices = records.filter(record => only?.fits(record) ?? true).map(record => recordChoice(record, source));
  if (choices.length === 0) throw only ? new PreflightError(only.none) : noneYet(source);
  const isBefore = ({id, name}: ListedRecord): boolean => before.includes(id) || before.includes(name);
  const title = command.args.includes(key) ? `Which ${source.noun.one}?` : questionOf(param);
  const chosen = param.many
    ? await context.ask.several(`Which ${source.noun.many}?`, choices, {isTicked: isBefore})
    : [await context.ask.pick(title, choices, {isNow: isBefore})];
  // A name must find no other record of the list, whether that was offered or not.
  const all = valuesOf(records.map(record => recordChoice(record, source)));
  return chosen.map(record => wordFor(record, all));
}

/** The option that names the record in whose list others are looked up, which is asked for first. */
export async function parentOption(command: Command, key: string): Promise<string | undefined> {
  const param = command.takes[key];
  const from = param?.from ?? param?.offers;
  const needed = from && recordName((await from()).default.list);
  return needed === undefined ? undefined : optionFilling(command, key, needed);
}

/** The input of the list of a parameter's records: the record above them, which the line names. */
async function parentInput({context, command, key, given}: Question, {list}: Source): Promise<Loose> {
  const option = await parentOption(command, key);
  const param = option === undefined ? undefined : command.takes[option];
  if (option === undefined || !param) return {};
  const alone = {...command, takes: {[option]: param}, asks: {}};
  const {input} = await resolveNames(context, alone, toInput(alone, {[option]: given[option]}));
  return {[recordName(list) ?? '']: input[option]};
}

type OfKind = ListedRecord & {readonly kind: string};

/** Asks who gets mail: lists and segments stand together. */
export async function askAudience({context, param, before}: Question, kinds: Kinds): Promise<readonly string[]> {
  const choices: Choice<OfKind>[] = [];
  for (const [kind, {from, shown}] of Object.entries(kinds)) {
    const {default: source} = await from();
    const ofKind = await listed(context, source, {});
    choices.push(
      ...ofKind
        .map(record => recordChoice(record, source))
        .map(({note, value, ...rest}) => ({
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
    const ofKind = valuesOf(choices).filter(({kind}) => kind === one.kind);
    return wordFor(one, ofKind) === one.id ? `${kinds[one.kind]?.sent}${one.id}` : `${one.kind}:${one.name}`;
  });
}

const valuesOf = <T>(choices: readonly Choice<T>[]): readonly T[] => choices.map(({value}) => value);

/** The records of a list in the order of choices. Of a very long one, only the beginning is offered. */
async function listed(context: Context, source: Source, parent: Loose): Promise<readonly Loose[]> {
  const records: Loose[] = [];
  const {noun, place = () => 0} = source;
  for await (const batch of listedRecords(context, source, parent)) {
    records.push(...batch.filter(isNotDeleted));
    context.progress.show({label: `Reading the ${noun.many}`, done: records.length});
    if (records.length > MOST_OFFERED) break;
  }
  context.progress.clear();
  return records.sort((one, other) => place(one) - place(other));
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

/** The question for a parameter: its own, or its help up to the first colon, semicolon, default or end of a sentence. */
export const questionOf = ({question, help}: Param): string =>
  question ?? `${help.split(/[:;]|\. | \(default/)[0] ?? help}:`;
