/** Columns that nobody mapped and that may say who gets no mail: emk asks what they mean, and bothers nobody about others. */

import {describe, expect, test} from 'vitest';
import {sample} from '../../support/sample.js';
import {type Options, useReading} from '../reading.js';

const {read, report} = useReading();

const status = 'auto';

/** A file with one column beside the address, its values from the first row on. */
const file = (header: string, values: readonly string[]): string =>
  ['Email', ...values.map((_, at) => `p${at}@example.com`)]
    .map((address, row) => `${address};"${(row === 0 ? header : (values[row - 1] ?? '')).replaceAll('"', '""')}"\n`)
    .join('');

/** How many rows speak against mail, and the first of them; none if emk does not ask. */
async function against(header: string, values: readonly string[]): Promise<[count: number, first?: number]> {
  const {refused = ''} = await read(file(header, values), {status, rehearses: true});
  const found = [...refused.matchAll(/\((?:(\d+) rows, first in )?line (\d+)\)/g)];
  const first = found.map(([, , line]) => Number(line) - 1).sort((one, other) => one - other);
  return [found.reduce((sum, [, count = 1]) => sum + Number(count), 0), ...first.slice(0, 1)] as [number, number?];
}

const kept = async (text: string, options: Options): Promise<string[]> =>
  (await read(text, options)).sent.map(({values}) => values['email'] ?? '').sort();

