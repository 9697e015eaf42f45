/** How a command line is understood, before anything is done. */

import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parse} from '../../src/cli/line.js';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import {toInput} from '../../src/commands/input.js';
import {optionName} from '../../src/commands/parameters.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {printed, said} from '../support/said.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

const sending =
  'mailings create --name May --subject Hello --from 1 --group 1 --to contacts_1 --template 2 --now --yes';

describe('an option without its value does not take the next option for it', () => {
  test('a dry run stays one', async () => {
    const {code, stdout, stderr} = await shell().emk(`${sending} --preheader --dry-run`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'error: --preheader needs a value, but --dry-run follows it.\n' +
        '  If --dry-run is the value, write --preheader=--dry-run\n',
    );
    expect((await shell().emk('mailings list --count --where single_send_name=May')).stdout).toBe('0\n');
  });

  test.each([
    ['the long name of a global option', 'lists create --name --yes', '--name', '--yes'],
    ['its letter', 'lists create --name -y', '--name', '-y'],
    ['one with its own value', 'lists create --name --profile=x', '--name', '--profile=x'],
    ['one of the command itself', 'contacts list --columns --count', '--columns', '--count'],
    ['a switch turned off', 'groups create --name --no-display', '--name', '--no-display'],
    ['the cry for help', 'lists create --name --help', '--name', '--help'],
    ['the end of the options', 'sandbox run --fault -- emk contacts list', '--fault', '--'],
    ['after a global option', 'lists list -o --dry-run', '-o', '--dry-run'],
    ['before the command', '--profile --dry-run lists create --name x', '--profile', '--dry-run'],
  ])('%s', async (_what, line, option, taken) => {
    expect(await shell().emk(line)).toMatchObject(said(2, `error: ${option} needs a value, but ${taken} follows it.`));
  });

  test('what only looks like an option is a value, and so is anything behind =', async () => {
    const named = async (...words: string[]) =>
      JSON.parse((await shell().emk(['lists', 'create', '--dry-run', ...words])).stdout).fields.name;
    expect(await named('--name', '--nonsense')).toBe('--nonsense');
    expect(await named('--name', '-42')).toBe('-42');
    expect(await named('--name=--yes')).toBe('--yes');
  });

  test('what stands behind -- is not looked at, nor changed', async () => {
    const commands = commandsOf(await loadTree(tree));
    const run = commands.find(({path}) => path.join(' ') === 'sandbox run');
    if (run === undefined) throw new Error('There is no such command');
    const typed = await parse(run.path, run.command, ['--', 'x', '--fault', '--yes', ' y ', '']);
    if ('help' in typed) throw new Error('It asks for help');
    expect(toInput(run.command, typed.values)).toEqual({command: ['x', '--fault', '--yes', ' y ', '']});
  });

  test('in every command, of every option', {tags: ['long']}, async () => {
    for (const [at, {path, command}] of commandsOf(await loadTree(tree)).entries()) {
      // The global options are the same everywhere.
      const globals = at % 40 === 0 ? Object.entries(globalOptions) : [];
      for (const [key, param] of [...Object.entries(command.takes), ...globals]) {
        if (param.type === 'flag' || 'alone' in param || command.args.includes(key)) continue;
        const line = () => parse(path, command, [`--${optionName(key, param)}`, '--dry-run']);
        await expect(line(), `${path.join(' ')} --${optionName(key, param)}`).rejects.toThrow(
          /needs a value, but --dry-run follows/,
        );
      }
    }
  });
});

describe('a natural name may stand by position', () => {
  const planned = async (line: string) => JSON.parse((await shell().emk(`${line} --dry-run`)).stdout).fields;

  test('instead of behind its option', async () => {
    expect(await planned('lists create Leads')).toEqual({name: 'Leads'});
    expect(await planned('lists create --name Leads')).toEqual({name: 'Leads'});
    expect(await planned('lists create Leads --name Leads')).toEqual({name: 'Leads'});
    expect(await planned('fields create shoe_size --kind number')).toMatchObject({field_name: 'shoe_size'});
    expect(await planned('groups create Weekly --description x --display')).toMatchObject({
      group_name: 'Weekly',
    });
  });

  test('two names are one too many', async () => {
    const {code, stderr} = await shell().emk('lists create Leads --name Staff');
    expect([code, stderr]).toEqual([
      2,
      'error: The name is given twice: "Leads" and --name "Staff".\n  Give one name only.\n',
    ]);
  });

  test('a second word is still too many', async () => {
    expect((await shell().emk('lists create Spring leads')).code).toBe(2);
  });

  test('its id is the answer, as the documentation has it', async () => {
    expect((await shell().emk('lists create Leads -o id')).stdout).toBe('4\n');
  });
});

