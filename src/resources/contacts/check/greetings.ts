import {type TagReader, tagReader} from '../../../checks/tag-values.js';
import {readTags, tagReads} from '../../../checks/tags.js';
import type {Context} from '../../../commands/command.js';
import {listedRecords} from '../../../commands/verbs/listed.js';
import templates, {operations} from '../../../endpoints/templates.js';
import {tagsIn} from '../../../html/tags.js';
import {withMore} from '../../../words/sentence.js';

/** The fields that templates fill in for each person, each with its templates. */
type Greetings = {readonly reader: TagReader; usedIn(tag: string): string};

export const greetingReads = [operations.list, ...tagReads] as const;

/** Reads which fields templates fill in. Tags without any possible value are reported by `templates lint`. */
export async function readGreetings(context: Context): Promise<Greetings> {
  const users = new Map<string, string[]>();
  for await (const batch of listedRecords(context, templates)) {
    for (const {template_name, html_code, json_code} of batch) {
      const used = new Set(tagsIn(String(html_code || json_code || '')).map(({name}) => name));
      for (const tag of used) users.set(tag, [...(users.get(tag) ?? []), String(template_name)]);
    }
  }
  const known = users.size === 0 ? [] : await readTags(context);
  return {
    reader: tagReader(known.filter(tag => users.has(tag))),
    usedIn(tag) {
      const names = (users.get(tag) ?? []).map(name => `"${name}"`);
      return withMore(names, names.length, 3);
    },
  };
}
