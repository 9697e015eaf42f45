import type {Kinds, Loose, Param, Source} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {ForeignAnswerError, UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {readInput} from '../core/system/read-input.js';
import {todaysAudience} from '../endpoints/audience.js';
import {trim} from '../records/fields/fold-address.js';
import {compact} from '../records/fields/readable.js';
import type {Command} from './command.js';

import {idOfText, isNumber, parameterName} from './parameters.js';

/** An input with an id for every record, and what the person called each. */
type Resolved = {readonly input: Loose; readonly called: Context['called']};

type Resolving = {
  readonly context: Context;
  readonly command: Command;
  readonly input: Record<string, unknown>;
  /** What records are called, by parameter and id. */
  readonly names: Map<string, string>;
  readonly resolved: Set<string>;
};

/** Replaces names by ids in an input: `--list Leads` becomes that list's id. Ids stay as they are. */
export async function resolveNames(context: Context, command: Command, given: Loose): Promise<Resolved> {
  const {takes} = command;
  const input: Record<string, unknown> = {...given};
  const names = new Map<string, string>();
  const called: Context['called'] = (parameter, value) => names.get(nameOf(parameter, value)) ?? String(value);
  for (const [key, value] of Object.entries(input)) {
    if (!takes[key]?.from || !takes[key].many) continue;
    const words = value as readonly string[];
    const piped = words.includes('-') ? await pipedIn(context.host) : [];
    const records = [...new Set([...words.filter(word => word !== '-'), ...piped])];
    input[key] = records;
    // Nothing was piped in, so no request is needed.
    if (records.length === 0) return {input, called};
  }
  const resolving = {context, command, input, names, resolved: new Set<string>()};
  for (const key of Object.keys(input)) await settle(resolving, key);
  return {input, called};
}

const nameOf = (parameter: string, value: unknown): string => `${parameter} ${String(value)}`;

/** Resolves one parameter once: a parameter that says where to look for another comes first. */
async function settle(resolving: Resolving, key: string): Promise<void> {
  const {command, input, resolved} = resolving;
  const param = command.takes[key];
  const value = input[key];
  const texts = [value].flat();
  // A blank is not a name: it empties the field.
  if (resolved.has(key) || !param || value === '' || !texts.every(text => typeof text === 'string')) return;
  resolved.add(key);
  if (!param.kinds && !param.from) return;
  const sent = param.kinds
    ? await audiences(resolving, key, param.kinds, texts)
    : (await idsOf(resolving, key, param, texts)).map(({id}) => id);
  input[key] = Array.isArray(value) ? [...new Set(sent)] : sent[0];
}

type FoundName = {readonly id: string | number; readonly label?: string};

/** The ids of records given by id or name. All names are found with one reading of their list. */
async function idsOf(
  resolving: Resolving,
  key: string,
  {type, from, many}: Pick<Param, 'type' | 'from' | 'many'>,
  texts: readonly string[],
): Promise<readonly FoundName[]> {
  const {context, input} = resolving;
  if (type === 'integer' && texts.every(text => idOfText(text, true) !== undefined))
    return texts.map(text => ({id: Number(idOfText(text, true))}));
  const source = (await from?.())?.default as Source;
  const areNumbers = source.key === 'id';
  const toId = (value: string): string | number => (areNumbers ? Number(value) : value);
  const names = texts.filter(text => idOfText(text, areNumbers) === undefined);
  // What is gone stays as its name, and counts as not there.
  const mayBeGone = many === true && input['if_exists'] === true;
  // A batch may contain numbers although its records have utrs, and looks for each in the list first.
  const isBulk = many === true && input['bulk_ids'] !== undefined;
  const optional = (text: string): boolean => mayBeGone || (isBulk && isNumber(text));
  const byName = new Map<string, Loose | undefined>();
  if (names.length > 0) {
    const {resolveRecords} = await import('./find-record.js');
    const parent = await parentOf(resolving, key, source, names);
    const records = await resolveRecords(context, source, names, {parent, optional});
    for (const [index, name] of names.entries()) byName.set(name, records[index]);
  }
  return texts.map(text => {
    const record = byName.get(text);
    const id = idOfText(text, areNumbers);
    if (!record) return {id: id === undefined && mayBeGone ? text : toId(id ?? text)};
    const found = {id: toId(usableId(record, source)), label: String(record[source.label])};
    resolving.names.set(nameOf(key, found.id), `"${found.label}"`);
    return found;
  });
}

/** The id of a record found by name, checked: an answer without a real id must not get into a change. */
function usableId(record: Loose, {key, label, noun, list}: Source): string {
  const value = record[key];
  const id = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (key === 'id' ? isNumber(id) : /^[\w-]+$/.test(id)) return id;
  const name = compact(record[label]);
  throw new ForeignAnswerError(`The service lists a ${noun.one} "${name}" without a usable ${key}.`, {
    hint: `Nothing was sent. To see the answer: emk api ${list.route.split('?')[0]}`,
  });
}

/** The input of a list that belongs to another record, such as the recipients of a segment. */
async function parentOf(
  resolving: Resolving,
  key: string,
  {list, noun, see}: Source,
  [name]: readonly string[],
): Promise<Loose> {
  const {command, input} = resolving;
  const parent: Record<string, unknown> = {};
  for (const needed of Object.keys(list.params)) {
    const option = optionFilling(command, key, needed);
    if (option !== undefined) await settle(resolving, option);
    parent[needed] = input[option ?? ''];
    if (parent[needed] !== undefined) continue;
    const where = parameterName(command, option ?? needed);
    throw new UsageError(`The ${noun.one} "${name}" can only be found with ${where}.`, {
      hint: `Add ${where}, or give the id, which ${see} shows.`,
    });
  }
  return parent;
}

/** The option that names the list of another parameter's record. */
export const optionFilling = ({takes}: Command, key: string, needed: string): string | undefined =>
  Object.keys(takes).find(each => each !== key && (takes[each]?.fills ?? each) === needed);

/** `list:Leads` as `contacts_12`, and `Leads` too where only one list or segment has that name. */
async function audiences(
  resolving: Resolving,
  key: string,
  kinds: Kinds,
  texts: readonly string[],
): Promise<readonly string[]> {
  const sent = new Map<string, string>();
  const asked = texts.map(todaysAudience);
  const take = (text: string, word: string, {id, label}: FoundName): void => {
    const form = `${kinds[word]?.sent}${id}`;
    sent.set(text, form);
    if (label !== undefined) resolving.names.set(nameOf(key, form), `${label} (${word})`);
  };
  for (const [word, {from}] of Object.entries(kinds)) {
    const ofKind = asked.filter(text => text.startsWith(`${word}:`));
    const names = ofKind.map(text => text.slice(word.length + 1).trim());
    const found = ofKind.length === 0 ? [] : await idsOf(resolving, key, {type: 'integer', from}, names);
    for (const [index, one] of found.entries()) take(ofKind[index] ?? '', word, one);
  }
  const isForm = (text: string): boolean =>
    Object.values(kinds).some(({sent}) => text.startsWith(sent) && isNumber(text.slice(sent.length)));
  for (const text of asked) {
    if (sent.has(text) || isForm(text)) continue;
    const {resolveOfKinds} = await import('./find-record.js');
    const {word, source, record} = await resolveOfKinds(resolving.context, kinds, text);
    take(text, word, {id: usableId(record, source), label: String(record[source.label])});
  }
  return asked.map(text => sent.get(text) ?? text);
}

/** The records that standard input names, by id or name. */
async function pipedIn(host: Host): Promise<readonly string[]> {
  if (host.stdin.isTTY) {
    throw new UsageError('- reads ids or names from standard input, but nothing is piped in.', {
      hint: 'Pipe them in, one per line.',
    });
  }
  const text = String(await readInput(host, '-', 'Standard input'));
  return text.split('\n').map(trim).filter(Boolean);
}
