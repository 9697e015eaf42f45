/**
 * A marketer's day in a window of 80x24, from a spreadsheet to a list that was deleted by mistake. The screens are in the
 * file beside this test, and `UPDATE=1` writes them anew, for people who look at what changed.
 * @module-tag long
 */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {describeInTerminal, keys} from '../support/terminal.js';
import {expectGolden} from './golden.js';
import {begin, nameOf, sizes} from './job.js';

const {enter, space} = keys;

describeInTerminal("a marketer's day", () => {
  test.each(sizes)('at $columns columns', {timeout: 180_000}, async size => {
    const {here, job: day, later} = await begin('demo', size);
    writeFileSync(join(here.folder, 'kontakte.csv'), asWindows1252(people));
    here.write('mai.md', letter);

    const imported = await day.run(['import', 'kontakte.csv', '--list', 'Messe', '--create-list'], async ({look}) => {
      await look('❯ Skip them', enter);
      await look('? The service does not know “Deutschlnd”', enter);
      await look('❯ Change gmial.com to gmail.com', enter);
      await look('? 2 addresses are unclear. Read them like this?', enter);
      await look('❯ Skip these 2 rows', enter);
      await look('? Import 6 contacts into "Messe"', 'y\r');
    });
    expect(imported.code, imported.screen).toBe(0);
    expect(imported.screen).toContain('6 added, all verified');
    expect(imported.questions).toBeLessThanOrEqual(6);

    const scheduled = await day.run(['send', 'mai.md'], async ({answer, look}) => {
      await look('? Subject line:', `Neues im Mai${enter}`);
      await look(/Who gets it\?[\s\S]*◯ Messe/, keys.down.repeat(3));
      await answer('❯ ◯ Messe', space);
      await answer('◉ Messe', enter);
      await look('❯ Weekly news', enter);
      await look('? When does it go out?', `2030-05-01 09:00${enter}`);
      await look('? Mail "Neues im Mai"', 'y\r');
    });
    expect(scheduled.code, scheduled.screen).toBe(0);
    expect(scheduled.questions).toBeLessThanOrEqual(5);

    const moved = await day.run(['mailings', 'reschedule'], async ({answer, look}) => {
      await look(/Which mailing\?[\s\S]*❯/, 'neues');
      await answer(/Which mailing\? neues\n❯ Neues im Mai/, enter);
      await look('? The new time', `+1 day${enter}`);
      await look('? Mail "Neues im Mai"', 'y\r');
    });
    expect(moved.code, moved.screen).toBe(0);

    const cancelled = await day.run(['mailings', 'cancel', 'Neues im Mai'], ({look}) =>
      look('? Cancel mailing "Neues im Mai"?', 'y\r'),
    );
    expect(cancelled.code, cancelled.screen).toBe(0);
    // The edge of the window may break the line anywhere.
    const [, copy = ''] = /emk undo ([\d-]+)/.exec(cancelled.screen.replaceAll('\n', '')) ?? [];

    const sent = await day.run(['undo', copy, '--now'], async ({look}) => {
      await look('? Mail "Neues im Mai"', 'y\r');
    });
    expect(sent.code, sent.screen).toBe(0);

    // Mail is opened in the days after.
    await later('2d');
    const results = await day.run(['mailings', 'results', 'Neues im Mai'], async () => undefined);
    expect(results.screen).toMatch(/Neues im Mai .*│ +\d+\.\d%/);
    await day.run(['mailings'], async () => undefined);

    const erased = await day.run(['contacts', 'erase', 'alan@gmail.com'], ({look}) =>
      look('? Erase alan@gmail.com', 'y\r'),
    );
    expect(erased.code, erased.screen).toBe(0);

    const deleted = await day.run(['lists', 'delete'], async ({look, answer}) => {
      await look(/Which lists?\?[\s\S]*◯ Messe/, keys.down.repeat(3));
      await answer('❯ ◯ Messe', space);
      await answer('◉ Messe', enter);
      await look('? Delete list', 'y\r');
    });
    expect(deleted.code, deleted.screen).toBe(0);
    const [, kept = ''] = /emk undo (\S+)/.exec(deleted.screen) ?? [];
    const runs = await day.run(['undo'], async () => undefined);
    expect(runs.code, runs.screen).toBe(0);
    expect(runs.screen).toMatch(/^\S+ +[\d-]+ [\d:]+ UTC {2}deletion: list "Messe" and 5 contacts\n/);
    expect(runs.screen).toContain(`To take one back: emk undo ${kept}`);
    const back = await day.run(['undo', kept], async ({look}) => {
      await look(/\? Bring back .*5 contacts\?/, 'y\r');
    });
    expect(back.code, back.screen).toBe(0);
    expect(back.screen).toContain('5 added, all verified');

    expectGolden(`../terminal/day-${nameOf(size)}.txt`, day.text());
  });
});

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

const letter = [
  '# Neues im Mai',
  'Wir haben [drei neue Seiten](https://acme.example/mai).',
  '[Abmelden](((unsubscribe_preferences)))',
  '',
].join('\n\n');
