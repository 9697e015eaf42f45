import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {wordSet} from '../words/word-set.js';

/** What the site is made of besides the tree of commands, by the names of files and in the order of the site. */
export type Sources = {
  readonly guides: ReadonlyMap<string, string>;
  readonly transcripts: ReadonlyMap<string, string>;
  /** The pictures that guides show, from the root of the project. */
  readonly pictures: readonly string[];
};

/** Reads guides and transcripts from a checkout of the project. */
export function readSources(root: string): Sources {
  const guides = new Map(
    [...order].map(name => [name, readFileSync(join(root, `src/site/guides/${name}.md`), 'utf8')]),
  );
  const transcripts = readdirSync(join(root, 'test/transcripts')).filter(name => name.endsWith('.txt'));
  return {
    guides,
    transcripts: new Map(transcripts.map(name => [name, readFileSync(join(root, 'test/transcripts', name), 'utf8')])),
    pictures: [...guides.values()].flatMap(text =>
      [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) => join('src/site/guides', path)),
    ),
  };
}

/** The guides in the order in which somebody new reads them. */
const order =
  wordSet(`start first-mailing moving mailchimp hubspot brevo mailerlite nightly-sync who-gets-no-mail results account-files scripts
ci agents warehouse sandbox security proof tried`);
