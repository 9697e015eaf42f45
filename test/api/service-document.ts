/** Reads the endpoints from the tables of the API's own documentation: an independent check of `src/endpoints`. */
export type ServiceRecord = {readonly endpoints: readonly Endpoint[]; readonly records: readonly RecordFields[]};

export type Endpoint = {
  readonly path: string;
  readonly methods: readonly string[];
  readonly query: string | null;
  readonly encoding: 'none' | 'multipart' | 'urlencoded';
  readonly params: readonly Parameter[];
  readonly success: Success;
};

export type Parameter = {
  readonly name: string;
  readonly type: 'integer' | 'text' | 'flag' | 'date' | 'time' | 'file';
  readonly required: boolean;
  readonly many: boolean;
  readonly choices: readonly string[] | null;
};

export type Success =
  | {readonly kind: 'many' | 'one' | 'sole' | 'tags'; readonly key: string}
  | {readonly kind: 'several'; readonly keys: readonly string[]}
  | {readonly kind: 'text'; readonly text: string; readonly under: 'message' | 'errors'}
  | {readonly kind: 'utr'}
  | {readonly kind: 'file'};

/** The fields of a record, by the keys of the answer. */
export type RecordFields = {
  readonly keys: readonly string[];
  readonly fields: ReadonlyArray<{readonly name: string; readonly null: boolean; readonly listOnly: boolean}>;
};

export function readDocument(document: string): ServiceRecord {
  const records = readRecords(sectionOf(document, 'Resources and their fields'));
  const section = sectionOf(document, 'Endpoints');
  const forms = readForms(section);
  const endpoints: Endpoint[] = [];
  for (const row of tableRows(section)) {
    const [methods = '', path = '', ...others] = row;
    if (!/^(GET|POST|DELETE)\b/.test(methods)) continue;
    const [input, success] = others.length === 1 ? ['none', others[0] ?? ''] : [others[0] ?? '', others[1] ?? ''];
    endpoints.push(readEndpoint({methods, path, input, success}, forms, endpoints, document));
  }
  return {endpoints, records};
}

type Row = {readonly methods: string; readonly path: string; readonly input: string; readonly success: string};

function readEndpoint(
  {methods, path, input, success}: Row,
  forms: ReadonlyMap<string, readonly Parameter[]>,
  before: readonly Endpoint[],
  document: string,
): Endpoint {
  const [bare = '', query = null] = path.replaceAll('`', '').split('?');
  const asked = query === null ? [] : [parameter(query, query === 'utr' ? 'text' : 'integer', true)];
  const form = input.replace(/^query[^;]*(;|$)/, '');
  const own = inlineParameters(form);
  const shared = /see below|plus the (add|create|save) fields/.test(form) ? forms.get(bare) : [];
  if (shared === undefined) throw new Error(`No form is shown for ${bare}.`);
  const again = /same \w+ fields as save/.test(form)
    ? before.find(one => one.path === bare.replace('/update', '/save'))
    : undefined;
  const params = [...asked, ...own, ...shared, ...(again?.params ?? [])];
  return {
    path: bare,
    methods: methods.match(/GET|POST|DELETE/g) ?? [],
    query,
    encoding: /urlencoded/.test(input) ? 'urlencoded' : params.length > asked.length ? 'multipart' : 'none',
    params,
    success: readSuccess(success, document),
  };
}

