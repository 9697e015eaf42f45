import {documentedTags, operations} from '../../../endpoints/templates.js';
import type {Behaviour} from '../behaviour.js';
import {gives, lists, notFound} from '../behaviour.js';
import {listed} from '../tables/table.js';
import {templates} from '../tables/tables.js';

/** Design templates, and the tags that they can use. */
export const templateBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => {
    const some = asked.db.get('SELECT 1 FROM templates') !== undefined;
    return some ? lists(listed(asked, templates)) : notFound;
  },

  [operations.tags.route]: () => gives(documentedTags),
};
