import {basename} from 'node:path';
import {PreflightError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {readInput} from '../../core/system/read-input.js';
import {notAnAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {decodeWhole} from '../bytes/encodings.js';
import {DECISIVE, openText, SAMPLE} from '../bytes/sniff-dialect.js';
import {refuseForeign, unreadable} from '../bytes/source-file.js';
import {headerKey, knownHeaders} from './header-names.js';
import {type Candidate, columnCalled, matchColumns, noAddress, toCandidates} from './match-columns.js';
import {openStatusError, ShownValues, whatIsOpen} from './open-status.js';
import {readPasted} from './pasted-people.js';
import {nameFields, splitName} from './split-cells.js';
import {type MailStatus, mailStatusOf, ownWords, type StatusWord, statusColumns, worstStatus} from './wants-mail.js';

/** `column` is the header of the address column; emk finds column and encoding if they are not given. */
type PeopleOptions = {readonly column?: string | undefined; readonly encoding?: string | undefined};

export type Person = {
  readonly line: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
};

export type People = {
  readonly people: readonly Person[];
  readonly rejected: ReadonlyArray<{readonly line: number; readonly reason: string}>;
};

type PeopleSource = Pick<Host, 'stdin' | 'interrupted'>;

/** Reads people from a file, or from standard input for `-`: a pasted list or a CSV file. */
export async function readPeople(host: PeopleSource, path: string, options: PeopleOptions = {}) {
  const file = await openPeople(host, path, options);
  return {...peopleIn(file.rows, file), warnings: file.warnings};
}

/** `statusColumn` names the columns that say who unsubscribed; emk finds them if none is given. */
type LeaverOptions = PeopleOptions & {
  readonly statusColumn?: readonly string[] | undefined;
  readonly words?: readonly StatusWord[];
  readonly typedLine?: string | undefined;
};

/** Reads who unsubscribed: by the columns of another tool's export that say who gets no mail, or else everybody. */
export async function readLeavers(host: PeopleSource, path: string, options: LeaverOptions) {
  const file = await openPeople(host, path, options);
  const {headers, rows, warnings} = file;
  const found = statusColumns(toCandidates(headers, rows.slice(0, SAMPLE)), options.statusColumn);
  const words = ownWords(options.words);
  const columns = found.map(each => ({...each, unknown: new ShownValues()}));
  const statusIn = ({line, texts, fault}: PeopleRow): MailStatus | 'unclear' => {
    if (columns.length === 0) return 'left';
    if (fault !== undefined || texts.length !== headers.length) return 'unclear';
    const statuses = columns.map(({column, kind, unknown}) => {
      const text = (texts[column] ?? '').trim();
      const status = mailStatusOf(text, kind, words);
      if (status === undefined) unknown.see(text, line);
      return status;
    });
    return worstStatus(statuses) ?? 'in';
  };
  const sorted: {[S in MailStatus | 'unclear']: PeopleRow[]} = {in: [], left: [], bounced: [], out: [], unclear: []};
  for (const row of rows) sorted[statusIn(row)].push(row);
  const isNamed = options.statusColumn !== undefined;
  const open = whatIsOpen({file: file.name, headers, isNamed}, columns);
  if (open !== undefined) throw openStatusError(open, options.typedLine);
  const left = peopleIn(sorted.left, file);
  const reason = 'its cells do not fit the header, so emk cannot tell who left';
  return {
    left: {...left, rejected: [...left.rejected, ...sorted.unclear.map(({line}) => ({line, reason}))]},
    bounced: peopleIn(sorted.bounced, file),
    others: sorted.in.length + sorted.out.length,
    headers: found.map(({header}) => header),
    warnings,
  };
}

type PeopleRow = {readonly line: number; readonly texts: readonly string[]; readonly fault?: string | undefined};

/** A file that is small enough for memory: its rows below the header, and where they say who a person is. */
type PeopleFile = Awaited<ReturnType<typeof openPeople>>;

async function openPeople(host: PeopleSource, path: string, {column, encoding}: PeopleOptions) {
  const name = path === '-' ? 'standard input' : basename(path);
  if (path === '-' && host.stdin.isTTY) {
    throw new UsageError('Standard input is empty.', {hint: 'Pipe the addresses in, or name a file.'});
  }
  const bytes = await readInput(host, path, name).catch(unreadable(path));
  refuseForeign(bytes, name);
  const {text, warnings} = decodeWhole(bytes, name, encoding);
  const [addresses, names] = [knownHeaders(['email']), knownHeaders(nameColumns)];
  const worth = (word: string): number =>
    addresses.has(headerKey(word)) ? DECISIVE : Number(names.has(headerKey(word)));
  const {header, rows} = openText(text, true, worth, Infinity);
  if (header === undefined) throw new PreflightError(`${name} is empty.`, {hint: 'Put one address on each line.'});
  // A list of people has no columns, so its lines are read as they are.
  const lines: readonly PeopleRow[] = text
    .toString()
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({line: at + 1, texts: [line]}))
    .filter(({texts: [line = '']}) => trim(line) !== '');
  const list = {name, headers: [], rows: lines, column: 0, namesIn: nameReader([]), warnings};
  if (column === undefined && readPasted(lines[0]?.texts[0] ?? '').people.length > 0) return list;
  const headers = header.texts.map(trim);
  const candidates = toCandidates(headers, rows);
  const matched =
    column === undefined
      ? [...matchColumns(candidates, ['email']).keys()][0]
      : columnCalled(column, headers, '--column');
  if (matched === undefined && headers.length > 1) throw noAddress(name, candidates, '--column');
  if (matched === undefined && (headers[0]?.includes('@') || rows.length === 0)) return list;
  const asHeader = `emk read line ${header.line}, “${headers[0]}”, as a header.`;
  return {
    ...{name, headers, rows, column: matched ?? 0},
    warnings: matched === undefined ? [...warnings, asHeader] : warnings,
    namesIn: nameReader(candidates.filter(each => each.column !== (matched ?? 0))),
  };
}

function peopleIn(rows: readonly PeopleRow[], {column, namesIn}: Pick<PeopleFile, 'column' | 'namesIn'>): People {
  const people = new Map<string, Person>();
  const rejected: {line: number; reason: string}[] = [];
  for (const {line, texts, fault} of rows) {
    if (fault !== undefined) {
      rejected.push({line, reason: 'its quotes do not match'});
      continue;
    }
    const pasted = readPasted(texts[column] ?? '');
    if (pasted.people.length + pasted.wrong.length === 0) rejected.push({line, reason: 'the address is missing'});
    for (const {text, problem} of pasted.wrong) rejected.push({line, reason: notAnAddress(text, problem)});
    for (const {email, name} of pasted.people) {
      const person = {line, email, ...either(namesIn(texts), splitName(name))};
      if (!people.has(foldAddress(email))) people.set(foldAddress(email), person);
    }
  }
  return {people: [...people.values()], rejected};
}

export const pastedPeople = (texts: readonly string[]): readonly Person[] =>
  peopleIn(
    texts.map((text, at) => ({line: at + 1, texts: [text]})),
    {column: 0, namesIn: nameReader([])},
  ).people;

type PersonNames = Pick<Person, 'first_name' | 'last_name'>;

const nameColumns = [...nameFields, 'fullname'];

const either = (one: PersonNames, other: PersonNames): PersonNames => ({
  first_name: one.first_name || other.first_name,
  last_name: one.last_name || other.last_name,
});

function nameReader(candidates: readonly Candidate[]): (texts: readonly string[]) => PersonNames {
  const columns = new Map([...matchColumns(candidates, nameColumns)].map(([column, field]) => [field, column]));
  const cell = (texts: readonly string[], field: string): string => trim(texts[columns.get(field) ?? -1] ?? '');
  return texts =>
    either(
      {first_name: cell(texts, 'first_name'), last_name: cell(texts, 'last_name')},
      splitName(cell(texts, 'fullname')),
    );
}
