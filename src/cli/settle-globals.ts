import {type Setting, type SettingName, type SettingTexts, settings, type When} from '../accounts/settings.js';
import {configPath} from '../accounts/store.js';
import {durationForms, parseDuration} from '../commands/duration.js';
import type {Flags, GlobalsOfRun, SettledOptions} from '../commands/globals.js';
import {ConfigError, UsageError} from '../errors.js';
import {type Format, formats, standardFormat} from '../output/results/format.js';
import type {Host} from '../system/host.js';
import {isTrue, runsAlone} from '../system/person.js';
import {textOrNothing} from '../words/text-or-nothing.js';

type Sources = {readonly flags: Flags; readonly host: Host; readonly stored: SettingTexts};

/** Settles the global options of this run: from the flag, or the environment, the configuration, the default. */
export function settleGlobals(flags: Flags, host: Host, stored: SettingTexts): GlobalsOfRun & SettledOptions {
  const {env} = host;
  const sources: Sources = {flags, host, stored};
  return {
    output: outputOf(sources),
    asked: askedFormat(flags),
    out: textOrNothing(flags.out),
    overwrite: isOn(flags.overwrite),
    profile: textOrNothing(flags.profile),
    baseUrl: textOrNothing(flags['base-url']),
    sandbox: isOn(flags.sandbox),
    yes: isOn(flags.yes),
    input: !isOn(flags['no-input']) && !runsAlone(env),
    dryRun: isOn(flags['dry-run']),
    timeout: settled('timeout', settings.timeout, sources),
    retries: settled('retries', settings.retries, sources) ?? Number(settings.retries.standard),
    maxWait: maxWaitIn(host),
    keepDeleted:
      settled('keep-deleted', settings['keep-deleted'], sources) ??
      Number.parseInt(settings['keep-deleted'].standard, 10),
    keepImports:
      settled('keep-imports', settings['keep-imports'], sources) ??
      Number.parseInt(settings['keep-imports'].standard, 10),
    dates: settled('dates', settings.dates, sources),
    unsubscribeWord: settled('unsubscribe-word', settings['unsubscribe-word'], sources),
    ...colorsOf(sources),
    quiet: isOn(flags.quiet),
    verbose: isOn(flags.verbose) || isOn(flags.debug),
    debug: isOn(flags.debug),
    allowHttp: isOn(flags['allow-http']),
    confirm: textOrNothing(flags.confirm),
  };
}

function outputOf(sources: Sources): Format {
  const {flags} = sources;
  if (!isOn(flags.json)) return askedFormat(flags) ?? settled('output', settings.output, sources) ?? standardFormat;
  if (flags.output !== undefined && flags.output !== 'json') {
    throw new UsageError(`--json and --output ${String(flags.output)} contradict each other.`, {
      hint: `Remove --json, or remove --output ${String(flags.output)}.`,
    });
  }
  return 'json';
}

const askedFormat = ({json, output}: Flags): Format | undefined =>
  isOn(json) ? 'json' : formats.find(format => format === output);

/** Whether results and messages have colours. */
function colorsOf(sources: Sources): Pick<GlobalsOfRun, 'color' | 'colorOfMessages'> {
  const {flags, host} = sources;
  const colorOfMessages = wantedColor(isOn(flags['no-color']), host, settled('color', settings.color, sources));
  return {
    color: colorOfMessages === 'always' || (colorOfMessages === 'auto' && host.stdout.isTTY === true),
    colorOfMessages,
  };
}

/** Which streams get colours; `auto` are terminals. NO_COLOR (https://no-color.org) comes first, because people set it. */
export function wantedColor(isOff: boolean, {env}: Pick<Host, 'env'>, configured: When = 'auto'): When {
  if (isOff || filled(env['NO_COLOR']) !== undefined) return 'never';
  const forced = filled(env['FORCE_COLOR']);
  if (forced !== undefined) return isTrue(forced) ? 'always' : 'never';
  if (isTrue(env['CLICOLOR_FORCE'])) return 'always';
  return configured === 'auto' && env['TERM'] === 'dumb' ? 'never' : configured;
}

/** How long to keep trying, in all. Without the variable each kind of work has its own time. */
function maxWaitIn({env}: Host): number | undefined {
  const text = filled(env['EMK_MAX_WAIT']);
  return text === undefined
    ? undefined
    : (parseDuration(text) ??
        refuse(
          new ConfigError(`EMK_MAX_WAIT takes ${durationForms}, not "${text}".`, {
            hint: 'Change or unset EMK_MAX_WAIT.',
          }),
        ));
}

function settled<T>(name: SettingName, setting: Setting<T>, {flags, host, stored}: Sources): T | undefined {
  const flag = textOrNothing(flags[name]);
  if (flag !== undefined) {
    return (
      setting.read(flag) ??
      refuse(
        new UsageError(`--${name} takes ${setting.takes}, not "${flag}".`, {
          hint: `Remove --${name} to use the default: ${setting.standard}.`,
        }),
      )
    );
  }
  const fromEnv = setting.variable && filled(host.env[setting.variable]);
  if (fromEnv) {
    return (
      setting.read(fromEnv) ??
      refuse(
        new ConfigError(`${setting.variable} takes ${setting.takes}, not "${fromEnv}".`, {
          hint: `Change or unset ${setting.variable}.`,
        }),
      )
    );
  }
  const kept = stored[name];
  if (kept === undefined) return undefined;
  return (
    setting.read(kept) ??
    refuse(
      new ConfigError(`The setting ${name} takes ${setting.takes}, not "${kept}".`, {
        hint: `Fix it in ${configPath(host)}.`,
      }),
    )
  );
}

function refuse(error: Error): never {
  throw error;
}

const isOn = (flag: unknown): boolean => flag === true;

/** A variable's value; an empty one counts as unset, because scripts and CI systems omit variables that way. */
const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
