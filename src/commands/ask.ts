/** Questions to a person. Each throws a `UsageError` where nobody can answer. */
export type Ask = {
  /** Whether somebody is there to answer. */
  readonly possible: boolean;
  confirm(question: string): Promise<boolean>;
  text(question: string): Promise<string>;
  secret(question: string): Promise<string>;
  pick<T>(question: string, choices: ReadonlyArray<{readonly name: string; readonly value: T}>): Promise<T>;
};
