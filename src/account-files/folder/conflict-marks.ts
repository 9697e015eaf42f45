import type {Mistake, Source} from './mistakes.js';

/** The marks that a merge leaves where two people changed the same lines. They are looked for before anything is read as YAML. */
export function conflictMarks(source: Source): readonly Mistake[] {
  return source.text.split('\n').flatMap((line, index): Mistake[] =>
    mark.test(line)
      ? [
          {
            source,
            at: {line: index + 1, column: 1},
            says: 'This is the mark of a merge conflict.',
            hint: 'Settle the conflict, and take its marks away.',
          },
        ]
      : [],
  );
}

const mark = /^(?:<{7} |\|{7} |={7}\r?$|>{7} )/;
