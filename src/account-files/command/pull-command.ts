import {command} from '../../commands/command.js';
import {counted, withMore} from '../../words/sentence.js';
import type {KindName} from '../kinds/shape.js';
import {folderParam, kindParams, kindsWanted, readsWithContacts} from './options.js';

export const pullCommand = command({
  summary: 'Save the account as files',
  details:
    'Writes one YAML file for each kind of record, with the HTML and JSON of templates and mailings in files next to ' +
    'it. Records refer to each other by name; only emk.lock.json has ids.\n\nIf nobody changed the account, a second ' +
    'pull writes the same files. emk keeps your comments and the order of entries.\n\nAll files change together: if ' +
    'the pull fails, the old ones are untouched. ' +
    'Two records with the same name get numbers: "Leads" and "Leads (2)".',
  takes: {
    dir: folderParam,
    ...kindParams,
    contacts: {type: 'flag', help: 'Also save the contacts, as a CSV file for each list'},
    all: {type: 'flag', help: 'Also save the mailings that went out, in sent.yaml'},
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await import('../kinds/results.schema.js')).pulled})},
  examples: [
    'emk account pull account',
    'emk account pull account --only mailings --only automations',
    'emk account pull --all && git diff --stat',
  ],
  calls: readsWithContacts,
  async run(context, {dir = '.', only, except, all, contacts}) {
    const {pull} = await import('../pull/pull.js');
    const [{kinds}, {counted}] = await Promise.all([import('../kinds/kinds.js'), import('../../words/sentence.js')]);
    const pulled = await pull(context, {
      folder: dir,
      wanted: kindsWanted(only, except),
      all: Boolean(all),
      contacts: Boolean(contacts),
    });
    const records = Object.entries(pulled.records).filter(([, count]) => count > 0);
    const found = records.map(([kind, count]) => {
      const {one, many} = kinds[kind as KindName].collection.noun;
      return counted(count, one, many);
    });
    const outcome =
      pulled.changed.length === 0 ? 'No file changed.' : changedFiles(pulled.changed, context.globals.dryRun);
    return {
      kind: 'data',
      data: pulled,
      text: '',
      sentence: `${found.length > 0 ? `Read ${found.join(', ')}.` : 'The account is empty.'} ${outcome}`,
    };
  },
});

const changedFiles = (paths: readonly string[], dryRun: boolean): string =>
  `${dryRun ? 'Without --dry-run, this changes' : 'Changed'} ${counted(paths.length, 'file')}: ${withMore(paths, paths.length, 12)}.`;
