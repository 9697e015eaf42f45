import {faultKinds} from '../http/faults/kinds.js';
import {defaults, type Setting} from '../service/settings.js';

/** The page of `emk help sandbox`: commands, time, faults and settings. */
export const sandboxHelp =
  (): string => `The sandbox is a local copy of the service: every endpoint, its states, texts and limits, on this machine.

Ways in
  emk --sandbox COMMAND         any command on an account that is kept on this machine; nothing to set up
  emk sandbox tour              see emk at work
  emk sandbox run -- COMMAND    a fresh account for a script, gone afterwards
  emk sandbox serve             an address and keys for other programs
  emk sandbox mail              who got what
  emk sandbox log               the requests that came
  emk sandbox reset             start the kept account over

  The tests of any program can use it, in Node.js within their own process: emk help testing.

  EMK_SANDBOX_DB names the file of the kept account. EMK_SANDBOX_FAULTS, EMK_SANDBOX_SETTINGS (both with ";" between
  several) and EMK_SANDBOX_CLOCK do for every sandbox what --fault, --setting and --clock do for "run" and "serve".

Time
  Nothing runs in the background: each request first lets happen what is due by the account's clock. --clock real goes
  with yours, x60 sixty times as fast, step stands still; step@2026-01-31T09:00:00Z begins there. POST /__clock moves it
  on (by=2h, at=2026-02-01T00:00:00Z) or sets it anew (clock=x60). What changes the sandbox takes the account's secret
  key: curl -H "SecretKey: $EMK_SECRET_KEY" -d by=2h http://127.0.0.1:8025/__clock

Faults
  --fault 'METHOD /path=KIND[:TIMES][,option]' makes it misbehave, and may be repeated. "*" is any method and any path,
  "/contacts/*" all paths that begin so. Without TIMES it never ends. The option after=N lets N requests pass first.
  While it serves: POST /__faults (fault=…), GET and DELETE /__faults.

${Object.entries(faultKinds)
  .flatMap(([kind, {help, options}]) => [
    `  ${kind.padEnd(17)}${help}`,
    ...Object.entries(options).map(([option, {help}]) => `  ${''.padEnd(17)}  ${option}: ${help}`),
  ])
  .join('\n')}

What the API's documentation leaves open
  --setting name=value decides it otherwise.

${Object.entries<Setting>(defaults).flatMap(settingLines).join('\n')}
`;

const settingLines = ([name, {value, choices, help}]: [string, Setting]): string[] => [
  `  ${`${name}=${value}`.padEnd(38)} ${help}${choices ? ` (${choices.join(', ')})` : ''}`,
];
