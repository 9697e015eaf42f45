/** What an operation does to the account. `acts` changes states, `sends` can send mail to people. */
export type Does = 'reads' | Change;

/** What an operation does that is no read: it is sent only with a permit. */
export type Change = 'creates' | 'updates' | 'deletes' | 'acts' | 'sends';
