/**
 * Every hint works: each option and each line that emk offers for a nasty file, or for an export of another tool, is run
 * against the sandbox, and the file gets further. Fewer rows are rejected, or the sentence with the hint is answered.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {eitherTest, everyOther, portion} from '../../in-two-parts.js';
import {useShell} from '../../use-shell.js';
import {files} from './files.js';

const layouts = new URL('../layouts/', import.meta.url).pathname;
const exports = readdirSync(layouts).filter(name => name.endsWith('.csv'));

/** Files that emk asks about. */
const asked: {readonly [name: string]: string} = {
  'two words for a status':
    'email,Status\nada@example.com,Test\nbob@example.com,Subscribed\neve@example.com,Two words\n',
  'words that say nothing of mail': 'E-Mail;Status\nada@example.com;Kunde\nbob@example.com;Interessent\n',
  'a status and a column that lacks values': 'email,Opt-out,age\nada@example.com,perhaps,12\nbob@example.com,no,n/a\n',
};

/** Options that emk refuses, each with its file: what their hints offer takes their place. */
const wrong: readonly (readonly [file: string, options: string])[] = [
  ['the same name twice', '--map note=phone'],
  ['no name', "--map 'column 9=phone'"],
  ['a title line', '--map Vornme=first_name'],
  ['a title line', '--map Vorname=first_nme'],
  ['a title line', '--map Vorname'],
  ['a title line', '--skip-lines 99'],
  ['a title line', '--status-column Vornamen'],
  ['a title line', '--set countri=Germany'],
  ['a title line', '--set country=Germny'],
  ['a title line', '--set country'],
  ['a title line', '--country Germany'],
  ['Excel in Germany', '--encoding windows-9'],
  ['Excel in Germany', '--delimiter :'],
  ['mailchimp-subscribed.csv', '--status-column none --status x=maybe'],
  ['mailchimp-subscribed.csv', '--map MEMBER_RATING=first_name --map EUID=first_name'],
];

const given: readonly (readonly [file: string, options: string])[] = [
  ...[...Object.keys(asked), ...Object.keys(files), ...everyOther(exports, 0)].map(name => [name, ''] as const),
  ...wrong,
];

const shell = useShell();

const contentOf = (name: string): string | Uint8Array => asked[name] ?? files[name] ?? readFileSync(layouts + name);

/** Checks the file with more options: what emk says, and how many rows it rejects. */
async function run(options: string): Promise<{readonly text: string; readonly rejected: number}> {
  const {stdout, stderr} = await shell().emk(`${LINE} ${options}`);
  return {text: `${stderr}${stdout}`, rejected: Number(/ (\d+) rejected/.exec(stdout)?.[1] ?? 0)};
}

const LINE = 'contacts import leads.csv --type Staff --dry-run';

/** What each sentence offers: options side by side are one hint, and words that stand for others are filled in. */
const hintsIn = (text: string): ReadonlyArray<{readonly sentence: string; readonly hint: string}> =>
  text
    .split('\n')
    .filter(sentence => !/^error: --/.test(sentence))
    .flatMap(sentence => offersIn(sentence.replace(`emk ${LINE}`, '')).map(hint => ({sentence, hint})));

/** Options with their values. One without a value is no offer but the name of an option, except that emk names no encoding. */
const OFFERS =
  /(?:--(?:keep-status|create-fields|encoding(?= |\.|$)|[a-z-]+ (?!or |for |with )(?:'[^']*'|[^\s'])+) ?)+/g;

const offersIn = (sentence: string): readonly string[] =>
  (sentence.match(OFFERS) ?? []).flatMap(offer => {
    const hint = offer
      .trim()
      .replace(/[.,:)]+$/, '')
      .replace('=FIELD', '=+hint')
      .replace(/--encoding$/, '$& macintosh');
    return hint.endsWith(' dmy') ? [hint, hint.replace('dmy', 'mdy')] : [hint];
  });

describe.each(portion(given, 6))('%s %s', (name, options) => {
  eitherTest('gets further with each hint', async () => {
    shell().write('leads.csv', contentOf(name));
    const first = await run(options);
    for (const {sentence, hint} of hintsIn(first.text)) {
      const next = await run(hint);
      const said = `with ${hint}, emk says:\n${next.text}`;
      expect(said).not.toMatch(/error: --|no column “|unknown option/);
      const isFurther = next.rejected < first.rejected || !next.text.includes(sentence);
      expect(isFurther ? '' : said).toBe('');
    }
  });
});
