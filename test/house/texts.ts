/** What a person reads is in the words that people say on the phone: old turns of phrase do not come back. */
import {readdirSync, readFileSync} from 'node:fs';
import ts from 'typescript';
import {expect, test} from 'vitest';
import {nodesIn, sources} from './sources.js';

/** Words that nobody says aloud, each with a sentence that it catches. */
const stiff: readonly (readonly [RegExp, caught: string])[] = [
  [/\bmend(?:s|ed|ing)?\b/i, 'Mend the errors.'],
  [/\ball the same\b/i, 'Go on all the same.'],
  [/\bclear(?:s|ed)? (?:it |them |this )?away\b/i, 'Set it live, or clear it away.'],
  [/\bbroke off\b/i, 'An import that broke off.'],
  [/\boverrul(?:e|es|ed)\b/i, 'Overrule one by its name.'],
  [/\bleft without an answer\b/i, 'The question was left without an answer.'],
  [/\bnobody is there to\b/i, 'Nobody is there to be asked.'],
  [/\btakes nobody\b/i, 'A segment takes nobody without both names.'],
  [/\bas it stands\b/i, 'It would be mailed as it stands.'],
  [
    /\b(?:lest|albeit|whilst|hence|thence|thereby|whereby|therein|hitherto|henceforth|amiss|unforeseen)\b/i,
    'Hence it fails.',
  ],
  [/\bof its own accord\b/i, 'It ends of its own accord.'],
  [/\bEnter (?:takes|goes)\b/i, 'Enter takes it'],
  [/(?:^|\. )(?:Left out|Kept|Gone) (?:is|are)\b/, 'Left out are rows without an address.'],
  [/\bis seen to\b|\blooked after\b|\bsaid back\b/i, 'It is said back before anything is sent.'],
  [/\bwhatever is not given\b/i, 'Whatever is not given stays as it is.'],
  [/\b(?:comes?|came) to rest\b/i, 'The list did not come to rest.'],
  [/\bfound out unless given\b/i, 'The encoding; found out unless given.'],
  [/\bif (?:all of them|that|it) (?:are|is) meant\b/i, 'Raise --max-delete if all of them are meant.'],
  [/\bcarries no\b/i, 'GET carries no form.'],
  [/\bfar more than a key\b/i, 'The file holds far more than a key.'],
  [/\bwhoever (?:joins|is|just|reaches)\b/i, 'It mails whoever joins its audience.'],
  [/\bstands in its way\b/i, 'What goes out, and what stands in its way.'],
  [/\bexclude each other\b/i, '--now and --at exclude each other.'],
  [/\bit must be said when\b/i, 'It is sent, so it must be said when.'],
  [/\btold from chance\b/i, 'That can be told from chance.'],
  [/\bno place of its own\b/i, 'A mail has no place of its own.'],
  [/\bdo not meet\b/i, 'So parallel jobs do not meet.'],
  [/\bservice in a box\b/i, 'The service in a box.'],
  [/\bin the place of\b/i, 'It is put in the place of the old one.'],
  [/\bleaves? (?:it|them|\w+ rows|the other) out\b|\bleft out\b/i, 'Fix it, or leave it out with --max-errors 1.'],
  [/\bleft alone\b|\bleaves? (?:it|them) alone\b/i, '1 contact left alone.'],
  [/\btakes? (?:it |them )?away\b/i, 'An import takes it away.'],
  [/\bstands? (?:twice|beside|in an?|where|in the way)\b/i, '"Ada" stands twice in the list.'],
  [
    /(?<!there )\b(?:is|are) no (?:address|clock|fault|id|JSON|key|list|method|number|text|YAML|whole number|HTTP)\b/i,
    '"x" is no id.',
  ],
  [/\bbroken off\b|\bcut short in\b/i, 'An earlier run was broken off.'],
  [/\bshows which there are\b/i, 'The list of contacts shows which there are.'],
  [/\b(?:is|are) there already, and\b/i, 'A folder is there already, and no file.'],
  [/\bnone of which\b|\bbelongs into\b|\bhas no use\b/i, 'It belongs into fields.yaml.'],
  [/\bgone afterwards\b|\bone a line\b/i, 'A fresh account, gone afterwards.'],
  [/^Missing: /, 'Missing: --to.'],
  [/\b(?:use|remove|choose|unset|rename) one of them\b|\bshows them all\b|\bto see them: emk\b/i, 'Use one of them.'],
  [/^None of the .*\bis\b/, 'None of the lists is called "x".'],
  [/\bsettle the conflict\b|\bchances are\b/i, 'Settle the conflict.'],
  // What people send is a mailing.
  [/\b(?:[Ss]cheduled|overdue|upcoming|similar|test|[Nn]ext|[Aa]|any|no) sends?\b/, 'The next send.'],
  [/(?:^|\. |>)Sends(?=$|\.|<)|\bsend by send\b/, 'Sends'],
];

const stiffIn = (text: string): string | undefined =>
  stiff.map(([pattern]) => pattern.exec(text)?.[0]).find(phrase => phrase !== undefined);

/** Every text of a source, between its quotes. The parts of a template are texts of their own. */
const textsIn = (source: ts.SourceFile): readonly string[] =>
  nodesIn(source).flatMap(node =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
      ? [node.text]
      : [],
  );

test('no text in src is stiff', () => {
  const found = [...sources].flatMap(([path, source]) => {
    const texts = textsIn(source);
    // To ask about every text is slow, so it is done only where their sum is stiff.
    return (stiffIn(texts.join('. ')) === undefined ? [] : texts).flatMap(text => {
      const phrase = stiffIn(text);
      return phrase === undefined ? [] : [`${path}: "${phrase}" in: ${text}`];
    });
  });
  expect(found).toEqual([]);
});

const guides = readdirSync('src/site/guides')
  .filter(name => name.endsWith('.md'))
  .map(name => `src/site/guides/${name}`);
const pages = ['README.md', 'CHANGELOG.md', ...['README.md', 'ON-DISK.md', 'DECISIONS.md'].map(name => `src/${name}`)];

test.each([...pages, ...guides])('no line of %s is stiff', page => {
  const lines = readFileSync(page, 'utf8').split('\n');
  expect(lines.filter(line => stiffIn(line) !== undefined)).toEqual([]);
});

test.each(stiff)('%s catches its sentence', (_, caught) => {
  expect(stiffIn(caught)).toBeDefined();
});
