import type {CachedName} from '../../accounts/cached-names.js';
import {lookUp} from '../../words/look-up.js';
import type {Candidate} from './candidates.js';
import type {Fields} from './fields.js';

/** Fields for `--columns`, `--sort` and `--where`: the first two accept several with commas, the last adds a value. */
export function fieldCandidates(
  option: 'columns' | 'sort' | 'where',
  typed: string,
  fields: Fields,
  customFields: () => readonly CachedName[],
): readonly Candidate[] {
  const names = Object.keys(fields).flatMap(name =>
    name === 'custom_field' ? [name, ...plainNames(customFields()).map(each => `${name}.${each}`)] : [name],
  );
  if (names.length === 0) return [];
  if (option === 'where') return conditions(typed, names, fields);
  const [, before = '', minus = ''] = /^(.*,)?(-?)[^,]*$/s.exec(typed) ?? [];
  const given = before.split(',').map(name => name.replace(/^-/, ''));
  const all = option === 'columns' ? ['all', ...names] : names;
  const sign = option === 'sort' ? minus : '';
  return all
    .filter(name => !given.includes(name))
    .map(name => ({value: before + sign + name, about: sign === '-' ? 'from the greatest' : ''}));
}

/** `status=` followed by its possible words. */
function conditions(typed: string, names: readonly string[], fields: Fields): readonly Candidate[] {
  const [, name = '', operator = ''] = /^([\w.]+)(=|!=)/.exec(typed) ?? [];
  if (operator === '') return names.map(each => ({value: `${each}=`, about: (lookUp(fields, each) ?? []).join(', ')}));
  return (lookUp(fields, name) ?? []).map(word => ({value: `${name}${operator}${word}`, about: ''}));
}

const plainNames = (known: readonly CachedName[]): string[] =>
  known.map(([, name]) => name).filter(name => /^[\w-]+$/.test(name));