function readSuccess(text: string, document: string): Success {
  const keys = [...text.matchAll(/`message\.(\w+)`/g)].map(([, key = '']) => key);
  const [key] = keys;
  if (keys.length > 1) return {kind: 'several', keys};
  if (key === 'utr') return {kind: 'utr'};
  if (key !== undefined) {
    if (/\(array\)/.test(text)) return {kind: 'sole', key};
    if (new RegExp(`\\(collection key \`${key}\`\\)\\n\\nAn array of strings`).test(document))
      return {kind: 'tags', key};
    return {kind: new RegExp(`collection key \`${key}\``).test(document) ? 'many' : 'one', key};
  }
  if (/body: not shown/.test(text)) return {kind: 'file'};
  const underErrors = /errors: "([^"]+)"/.exec(text)?.[1];
  if (underErrors !== undefined) return {kind: 'text', text: underErrors, under: 'errors'};
  return {kind: 'text', text: /`([^`]+)`/.exec(text)?.[1] ?? '', under: 'message'};
}

/** `name`* string (`a`, `b`), … */
function inlineParameters(text: string): Parameter[] {
  const found = text.matchAll(/`(\w+)`(\*?) (integer|string|text|boolean|array|file)\b(?: \(([^)]*)\))?/g);
  return [...found].map(([, name = '', star, type = '', note = '']) =>
    parameter(name, typeOf(type), star === '*', type === 'array', ticked(note)),
  );
}

/** The forms in separate tables, by the paths that accept them. */
function readForms(section: string): ReadonlyMap<string, readonly Parameter[]> {
  const forms = new Map<string, readonly Parameter[]>();
  for (const [title, paths] of Object.entries(tabledForms)) {
    const start = section.indexOf(`${title}:`);
    if (start < 0) throw new Error(`The document has no "${title}".`);
    const [table = ''] = /\|(?:.*\n)+?\n/.exec(`${section.slice(start)}\n\n`) ?? [];
    const rows = tableRows(table).filter(([name]) => name !== 'Parameter');
    const params = rows.flatMap(([names = '', type = '', required, note = '']) =>
      names
        .split(', ')
        .map(name =>
          parameter(
            name,
            typeOf(type),
            required === 'yes',
            type.startsWith('array'),
            type === 'enum' ? ticked(note) : null,
          ),
        ),
    );
    for (const path of paths) forms.set(path, params);
  }
  return forms;
}

const tabledForms: Readonly<Record<string, readonly string[]>> = {
  'Form fields of contact add and update': ['/contacts/add', '/contacts/update'],
  'Form fields of single send create and update': ['/single/send/create', '/single/send/update'],
  'Automation create form': ['/automations/create'],
  'Automation schedule create form': ['/automations/schedule/create'],
  'Sender save and update fields': ['/sender/save', '/sender/update'],
};

const ticked = (note: string): string[] | null => {
  const words = [...note.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  return words.length > 0 ? words : null;
};

function parameter(
  name: string,
  type: Parameter['type'],
  required: boolean,
  many = false,
  choices: readonly string[] | null = null,
): Parameter {
  return {name, type, required, many, choices};
}

function typeOf(word: string): Parameter['type'] {
  if (word.startsWith('boolean')) return 'flag';
  if (word === 'integer' || word === 'date' || word === 'time' || word === 'file') return word;
  return 'text';
}

function readRecords(section: string): RecordFields[] {
  const records: RecordFields[] = [];
  for (const part of section.split(/^### /m).slice(1)) {
    const [title = ''] = part.split('\n');
    const keys = [...title.matchAll(/\bkeys? (`\w+`(?:, `\w+`)*)/g)].flatMap(([, list = '']) => ticked(list) ?? []);
    const rows = tableRows(part).filter(([name]) => name !== 'Field');
    const fields = rows.flatMap(([names = '', type = '', note = '']) =>
      names.split(', ').map(name => ({
        name,
        null: /\bnull\b/.test(type),
        listOnly: /only in the list response/.test(note),
      })),
    );
    const same = /^Same fields as the (.+?);/m.exec(part)?.[1];
    const like = same === undefined ? undefined : records.find(({keys}) => keys.includes('unSubscribers'));
    records.push({keys, fields: like?.fields ?? fields});
  }
  return records;
}

const sectionOf = (document: string, title: string): string =>
  document.split(/^## /m).find(part => part.startsWith(`${title}\n`)) ?? '';

/** The cells of each row of a text's tables, without the lines below headings. */
const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter(line => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    );
