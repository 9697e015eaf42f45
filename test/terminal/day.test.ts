/**
 * A marketer's day in a window of 80x24 and of 120x40, from the login to a list that was deleted by mistake. The
 * screens are in the files beside this test, and `UPDATE=1` writes them anew, for people who look at what changed. It
 * needs `npm run build`.
 * @module-tag long
 */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/running/start.js';
import {expectGolden} from '../reference/golden.js';
import {oneIn} from '../sample.js';
import {record} from './recording.js';
import {bareDesk, describeInTerminal, keys} from './terminal.js';

const {enter, up, down, space} = keys;

/** Keys that are on the screen must be the same in every run. */
const ours = {publicKey: 'public-key-of-the-day', secretKey: 'secret-key-of-the-day'};

const sizes = [
  {columns: 80, rows: 24},
  {columns: 120, rows: 40},
] as const;

describeInTerminal("a marketer's day", () => {
  test.each(sizes)('at $columns columns', {timeout: 180_000}, async ({columns, rows}) => {
    const here = bareDesk();
    const sandbox = await startSandbox({clock: 'step@2030-03-04T12:00:00Z', keys: ours});
    onTestFinished(() => sandbox.close());
    writeFileSync(join(here.folder, 'kontakte.csv'), asWindows1252(people));
    const day = record(here, {columns, rows}, columns === sizes[0].columns || oneIn(2) === 1 ? 'built' : 'here');

    const login = await day.run([], async ({look, answer}) => {
      await look('❯ Log in to your account', enter);
      await answer('? Address of the service', `${sandbox.baseUrl}${enter}`);
      await answer('? Public key', `${sandbox.publicKey}${enter}`);
      await answer('? Secret key', `${sandbox.secretKey}${enter}`);
      await answer('Profile "default" at', 'q');
    });
    expect(login.code, login.screen).toBe(0);
    expect(login.screen).not.toContain(sandbox.secretKey);
    expect(login.questions).toBeLessThanOrEqual(3);

    const imported = await day.run([], async ({look, answer}) => {
      await look(/Next: [\s\S]*❯ Add people from a file/, enter);
      await answer('? Which CSV file?', `kontakte.csv${enter}`);
      await answer('❯ Newsletter', up);
      await look('❯ New list…', enter);
      await answer('? Name of the list:', `Messe${enter}`);
      await look('32 columns match nothing yet', '-');
      await answer(/❯ Anrede .*skip/, enter);
      await answer('? Which country is "Deutschlnd"', enter);
      await look('❯ Fix them now', enter);
      await look('❯ Change it to gmail.com', enter);
      await look('❯ alan@gmail.com', enter);
      await answer('❯ ada@example.com', enter);
      await look(/Line 7: [\s\S]*❯ Type another value/, enter);
      await answer('? E-Mail: niemand', `@example.de${enter}`);
      await answer(/Line 9: [\s\S]*❯ Type another value/, down);
      await answer('❯ Skip this row', enter);
      await look('? Import 7 contacts into "Messe"', `y${enter}`);
      await answer('of 10 shown', 'q');
    });
    expect(imported.code, imported.screen).toBe(0);
    expect(imported.screen).toContain('7 verified in the list');

    here.write('mai.md', letter('htp'));
    const scheduled = await day.run([], async ({answer, look}) => {
      await answer(/Next: [\s\S]*❯ Add people/, down.repeat(2));
      await look('❯ Write a mailing', enter);
      await look('❯ mai.md', enter);
      await look('❯ I have fixed it', '');
      here.write('mai.md', letter('https'));
      await answer('❯ I have fixed it', enter);
      await look('? Subject line:', `Neues im Mai${enter}`);
      await answer('? Text that inboxes show', `Drei neue Seiten${enter}`);
      await look('◯ Newsletter', 'mes');
      await answer('❯ ◯ Messe', space);
      await answer('◉ Messe', enter);
      await answer('? Does your account page', `y${enter}`);
      await look(/When does it go out\?[\s\S]*❯/, '2030-05-01 09:00');
      await answer('❯ Wednesday 1 May 2030', enter);
      await look('? Anything else?', enter);
      await look('? Mail "Neues im Mai"', 'y');
      await answer('of 10 shown', 'q');
    });
    expect(scheduled.code, scheduled.screen).toBe(0);
    expect(scheduled.questions - FIXED - NEXT).toBeLessThanOrEqual(9);

    const moved = await day.run(['mailings', 'reschedule'], async ({answer, look}) => {
      await look(/Which mailing\?[\s\S]*❯/, 'neues');
      await answer(/Which mailing\? neues\n❯ Neues im Mai/, enter);
      await look('? The new time', `+1 day${enter}`);
      await look('? Mail "Neues im Mai"', 'y');
    });
    expect(moved.code, moved.screen).toBe(0);

    const cancelled = await day.run(['mailings', 'cancel', 'Neues im Mai'], ({look}) =>
      look('? Cancel "Neues im Mai"?', `y${enter}`),
    );
    expect(cancelled.code, cancelled.screen).toBe(0);
    const [, copy = ''] = /emk undo (\S+)/.exec(cancelled.screen) ?? [];

    const sent = await day.run(['undo', copy, '--now'], async ({look}) => {
      await look('? Mail "Neues im Mai"', 'y');
    });
    expect(sent.code, sent.screen).toBe(0);

    // Mail is opened in the days after.
    const {origin, publicKey, secretKey} = sandbox;
    const turned = await fetch(`${origin}/__clock`, {
      ...{method: 'POST', headers: {PublicKey: publicKey, SecretKey: secretKey}},
      body: new URLSearchParams({by: '2d'}),
    });
    expect(turned.ok).toBe(true);
    const results = await day.run(['mailings', 'stats', 'Neues im Mai'], async () => undefined);
    expect(results.screen).toMatch(/Neues im Mai .*│ +\d+\.\d%/);
    await day.run(['mailings', 'list'], async () => undefined);

    const erased = await day.run(['contacts', 'erase', 'alan@gmail.com'], ({look}) =>
      look('? Erase alan@gmail.com', `y${enter}`),
    );
    expect(erased.code, erased.screen).toBe(0);

    const deleted = await day.run(['lists', 'delete'], async ({look, answer}) => {
      await look(/Which lists\?[\s\S]*❯/, 'mes');
      await answer('❯ ◯ Messe', space);
      await answer('◉ Messe', enter);
      await look('? Delete list', 'y');
    });
    expect(deleted.code, deleted.screen).toBe(0);
    const back = await day.run(['undo'], async ({look}) => {
      await look(/\? Take back what\?\n❯ .*6 contacts/, enter);
      await look(/\? Bring back .*6 contacts\?/, 'y');
      await look(/\? (Import|Bring back) 6 contacts/, 'y');
    });
    expect(back.code, back.screen).toBe(0);
    expect(back.screen).toContain('6 verified in the list');

    expectGolden(`../terminal/day-${columns}x${rows}.txt`, day.text());
  });
});

