import {resolve} from 'node:path';
import {UsageError} from '../errors.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {readInput} from '../system/read-input.js';

type Templates = {readonly template_json?: string | undefined; readonly template_html?: string | undefined};

/**
The input with its template read: `@mail.html` is the file's text, `@-` standard input. JSON and HTML exclude each
other, and JSON must be JSON: the service would take anything, and mail it.
*/
export async function withTemplate<I extends Templates>(host: Host, input: I): Promise<I> {
  const {template_json: json, template_html: html} = input;
  if (json !== undefined && html !== undefined) {
    throw new UsageError('--template-json and --html exclude each other.', {hint: 'Give one of them.'});
  }
  if (html !== undefined) return {...input, template_html: await textOf(host, html)};
  if (json === undefined) return input;
  const text = await textOf(host, json);
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--template-json is not JSON: ${(cause as Error).message}.`, {
      hint: 'Use --html for HTML.',
      cause,
    });
  }
  return {...input, template_json: text};
}

async function textOf(host: Host, value: string): Promise<string> {
  if (!value.startsWith('@')) return value;
  const name = value.slice(1);
  if (name === '-') return String(await readInput(host, '-', 'Standard input'));
  const bytes = await readInput(host, resolve(host.cwd, name), name).catch(cause => {
    if (!/^E[A-Z]+$/.test(codeOf(cause))) throw cause;
    throw new UsageError(`The file ${name} cannot be read.`, {hint: 'Check the path after the @.', cause});
  });
  return String(bytes);
}
