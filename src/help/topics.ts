import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {commandNamed} from '../commands/command-names.js';

/** A page of `emk help`: a file of `docs`, which the repository and the site show too. */
type Topic = {
  readonly name: string;
  readonly text: string;
  readonly summary: string;
  /** What else people call it. */
  readonly words: readonly string[];
  /** The commands whose help leads here. */
  readonly about: readonly string[];
};

/** A file or folder of the package: it is beside the built program, and beside `src` while that is tested. */
export const packagePath = (name: string): string =>
  ['..', '../..'].map(up => join(import.meta.dirname, up, name)).find(path => existsSync(path)) ?? name;

const folder = packagePath('docs');
let all: readonly Topic[] | undefined;

/** Every page with a summary. The others are for people who work on emk. */
export function topics(): readonly Topic[] {
  all ??= readdirSync(folder).flatMap(file => (file.endsWith('.md') ? read(file) : []));
  return all;
}

function read(file: string): Topic[] {
  const page = readFileSync(join(folder, file), 'utf8');
  const [front = '', head = ''] = /^---\n(.*?)\n---\n+/s.exec(page) ?? [];
  const {
    summary,
    words = '',
    about = '',
  }: {readonly [field: string]: string} = Object.fromEntries(
    [...head.matchAll(/^(\w+): (.*)$/gm)].map(([, field, value]) => [field, value]),
  );
  if (summary === undefined) return [];
  const name = file.slice(0, -'.md'.length);
  return [{name, summary, words: words.split(' '), about: about.split(', '), text: page.slice(front.length)}];
}

/** What `emk help` prints for a topic: of the errors only the one whose code was typed. */
export function pageOf({name, text}: Topic, typed: string): string {
  const section = text.split(/^(?=## )/m).find(part => part.startsWith(`## ${codeIn(typed)}\n`));
  return `${asText(name === 'errors' && section ? section : text).trimEnd()}\n`;
}

/** Code stands out by its indent, and links are their words. */
const asText = (markdown: string): string =>
  markdown
    .replaceAll(/^<!--.*-->\n/gm, '')
    .split(/^```\w*\n(.*?)^```$/ms)
    .map((part, at) => (at % 2 ? part.trimEnd().replaceAll(/^(?=.)/gm, '  ') : inWords(part)))
    .join('');

const inWords = (text: string): string => text.replaceAll(/^#+ |\*\*/gm, '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/** The topic that a word means, by its name or another word for it. A command of this name comes first. */
export function topicNamed(word: string, commands: readonly string[]): Topic | undefined {
  const typed = codeIn(word);
  const named = topics().find(({name}) => name === typed);
  return named ?? (commandNamed(typed, commands) === undefined ? topicMeant(typed) : undefined);
}

/** The topic that has this other word: `csv` is `files`. */
export const topicMeant = (word: string): Topic | undefined => topics().find(({words}) => words.includes(word));

/** The code of an error: people of other programs write `E_NOT_FOUND` for `not_found`. */
const codeIn = (word: string): string => word.toLowerCase().replace(/^e_/, '');
