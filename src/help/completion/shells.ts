export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const;

/**
 * The completion script of each shell. A script knows no word of emk: at each Tab it gives `emk completion answer` the
 * line up to the cursor, and offers what that prints (`answer.ts` says in which form).
 */
export const scriptFiles: {readonly [shell in (typeof shellNames)[number]]: string} = {
  bash: 'completions/emk.bash',
  zsh: 'completions/_emk',
  fish: 'completions/emk.fish',
  powershell: 'completions/emk.ps1',
};
