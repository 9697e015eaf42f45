import type {Group} from '../../commands/command.js';
import contacts from '../../resources/contacts.js';
import {exportCommand} from './export-command.js';
import {importCommand} from './import-command.js';
import {sampleCommand} from './sample-command.js';
import {syncCommand} from './sync-command.js';

const {delete: remove, ...commands} = contacts.commands;

/** `emk contacts`: commands for single contacts like those of other resources, and import and export for many. */
export default {
  commands: {
    ...commands,
    import: importCommand,
    sync: syncCommand,
    export: exportCommand,
    sample: sampleCommand,
    delete: remove,
  },
} satisfies Group;
