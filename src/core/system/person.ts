import type {Host} from './host.js';

/** Whether a person is here who sees what is drawn on a stream: questions, the pager, home and screens that wait for a key follow from this. */
export const isPersonHere = (
  {stdin}: Pick<Host, 'stdin'>,
  shown: {readonly isTTY?: boolean},
  input: boolean,
): boolean => input && stdin.isTTY === true && shown.isTTY === true;

/** Whether the environment says that nobody answers: a job of a CI system, the shell of an agent, or a person's own wish. */
export const runsAlone = (env: Host['env']): boolean => alone.some(name => isTrue(env[name]));

/** Whether a variable is set to anything but a word for no. */
export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());

/** What agents set in the shells that they run. Variables that their editors also set for people are not among these. */
export const agentVariables = [
  'AI_AGENT',
  'CLAUDECODE',
  'CODEX_CI',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
] as const;

const alone = ['CI', 'EMK_NO_INPUT', ...agentVariables];
