import {command} from '../commands/command.js';
import {exportFormats} from '../output/results/format.js';
import {counted} from '../words/sentence.js';
import {streamReads} from './streams.js';

export default command({
  summary: 'Copy the whole account into a folder, for a warehouse',
  details:
    'emk writes one file for each kind of record: contacts with their custom fields, segments and groups with their ' +
    'recipients, mailings and automations with their statistics, and the rest. manifest.json lists the rows, the ' +
    'columns and the sha256 of each file.\n\nThe folder appears once everything is written; an earlier export stays until ' +
    'then. emk reads the short lists twice, and says what changed meanwhile.\n\nTo rebuild an account from files, see ' +
    '"emk account pull".',
  takes: {
    dir: {type: 'text', value: 'folder', required: true, help: 'Folder to create'},
    format: {type: 'text', choices: exportFormats, help: `Format of the files (default: ${exportFormats[0]})`},
  },
  args: ['dir'],
  calls: streamReads,
  makesFolder: true,
  gives: {document: () => import('./manifest.schema.js')},
  examples: ['emk export account-copy', 'emk export "copy-$(date +%F)" --format jsonl', 'emk export copy --json'],
  async run(context, {dir, format = exportFormats[0]}) {
    const {exportAccount} = await import('./export-account.js');
    if (context.globals.dryRun) {
      context.notice(`Without --dry-run, emk writes the copy to ${dir}.`);
      return {kind: 'nothing'};
    }
    const manifest = await exportAccount(context, {dir, format});
    const {files, consistency} = manifest;
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    if (consistency.changed.length > 0) {
      context.warn(
        `While emk was reading, this changed: ${consistency.changed.join(', ')}. The copy may hold some records from before and some from after. Run it again for a consistent copy.`,
      );
    }
    return {
      kind: 'data',
      data: manifest,
      text: '',
      sentence: `Copied ${counted(rows, 'record')} to ${counted(files.length, 'file')} in ${dir}.`,
    };
  },
});
