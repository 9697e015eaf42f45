/** What pages of docs list is what the tables of the program hold. `UPDATE=1` writes what is between two marks. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {globalOptions, settings} from '../../src/commands/globals.js';
import {optionTerm} from '../../src/commands/parameters.js';
import * as errors from '../../src/core/errors.js';
import {twoColumns} from '../../src/help/page.js';
import {endingsOf, formats} from '../../src/output/results/format.js';
import {wrap} from '../../src/output/text/width.js';
import {faultKinds} from '../../src/sandbox/http/faults.js';
import {defaults, type Setting} from '../../src/sandbox/service/settings.js';

type Row = readonly [term: string, about: string];

const textOf = (page: string): string => readFileSync(`docs/${page}.md`, 'utf8');

const options: Row[] = [
  ...Object.entries(globalOptions).map(
    ([name, param]): Row => [`${'short' in param ? '' : '    '}${optionTerm(name, param)}`, param.help],
  ),
  ['-h, --help', 'Show help; with --all also what few need'],
];

const faults = Object.entries(faultKinds).flatMap(([kind, {help, options = {}}]) => [
  ...twoColumns([[kind, help]], 15),
  ...twoColumns(
    Object.entries(options).map(([option, [, help]]): Row => ['', `${option}: ${help}`]),
    17,
  ),
]);

const choices = Object.entries<Setting>(defaults).map(
  ([name, {choices, help}]): Row => [`${name}=${choices[0]}`, `${help} (${choices.join(', ')})`],
);

const endings = formats.flatMap(format => endingsOf(format).slice(0, 1)).map(ending => `.${ending}`);

test.each<[page: string, mark: string, lines: readonly string[]]>([
  ['options', 'options', twoColumns(options)],
  ['files', 'endings', wrap(endings.join(' '), 76)],
  ['sandbox', 'faults', faults],
  ['sandbox', 'settings', twoColumns(choices, 37)],
])('%s lists all %s', (page, mark, lines) => {
  const text = textOf(page);
  const wanted = `<!-- ${mark} -->\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n<!-- /${mark} -->`;
  const updated = text.replace(new RegExp(`<!-- ${mark} -->.*<!-- /${mark} -->`, 's'), () => wanted);
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(`docs/${page}.md`, updated);
  else expect(text).toBe(updated);
  expect(updated).toContain(wanted);
});

test('environment names every variable that emk reads, and no other', () => {
  const text = textOf('environment');
  const read = new Set(
    readdirSync('src', {recursive: true, encoding: 'utf8'})
      .filter(path => path.endsWith('.ts'))
      .flatMap(path => readFileSync(`src/${path}`, 'utf8').match(/\bEMK_[A-Z_]*[A-Z]\b/g) ?? [])
      // Those are for other programs and never read.
      .filter(variable => !variable.startsWith('EMK_SEED_')),
  );
  expect(new Set(text.match(/\bEMK_[A-Z_]*[A-Z]\b/g))).toEqual(read);
  for (const {variable} of Object.values(settings)) if (variable) expect(text).toContain(variable);
});

test('exit-codes tells what each error ends with, and whether to try again; errors explains each code', () => {
  const rows = new Map(
    [...textOf('exit-codes').matchAll(/^(\d+)(?: \d+)? {2,}\S.*? {2,}(no|yes|see)/gm)].map(([, code, again]) => [
      Number(code),
      again,
    ]),
  );
  for (const Kind of Object.values(errors)) {
    if (typeof Kind !== 'function' || !(Kind.prototype instanceof errors.EmkError)) continue;
    const {exit, retry}: errors.EmkError = new (Kind as typeof errors.UsageError)('x');
    if (exit < 130) expect(rows.has(exit), `exit ${exit}`).toBe(true);
    if (rows.get(exit) === 'yes') expect(retry, `exit ${exit}`).toBe('safe');
    if (exit === 8 || exit === 9) expect(retry, `exit ${exit}`).toBe('after_check');
  }
  const explained = [...textOf('errors').matchAll(/^## (.*)$/gm)].map(([, code]) => code);
  expect(explained.sort()).toEqual([...errors.errorCodes].sort());
});

test('no page names an option that nobody has', async () => {
  const {commandsOf, loadTree} = await import('../../src/help/tree.js');
  const {optionName} = await import('../../src/commands/parameters.js');
  const {tree} = await import('../../src/cli/tree.js');
  const known = new Set([
    ...Object.keys(globalOptions),
    'help',
    ...['version', 'all'],
    ...commandsOf(await loadTree(tree)).flatMap(({command}) =>
      Object.entries(command.takes).map(([key, param]) => optionName(key, param)),
    ),
  ]);
  for (const file of readdirSync('docs').filter(
    name => name.endsWith('.md') && !['comparison.md', 'decisions.md'].includes(name),
  )) {
    const lines = readFileSync(`docs/${file}`, 'utf8')
      .split('\n')
      .filter(line => !/npm |gh |docker|sqlite3|curl /.test(line));
    const named = [...lines.join('\n').matchAll(/(?<=[\s"(`])--([a-z][a-z-]*)/g)].map(([, name = '']) => name);
    expect(
      named.filter(name => !known.has(name)),
      file,
    ).toEqual([]);
  }
});
