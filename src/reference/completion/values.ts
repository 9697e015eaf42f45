import {accountOfLine, configIfReadable} from '../../accounts/account-of-line.js';
import {readNames} from '../../accounts/cached-names.js';
import type {Host} from '../../system/host.js';
import {type Candidate, recordCandidates} from './candidates.js';
import {fieldCandidates} from './field-candidates.js';
import type {Fields} from './fields.js';
import {typedIn, writers} from './quoting.js';

/**
 * What `emk completion values SHELL KIND PATH TYPED WORD…` prints: the matching values, one per line, with a
 * description after a tab. KIND is a `Value` of the scripts, PATH that of the command, and the words are those before
 * the typed one. A person waits for it after pressing a key, so it reads two small files and loads no command.
 */
export function completeValues(
  [shell = '', kind = '', atPath = '', soFar = '', ...line]: readonly string[],
  host: Host,
  fields: () => Fields,
): string {
  const write = writers[shell];
  if (write === undefined) return '';
  const [path, typed] = shell === 'powershell' ? [atPath.slice(1), soFar.slice(1)] : [atPath, soFar];
  const config = configIfReadable(host);
  const whose = config.settings['completion-cache'] === 'off' ? undefined : accountOfLine(line, host, config);
  const known = (list: string) => (whose === undefined ? [] : readNames(host, whose, list));
  const [, place = '', what = ''] = /^([%+])(.*)$/.exec(kind) ?? [];
  const text = typedIn(shell, typed);
  const candidates = (): readonly Candidate[] => {
    if (what === 'profiles') return [...config.profiles].map(([value, {baseUrl}]) => ({value, about: baseUrl}));
    if (what === 'columns' || what === 'sort' || what === 'where')
      return fieldCandidates(what, text, fields()[path] ?? {}, () => known('custom-fields'));
    return recordCandidates(what, text, known);
  };
  const fitting = thatFit(candidates(), text).filter(({value}) => place !== '+' || !value.startsWith('-'));
  return fitting.map(candidate => `${write(candidate, typed)}\n`).join('');
}

/** The candidates that begin with the typed text; if none do, those that do without case. */
function thatFit(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const exact = candidates.filter(({value}) => value.startsWith(typed));
  if (exact.length > 0) return exact;
  const wanted = typed.toLowerCase();
  return candidates.filter(({value}) => value.toLowerCase().startsWith(wanted));
}
