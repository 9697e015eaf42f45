import type {Client} from '../../src/api/client/client.js';
import type {Account} from '../../src/api/wire/account.js';
import type {Ask} from '../../src/ask/terminal/ask.js';
import {settleGlobals} from '../../src/cli/settle-globals.js';
import {createAgree} from '../../src/commands/agree.js';
import type {Command, Context, Group} from '../../src/commands/command.js';
import type {Globals} from '../../src/commands/globals.js';
import type {Result} from '../../src/output/results/result.js';
import type {Host} from '../../src/system/host.js';
import {fakeHost} from './fake-host.js';

/** Answers in the order of the questions; an unexpected question fails the test. */
export function answering(...answers: ReadonlyArray<string | boolean>): Ask & {readonly questions: string[]} {
  const left = [...answers];
  const questions: string[] = [];
  const next = async (question: string): Promise<string | boolean> => {
    questions.push(question);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`Nobody expected the question "${question}"`);
    return answer;
  };
  const text: Ask['text'] = async (question, {initial} = {}) => {
    const answer = String(await next(question));
    return answer === '' && initial !== undefined ? initial : answer;
  };
  return {
    ...nobody,
    possible: true,
    questions,
    confirm: async question => (await next(question)) === true,
    text,
    pasted: async sentence => String(await next(sentence)),
    pick: async (question, choices) => {
      const answer = await next(question);
      const chosen = (typeof choices === 'function' ? [] : choices).find(({name}) => name === answer);
      if (!chosen) throw new Error(`"${question}" does not offer ${String(answer)}`);
      return chosen.value;
    },
    secret: question => text(question),
  };
}

const unanswered = async (): Promise<never> => {
  throw new Error('A question was asked where nobody can answer');
};

/** Nobody can answer. */
export const nobody: Ask = {
  possible: false,
  confirm: unanswered,
  text: unanswered,
  pasted: unanswered,
  pick: unanswered,
  secret: unanswered,
  path: unanswered,
  several: unanswered,
};

export type Service = (account: Account) => Promise<unknown>;

export type Played = {readonly result: Result; readonly said: readonly string[]};

type Scene = {
  readonly host?: Host;
  readonly globals?: Partial<Globals>;
  readonly reader?: Context['reader'];
  readonly ask?: Ask;
  /** The account for requests, if the command may ask for it. */
  readonly account?: Account;
  /** What the service does when it is called with these keys. */
  readonly service?: Service;
};

/** Runs one command of a group like main, and returns its result with everything printed on stderr. */
export async function play(group: Group, name: string, input: object, scene: Scene = {}): Promise<Played> {
  const said: string[] = [];
  const {host = fakeHost(), ask = nobody, service = async () => [], account} = scene;
  const globals = {...settleGlobals({}, host, {}), ...scene.globals};
  const command = group.commands[name];
  if (command === undefined) throw new Error(`No command ${name}`);
  const result = await run(command, input, {
    host,
    ask,
    globals,
    reader: scene.reader ?? 'people',
    screenWidth: undefined,
    connect: other => clientOf(service, other),
    until: () => clientOf(service, account),
    account: async () => account ?? unanswered(),
    ...clientOf(service, account),
    agree: createAgree(ask, {...globals, reader: scene.reader ?? 'people'}, async () => {}),
    mayChange: unanswered,
    zones: () => ({}),
    takeTurns: (_thing, _work, act) => act(false),
    keepDeleted: async () => undefined,
    notice: sentence => void said.push(sentence),
    warn: sentence => void said.push(sentence),
    progress: {show: () => {}, clear: () => {}},
    answered: () => undefined,
    called: (_parameter, value) => String(value),
  });
  return {result, said};
}

const run = (command: Command, input: object, context: Context): Promise<Result> =>
  (command as Command<object>).run(context, input);

function clientOf(service: Service, account: Account | undefined): Client {
  const client: Client = {
    call: async () => {
      if (account === undefined) throw new Error('The current account was called, and there is none');
      return (await service(account)) as never;
    },
    send: () => {
      throw new Error('Nothing is changed here');
    },
    stream: () => {
      throw new Error('Nothing streams here');
    },
    untiring: () => client,
    persist: work => work(),
    raw: unanswered,
    download: () => {
      throw new Error('Nothing is downloaded here');
    },
  };
  return client;
}
