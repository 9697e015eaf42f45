import type {Tree} from '../commands/command-names.js';

/** The whole tree, in the order of the help. A branch is loaded only if a line names it. */
export const tree: Tree = {
  lists: {summary: 'Lists of people', load: () => import('../resources/lists.js')},
  contacts: {
    jobs: {import: 'import', find: 'find'},
    summary: 'People you can write to',
    load: () => import('../contacts/command/contacts.js'),
  },
  fields: {summary: 'Fields of a contact: reserved and custom', load: () => import('../resources/fields.js')},
  segments: {summary: 'People grouped by what they have in common', load: () => import('../resources/segments.js')},
  unsubscribes: {
    jobs: {unsubscribe: 'add', resubscribe: 'delete'},
    summary: 'People who unsubscribed',
    load: () => import('../resources/unsubscribes.js'),
  },
  groups: {summary: 'Kinds of mail people can unsubscribe from', load: () => import('../resources/groups.js')},
  senders: {summary: 'Addresses you write from', load: () => import('../resources/senders.js')},
  templates: {summary: 'Design templates and their tags', load: () => import('../resources/templates.js')},
  mailings: {
    jobs: {send: 'create', test: 'test', reschedule: 'reschedule', cancel: 'cancel', results: 'results'},
    summary: 'One-off mailings, at once or at a set time',
    load: () => import('../resources/mailings.js'),
  },
  automations: {summary: 'Emails that send themselves', load: () => import('../resources/automations.js')},
  agenda: {summary: 'Upcoming mail, and anything blocking it', load: () => import('../insight/agenda.js')},
  report: {
    summary: 'The account at a glance, in the terminal or as a page',
    load: () => import('../insight/report.js'),
  },
  notifications: {summary: 'Addresses stored for notifications', load: () => import('../resources/notifications.js')},
  locations: {summary: 'Countries, states and cities', load: () => import('../resources/locations.js')},
  account: {summary: 'The account as files, under version control', load: () => import('../files/account/account.js')},
  seed: {summary: 'Test data that cleans up after itself', load: () => import('../files/seed/seed.js')},
  undo: {
    summary: 'Take back what emk did: imports, deletions, applies',
    load: () => import('../files/undo/undo-command.js'),
  },
  auth: {
    jobs: {login: 'login', logout: 'logout', switch: 'switch'},
    summary: 'Log in, and choose between accounts',
    load: () => import('../resources/auth.js'),
  },
  config: {summary: 'Settings', load: () => import('../resources/config.js')},
  sandbox: {
    summary: 'A local copy of the service, to try things safely',
    load: () => import('../sandbox/commands/group.js'),
  },
  api: {
    summary: 'Send any request, when there is no command for it',
    load: () => import('../resources/api-command.js'),
  },
  doctor: {summary: 'Find out what is wrong and how to fix it', load: () => import('./doctor.js')},
  completion: {summary: 'Completion for your shell', load: () => import('../help/complete-command.js')},
  schema: {
    summary: 'The shape of everything that emk prints as JSON',
    load: async () => ({default: (await import('../agents/schema-command.js')).schemaCommand(tree)}),
  },
  mcp: {
    summary: 'The account as tools for an agent',
    load: async () => ({
      default: (await import('../agents/mcp-command.js')).mcpCommand(tree, (await import('./version.js')).version),
    }),
  },
  commands: {
    summary: 'All commands, as JSON',
    load: async () => ({default: (await import('../help/commands.js')).commandsCommand(tree)}),
  },
};
