import type {Host} from './host.js';
import {windowsProgram} from './windows-program.js';

/** Opens a file or an address in the system's program for it; false without such a program, a display, or a person who would see it. */
export async function openOutside({host, globals}: Here, target: string): Promise<boolean> {
  const {platform, env, launch} = host;
  if (!globals.input) return false;
  if (platform === 'darwin') return launch('open', [target]);
  // `start` belongs to the command interpreter, which treats an & in an address as the end of a command.
  if (platform === 'win32') return launch(windowsProgram(env, 'rundll32.exe'), ['url.dll,FileProtocolHandler', target]);
  const canShow = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some(variable => env[variable]);
  return canShow && launch('xdg-open', [target]);
}

type Here = {
  readonly host: Pick<Host, 'platform' | 'env' | 'launch'>;
  readonly globals: {readonly input: boolean};
};