/** The question what comes next. */
const NEXT = 1;

/** The question about the mistake in the email. */
const FIXED = 1;

const heads = ['Anrede', 'Vorname', 'Nachname', 'E-Mail', 'Firma', 'Straße', 'PLZ', 'Ort', 'Land', 'Telefon'];

/** A spreadsheet of 40 columns, with four rows that cannot be imported, one address with a name around it, and one address that looks mistyped. */
const people = [
  [...heads, ...Array.from({length: 30}, (_, at) => `Merkmal ${at + 1}`)],
  ...[
    'Frau;Jördis;Müller;joerdis@example.de;Gärtnerei Grün;Hauptstraße 1;10115;Köln;Deutschland;0221 1234',
    'Herr;Özgür;Çelik;oezguer@example.de;;;;Düsseldorf;Deutschland;',
    'Frau;;;Käthe Groß <kaethe@example.de>;;;;Ulm;Deutschland;',
    'Herr;Alan;Turing;alan@gmail;;;;London;Vereinigtes Königreich;',
    'Frau;Ada;Lovelace;ada@example,com;;;;London;Vereinigtes Königreich;',
    'Herr;Jörg;Weiß;niemand;;;;Nürnberg;Deutschland;',
    'Frau;Bärbel;Weiß;baerbel@gmial.com;;;;Weiden;Deutschlnd;',
    'Herr;Björn;Groß;ohne;;;;Köln;Deutschland;',
  ].map(line => [...line.split(';'), ...Array.from({length: 30}, () => 'x')]),
]
  .map(cells => `${cells.join(';')}\r\n`)
  .join('');

/** Every letter in these names has the same code there as in Latin-1. */
const asWindows1252 = (text: string): Buffer => Buffer.from(text, 'latin1');

const letter = (scheme: string): string =>
  [
    '# Neues im Mai',
    `Wir haben [drei neue Seiten](${scheme}://acme.example/mai).`,
    '[Abmelden](((unsubscribe_preferences)))',
    '',
  ].join('\n\n');
