import {recordName} from '../../api/describe/route.js';
import type {Kinds, Loose, Param, Reference, Source} from '../../api/describe/schema.js';
import {type Choice, orBack, type TypedValues} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import {listedRecords} from '../../change/records/read.js';
import type {Command, Either} from '../../commands/command.js';
import {isExactly, type ListedRecord, recordChoice} from '../../commands/find-record.js';
import {toInput, wrongWith} from '../../commands/input.js';
import {isNumber, missingParameters, parseReference} from '../../commands/parameters.js';
import {optionFilling, resolveNames} from '../../commands/resolve-names.js';
import {PreflightError} from '../../core/errors.js';
import {isCode} from '../../core/words/values.js';
import {clean} from '../../output/text/sanitise.js';
import {isNotDeleted} from '../../records/fields/path.js';

/** Asks for everything that a line lacks. What was typed is checked first: nobody should answer in vain. */
export async function askForMissing(context: Context, command: Command, given: TypedValues): Promise<TypedValues> {
  await checkGiven(context, command, given);
  await findNamed(context, command, given);
  return askInOrder(missingQuestions(context, command, given), given);
}

/** Asks questions in order. Esc goes back to the one before, and from the first out of them. */
async function askInOrder(steps: readonly QuestionStep[], begin: TypedValues): Promise<TypedValues> {
  const before: Array<{readonly given: TypedValues; readonly left: readonly QuestionStep[]}> = [];
  let [given, left] = [begin, steps];
  for (let [step, ...rest] = left; step; [step, ...rest] = left) {
    const answer = await orBack(
      () => step(given),
      error => {
        const last = before.pop();
        if (!last) throw error;
        return {last};
      },
    );
    if ('last' in answer) ({given, left} = answer.last);
    else {
      if (!answer.isKnown) before.push({given, left});
      given = {...given, ...answer.given};
      left = [...(answer.followedBy ?? []), ...rest];
    }
  }
  return given;
}

/** The questions of a command whose line lacks something, in a natural order. */
function missingQuestions(context: Context, command: Command, given: TypedValues): readonly QuestionStep[] {
  const missing = missingParameters(command, given);
  const keys = new Set([
    ...(command.asks?.order ?? []).filter(key => given[key] === undefined),
    ...missing.filter((need): need is string => typeof need === 'string'),
  ]);
  return [
    ...[...keys].map(key => unlessKnown(context, command, key)),
    ...missing
      .filter((need): need is Either => typeof need !== 'string')
      .map(choice => askEither(context, command, choice)),
  ];
}

/** The question for a parameter, unless an answer has given it, or it follows from the answers so far. */
function unlessKnown(context: Context, command: Command, key: string): QuestionStep {
  const step = questionFor(context, command, key);
  const known = async (given: TypedValues): Promise<boolean> =>
    given[key] !== undefined || (await command.derives?.[key]?.(context, given)) !== undefined;
  return async given => {
    if (await known(given)) return {given: {}, isKnown: true};
    const parent = await parentOption(command, key);
    if (parent === undefined || given[parent] !== undefined) return step(given);
    return {given: {}, isKnown: true, followedBy: [questionFor(context, command, parent), step]};
  };
}

/** Asks which of several parameters is meant, and then for its value; a switch needs no value. */
function askEither(context: Context, command: Command, {question, either, own}: Either): QuestionStep {
  if (own) return async given => ({given: await own(context, given, {})});
  const [only = '', ...others] = Object.keys(either);
  if (others.length === 0) return questionFor(context, command, only);
  return async () => {
    const key = await context.ask.pick(
      question,
      Object.entries(either).map(([value, name]) => ({name, value})),
    );
    const isSwitch = command.takes[key]?.type === 'flag';
    return isSwitch ? {given: {[key]: true}} : {given: {}, followedBy: [questionFor(context, command, key)]};
  };
}

/** Looks up the records that the line names: one that does not exist is said before the first question. */
async function findNamed(context: Context, command: Command, given: TypedValues): Promise<void> {
  for (const [key, param] of Object.entries(command.takes)) {
    const {kinds, from} = param;
    const names = [given[key] ?? []].flat();
    if (names.length === 0 || names.includes('-')) continue;
    // A record in another one's list can be found only once that is known.
    if (!kinds && (!from || recordName((await from()).default.list) !== undefined)) continue;
    const alone: Command = {...command, takes: {[key]: param}, asks: {}};
    await resolveNames(context, alone, toInput(alone, {[key]: given[key]}));
  }
}

/** One question: it gets the line so far, and returns what it adds. */
type QuestionStep = (given: TypedValues) => Promise<StepAnswer>;

type StepAnswer = {
  readonly given: TypedValues;
  readonly followedBy?: readonly QuestionStep[];
  /** Nobody was asked, so there is nothing to go back to. */
  readonly isKnown?: true;
};