describe('before any command', () => {
  const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};

  test.each(['--version', '-V', '--version --bogus', '--version contacts list'])(
    'emk %s says the version',
    async line => {
      expect(await shell().emk(line)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
    },
  );

  test.each(['', '--sandbox', '-o table', '--help', '-q -h', '--profile x --help'])(
    'emk %s explains emk',
    async line => {
      expect(await shell().emk(line)).toMatchObject(printed(0, 'Usage: emk <command>'));
    },
  );

  test.each(['contacts --help', '--json contacts -h', 'contacts --dry-run --help'])(
    'emk %s explains it',
    async line => {
      expect(await shell().emk(line)).toMatchObject(printed(0, 'Usage: emk contacts <command>'));
    },
  );

  test.each([
    ['--bogus', '"emk" has no option --bogus.', 'To see its options: emk --help'],
    ['--dry-rnu', '"emk" has no option --dry-rnu.', 'Did you mean --dry-run?'],
    ['-x', '"emk" has no option -x.', 'To see its options: emk --help'],
    ['--sandbox --bogus', '"emk" has no option --bogus.', 'To see its options: emk --help'],
    ['--sandbox --profile', '--profile needs a value.', 'To see its options: emk --help'],
    ['contacts --bogus', '"emk contacts list" has no option --bogus.', 'To see its options: emk contacts list --help'],
  ])('emk %s is a mistake', async (line, message, hint) => {
    const {code, stdout, stderr} = await shell().emk(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error: ${message}\n  ${hint}`);
  });
});

describe('a mistake is told in the format that holds', () => {
  const configured = (text: string) => {
    const folder = join(shell().folder, `config-${text.length}`);
    mkdirSync(folder, {recursive: true, mode: 0o700});
    writeFileSync(join(folder, 'config.json'), text, {mode: 0o600});
    return {env: {EMK_CONFIG_DIR: folder}};
  };
  const json = JSON.stringify({settings: {output: 'json'}});

  test.each(['contacts list --bogus', 'contcts', '--bogus', 'lists create', 'lists list -o yaml'])(
    'emk %s, configured to speak JSON',
    async line => {
      const {code, stdout, stderr} = await shell().emk(line, configured(json));
      expect([code, stdout]).toEqual([2, '']);
      expect(JSON.parse(stderr)).toMatchObject({error: {code: 'usage', exit: 2}});
    },
  );

  test('the line and the environment come first', async () => {
    expect((await shell().emk('contcts -o table', configured(json))).stderr).toMatch(/^error: /);
    const {env} = configured(json);
    expect((await shell().emk('contcts', {env: {...env, EMK_OUTPUT: 'table'}})).stderr).toMatch(/^error: /);
  });

  test('a damaged configuration does not hide the mistake', async () => {
    expect((await shell().emk('contcts', configured('{'))).stderr).toMatch(/^error: "emk" has no command "contcts"/);
  });

  test('what a program that is run takes is not for emk', async () => {
    expect((await shell().emk('sandbox run --bogus -- emk contacts list -o json')).stderr).toMatch(/^error: /);
  });

  test('a file that was open to others is closed, and that is said', async () => {
    const {env} = configured(`${json} `);
    writeFileSync(join(env.EMK_CONFIG_DIR, 'config.json'), json, {mode: 0o644});
    chmodSync(join(env.EMK_CONFIG_DIR, 'config.json'), 0o644);
    const [warning = '', error = ''] = (await shell().emk('contcts', {env})).stderr.split('\n');
    expect(JSON.parse(warning)).toMatchObject({warning: {text: expect.stringContaining('It is private now.')}});
    expect(JSON.parse(error)).toMatchObject({error: {code: 'usage'}});
  });
});

describe('a format that a command cannot print in', () => {
  const own = [
    'sandbox log',
    'sandbox mail',
    'commands',
    'api POST /contacts-type/add -f name=Leads',
    'contacts import leads.csv --list Leads',
    'contacts import resume',
    'contacts import status',
    'contacts export all.csv',
    'contacts sample one.csv',
  ];

  test.each(own.flatMap(line => ['tsv', 'id'].map(format => [`${line} -o ${format}`, format])))(
    'emk %s',
    async (line, format) => {
      const {code, stdout, stderr} = await shell().emk(line);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(new RegExp(`^error: "emk [a-z ]+" cannot print ${format}\\.\n  It can print table, `));
    },
  );

  test('gives way where it is only configured', async () => {
    expect((await shell().emk('commands', {env: {EMK_OUTPUT: 'csv'}})).stdout).toMatch(/^doctor /m);
  });

  test.each(['id', 'csv', 'tsv'])('is no reason against %s where there are records', async format => {
    const {folder} = shell();
    expect(await shell().emk(`config list -o ${format} --limit 1`)).toMatchObject({
      code: 0,
      stdout: {
        id: 'output\n',
        csv: 'name,value,standard,of\noutput,,table,\n',
        tsv: 'name\tvalue\tstandard\tof\noutput\t\ttable\t\n',
      }[format],
    });
    expect((await shell().emk(`auth status -o ${format}`)).stdout).toContain('environment');
    expect((await shell().emk(`config list -o ${format}`, {env: {EMK_CONFIG_DIR: join(folder, 'none')}})).code).toBe(0);
  });
});
