/**
 * Holds what a run printed as JSON against the schemas that `emk schema` gives out, so that a field cannot appear,
 * vanish or change its type unseen wherever a test looks. Documents of emk's own are closed here: they hold nothing
 * that their schema does not name.
 */
import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import {schemaOfCommand} from '../../src/agents/schemas.js';
import {route} from '../../src/cli/line.js';
import {type Command, isCommand} from '../../src/commands/command.js';
import type {Schema} from '../../src/core/json-schema/describe.js';
import {errorDocument, lines, plannedRequests, writtenFile} from '../../src/output/results/documents.js';
import type {Ran} from './run-against.js';

/** Whether the service that a test speaks with sends records as its documentation says; one that does not may send anything. */
export type Records = 'documented' | 'odd';

/** Throws where a line printed JSON that is not of its command's schema. */
export async function holdToSchemas(
  words: readonly string[],
  {code, stdout, stderr}: Ran,
  records: Records,
): Promise<void> {
  const format = formatIn(words);
  if (format === undefined) return;
  for (const line of stderr.split('\n')) if (line.startsWith('{')) check(messages(), JSON.parse(line), words, 'stderr');
  // Half a list must not look like a whole one: where the work stopped, its end is missing.
  if (stdout === '' || (code !== 0 && !isWhole(stdout, format))) return;
  const {target} = await route(words);
  if (target === undefined || !isCommand(target)) return;
  const values =
    format === 'json'
      ? [JSON.parse(stdout)]
      : stdout
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line));
  const validate = await validatorOf(target, format, words, records);
  for (const value of values) check(validate, value, words, 'stdout');
}

function isWhole(stdout: string, format: 'json' | 'jsonl'): boolean {
  try {
    if (format === 'json') JSON.parse(stdout);
    else for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function check(validate: ValidateFunction, value: unknown, words: readonly string[], where: string): void {
  if (validate(value)) return;
  const said = ajv.errorsText(validate.errors, {separator: '\n  '});
  throw new Error(
    `emk ${words.join(' ')}: ${where} is not of its schema:\n  ${said}\n${JSON.stringify(value).slice(0, 400)}`,
  );
}

/** The JSON format that a line asks for, if it asks for one. */
function formatIn(words: readonly string[]): 'json' | 'jsonl' | undefined {
  const end = words.indexOf('--');
  const options = end < 0 ? words : words.slice(0, end);
  const at = options.findLastIndex(word => /^(?:-o.*|--output(?:=.*)?|--json)$/.test(word));
  if (at < 0) return undefined;
  const [word = '', next = ''] = options.slice(at);
  const format = word === '--json' ? 'json' : word.replace(/^(?:-o|--output=?)/, '') || next;
  return format === 'json' || format === 'jsonl' ? format : undefined;
}

/** Half of the time to compile a schema goes into shorter code, which would pay only for far more answers. */
const ajv = new Ajv2020({strict: false, validateFormats: false, code: {optimize: false}});

/** Compiled once each: which schema it is follows from the command, the format and a few options. */
const known = new Map<string, ValidateFunction>();
const ids = new WeakMap<object, number>();
let count = 0;

async function validatorOf(
  command: Command,
  format: 'json' | 'jsonl',
  words: readonly string[],
  records: Records,
): Promise<ValidateFunction> {
  const [partly, dry, counts, toFile] = [['--columns'], ['--dry-run'], ['--count'], ['--out']].map(names =>
    words.some(word => names.some(name => word === name || word.startsWith(`${name}=`))),
  );
  const id = ids.get(command.gives as object) ?? ++count;
  if (typeof command.gives === 'object') ids.set(command.gives, id);
  const key = `${typeof command.gives === 'string' ? command.gives : id} ${[format, records, partly, dry, counts, toFile].join()}`;
  const there = known.get(key);
  if (there) return there;
  const {$defs, ...schema} = closed((await schemaOfCommand(command)) ?? false) as Schema;
  const own = records === 'odd' ? withAnyRecord(schema) : partly ? withoutRequired(schema) : schema;
  const some = [
    own,
    ...(dry ? [plannedRequests] : []),
    ...(counts ? [{type: 'integer'}] : []),
    ...(toFile || command.writes === 'csv' ? [closed(writtenFile) as Schema] : []),
  ];
  const validate = ajv.compile({$defs, anyOf: some.flatMap(each => (format === 'json' ? [each] : linesOf(each)))});
  known.set(key, validate);
  return validate;
}

/** A list is printed a line an item, and whatever else it may be as one line. */
const linesOf = (schema: object): object[] => {
  if ('anyOf' in schema) return (schema.anyOf as object[]).flatMap(linesOf);
  return 'items' in schema ? [schema.items as object] : [schema];
};

/** Nothing may be in a document of emk's own that its schema does not name. What the service sends says that there may be more. */
export function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const made = Object.fromEntries(Object.entries(part).map(([name, each]) => [name, closed(each)]));
  return 'properties' in part && 'required' in part && !('additionalProperties' in part)
    ? {...made, additionalProperties: false}
    : made;
}

/** Only records say that they may hold more. */
function withAnyRecord(part: unknown): object {
  if (Array.isArray(part)) return part.map(withAnyRecord);
  if (typeof part !== 'object' || part === null) return part as never;
  if ('additionalProperties' in part && part.additionalProperties === true) return {};
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, withAnyRecord(each)]));
}

/** With --columns a record has some of its fields. */
function withoutRequired(part: unknown): object {
  if (Array.isArray(part)) return part.map(withoutRequired);
  if (typeof part !== 'object' || part === null) return part as never;
  const {required: _, additionalProperties: __, ...rest} = part as Schema;
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withoutRequired(each)]));
}

let ofMessages: ValidateFunction | undefined;
const messages = (): ValidateFunction =>
  (ofMessages ??= ajv.compile({anyOf: [errorDocument, ...Object.values(lines)].map(closed) as object[]}));