/** The question for a parameter, depending on its type. Asked again, it shows the earlier answer. */
function questionFor(context: Context, command: Command, key: string): QuestionStep {
  const own = command.asks?.own?.[key];
  let earlier: TypedValues = {};
  if (own)
    return async given => {
      earlier = await own(context, given, earlier);
      return {given: earlier};
    };
  const param = command.takes[key] as Param;
  let before: readonly string[] = [];
  return async given => {
    if (param.type === 'flag') return {given: {[key]: await context.ask.confirm(questionOf(param), {leadsBack: true})}};
    const words = await ask({context, command, key, param, given, before});
    before = words;
    return {given: {[key]: param.many ? (words.length > 0 ? words : undefined) : words[0]}};
  };
}

async function ask(question: MissingAnswer): Promise<readonly string[]> {
  const {param} = question;
  if (param.choices) return [await askChoice(question, param.choices)];
  if (param.kinds) return askAudience(question, param.kinds);
  const from = param.from ?? param.offers;
  return from ? askRecord(question, from) : askText(question);
}

const askChoice = ({context, param, before}: MissingAnswer, choices: readonly string[]): Promise<string> =>
  context.ask.pick(
    questionOf(param),
    choices.map(choice => ({name: choice, note: param.meanings?.[choice], value: choice})),
    {isNow: value => before.includes(value)},
  );

async function askText(question: MissingAnswer): Promise<readonly string[]> {
  const {context, param, before} = question;
  const {ask} = context;
  const title = questionOf(param).replace(', or @FILE', '');
  const problem = (text: string) => wrongWith(param, text);
  if (param.format === 'people') return [await askPeople(context, title, problem)];
  if (param.type === 'file' || param.value === 'file') return [await ask.path(title, {initial: before[0]})];
  if (param.help.includes('@FILE')) return [`@${await ask.path(title)}`];
  const mayBeEmpty = param.required !== true && param.many !== true && param.blank !== 'refused';
  const text = await ask.text(title, {initial: before[0], problem, mayBeEmpty});
  // Empty without an earlier value is no answer; empty in place of a value empties it.
  return text.trim() === '' && before.length === 0 ? [] : [text.trim()];
}

/** Asks for people, who are typed or pasted line by line, again until they can be read. */
async function askPeople(
  {ask, warn}: Context,
  title: string,
  problem: (text: string) => string | undefined,
): Promise<string> {
  for (;;) {
    const text = await ask.pasted(`${title} One on each line; then press Ctrl-D.`);
    const people = text
      .split('\n')
      .filter(line => line.trim() !== '')
      .join('; ');
    const wrong = people === '' ? 'Type or paste somebody, or press Esc.' : problem(people);
    if (wrong === undefined) return people;
    warn(wrong);
  }
}

/** Complains about wrong values, but not about missing ones, which a person is about to be asked for. */
async function checkGiven(context: Context, command: Command, given: TypedValues): Promise<void> {
  const takes = Object.entries(command.takes).map(([key, {required, ...param}]) => [
    key,
    required ? {...param, blank: 'refused' as const} : param,
  ]);
  const input = toInput({...command, takes: Object.fromEntries(takes), asks: {}}, given);
  await command.checkFirst?.(context, input as never);
}

// ── Questions for records ───────────────────────────────────────────────────

/** Asks for one or several records from their list, and returns the words that a person would type. */
async function askRecord(question: MissingAnswer, from: Reference): Promise<readonly string[]> {
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
  return chosen.map(record => wordForRecord(record, all));
}

/** The option that names the record in whose list others are looked up, which is asked for first. */
async function parentOption(command: Command, key: string): Promise<string | undefined> {
  const param = command.takes[key];
  const from = param?.from ?? param?.offers;
  const needed = from && recordName((await from()).default.list);
  return needed === undefined ? undefined : optionFilling(command, key, needed);
}

/** The input of the list of a parameter's records: the record above them, which the line names. */
async function parentInput({context, command, key, given}: MissingAnswer, {list}: Source): Promise<Loose> {
  const option = await parentOption(command, key);
  const param = option === undefined ? undefined : command.takes[option];
  if (option === undefined || !param) return {};
  const alone = {...command, takes: {[option]: param}, asks: {}};
  const {input} = await resolveNames(context, alone, toInput(alone, {[option]: given[option]}));
  return {[recordName(list) ?? '']: input[option]};
}

type OfKind = ListedRecord & {readonly kind: string};

/** Asks who gets mail: lists and segments stand together. */
async function askAudience({context, param, before}: MissingAnswer, kinds: Kinds): Promise<readonly string[]> {
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
    return wordForRecord(one, ofKind) === one.id ? `${kinds[one.kind]?.sent}${one.id}` : `${one.kind}:${one.name}`;
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

export const noneYet = ({noun, see}: Source): PreflightError =>
  new PreflightError(`There is no ${noun.one} yet.`, {hint: `First: ${see.replace(/ list\b.*$/, '')} create`});

/** The word for a record on a line: its name if that finds no other of these, else its id. */
export const wordForRecord = ({id, name}: ListedRecord, among: readonly ListedRecord[]): string =>
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
type MissingAnswer = {
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
const questionOf = ({question, help}: Param): string => question ?? `${help.split(/[:;]|\. | \(default/)[0] ?? help}:`;