/** Headers, their values, and the rows of those who would not want mail. */
const asked: ReadonlyArray<readonly [string, readonly string[], readonly number[]]> = [
  ['Mailsperre', ['nein', 'ja', ''], [2]],
  ['Kontaktsperre', ['', 'x'], [2]],
  ['Gesperrt seit', ['', '03.04.2026'], [2]],
  ['Sperrvermerk', ['', 'auf Wunsch'], [2]],
  ['Mail gesperrt', ['aktiv', ''], [1]],
  ['DSGVO', ['ja', 'widerrufen', 'widerrufen am 3.4.2026', 'nein'], [2, 3, 4]],
  ['GDPR', ['yes', 'withdrawn', 'legitimate interest'], [2]],
  ['RGPD', ['oui', 'non'], [2]],
  ['verification_result', ['valid', 'do_not_mail', 'invalid', 'catch-all'], [2, 3]],
  ['email_verified', ['true', 'false'], [2]],
  ['Deceased?', ['No', 'Yes'], [2]],
  ['Verstorben am', ['', '01.02.2026'], [2]],
  ['Décédé', ['non', 'oui'], [2]],
  ['Fallecido', ['', 'sí'], [2]],
  ['Overleden', ['nee', 'ja'], [2]],
  ['Widerspruch Werbung', ['', 'x'], [2]],
  ['Ne pas contacter', ['', 'oui'], [2]],
  ['Bloqueado mail', ['', '1'], [2]],
  ['Niet mailen', ['ja', 'nee'], [1]],
  ['Mail OK', ['ja', 'nein'], [2]],
  ['Newsletter', ['ja', 'nein', 'vielleicht', 'weekly'], [2]],
  ['Newsletter erwünscht', ['ja', 'nein'], [2]],
  ['Newsletter (ja/nein)', ['ja', 'nein', 'vielleicht', 'weekly'], [2]],
  ['Newsletter ja/nein', ['ja', 'nein', 'vielleicht', 'weekly'], [2]],
  ['Mails – oui / non ?', ['oui', 'non'], [2]],
  ['Per E-Mail informieren', ['ja', 'nein'], [2]],
  ['Erlaubnis liegt vor', ['1', '0'], [2]],
  ['Marketing', ['yes', 'no'], [2]],
  ['Tags', ['vip', 'vip, unsubscribed', 'DND', 'sms: dnd'], [2, 3]],
  ['Labels', ['* myContacts ::: Do not mail'], [1]],
  ['Segments', ['["vip","unsubscribed-2024"]', '["news"]'], [1]],
  ['Marketing-Einwilligung', ['erteilt', 'nicht erteilt', 'ja', 'keine Einwilligung', 'abgelehnt'], [2, 4, 5]],
  ['Double-Opt-In erfolgt', ['ja', 'offen'], [2]],
  ['DOI', ['ja', 'nein'], [2]],
  ['Kontakt erlaubt', ['ja', 'nein'], [2]],
  ['Darf angeschrieben werden', ['ja', 'nein'], [2]],
  ['Mail', ['ja', 'nein'], [2]],
  ['Inaktiv seit', ['', '03.04.2026'], [2]],
  ['Gruppe', ['VIP', 'Newsletter-Abmelder'], [2]],
  ['Newsletter abbestellt', ['x', ''], [1]],
  [
    'Bemerkung',
    ['bitte keine Mails mehr', 'möchte keinen Newsletter, ruft an', 'nett', 'keine Mailbox am Telefon'],
    [1, 2],
  ],
  ['Interne Notiz', ['hat widerrufen am 3.4.2026', 'Stammkunde'], [1]],
  ['Sales notes', ['asked to be removed from list', 'do not email, call', 'do not email by phone'], [1, 2]],
  ['Disiscritto', ['sì', 'no'], [1]],
  ['Stato', ['Disiscritto', 'Cliente'], [1]],
  ['Deceduto', ['sì', 'no'], [1]],
  ['Consenso', ['no', 'sì'], [1]],
  ['Zgoda', ['tak', 'nie'], [2]],
  ['Aktiv', ['ja', 'nein'], [2]],
  ['is_active', ['1', '0'], [2]],
  ['Gelöscht am', ['', '03.04.2026'], [2]],
  ['Archiviert', ['nein', 'ja'], [2]],
  ['Zustellbar', ['ja', 'nein'], [2]],
  ['Adressstatus', ['ok', 'gesperrt'], [2]],
  ['Kundenstatus', ['Stammkunde', 'inaktiv'], [2]],
  ['Notes', ['Met in May', 'Please unsubscribe.', 'unsubscribed 12/3/2024', 'verstorben'], [2, 3, 4]],
  ['Zusatz', ['†', ''], [1]],
  ['Austritt', ['', '31.12.2025'], [2]],
  ['Avregistrerad', ['ja', 'nej'], [1]],
  ['Avanmäld', ['', '2026-03-04'], [2]],
  ['Samtycke', ['ja', 'nej'], [2]],
  ['Afmeldt', ['nej', 'ja'], [2]],
  ['Frameldt', ['', 'x'], [2]],
  ['Samtykke', ['Nei', 'ja'], [1]],
  ['Suostumus', ['kyllä', 'ei'], [2]],
  ['Odhlášen', ['ano', 'ne'], [1]],
  ['Souhlas', ['ano', 'ne'], [2]],
  ['Leiratkozott', ['nem', 'igen'], [2]],
  ['Dezabonat', ['da', 'nu'], [1]],
  ['Отписался', ['да', 'нет', ''], [1]],
  ['Согласие', ['да', 'нет'], [2]],
  ['Відписався', ['так', 'ні'], [1]],
  ['配信停止', ['はい', 'いいえ'], [1]],
  ['メール受信の同意', ['はい', 'いいえ'], [2]],
  ['退订', ['是', '否'], [1]],
  ['Ej samtycke', ['ja', 'nej'], [1]],
  ['Återkallat samtycke', ['', '2026-03-04'], [2]],
  ['Nesouhlas', ['ano', 'ne'], [1]],
  ['Отзыв согласия', ['да', 'нет'], [1]],
  ['Не подписан', ['да', 'нет'], [1]],
  ['不同意', ['是', '否'], [1]],
  ['備考', ['配信停止', 'VIP'], [1]],
  ['Avliden', ['nej', 'ja'], [2]],
  ['Nyhetsbrev', ['unsubscribed', 'likes tea', ''], [1]],
  ['Avprenumererat nyhetsbrev', ['', '2026-03-04'], [2]],
  ['Nyhedsbrev', ['ja', 'nej'], [2]],
  ['Hozzájárulás visszavonva', ['nem', 'igen'], [2]],
  ['Hírlevél', ['igen', 'nem'], [2]],
  ['Рассылка', ['да', 'нет'], [2]],
  ['Комментарий', ['Умер', 'VIP'], [1]],
  ['メルマガ', ['はい', 'いいえ'], [2]],
  ['', ['unsubscribed', 'likes tea', 'asked twice'], [1]],
];

test.each(asked)('“%s” of %j is asked', async (header, values, rows) => {
  expect(await against(header, values)).toEqual([rows.length, rows[0]]);
});

