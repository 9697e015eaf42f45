import {ConfigError} from '../../errors.js';

/** The error for a file or folder that cannot be written. */
export const unopenable = (file: string, cause: unknown): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} cannot be opened.`, {
    cause,
    hint: `Check that the file and its folder exist and that you may write to them, or ${elsewhere}.`,
  });

export const ofNoFile = (path: string, what: string): ConfigError =>
  new ConfigError(`The sandbox's account cannot be kept in ${path}: it is ${what}, not a file.`, {
    hint: `To keep it in a file, ${elsewhere}.`,
  });

export const unreadable = (file: string, cause: unknown): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} cannot be read.`, {
    cause,
    hint: `If that file is the sandbox's own, delete it to start over; otherwise ${elsewhere}.`,
  });

/** The error for another program's database, which must not be changed. */
export const ofAnotherProgram = (file: string): ConfigError =>
  new ConfigError(`${file} is the database of another program.`, {hint: `Nothing was changed in it: ${elsewhere}.`});

/** The error for an account of another emk version, whose tables may differ. */
export const ofAnotherVersion = (file: string): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} was made by another version of emk.`, {
    hint: 'Start it over with "emk sandbox reset".',
  });

const elsewhere = 'name another file with --db or EMK_SANDBOX_DB';
