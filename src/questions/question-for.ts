import type {Param} from '../api/describe/schema.js';
import {BACK, type Back, type TypedValues} from '../commands/ask.js';
import type {Command, Context, OwnQuestion} from '../commands/command.js';
import {wrongWith} from '../commands/input.js';
import {PreflightError, UsageError} from '../errors.js';
import {askAudience} from './ask-audience.js';
import type {Step} from './ask-in-order.js';
import {askRecord, type BelowChosen} from './ask-record.js';
import {checkGiven} from './check-given.js';
import {detailsOf, explain, questionOf, titleOf} from './parameter-title.js';
import {pastedPeople} from './pasted-people.js';
import type {Question, Tools} from './question.js';

/** The question for a parameter, depending on its type. Asked again, it shows the earlier answer. */
export function questionFor(tools: Tools, command: Command, key: string, current: readonly string[] = []): Step {
  const param = command.takes[key] as Param;
  const own = command.asks?.own?.[key];
  if (own) return ownQuestion(tools, own);
  let answered = current;
  return {
    async ask(soFar, canGoBack) {
      if (answered.length === 0) answered = [(await command.asks?.usual?.[key]?.(tools.context)) ?? []].flat();
      const answer = await ask({tools, command, key, param, soFar, canGoBack, current: answered});
      if (answer === BACK) return BACK;
      if (typeof answer === 'boolean') return {given: {[key]: answer}};
      const {words, within} = 'words' in answer ? answer : {words: answer, within: {}};
      answered = words;
      return {given: {...within, [key]: typed(param, words)}};
    },
  };
}

/** A question that the command asks itself. */
export const ownQuestion = ({context}: Tools, own: OwnQuestion): Step => ({
  async ask(so, canGoBack) {
    const given = await own(context, so, canGoBack);
    return given === BACK ? BACK : {given};
  },
});

/** An answer as it would be typed. */
const typed = ({many}: Param, answer: readonly string[]): TypedValues[string] =>
  many ? (answer.length > 0 ? answer : undefined) : answer[0];

function ask(question: Question): Promise<readonly string[] | boolean | BelowChosen | Back> {
  const {param} = question;
  if (param.type === 'flag') return askSwitch(question);
  if (param.choices) return askChoice(question, param.choices);
  if (param.kinds) return askAudience(question, param.kinds);
  const from = param.from ?? question.command.asks?.picks?.[question.key];
  if (from) return askRecord(question, from);
  return askText(question);
}

const askSwitch = (question: Question): Promise<boolean | Back> => {
  const {tools, param, canGoBack, current} = question;
  const from = [
    {name: 'Yes', value: true},
    {name: 'No', value: false},
  ];
  const chosen = from.filter(({value}) => current[0] === String(Number(value)));
  return tools.context.ask.guided.pick(param.question ?? `${titleOf(param)}?`, {
    from,
    chosen,
    canGoBack,
    about: explain(question),
  });
};

async function askChoice(question: Question, choices: readonly string[]): Promise<readonly string[] | Back> {
  const {tools, param, canGoBack, current} = question;
  const from = choices.map(choice => ({name: choice, note: param.meanings?.[choice], value: choice}));
  const chosen = from.filter(({value}) => current.includes(value));
  const answer = await tools.context.ask.guided.pick(questionOf(param), {
    from,
    chosen,
    canGoBack,
    help: param.meanings ? undefined : detailsOf(param),
    about: explain(question),
  });
  return answer === BACK ? BACK : [answer];
}

async function askText(question: Question): Promise<readonly string[] | Back> {
  const {tools, command, key, param, canGoBack, current} = question;
  const {guided} = tools.context.ask;
  const how = {
    canGoBack,
    initial: current[0],
    help: detailsOf(param),
    pastes: param.format === 'people' ? pastedPeople : undefined,
    problem: (text: string) => wrongWith(param, text) ?? command.asks?.checks?.[key]?.(tools.context, text),
    mayBeEmpty: param.required !== true && param.many !== true && param.blank !== 'refused',
  };
  const title = questionOf(param).replace(', or @FILE', '');
  if (isPath(param)) return askPath(question, title, {...how, help: undefined});
  if (param.help.includes('@FILE')) {
    const path = await guided.path(title, {canGoBack, help: 'The file with it.'});
    return path === BACK ? BACK : [`@${path}`];
  }
  const text = await guided.text(title, how);
  if (text === BACK) return BACK;
  // Empty without an earlier value is no answer; empty in place of a value empties it.
  return text.trim() === '' && current.length === 0 ? [] : [text.trim()];
}

/** Asks for a file, again if the command can tell at once that this one does not work. */
async function askPath(
  {tools: {context}, command, key, param, soFar}: Question,
  title: string,
  how: Parameters<Context['ask']['guided']['path']>[1],
): Promise<readonly string[] | Back> {
  for (let {initial} = how; ; ) {
    const path = await context.ask.guided.path(title, {...how, initial});
    if (path === BACK) return BACK;
    try {
      await checkGiven(context, command, {...soFar, [key]: param.many ? [path] : path});
      return [path];
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof PreflightError)) throw error;
      context.warn([error.message, error.hint].filter(Boolean).join(' '));
      initial = path;
    }
  }
}

const isPath = ({type, value = ''}: Param): boolean => type === 'file' || value === 'file';
