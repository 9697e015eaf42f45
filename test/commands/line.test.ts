/** What a command line says, before anything is done about it. */
import {describe, expect, test} from 'vitest';
import {globalOptions} from '../../src/commands/globals.js';
import {optionName} from '../../src/commands/option-name.js';
import {parse} from '../../src/program.js';
import {commandsOf, loadTree} from '../../src/reference/walk.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

const sending =
  'single-sends create --name May --subject Hello --from 1 --group 1 --to contacts_1 --template 2 --now --yes';

describe('an option without its value does not take the next option for it', () => {
  test('a dry run stays one', async () => {
    const {code, stdout, stderr} = await shell().emk(`${sending} --preheader --dry-run`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'error: --preheader needs a value, and --dry-run stands in its place.\n' +
        '  If --dry-run is the value, write --preheader=--dry-run\n',
    );
    expect((await shell().emk('single-sends list --count --where single_send_name=May')).stdout).toBe('0\n');
  });

  test.each([
    ['the long name of a global option', 'contact-types create --name --yes', '--name', '--yes'],
    ['its letter', 'contact-types create --name -y', '--name', '-y'],
    ['one with its own value', 'contact-types create --name --profile=x', '--name', '--profile=x'],
    ['one of the command itself', 'contacts list --columns --count', '--columns', '--count'],
    ['a switch turned off', 'unsubscribe-groups create --name --no-display', '--name', '--no-display'],
    ['the cry for help', 'contact-types create --name --help', '--name', '--help'],
    ['the end of the options', 'sandbox run --fault -- emk contacts list', '--fault', '--'],
    ['after a global option', 'contact-types list -o --dry-run', '-o', '--dry-run'],
    ['before the command', '--profile --dry-run contact-types create --name x', '--profile', '--dry-run'],
  ])('%s', async (_what, line, option, taken) => {
    const {code, stderr} = await shell().emk(line);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${option} needs a value, and ${taken} stands in its place.`);
  });

  test('what only looks like an option is a value, and so is anything behind =', async () => {
    const named = async (...words: string[]) =>
      JSON.parse((await shell().emk(['contact-types', 'create', '--dry-run', ...words])).stdout).fields.name;
    expect(await named('--name', '--nonsense')).toBe('--nonsense');
    expect(await named('--name', '-42')).toBe('-42');
    expect(await named('--name=--yes')).toBe('--yes');
  });

  test('what stands behind -- is not looked at', async () => {
    const commands = commandsOf(await loadTree());
    const run = commands.find(({path}) => path.join(' ') === 'sandbox run');
    expect(run && parse(run.path, run.command, ['--', 'x', '--fault', '--yes'], 80)).toMatchObject({
      given: {command: ['x', '--fault', '--yes']},
    });
  });

  test('in every command, of every option', async () => {
    for (const {path, command} of commandsOf(await loadTree())) {
      for (const [key, param] of [...Object.entries(command.takes), ...Object.entries(globalOptions)]) {
        if (param.type === 'flag' || command.args.includes(key)) continue;
        const line = () => parse(path, command, [`--${optionName(key, param)}`, '--dry-run'], 80);
        expect(line, `${path.join(' ')} --${optionName(key, param)}`).toThrow(/needs a value, and --dry-run stands/);
      }
    }
  });
});

describe('a natural name may stand by position', () => {
  const planned = async (line: string) => JSON.parse((await shell().emk(`${line} --dry-run`)).stdout).fields;

  test('instead of behind its option', async () => {
    expect(await planned('contact-types create Leads')).toEqual({name: 'Leads'});
    expect(await planned('contact-types create --name Leads')).toEqual({name: 'Leads'});
    expect(await planned('contact-types create Leads --name Leads')).toEqual({name: 'Leads'});
    expect(await planned('fields create shoe_size --type number')).toMatchObject({field_name: 'shoe_size'});
    expect(await planned('unsubscribe-groups create Weekly --description x --display')).toMatchObject({
      group_name: 'Weekly',
    });
  });

  test('two names are one too many', async () => {
    const {code, stderr} = await shell().emk('contact-types create Leads --name Staff');
    expect([code, stderr]).toEqual([
      2,
      'error: The name is given twice: "Leads" and --name "Staff".\n  Give one of them.\n',
    ]);
  });

  test('a second word is still too many', async () => {
    expect((await shell().emk('contact-types create Spring leads')).code).toBe(2);
  });

  test('its id is the answer, as the documentation has it', async () => {
    expect((await shell().emk('contact-types create Leads -o id')).stdout).toBe('4\n');
  });
});
