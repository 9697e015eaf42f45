/** The words of a command line with double quotes around those that hold spaces, as the tour writes them. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
