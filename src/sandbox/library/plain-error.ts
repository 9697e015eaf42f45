/** An error for programs that know nothing of emk's own: one sentence or two, and a code. */
export const plainError = (message: string, code: string): Error => Object.assign(new Error(message), {code});
