import {twoColumns} from './layout.js';

type Page = {readonly summary: string; readonly load: () => Promise<{readonly default: string}>};

const pages: {readonly [topic: string]: Page} = {
  output: {summary: 'What is printed, in which form, and how much of it', load: () => import('./topics/output.js')},
  options: {summary: 'The options that every command has', load: () => import('./topics/options.js')},
  contract: {
    summary: 'What stays the same from version to version',
    load: () => import('./topics/contract.js'),
  },
  'exit-codes': {summary: 'What emk ends with, and when to try again', load: () => import('./topics/exit-codes.js')},
  environment: {
    summary: 'Every variable that emk reads, and what comes before what',
    load: () => import('./topics/environment.js'),
  },
  import: {summary: 'How a list of people is brought in', load: () => import('./topics/import.js')},
  sandbox: {summary: 'The service in a box: its ways in, clock and faults', load: () => import('./topics/sandbox.js')},
  testing: {summary: 'How the tests of any program use the sandbox', load: () => import('./topics/testing.js')},
  recipes: {summary: 'Tasks for cron and pipelines, line by line', load: () => import('./topics/recipes.js')},
  agents: {
    summary: 'What an agent can do with an account, and what it cannot',
    load: () => import('./topics/agents.js'),
  },
  scripting: {summary: 'How scripts, cron jobs and pipelines use emk', load: () => import('./topics/scripting.js')},
};

const contents = async (): Promise<string> =>
  [
    'emk explains these things at length. Read one with: emk help <topic>',
    '',
    ...twoColumns(Object.entries(pages).map(([topic, {summary}]) => [topic, summary])),
    '',
  ].join('\n');

/** Pages of `emk help` that belong to no single command. Each is loaded only when shown. */
export const topics: Readonly<Record<string, () => Promise<string>>> = {
  ...Object.fromEntries(Object.entries(pages).map(([topic, {load}]) => [topic, async () => (await load()).default])),
  topics: contents,
};
