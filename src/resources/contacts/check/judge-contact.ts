import type {TagReader} from '../../../checks/tag-values.js';
import {judgeAddress} from './judge-address.js';
import type {Found, Row} from './kinds.js';
import type {Contact, Earlier, People} from './remember-people.js';

/** What was read so far. It grows while the findings are read. */
export type Seen = {contacts: number; segments: number; readonly lists: Map<number, string>};

/** A person who may be in the list under an earlier address; only its number is known so far. */
export type Doubt = {readonly number: number; readonly rowWith: (address: string) => Row};

type Judging = {
  readonly people: People;
  readonly reader: TagReader;
  readonly usedIn: (tag: string) => string;
  /** The list whose contacts are reported; all if omitted. */
  readonly type: number | undefined;
  readonly seen: Seen;
  readonly doubt: (doubt: Doubt) => void;
};

/** Finds what is wrong with each contact, in itself and compared with earlier contacts. */
export function judgeContact({
  people,
  reader,
  usedIn,
  type,
  seen,
  doubt,
}: Judging): (contact: Contact) => readonly Row[] {
  const names = new Map<number, string>();
  const isWanted = (list: number): boolean => type === undefined || list === type;
  const rowOf = (of: Contacted, email: string | null, found: Found): Row => ({
    email,
    list: names.get(of.type) ?? '',
    finding: found.finding,
    value: found.value ?? null,
    suggestion: found.suggestion,
    id: of.id,
    keep: found.keep ?? null,
  });

  const inItself = (contact: Contact, inSegment: boolean): readonly Found[] => {
    const {contact_type_id: list} = contact;
    if (!isWanted(list)) return [];
    seen.contacts++;
    seen.lists.set(list, names.get(list) ?? '');
    return foundAlone(contact, {reader, usedIn, hasNone: seen.segments > 0 && !inSegment});
  };

  return contact => {
    const {id, email, contact_type_id: list} = contact;
    if (!names.has(list)) names.set(list, nameOfList(contact));
    const now = {id, type: list};
    const met = people.meet(contact);
    const rows = inItself(contact, met.inSegment).map(one => rowOf(now, email, one));
    const {twice, elsewhere, alike} = met;
    if (twice && isWanted(list)) rows.push(rowOf(now, email, twiceInList(id, twice.id)));
    if (elsewhere) rows.push(...inSeveral(now, elsewhere, email));
    if (alike && (isWanted(list) || isWanted(alike.type))) doubt(perhapsSame(now, alike, email));
    return rows;
  };

  function inSeveral(now: Contacted, elsewhere: Contacted, email: string | null): readonly Row[] {
    const [about, other] = isWanted(now.type) ? [now, elsewhere] : [elsewhere, now];
    const found = {finding: 'in-several-lists', value: names.get(other.type) ?? '', suggestion: IF_MEANT} as const;
    return isWanted(about.type) ? [rowOf(about, email, found)] : [];
  }

  function perhapsSame(now: Contacted, alike: Contacted & {readonly number: number}, email: string | null): Doubt {
    const found = {finding: 'same-person', suggestion: 'ask which address they read'} as const;
    return {
      number: alike.number,
      rowWith: address =>
        isWanted(now.type)
          ? rowOf(now, email, {...found, value: address})
          : rowOf(alike, address, {...found, value: email ?? ''}),
    };
  }
}

/** What is wrong with a contact in itself. */
function foundAlone(
  contact: Contact,
  {reader, usedIn, hasNone}: Pick<Judging, 'reader' | 'usedIn'> & {readonly hasNone: boolean},
): readonly Found[] {
  const found = [...judgeAddress(contact.email ?? ''), ...missingTags(contact, reader, usedIn)];
  return hasNone ? [...found, {finding: 'no-segment', suggestion: 'add to a segment'}] : found;
}

type Contacted = Pick<Earlier, 'id' | 'type'>;

const twiceInList = (id: number, keep: number): Found => ({
  finding: 'twice-in-list',
  suggestion: `delete contact ${id}, keep contact ${keep}`,
  keep,
});

const IF_MEANT = 'fine if you want both';

const nameOfList = ({contact_type, contact_type_id}: Contact): string =>
  String((contact_type as {readonly name?: unknown} | null | undefined)?.name ?? `list ${contact_type_id}`);

function missingTags(contact: Contact, {names, missing}: TagReader, usedIn: (tag: string) => string): Found[] {
  const bits = missing(contact);
  return names.flatMap((tag, at): Found[] =>
    bits & (1 << at) ? [{finding: 'tag-without-value', value: tag, suggestion: `used in ${usedIn(tag)}`}] : [],
  );
}
