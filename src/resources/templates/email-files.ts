import {existsSync, readdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {UsageError} from '../../errors.js';
import type {Host} from '../../system/host.js';
import {compareUnits} from '../../words/compare-units.js';

/** What a line names, with patterns such as `letters/*.html` replaced by the files that match: Windows leaves them to programs. */
export const withFilesOf = (host: Pick<Host, 'cwd'>, given: readonly string[]): readonly string[] => [
  ...new Set(given.flatMap(each => (isPattern(host.cwd, each) ? matching(host.cwd, each) : [each]))),
];

const isPattern = (cwd: string, given: string): boolean =>
  /[*?]/.test(given) && /[\\/]|\.\w+$/.test(given) && !existsSync(resolve(cwd, given));

function matching(cwd: string, pattern: string): readonly string[] {
  const parts = pattern.split(/[\\/]/);
  const fixed = parts.slice(
    0,
    parts.findIndex(part => /[*?]/.test(part)),
  );
  const folder = fixed.length === 0 ? '.' : fixed.join('/') || '/';
  const wanted = toPattern(parts.slice(fixed.length));
  const found = namesBelow(
    resolve(cwd, folder),
    parts.slice(fixed.length).includes('**') ? DEEPEST : parts.length - fixed.length,
  )
    .filter(name => wanted.test(name))
    .map(name => (folder === '.' ? name : `${folder === '/' ? '' : folder}/${name}`))
    .sort(compareUnits);
  if (found.length > 0) return found;
  throw new UsageError(`No file matches ${pattern}.`, {hint: 'Check the path and the spelling.'});
}

/** The files below a folder, without hidden ones and those that npm has put there. */
function namesBelow(folder: string, depth: number, under = ''): readonly string[] {
  if (depth === 0 || !existsSync(folder)) return [];
  return readdirSync(folder, {withFileTypes: true})
    .filter(({name}) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap(entry =>
      entry.isDirectory()
        ? namesBelow(join(folder, entry.name), depth - 1, `${under}${entry.name}/`)
        : [`${under}${entry.name}`],
    );
}

function toPattern(parts: readonly string[]): RegExp {
  const written = parts.map(part =>
    part === '**'
      ? '(?:[^/]+/)*'
      : `${part
          .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
          .replaceAll('*', '[^/]*')
          .replaceAll('?', '[^/]')}/`,
  );
  return new RegExp(`^${written.join('').replace(/\/$/, '')}$`);
}

const DEEPEST = 20;
