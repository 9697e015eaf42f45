import {textFormats} from '../../output/results/format.js';
import {orList} from '../../words/list.js';

/** Every environment variable that emk reads, and which setting wins. */
export default `Environment

For every choice, an option comes first, then the environment, then what
"emk config" keeps, then the standard. An empty variable counts as unset.

The account
  EMK_BASE_URL         the API root, ending in /api
  EMK_PUBLIC_KEY       the public key
  EMK_SECRET_KEY       the secret key
  EMK_SECRET_KEY_FILE  a file that holds the secret key, instead
  EMK_PROFILE          the profile to use, when none of the keys above is set

  The base URL and both keys are one unit from one source: all from the
  environment, or all from a profile (--profile, else EMK_PROFILE, else the
  current one). A base URL given alone, by --base-url or EMK_BASE_URL, goes
  with a profile's keys only within the profile's own origin. Any other mixture
  is refused with exit code 3, and "emk auth status" says where each value
  comes from.

How emk works
  EMK_OUTPUT           ${orList(textFormats)}, as --output
  EMK_TIMEOUT          how long to wait for an answer, as --timeout: 90s
  EMK_RETRIES          how many tries a read gets, as --retries: 4
  EMK_MAX_WAIT         how long to wait and try again in all, as --max-wait: 5m
  EMK_LOCK_TIMEOUT     how long to wait for another emk, as --lock-timeout: 1m
  EMK_MIN_RATE         the least rate of a list, as --min-rate: 1KiB
  EMK_RPS              how many requests to send in a second, as --rps: 5
  EMK_KEEP_DELETED     for how many days a copy of what emk deletes is kept: 30
  EMK_PAGER, PAGER     the program that shows lists longer than the screen, or
                       off; less -FRX unless set
  EMK_NO_INPUT         1 to never ask, as --no-input
  CI                   the same; most CI systems set it
  EMK_PLAIN            1 for questions that are not redrawn, with numbered
                       choices, as on a terminal whose TERM is dumb
  EMK_CONFIG_DIR       where profiles and settings are kept
  EMK_STATE_DIR        where import journals, reports and the sandbox are kept
  NO_COLOR             no colours, whatever it is set to
  FORCE_COLOR          colours, also off a terminal; 0 for none
  TZ                   your time zone; tables show times in it where emk doesn't
                       know the account's (emk config set timezone)

  Without EMK_CONFIG_DIR and EMK_STATE_DIR the folders are emk/ in
  XDG_CONFIG_HOME (~/.config) and XDG_STATE_HOME (~/.local/state); on a Mac
  ~/Library/Application Support/emk; on Windows emk in APPDATA and LOCALAPPDATA.

The network
  HTTPS_PROXY, HTTP_PROXY   a proxy, for https and http
  NO_PROXY                  hosts to reach without it, commas between
  NODE_EXTRA_CA_CERTS       a file with certificates to trust besides the usual

The sandbox
  EMK_SANDBOX_DB        the file that keeps the account of --sandbox
  EMK_SANDBOX_FAULTS    faults, as --fault gives them, ";" between
  EMK_SANDBOX_SETTINGS  settings, as --setting gives them, ";" between
  EMK_SANDBOX_CLOCK     how its time goes, as --clock
  EMK_SANDBOX_RUN       set inside "emk sandbox run", where naming a profile is
                        refused, so that a script cannot leave the sandbox

Examples:
  $ EMK_OUTPUT=json emk contacts list --limit 1
  $ EMK_PROFILE=staging emk auth status --check
  $ EMK_SECRET_KEY_FILE=/run/secrets/mail emk senders list
`;
