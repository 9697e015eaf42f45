import type {Command, Group} from './commands/command.js';
import {resources} from './resources/index.js';

/** A word that can follow `emk`: what it is for, and what loads it when it is named. */
export type Branch = {readonly summary: string; readonly load: () => Promise<{readonly default: Group | Command}>};

/** The whole tree, in the order help shows it. Nothing of a branch is loaded until somebody names it. */
export const tree: {readonly [name: string]: Branch} = {
  ...resources,
  auth: {summary: 'Log in, and choose between accounts', load: () => import('./accounts/auth.js')},
  config: {summary: 'Settings', load: () => import('./accounts/config.js')},
  sandbox: {summary: 'The whole service in a box, to try and to test with', load: () => import('./sandbox/group.js')},
  api: {summary: 'Any request, for what has no command of its own', load: () => import('./api-command.js')},
  completion: {summary: 'Completion for your shell', load: () => import('./reference/completion-command.js')},
  commands: {summary: 'All commands, as JSON', load: () => import('./reference/commands-command.js')},
};

export const isCommand = (branch: Group | Command): branch is Command => 'run' in branch;
