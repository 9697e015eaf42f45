import type {Group} from '../../commands/command.js';
import contacts from '../../resources/contacts.js';
import {exportCommand} from './export-command.js';
import {importCommand} from './import-command.js';
import {sampleCommand} from './sample-command.js';

const {delete: remove, ...commands} = contacts.commands;

/** `emk contacts`: one by one, as every resource, and many at once from and to files. */
export default {
  commands: {...commands, import: importCommand, export: exportCommand, sample: sampleCommand, delete: remove},
} satisfies Group;
