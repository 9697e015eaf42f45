/** Records of the demo account without a small number. */
export const utrs = {
  spring: '97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6',
  summer: '7b5e6d2e-b589-4f96-910b-422195a0bd27',
  autumn: '72626867-0c9f-4ce1-8d98-f692c2d3b61d',
  birthday: '4ea501bf-61bf-4260-866d-adc84e0a9b9d',
  winBack: 'bd454c7f-fd1b-4189-abc6-8d23be3a514b',
  welcome: '1a379d4b-3fb4-4ea3-88d2-4878bd635125',
} as const;

/** Consecutive ids of records. */
export const numbers = (from: number, count: number): readonly string[] =>
  Array.from({length: count}, (_, at) => String(from + at));

/** The same in a line. */
export const ids = (from: number, count: number): string => numbers(from, count).join(' ');

/** What every mailing needs. */
export const content = '--subject Hello --preheader News --from 1 --group 1 --to contacts_1';

/** The option with which a script accepts that automations start. */
export const waking = '--allow-automations';

/** A moment that is always in the future. */
export const moment = '--at "2030-05-01 09:00"';

/** A route that is requested several times. */
export const several = (times: number, route: string): readonly string[] => Array.from({length: times}, () => route);
