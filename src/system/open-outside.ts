import type {Host} from './host.js';

/** Opens a file or an address in the program that the system has for it; false where there is none, or no display. */
export async function openOutside(
  {platform, env, launch}: Pick<Host, 'platform' | 'env' | 'launch'>,
  target: string,
): Promise<boolean> {
  if (platform === 'darwin') return launch('open', [target]);
  // `start` belongs to the command interpreter, which would read an & in an address as the end of a command.
  if (platform === 'win32') return launch('rundll32', ['url.dll,FileProtocolHandler', target]);
  const canShow = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some(variable => env[variable]);
  return canShow && launch('xdg-open', [target]);
}
