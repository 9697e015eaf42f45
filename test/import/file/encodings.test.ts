/** Files in the encodings of people's programs, most of which do not name the encoding. */
import {describe, expect, test} from 'vitest';
import {useReading} from '../reading.js';

const {report} = useReading();

/** Encodes a text with the decoder's own table reversed, because Node encodes only UTF-8. */
function encoded(text: string, label: string): Buffer {
  const bytes: number[] = [];
  const table = tableOf(label);
  for (const character of text) {
    const code = character.charCodeAt(0);
    const known = code < 0x80 ? [code] : table.get(character);
    if (known === undefined) throw new Error(`${label} has no ${character}`);
    bytes.push(...known);
  }
  return Buffer.from(bytes);
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const made = tables.get(label);
  if (made) return made;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(label);
  const see = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0x80; byte < 0x100; byte++) see(byte);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) see(lead, trail);
  tables.set(label, table);
  return table;
}

const german = 'Straße;E-Mail;Stadt\nHauptstraße 1;jörg@example.com;München\nAllee 2;b@example.com;Köln\n'.replace(
  'jörg@',
  'joerg@',
);

test.each([
  ['Straße;E-Mail\nHauptstraße 1;a@example.com\n', 'address_line1,email', 'Hauptstraße 1,a@example.com'],
  ['Prénom;E-mail;Ville\nZoé;zoe@example.com;Orléans\n', 'first_name,email,city', 'Zoé,zoe@example.com,Orléans'],
  ['"Größe","E-Mail","Ort"\n"1","a@example.com","Köln"\n', 'email,city', 'a@example.com,Köln'],
])('a header in Windows-1252 is read as Excel wrote it: %j', async (text, header, row) => {
  const said = await report(Buffer.from(text, 'latin1'));
  expect(said).toContain(
    'leads.csv is not UTF-8 (line 1), so it was read as Windows-1252. If that is wrong, add --encoding.',
  );
  expect(said).toContain(`      ${header}\n`);
  expect(said).toContain(`   2: ${row}\n`);
});

describe.each([
  ['macintosh', german, 'München'],
  ['windows-1251', 'E-mail;City\nivan@example.com;Москва\nolga@example.com;Казань\n', 'Москва'],
  ['shift_jis', '名前,E-mail,City\n山田太郎,t@example.com,東京\nサトウ,s@example.com,大阪\n', '東京'],
  ['gb18030', '姓名,E-mail,City\n王小明,w@example.com,北京\n李华,l@example.com,上海\n', '北京'],
  ['windows-1250', 'Imię;E-mail;City\nZdzisław;z@example.com;Łódź\nMałgorzata;m@example.com;Gdańsk\n', 'Łódź'],
] as const)('%s', (label, text, word) => {
  test('is read by its name', async () => {
    expect(await report(encoded(text, label), {encoding: label})).toContain(word);
  });

  test('is asked for by name, and never assumed', async () => {
    const said = await report(encoded(text, label));
    expect(said).toContain('and emk cannot be sure of its encoding');
    expect(said).toContain('--encoding');
  });
});

test('names in the languages of Western Europe are no doubt, and no question', async () => {
  const names = [
    'José Núñez',
    'Zoë',
    'André',
    'Müller-Lüdenscheidt',
    'Ångström',
    'Françoise',
    'João',
    'Søren',
    'ÉMILE',
    'O’Brién',
    'Łuk',
  ];
  const rows = names.slice(0, -1).map((name, at) => `p${at}@example.com,${name}`);
  const bytes = Buffer.from(`email,city\n${rows.join('\n')}\n`.replace('’', '\x92'), 'latin1');
  expect(await report(bytes)).toContain('so it was read as Windows-1252');
});

test('a byte that another encoding needs is named with its line', async () => {
  expect(await report(Buffer.from('email,city\na@example.com,\x81\n', 'latin1'), {encoding: 'shift_jis'})).toContain(
    'Line 2 of leads.csv is not shift_jis.',
  );
});
