import {toMarkdown} from '../../output/formats/markdown.js';
import type {Change, ContactChange, Plan} from '../compare/plan.schema.js';
import {
  contactsInWords,
  contactsTitle,
  fieldsInWords,
  impossibleInWords,
  recordTitle,
  summaryOf,
} from './plan-words.js';

/** A plan as a comment in a pull request: a table of what would change, and what cannot with its reason. */
export function planInMarkdown(plan: Plan): string {
  const shown = plan.changes.slice(0, MOST);
  const rows = [...shown.map(toRow), ...plan.contacts.slice(0, MOST).map(toContactsRow)];
  const more = plan.changes.length > MOST ? `\nAnd ${plan.changes.length - MOST} more.\n` : '';
  const table = rows.length === 0 ? '' : `\n| | Record | Change |\n| --- | --- | --- |\n${rows.join('')}${more}`;
  const impossible = plan.impossible.slice(0, MOST).map(one => `- ${toMarkdown(impossibleInWords(one))}\n`);
  const cannot = impossible.length === 0 ? '' : `\n### What the API cannot do\n\n${impossible.join('')}`;
  return `### What will change in the account\n\n${toMarkdown(summaryOf(plan))}\n${table}${cannot}`;
}

const toRow = (change: Change): string => {
  return `| ${change.action} | ${toMarkdown(recordTitle(change))} | ${fieldsInWords(change).map(toMarkdown).join('<br>')} |\n`;
};

const toContactsRow = (change: ContactChange): string =>
  `| update | ${toMarkdown(contactsTitle(change))} | ${contactsInWords(change).map(toMarkdown).join('<br>')} |\n`;

/** The most lines of the table: a comment is limited to 65,536 characters. */
const MOST = 100;
