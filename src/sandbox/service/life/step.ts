import type {Person} from './people.js';

/** Something that is due: a single send that starts, or an automation's email to one person. */
export type Step = {readonly at: number; readonly person: Person | undefined; readonly source: Source};

/** Where mail comes from. It carries out its own steps, as many in a row as there are. */
export type Source = {carryOut(steps: readonly Step[]): void};
