import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {contactColumns, contactLines} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {clean} from '../../output/text/sanitise.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {compareUnits} from '../../words/compare-units.js';
import {counted, plural, withMore} from '../../words/sentence.js';
import type {ContactTerms} from '../account/read-account.js';
import {contactsFileOf} from '../folder/body-files.js';
import type {Staging} from '../folder/write-folder.js';

/** Writes the contacts of each list into a CSV file, in one reading of the list. Returns how many each file has, by path. */
export async function writeContacts(
  {stream, progress, notice, warn}: Context,
  {lists, customFields, countries}: ContactTerms,
  staging: Staging,
): Promise<ReadonlyMap<string, number>> {
  const known = await countries();
  const unlisted = new Map<string, number>();
  const withoutList: string[] = [];
  /** The country for the file, unless no import accepts it: then the person can be restored without it. */
  const listed = (country: unknown): unknown => {
    const text = typeof country === 'string' ? trim(country) : '';
    if (text === '' || !known || known.find(text)) return country;
    unlisted.set(text, (unlisted.get(text) ?? 0) + 1);
    return '';
  };
  const custom = customFields.map(({name}) => name).sort(compareUnits);
  const {head, lines} = contactLines(contactColumns(custom), {onGuard: () => notice(GUARD_NOTICE)});
  const written = new Map<string, number>();
  for (const list of lists.values()) {
    await staging.append(contactsFileOf(list), head);
    written.set(contactsFileOf(list), 0);
  }
  let done = 0;
  for await (const batch of stream(contacts.list)) {
    const {byList, others} = inTheirLists(batch.filter(isNotDeleted), lists);
    withoutList.push(...others.map(({id, email}) => clean(String(email || `contact ${id}`))));
    for (const [list, some] of byList) {
      const path = contactsFileOf(list);
      await staging.append(path, lines(some.map(contact => ({...contact, country: listed(contact['country'])}))));
      written.set(path, (written.get(path) ?? 0) + some.length);
    }
    done += batch.length;
    progress.show({label: 'Reading contacts', done});
  }
  progress.clear();
  if (unlisted.size > 0) warn(unlistedInWords(unlisted));
  if (withoutList.length > 0) warn(withoutListInWords(withoutList));
  return written;
}

/** Contacts by the name of their list, and those whose list the account does not show. */
function inTheirLists(contacts: readonly Loose[], lists: ContactTerms['lists']) {
  const byList = new Map<string, Loose[]>();
  const others: Loose[] = [];
  for (const contact of contacts) {
    const list = lists.get(String(contact['contact_type_id']));
    const rows = list === undefined ? others : (byList.get(list) ?? []);
    rows.push(contact);
    if (list !== undefined) byList.set(list, rows);
  }
  return {byList, others};
}

/** Which countries are missing in the files, because the service does not list them. */
function unlistedInWords(unlisted: ReadonlyMap<string, number>): string {
  const people = [...unlisted.values()].reduce((sum, count) => sum + count, 0);
  const countries = [...unlisted].map(([text, count]) => `"${clean(text)}" (${count})`);
  return `${counted(people, 'contact')} cannot be restored with ${plural(people, 'its', 'their')} country, which the service does not list: ${withMore(countries)}. The files leave the country empty.`;
}

/** Who is in no file: the service can delete a list and keep its people. */
const withoutListInWords = (people: readonly string[]): string =>
  `${counted(people.length, 'contact')} ${plural(people.length, 'is', 'are')} in no file, because the account does not show ${plural(people.length, 'its', 'their')} list: ${withMore(people)}. To save all contacts in one file: emk contacts export people.csv`;

const GUARD_NOTICE =
  "Cells that a spreadsheet would run as formulas start with ' in the files of contacts. An import removes it.";
