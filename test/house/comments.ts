/** Comments are in today's words: phrases that a newcomer has to read twice do not come back. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

/** Words from old books, references without a noun, and sentences turned round, each with a phrase that it catches. */
const stiff: readonly (readonly [RegExp, caught: string])[] = [
  [
    /\b(?:lest|albeit|whilst|hence|thence|thereby|whereby|therein|wherein|thereof|whereof)\b/,
    'kept, lest a kill loses it',
  ],
  [/\b(?:hitherto|henceforth|hereby|hither|whither|whomever|nought|amiss|unto|upon which)\b/, 'what is amiss'],
  [/\bthat which\b/, 'that which was sent'],
  [/\bown accord\b/, 'it ends of its own accord'],
  [/\bfor ever\b/, 'it would wait for ever'],
  [/\bmend(?:s|ed|ing)?\b/, 'somebody has mended them'],
  [/\bformerly\b/, 'formerly in one file'],
  [/\bas it stands\b/, 'it is mailed as it stands'],
  [/\b(?:no value|no one|nobody)['’]s\b/, '`0` is no value’s'],
  [/\b(?:bears?|lacks?) (?:that|the mark|this)\b(?! \w)/, 'one that a kill left unfinished lacks that'],
  [/\bwhose (?:hand|it is)\b/, 'whose hand it is'],
  [/\bwhoever\b/i, 'Whoever waits asks often.'],
  [/\bneed not\b/, 'a value that need not be read'],
  [/\b(?:leaves?|left) out\b/, 'it leaves out rows'],
  [/(?:^|\. )Only then (?:is|are|does|do|can)\b/, 'Only then is it removed.'],
  [/(?:^|\. )(?:Left out|Kept|Gone) (?:is|are)\b/, 'Left out are rows without an address.'],
  [/\b(?:undefined|nothing|none|empty|false|null) where\b/, 'undefined where there is none'],
  [/\bwhere (?:there (?:is|are) none|nobody knows|that is)\b/, 'empty where nobody knows it'],
  [/\bbut for (?:its|their|the|what|those)\b/, 'all but for what only the service uses'],
  [/\bheld against\b/, 'the file is held against the list'],
  [/\bin the place of\b/, 'put in the place of the old one'],
  [/\b(?:gone|goes|go) on with\b/, 'a run that can be gone on with'],
  [/\b(?:told|tells?|hears?|heard|spoken) of (?:it|them|that|this|a|the)\b/, 'whoever runs emk is told of a key once'],
  [/\b(?:seen|sees?) to (?:it|them)\b|\blooked after\b/, 'the next run sees to it'],
  [/\b(?:foresaw|foreseen|unforeseen)\b/, 'an error that nobody foresaw'],
  [/\b(?:is|are) to be (?:made|asked|sent|told|deleted|shown|kept|found)\b/, 'fields that are to be made'],
  [/\b(?:takes?|taken|took) (?:it |them )?away\b/, 'what was put there is taken away'],
];

const folders = ['src', 'bin', '.ci', 'test'];
const isSource = (name: string): boolean => /\.(?:ts|js|mjs)$/.test(name);

/** Every comment that begins a line, as one line of text. Trailing comments are rare and short. */
function commentsIn(text: string): readonly string[] {
  const found = text.match(/^[ \t]*(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n[ \t]*)*\/\/.*)/gm) ?? [];
  return found.map(comment =>
    comment
      .replace(/^\s*\/\*\*|\*\/$/g, '')
      .replace(/^\s*(?:\*|\/\/)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** The stiff phrases in a text, each with its comment. */
const stiffIn = (text: string): readonly string[] =>
  commentsIn(text).flatMap(comment => {
    const phrase = stiff.map(([pattern]) => pattern.exec(comment)?.[0]).find(each => each !== undefined);
    return phrase === undefined ? [] : [`"${phrase.trim()}" in: ${comment}`];
  });

test.each(folders)('no comment in %s is stiff', folder => {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(isSource);
  const found = names.flatMap(name =>
    stiffIn(readFileSync(join(folder, name), 'utf8')).map(each => `${folder}/${name}: ${each}`),
  );
  expect(found).toEqual([]);
});

test.each(stiff)('%s catches its phrase', (_, caught) => {
  expect(stiffIn(`/** ${caught} */\nconst one = 1;`)).toHaveLength(1);
  expect(stiffIn(`  // ${caught}\n  two();`)).toHaveLength(1);
  expect(stiffIn(`const text = '${caught}';`)).toEqual([]);
});
