/** A place in a file, counted from 1. */
export type Place = {readonly line: number; readonly column: number};

/** Something in a file that YAML, or the part of YAML that emk reads, does not allow. */
export type YamlMistake = {readonly at: Place; readonly says: string; readonly hint?: string | undefined};