test.each(sample(asked, 8))('“%s” of %j: each answer imports exactly these people', async (header, values, rows) => {
  const text = file(header, values);
  const all = values.map((_, at) => `p${at}@example.com`);
  const column = header === '' ? '2' : header;
  const unknown = ['vielleicht', 'weekly', 'legitimate interest', 'catch-all', 'Stammkunde'].map(
    word => [word, 'active'] as const,
  );
  const words = [...unknown, ['auf Wunsch', 'out'] as const, ['aktiv', 'out'] as const];
  expect(await kept(text, {status: [column], words})).toEqual(all.filter((_, at) => !rows.includes(at + 1)));
  expect(await kept(text, {status, map: [[column, '']]})).toEqual(all);
  expect(await kept(text, {status: 'none'})).toEqual(all);
});

test.each([
  ['Notes', ['the address was invalid once', 'not unsubscribed, likes tea', 'Bounced ideas around']],
  ['Tags', ['vip', 'news; weekly', 'sms opt out']],
  ['Mailsperre', ['nein', '', '0', 'false']],
  ['Liefersperre', ['x', '']],
  ['Kreditsperre', ['ja']],
  ['Sperrgut', ['ja']],
  ['Bounces', ['3', '0', '12']],
  ['Unsubscribe link', ['https://example.com/u/1']],
  ['Unsubscribed campaigns', ['4', '0']],
  ['GDPR', ['yes', 'legitimate interest', '2024-05-06']],
  ['Opt-in date', ['2024-05-06', '']],
  ['SMS consent', ['no', 'unsubscribed']],
  ['Phone verified', ['no']],
  ['Payment status', ['invalid', 'refunded']],
  ['Order status', ['cancelled', 'undeliverable']],
  ['VAT number valid', ['no', 'invalid']],
  ['Account', ['blocked', 'inactive']],
  ['Notes', ['met in May', 'has no car', 'order cancelled', 'active in the club']],
  ['Familienstatus', ['ledig', 'inaktiv']],
  ['Bloque', ['A', 'B']],
  ['Deadline', ['2024-05-06']],
  ['Marketing emails clicked', ['0', '5']],
  ['Verified', ['yes', '2024-05-06', '']],
])('“%s” of %j is not asked', async (header, values) => {
  expect(await against(header, values)).toEqual([0]);
});

describe('whoever is not sent anyway is no reason to ask', () => {
  test('as a status column skips them', async () => {
    const text = 'Email,Status,Tags\na@example.com,unsubscribed,DND\nb@example.com,active,vip\n';
    expect(await kept(text, {status})).toEqual(['b@example.com']);
  });

  test('as they have no address', async () => {
    expect((await read('Email,Tags\nnobody,DND\nb@example.com,vip\n', {status})).good).toBe(1);
  });
});

test('a column that fills a field of its own is asked too, and keeps the field', async () => {
  const text = 'Email,tags,Mailsperre\na@example.com,DND,\nb@example.com,vip,ja\n';
  const fields = {tags: 'text'};
  const said = await report(text, {status, fields, createFields: true});
  expect(said).toBe(`
error 2: leads.csv may say who gets no mail: “tags” with “DND” (line 2) and “Mailsperre” with “ja” (line 3).
  Skip these people: add --create-fields --status-column tags --status-column Mailsperre
"tags" and "Mailsperre" say something else: add --create-fields --map tags=tags --map Mailsperre=+mailsperre
`);
});

test('known status columns stay so in the answer', async () => {
  const text = 'Email,Status,Mailsperre\na@example.com,active,\nb@example.com,active,ja\nc@example.com,bounced,\n';
  expect(await report(text, {status})).toContain('add --status-column Status --status-column Mailsperre\n');
  const column = ['Status', 'Mailsperre'];
  expect(await kept(text, {status: column})).toEqual(['a@example.com']);
  expect(await report(text, {status: ['Status']})).toContain('add --status-column Status --status-column Mailsperre\n');
});

test('a named column without a telling header is asked about, unless some of its words say no', async () => {
  const named = {status: ['Zustand']};
  expect(await report('Email,Zustand\na@example.com,weg\nb@example.com,da\n', named)).toContain('“weg”');
  const notes = await report('Email,Zustand\na@example.com,unsubscribed\nb@example.com,likes tea\n', named);
  expect(notes).toContain('“Zustand” has other words too, which say nothing about mail: these people are imported.');
  const told = {...named, words: [['weg', 'out']]} as const;
  expect(await report('Email,Zustand\na@example.com,weg\nb@example.com,da\n', told)).toContain('“da”');
});
