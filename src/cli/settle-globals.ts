import {type Setting, type SettingName, type SettingTexts, settings, type When} from '../accounts/settings.js';
import {configPath} from '../accounts/store.js';
import {parseDuration} from '../commands/duration.js';
import type {Flags, GlobalsOfRun, SettledOptions} from '../commands/globals.js';
import {parseRate} from '../commands/rate.js';
import {ConfigError, UsageError} from '../errors.js';
import {type Format, formats, standardFormat} from '../output/results/format.js';
import {type Host, mayRedraw} from '../system/host.js';
import {isTrue, runsAlone} from '../system/person.js';
import {textOrNothing} from '../words/text-or-nothing.js';

type Sources = {readonly flags: Flags; readonly host: Host; readonly stored: SettingTexts};

/** Settles the global options of this run: from the flag, or the environment, the configuration, the default. */
export function settleGlobals(flags: Flags, host: Host, stored: SettingTexts): GlobalsOfRun & SettledOptions {
  const {env} = host;
  const sources: Sources = {flags, host, stored};
  if (isOn(flags['debug-pii']) && !isOn(flags.debug)) {
    throw new UsageError('--debug-pii works only with --debug.', {hint: 'Add --debug, or remove --debug-pii.'});
  }
  return {
    output: outputOf(sources),
    asked: askedFormat(flags),
    out: textOrNothing(flags.out),
    force: isOn(flags.force),
    profile: textOrNothing(flags.profile),
    baseUrl: textOrNothing(flags['base-url']),
    sandbox: isOn(flags.sandbox),
    yes: isOn(flags.yes),
    input: !isOn(flags['no-input']) && !runsAlone(env),
    dryRun: isOn(flags['dry-run']),
    timeout: settled('timeout', settings.timeout, sources),
    retries: settled('retries', settings.retries, sources) ?? Number(settings.retries.standard),
    maxWait: settled('max-wait', settings['max-wait'], sources),
    lockTimeout:
      settled('lock-timeout', settings['lock-timeout'], sources) ??
      parseDuration(settings['lock-timeout'].standard) ??
      0,
    minRate: settled('min-rate', settings['min-rate'], sources) ?? parseRate(settings['min-rate'].standard) ?? 0,
    rps: settled('rps', settings.rps, sources) ?? 0,
    keepDeleted:
      settled('keep-deleted', settings['keep-deleted'], sources) ??
      Number.parseInt(settings['keep-deleted'].standard, 10),
    keepImports:
      settled('keep-imports', settings['keep-imports'], sources) ??
      Number.parseInt(settings['keep-imports'].standard, 10),
    dates: settled('dates', settings.dates, sources),
    unsubscribeWord: settled('unsubscribe-word', settings['unsubscribe-word'], sources),
    ...colorsOf(sources),
    pager: pagerOf(sources),
    quiet: isOn(flags.quiet),
    verbose: isOn(flags.verbose) || isOn(flags.debug),
    debug: isOn(flags.debug),
    debugPii: isOn(flags['debug-pii']),
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

/** The pager, as in other tools. There is none if the terminal must not be redrawn. */
export function pagerOf(sources: Sources): string | undefined {
  const {flags, host} = sources;
  if (isOn(flags['no-pager']) || !mayRedraw(host)) return undefined;
  const wanted = settled('pager', settings.pager, sources) ?? host.env['PAGER']?.trim() ?? standardPager(host);
  return ['', 'off', 'cat'].includes(wanted) ? undefined : wanted;
}

/** Windows comes without less, and its terminals scroll. */
const standardPager = ({platform}: Host): string => (platform === 'win32' ? 'off' : settings.pager.standard);

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
