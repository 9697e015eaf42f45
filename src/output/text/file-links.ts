import {hostname} from 'node:os';
import {relative} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Host} from '../../system/host.js';
import {isTrue, runsAlone} from '../../system/person.js';
import {linkNames} from './terminal.js';

/** Lets the names of files that emk writes open them, on streams whose terminal knows links. Call it with each path. */
export function linkFile(host: Host, path: string): void {
  if (!knowsLinks(host.env)) return;
  const names = [path, relative(host.cwd, path)].filter(name => name !== '');
  for (const stream of [host.stdout, host.stderr]) if (stream.isTTY) linkNames(stream, names, addressOf(host, path));
}

/**
 * Whether a terminal says that it shows links. FORCE_HYPERLINK decides, as in other programs. Inside of tmux and screen
 * the variables are those of the terminal outside, which gets only what these two pass on.
 */
function knowsLinks(env: Host['env']): boolean {
  const forced = env['FORCE_HYPERLINK'];
  if (forced) return isTrue(forced);
  if (runsAlone(env) || env['NO_COLOR'] || env['EMK_PLAIN'] || env['TMUX'] || env['STY']) return false;
  return (
    ['WT_SESSION', 'KITTY_WINDOW_ID', 'KONSOLE_VERSION', 'DOMTERM'].some(name => env[name]) ||
    programs.has(env['TERM_PROGRAM'] ?? '') ||
    names.has(env['TERM'] ?? '') ||
    Number(env['VTE_VERSION'] ?? 0) > CRASHES_BY_LINKS
  );
}

const programs = new Set(['ghostty', 'Hyper', 'iTerm.app', 'mintty', 'rio', 'vscode', 'WezTerm', 'zed']);
const names = new Set(['alacritty', 'foot', 'xterm-ghostty', 'xterm-kitty']);

/** This version of VTE was the first with links, and some of them ended it. */
const CRASHES_BY_LINKS = 5000;

/** The address names the machine, so that a terminal can tell files of another one. On Windows that would be a share. */
function addressOf({platform}: Host, path: string): string {
  const address = pathToFileURL(path);
  if (platform !== 'win32') address.hostname = hostname();
  return address.href;
}
