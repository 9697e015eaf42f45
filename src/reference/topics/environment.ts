import {formats} from '../../output/results/format.js';
import {agentVariables} from '../../system/person.js';
import {orList} from '../../words/sentence.js';
import {wrapped} from '../layout.js';

const indent = ' '.repeat(23);
const agents = `  ${wrapped(agentVariables.join(', '), 76).join('\n  ')}
${indent}the same; agents set them in their shells`;

/** Every environment variable that emk reads, and which setting wins. */
export default `Environment

An option wins over a variable, and a variable over "emk config". An empty
variable counts as unset.

The account
  EMK_BASE_URL         the API root, ending in /api
  EMK_PUBLIC_KEY       the public key
  EMK_SECRET_KEY       the secret key
  EMK_SECRET_KEY_FILE  a file that holds the secret key, instead
  EMK_PROFILE          the profile to use, when none of the keys above is set

  The base URL and both keys come from one source: all from the environment, or
  all from a profile (--profile, else EMK_PROFILE, else the current one). A base
  URL alone, by --base-url or EMK_BASE_URL, works with a profile's keys only
  within the profile's own origin. emk refuses any other mix with exit code 3.
  "emk auth status" says where each value comes from.

How emk works
  EMK_OUTPUT           ${orList(formats)}, as --output
  EMK_TIMEOUT          how long to wait for an answer, as --timeout: 90s
  EMK_RETRIES          how often to try a read, as --retries: 4
  EMK_MAX_WAIT         how long to keep trying, in all, as --max-wait: 5m
  EMK_LOCK_TIMEOUT     how long to wait for another emk, as --lock-timeout: 1m
  EMK_MIN_RATE         stop a list slower than this, as --min-rate: 1KiB
  EMK_RPS              the most requests per second, as --rps: 5
  EMK_KEEP_DELETED     how many days to keep a copy of what emk deletes: 30
  EMK_KEEP_IMPORTS     how many days to undo an import that has ended: 90
  EMK_PAGER, PAGER     the program that shows long lists (less -FRX; on Windows
                       none), or off
  EMK_NO_INPUT         1 to never ask, as --no-input
  CI                   the same; most CI systems set it
${agents}
  EMK_PLAIN            1 for a screen reader: lists as lines, "Name: value",
                       and questions with numbered choices, never redrawn
  EMK_CONFIG_DIR       the folder of profiles and settings
  EMK_STATE_DIR        the folder of import journals, reports and the sandbox
  TMPDIR               the folder for sorting long lists; on Windows TEMP
  NO_COLOR             no colours, whatever it is set to
  FORCE_COLOR          colours without a terminal too; 0 for none
  CLICOLOR_FORCE       1 for colours without a terminal too
  FORCE_HYPERLINK      1 for links to written files on any terminal; 0 for none
  TZ                   your time zone, for tables while emk doesn't know the
                       account's (emk config set timezone)

  Without EMK_CONFIG_DIR and EMK_STATE_DIR the folders are emk/ in
  XDG_CONFIG_HOME (~/.config) and XDG_STATE_HOME (~/.local/state); on a Mac
  ~/Library/Application Support/emk; on Windows emk in APPDATA and LOCALAPPDATA.
  The cache is emk/ in XDG_CACHE_HOME (~/.cache); on Windows
  emk-cache in LOCALAPPDATA.

The network
  HTTPS_PROXY, HTTP_PROXY   a proxy, for https and http
  NO_PROXY                  hosts to reach without it, separated by commas
  NODE_EXTRA_CA_CERTS       a file with more certificates to trust

The sandbox
  EMK_SANDBOX_DB        the file of the account of --sandbox
  EMK_SANDBOX_FAULTS    faults, as for --fault, separated by ";"
  EMK_SANDBOX_SETTINGS  settings, as for --setting, separated by ";"
  EMK_SANDBOX_CLOCK     how its time passes, as for --clock
  EMK_SANDBOX_RUN       set by "emk sandbox run": no profile can be named there,
                        so a script can't leave the sandbox

Examples:
  $ EMK_OUTPUT=json emk contacts list --limit 1
  $ EMK_PROFILE=staging emk auth status --check
  $ EMK_SECRET_KEY_FILE=/run/secrets/mail emk senders list
`;
