import type {Kept} from './keeping.js';

/** The line that sends a kept mailing at another time. */
export const sendAgain = ({name}: Kept): string =>
  `emk single-sends create --from-file ${name} --at "2030-05-01 09:00"`;
