import {command, type Group} from '../commands/command.js';
import {programs} from './skill/programs.js';

const takes = {
  for: {
    type: 'text',
    many: true,
    choices: programs,
    value: 'program',
    help: 'The program of the agent, repeatable (default: each that has a folder in your home)',
  },
} as const;

const install = command({
  summary: 'Teach the agents on this machine to use emk safely',
  details:
    "Writes SKILL.md where an agent's program looks for skills, in your home folder: what an agent reads before it types " +
    'commands of emk. It holds no keys. emk asks first, and replaces only a file that it wrote. Install it again after an ' +
    'update of emk.',
  takes,
  args: [],
  calls: [],
  gives: 'done',
  examples: ['emk skill install', 'emk skill install --for claude --for codex --yes'],
  run: async (context, {for: wanted}) => (await import('./skill/install.js')).installSkill(context, wanted),
});

const uninstall = command({
  summary: 'Remove what "emk skill install" wrote',
  takes,
  args: [],
  calls: [],
  gives: 'done',
  examples: ['emk skill uninstall', 'emk skill uninstall --for cursor'],
  run: async (context, {for: wanted}) => (await import('./skill/install.js')).uninstallSkill(context, wanted),
});

/** `emk skill`: the page about emk for agents that type commands. */
export default {commands: {install, uninstall}} satisfies Group;
