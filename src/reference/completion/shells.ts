export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type ShellName = (typeof shellNames)[number];
