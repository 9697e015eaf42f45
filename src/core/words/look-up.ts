/** What a table has for a text from outside. Every object also inherits names, such as `constructor`, that are in no table. */
export const lookUp = <T>(table: {readonly [name: string]: T}, text: string): T | undefined =>
  Object.hasOwn(table, text) ? table[text] : undefined;
