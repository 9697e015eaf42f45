import {ConfigError} from '../../errors.js';

/** Says that the file or its folder cannot be written to. */
export const unopenable = (file: string, cause: unknown): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} cannot be opened.`, {
    cause,
    hint: `See that the file and its folder exist and can be written to, or ${elsewhere}.`,
  });

/** Says that something else than a file has that name. */
export const ofNoFile = (path: string, what: string): ConfigError =>
  new ConfigError(`The sandbox's account cannot be kept in ${path}: it is ${what}, not a file.`, {
    hint: `To keep it in a file, ${elsewhere}.`,
  });

/** Says that the file is not a database. */
export const unreadable = (file: string, cause: unknown): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} cannot be read.`, {
    cause,
    hint: `If that file is the sandbox's own, delete it to start over; otherwise ${elsewhere}.`,
  });

/** Says that the file is another program's database, in which nothing may be changed. */
export const ofAnotherProgram = (file: string): ConfigError =>
  new ConfigError(`${file} is the database of another program.`, {
    hint: `Nothing was changed in it: ${elsewhere}.`,
  });

/** Says that the account was made by an emk whose tables may differ from those this one needs. */
export const ofAnotherVersion = (file: string): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} was made by another version of emk.`, {
    hint: 'Start it over with "emk sandbox reset".',
  });

const elsewhere = 'name another file with --db or EMK_SANDBOX_DB';
