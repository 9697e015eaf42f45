/** Where mail comes from: a single send, or one email of an automation. It knows what it has sent already. */
export type Source = {
  /** When the next of its mail is due; nothing, when none is due by now. */
  next(): number | undefined;
  /** Sends that mail, as far as it leaves at the same time, to some hundred people. Says how many. */
  carryOut(): number;
};
