/** Which sources write files, known by the functions that they import. */
import {readdirSync, readFileSync} from 'node:fs';

/** The sources that import a function that makes a file, a lock or a journal. */
export const writingSources = (): readonly string[] =>
  readdirSync('src', {recursive: true, encoding: 'utf8'})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !path.startsWith('system/') && writes(readFileSync(`src/${path}`, 'utf8')))
    .sort();

const writes = (text: string): boolean =>
  /openSync\([^;]*'[wa]/.test(text) ||
  [...text.matchAll(/^import \{([^}]+)\} from '(?:node:fs(?:\/promises)?|[./]+\/system\/[\w-]+\.js)';$/gms)].some(
    ([, names = '']) => names.split(',').some(name => makers.has(name.trim())),
  );

const makers = new Set([
  ...['appendFile', 'copyFile', 'copyInside', 'createWriteStream', 'linkSync', 'mkdtemp', 'mkdtempSync'],
  ...['rename', 'renameSync', 'writeFile', 'writeFileSync', 'beginWhole', 'createEmpty', 'createJournalFile'],
  ...['prepareLock', 'takeLock', 'takeLockIfFree', 'withLock', 'writeKept', 'writeWhole', 'writeWholeFolder'],
]);
