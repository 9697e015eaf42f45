import {faultKinds} from '../../sandbox/http/faults/kinds.js';
import {defaultOf, defaults, type Setting} from '../../sandbox/service/settings.js';
import {type Row, twoColumns} from '../layout.js';

const faults: readonly string[] = Object.entries(faultKinds).flatMap(([kind, {help, options}]) => [
  ...twoColumns([[kind, help]], 15),
  ...twoColumns(
    Object.entries(options).map(([option, {help}]): Row => ['', `${option}: ${help}`]),
    17,
  ),
]);

const settings = Object.entries<Setting>(defaults).map(([name, setting]): Row => {
  const {choices, help} = setting;
  return [`${name}=${defaultOf(setting)}`, choices ? `${help} (${choices.join(', ')})` : help];
});

/** The sandbox: its commands, time, faults and settings. */
export default `Sandbox

The sandbox is a local copy of the service: every endpoint, its states, texts
and limits, on this machine.

Ways in
  emk --sandbox COMMAND         run any command on an account that stays on this
                                machine; no setup
  emk sandbox tour              see emk at work
  emk sandbox run -- COMMAND    give a script a new account, deleted afterwards
  emk sandbox serve             give other programs an address and keys
  emk sandbox mail              see who got what
  emk sandbox log               see the requests
  emk sandbox reset             start the account of --sandbox over

  To test your own program with it: emk help testing

  EMK_SANDBOX_DB names the file of the account of --sandbox. EMK_SANDBOX_FAULTS
  and EMK_SANDBOX_SETTINGS (separated by ";") and EMK_SANDBOX_CLOCK do for every
  sandbox what --fault, --setting and --clock do for "run" and "serve".

Time
  Nothing runs in the background: each request first does what is due on the
  account's clock. --clock real follows yours, x60 runs 60 times as fast, step
  stops it; step@2026-01-31T09:00:00Z starts then. POST /__clock moves it
  forward (by=2h, at=2026-02-01T00:00:00Z) or changes it (clock=x60). Changing
  the sandbox needs the account's secret key. A script of "emk sandbox run" has
  it, and so has a shell with the lines of "emk sandbox serve --env":

  $ curl -H "SecretKey: $EMK_SECRET_KEY" -d by=2h "$EMK_BASE_URL/__clock"

Faults
  --fault 'METHOD /path=KIND[:TIMES][,option]' makes the sandbox fail. Repeat it
  for more. "*" is any method or any path, "/contacts/*" all paths that start
  so. Without TIMES it goes on for ever. after=N lets N requests pass first.
  While it serves: POST /__faults (fault=…), GET and DELETE /__faults.

${faults.join('\n')}

What the API's documentation leaves open
  --setting name=value changes it.

${twoColumns(settings, 37).join('\n')}

Examples:
  $ emk --sandbox people list --limit 3
  $ emk sandbox run --empty -- emk lists create --name Leads
  $ emk sandbox run --fault 'POST /contacts/add=lost-reply:1' -- ./seed.sh
  $ emk sandbox mail --to ada@example.com
`;
