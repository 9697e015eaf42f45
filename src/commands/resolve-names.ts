import type {Kinds, Loose, Reference} from '../api/schema.js';
import type {Command, Context} from './command.js';
import {resolveRecord} from './find-record.js';

/** Replaces names by ids in an input: `--type Leads` becomes the id of that contact type. Ids stay as they are. */
export async function resolveNames(context: Context, {takes}: Command, input: Loose): Promise<Loose> {
  const resolved: Record<string, unknown> = {...input};
  for (const [name, value] of Object.entries(input)) {
    const {type, from, kinds} = takes[name] ?? {};
    if (kinds && typeof value === 'string') resolved[name] = await asSent(context, kinds, value);
    else if (kinds && Array.isArray(value)) resolved[name] = await allAsSent(context, kinds, value);
    else if (type === 'integer' && from && typeof value === 'string')
      resolved[name] = Number(await keyOf(context, from, value));
  }
  return resolved;
}

/** Without repetitions: the same audience may be given by its name and by its id. */
async function allAsSent(context: Context, kinds: Kinds, texts: readonly string[]): Promise<string[]> {
  const sent = new Set<string>();
  for (const text of texts) sent.add(await asSent(context, kinds, text));
  return [...sent];
}

/** `type:Leads` as `contacts_12`; a text without the word of a kind has that form already. */
async function asSent(context: Context, kinds: Kinds, text: string): Promise<string> {
  const [word = '', ...rest] = text.split(':');
  const kind = rest.length > 0 && Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  if (!kind) return text;
  const name = rest.join(':').trim();
  return `${kind.sent}${/^\d+$/.test(name) ? name : await keyOf(context, kind.from, name)}`;
}

async function keyOf(context: Context, from: Reference, text: string): Promise<unknown> {
  const {default: source} = await from();
  return (await resolveRecord(context, source, text))[source.key];
}
