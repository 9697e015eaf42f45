/** The exports that people bring first, at a terminal: a few questions, nobody admitted who left, and nothing refused. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type Desk, describeInTerminal, desk, keys} from '../support/terminal.js';
import {words} from '../support/words.js';

const {enter} = keys;

const layout = (name: string): string =>
  readFileSync(new URL(`../import/layouts/${name}.csv`, import.meta.url), 'utf8');

/** A German list of customers of 20 columns, as Excel saves it. */
const KUNDEN = [
  'Kd-Nr.;Anrede;Titel;Vorname;Nachname;Firma;Straße;PLZ;Ort;Land;Telefon;Mobil;E-Mail;Geburtsdatum;Kunde seit;Umsatz;Newsletter;Mailsperre;Sprache;Bemerkung',
  '10001;Frau;Dr.;Käthe;Groß;Acme GmbH;Hauptstraße 1;01067;Dresden;D;0351 55501;;kaethe@example.de;05.03.1961;01.02.2020;"1.234,50";ja;;deutsch;',
  '10002;Herr;;Jürgen;Müller;;Am Markt 2;1010;Wien;A;;0170 55502;juergen@example.de;unbekannt;01.03.2020;"99,00";ja;;deutsch;"Stammkunde; ruft an"',
  '10003;Frau;;Renée;Weiß;;Bahnhofplatz 3;8001;Zürich;CH;;;renee@example.de;;01.04.2020;;nein;;deutsch;',
  '10004;Herr;;Björn;Kühn;;Lange Gasse 4;99084;Erfurt;D;;;bjoern@example.de;12.11.1970;01.05.2020;;ja;x;deutsch;',
].join('\r\n');

/** Who is in a list afterwards, one a line. */
const membersOf = async (here: Desk, columns: string): Promise<string> =>
  (await here.play(['contacts', 'list', '--list', 'Kunden', '--columns', columns, '-o', 'csv'], [])).screen;

const importing = (file: string) => ['contacts', 'import', file, '--list', 'Kunden', '--create-list'];

const asked = (screen: string): number => screen.match(/^✔ /gm)?.length ?? 0;

describeInTerminal('an export at a terminal', () => {
  test('of Mailchimp takes two questions', {tags: ['long']}, async () => {
    const here = await desk();
    here.write('subscribed.csv', layout('mailchimp-subscribed'));
    const {code, screen} = await here.play(importing('subscribed.csv'), [
      [/match(?:es)? no\s+field[\s\S]*❯ Skip/, enter],
      [/\? Import \d+ contacts? into "Kunden"\?/, 'y\r'],
    ]);
    expect(code, screen).toBe(0);
    expect(asked(screen), screen).toBe(2);
    expect(await membersOf(here, 'email,first_name,city,country')).toContain(
      'ada@example.com,Ada,London,United Kingdom',
    );
    const again = await here.play(
      [...importing('subscribed.csv'), '--dry-run'],
      [[/match(?:es)? no\s+field[\s\S]*❯ Skip/, enter]],
    );
    expect(again.screen).toContain('already in the list');
  });

  test('of HubSpot takes two questions, and leaves out who unsubscribed, bounced or opted out', async () => {
    const here = await desk();
    here.write('hubspot.csv', layout('hubspot'));
    const {code, screen} = await here.play(importing('hubspot.csv'), [
      [/match(?:es)? no\s+field[\s\S]*❯ Skip/, enter],
      [/\? Import \d+ contacts? into "Kunden"\?/, 'y\r'],
    ]);
    expect(code, screen).toBe(0);
    expect(asked(screen), screen).toBe(2);
    expect(screen).toMatch(/say who\s+gets no\s+mail/);
    expect(await membersOf(here, 'email')).not.toContain('grace@example.test');
  });

  test('of Excel in German takes five: columns, a ban on mail, countries, a birthday that is none, and the yes', {
    tags: ['long'],
  }, async () => {
    const here = await desk();
    writeFileSync(join(here.folder, 'Kundenliste.csv'), Buffer.from(`${KUNDEN}\r\n`, 'latin1'));
    const {code, screen} = await here.play(
      importing('Kundenliste.csv'),
      [
        [/match(?:es)? no\s+field[\s\S]*❯ Skip/, enter],
        ['? Does "Mailsperre" say who gets no mail?', enter],
        ['? The service does not know “D”, “A” in "Land"', enter],
        ['? 1 row cannot be imported. What now?', enter],
        ['? Import 2 contacts into "Kunden"?', 'y\r'],
      ],
      {columns: 100},
    );
    expect(code, screen).toBe(0);
    expect(asked(screen), screen).toBe(5);
    const members = await membersOf(here, 'email,last_name,postal_code,country,birth_date');
    expect(members).toContain('kaethe@example.de,Groß,01067,D,1961-03-05');
    expect(members).toMatch(/juergen@example\.de,Müller,1010,A,$/m);
    expect(members).not.toContain('renee@example.de');
    expect(members).not.toContain('bjoern@example.de');
    const line = screen.replaceAll('\n', '').match(/Next time: (emk .*)/)?.[1] ?? '';
    expect(line).toContain('--leave-empty Geburtsdatum');
    const again = await here.play([...words(line).slice(1), '--dry-run'], []);
    expect(again.screen).toContain('2 already in the list');
    expect(again.screen).not.toContain('✔');
  });
});
