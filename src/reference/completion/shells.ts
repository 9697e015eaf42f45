export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type ShellName = (typeof shellNames)[number];

/** The login shell. PowerShell sets no variable for this outside of Windows. */
export function shellOf(env: Readonly<Record<string, string | undefined>>): ShellName | undefined {
  const name = env['SHELL']?.split('/').at(-1);
  return shellNames.find(each => each === name) ?? (env['PSModulePath'] ? 'powershell' : undefined);
}
