import type {Loose} from '../api/schema.js';
import type {Command, Context} from './command.js';
import {resolveRecord} from './resolve.js';

/** The input with ids for names: `--type Leads` becomes the id of the contact type called so. An id is taken as it is. */
export async function resolveNames(context: Context, {takes}: Command, input: Loose): Promise<Loose> {
  const resolved: Record<string, unknown> = {...input};
  for (const [name, value] of Object.entries(input)) {
    const param = takes[name];
    if (param?.type !== 'integer' || !param.from || typeof value !== 'string') continue;
    const {default: source} = await param.from();
    resolved[name] = Number((await resolveRecord(context, source, value))[source.key]);
  }
  return resolved;
}
