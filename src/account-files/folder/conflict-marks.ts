import type {Mistake, Source} from './mistakes.js';

/** The marks of a merge conflict. They are searched before anything is read as YAML. */
export function conflictMarks(source: Source): readonly Mistake[] {
  return source.text.split('\n').flatMap((line, index): Mistake[] =>
    mark.test(line)
      ? [
          {
            source,
            at: {line: index + 1, column: 1},
            says: 'This marks a merge conflict.',
            hint: 'Resolve the conflict and remove its marks.',
          },
        ]
      : [],
  );
}

const mark = /^(?:<{7} |\|{7} |={7}\r?$|>{7} )/;
