/** The programs of agents whose place for skills emk knows: a folder of the home folder, in which skills/NAME/SKILL.md is read. */
export const programs = ['claude', 'codex', 'gemini', 'cursor'] as const;

export type Program = (typeof programs)[number];
